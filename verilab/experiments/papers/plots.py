"""The points of a paper's figures, from the runs of its table: for files and for drawings.

Times are seconds of CPU time.  A run without a right verdict stands at the border of a scatter plot, and is in no quantile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from verilab.experiments.figures.shapes import Boxes, Plot, Quantile, Scatter
from verilab.experiments.papers.comparing.comparison import Comparison, Line
from verilab.experiments.papers.tables.lukasczyk18 import CHAPTER_4, MULTI, SINGLE
from verilab.verification.schema import RunResult

Measure = Callable[[RunResult], float]


def whole_time(result: RunResult) -> float:
    return result.statistics.cpu_s


def analysis_time(result: RunResult) -> float:
    """Without front end and evidence, as the thesis measures."""
    return result.statistics.analysis_s


def plots(comparison: Comparison) -> list[Plot]:
    """The figures of a table: FORTE'15 Fig. 3, SPIN'15 Fig. 3, of the thesis Figs. 4.1 to 4.3 and 4.8; for others the quantiles."""
    name = comparison.table.name
    if comparison.table is CHAPTER_4:
        found: list[Plot] = [quantile(comparison, f"{name}-4.3", analysis_time), _refinements(comparison)]
        single, multi = comparison.line(SINGLE), comparison.line(MULTI)
        if single is not None and multi is not None:
            found.append(scatter(comparison, single, multi, f"{name}-4.1", analysis_time))
            found.append(_operators(comparison, single, multi))
        return found
    found = [quantile(comparison, f"{name}-quantiles", whole_time)]
    if name == "forte15":
        for one, other in combinations(comparison.lines, 2):
            if one.heuristic.preset.startswith("forte15-score") == other.heuristic.preset.startswith("forte15-score"):
                found.append(scatter(comparison, other, one, f"{name}-{other.heuristic.preset}-{one.heuristic.preset}", whole_time))
    return found


def scatter(comparison: Comparison, x: Line, y: Line, name: str, measure: Measure) -> Scatter:
    """All tasks that one of the two solved."""
    points = []
    for task in sorted(x.solved | y.solved):
        runs = comparison.runs[task]
        first, second = (measure(runs[each.heuristic.preset]) if task in each.solved else None for each in (x, y))
        points.append((task, first, second))
    return Scatter(name, comparison.table.source, x.heuristic.name, y.heuristic.name, tuple(points))


def quantile(comparison: Comparison, name: str, measure: Measure) -> Quantile:
    """A curve for each row of the table."""
    curves = []
    for line in comparison.lines:
        times = sorted(measure(comparison.runs[task][line.heuristic.preset]) for task in line.solved)
        curves.append((line.heuristic.name, tuple(times)))
    return Quantile(name, comparison.table.source, "CPU time (s)", tuple(curves))


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
    groups = [(group, tuple(_speedup(*times) for times in found)) for group, found in pairs]
    return Boxes(name, title, "speedup", tuple(groups), middle=0.0)


def _speedup(first: float, second: float) -> float:
    if min(first, second) <= 0:
        return 0.0
    return first / second - 1 if first >= second else 1 - second / first
