"""The points of a paper's figures, from the runs of its table: for files and for drawings.

Times are seconds of CPU time.  A run without a right verdict stands at the border of a scatter plot, and is in no quantile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from verilab.experiments.figures.making import quantile_of, scatter_of
from verilab.experiments.figures.shapes import Boxes, Plot
from verilab.experiments.papers.comparing.comparison import Comparison, Line
from verilab.experiments.papers.tables.lukasczyk18 import CHAPTER_4, MULTI, SINGLE
from verilab.experiments.statistics.outcomes import Measure, Outcomes, cpu_time
from verilab.verification.schema import RunResult

TIME = "CPU time (s)"


def analysis_time(result: RunResult) -> float:
    """Without front end and evidence, as the thesis measures."""
    return result.statistics.analysis_s


def plots(comparison: Comparison) -> list[Plot]:
    """The figures of a table: FORTE'15 Fig. 3, SPIN'15 Fig. 3, of the thesis Figs. 4.1 to 4.3 and 4.8; for others the quantiles."""
    name, title = comparison.table.name, comparison.table.source
    if comparison.table is CHAPTER_4:
        settings = outcomes_of(comparison, analysis_time)
        figures: list[Plot] = [
            replace(quantile_of(list(settings.values()), TIME), name=f"{name}-4.3", title=title),
            _refinements(comparison),
        ]
        single, multi = comparison.line(SINGLE), comparison.line(MULTI)
        if single is not None and multi is not None:
            figures.append(replace(scatter_of(settings[SINGLE], settings[MULTI], TIME), name=f"{name}-4.1", title=title))
            figures.append(_operators(comparison, single, multi))
        return figures
    settings = outcomes_of(comparison, cpu_time)
    figures = [replace(quantile_of(list(settings.values()), TIME), name=f"{name}-quantiles", title=title)]
    if name == "forte15":
        for one, other in combinations(settings, 2):
            if one.startswith("forte15-score") == other.startswith("forte15-score"):
                figures.append(replace(scatter_of(settings[other], settings[one], TIME), name=f"{name}-{other}-{one}", title=title))
    return figures


def outcomes_of(comparison: Comparison, measure: Measure) -> dict[str, Outcomes]:
    """By preset what each row of the table did on the tasks that count."""
    by_preset = {}
    for line in comparison.lines:
        runs = {task: comparison.runs[task][line.heuristic.preset] for task in comparison.counted}
        figures = {task: measure(run) if task in line.solved else None for task, run in runs.items()}
        by_preset[line.heuristic.preset] = Outcomes(line.heuristic.name, figures)
    return by_preset


def _refinements(comparison: Comparison) -> Boxes:
    """Fig. 4.8: executed refinements on the tasks that every row solved."""
    groups: list[tuple[str, tuple[float, ...]]] = []
    for line in comparison.lines:
        counts = [comparison.runs[task][line.heuristic.preset].statistics.refinements for task in sorted(comparison.common)]
        groups.append((line.heuristic.name, tuple(map(float, counts))))
    return Boxes(f"{comparison.table.name}-4.8", comparison.table.source, "executed refinements", tuple(groups))


def _operators(comparison: Comparison, single: Line, multi: Line) -> Boxes:
    """Fig. 4.2: speedups of multi-path over single-path by operator, on the tasks that both solved."""
    pairs: list[tuple[str, list[tuple[float, float]]]] = []
    both = [comparison.runs[task] for task in sorted(single.solved & multi.solved)]
    for field, operator in OPERATORS.items():
        pairs.append((operator, [(getattr(runs[SINGLE].statistics, field), getattr(runs[MULTI].statistics, field)) for runs in both]))
    return speedup_boxes(f"{comparison.table.name}-4.2", comparison.table.source, pairs)


OPERATORS = {"stop_s": "stop", "precision_s": "prec", "refinement_s": "refinement", "analysis_s": "overall"}
"""What Fig. 4.2 compares, by the number of a run that says it; merge takes no time here (merge-sep)."""


def speedup_boxes(name: str, title: str, pairs: Sequence[tuple[str, Sequence[tuple[float, float]]]]) -> Boxes:
    """Speedups of the second over the first of each pair of times, by group, as the thesis counts: f - 1 for f times as fast.

    Where the first is f times as fast it is 1 - f.  A speedup of 1 takes half the time (remark under Figs. 4.2 and 4.4), -1 twice as much.
    """
    groups = [(group, tuple(_speedup(*times) for times in both)) for group, both in pairs]
    return Boxes(name, title, "speedup", tuple(groups), middle=0.0)


def _speedup(first: float, second: float) -> float:
    if min(first, second) <= 0:
        return 0.0
    return first / second - 1 if first >= second else 1 - second / first
