"""What two papers report beyond solved tasks.

FORTE'15 Table 1, columns "Oracle": what always choosing the best, and always the worst heuristic would solve.
Thesis §4.6: provident and executed refinements (Table 4.5), speedups of the analysis' CPU time, and R_T against R_B (H4).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from statistics import mean, median

from verilab.experiments.oracle.strategies import oracle_table
from verilab.experiments.papers.comparing.comparison import Comparison, Line, ratio
from verilab.experiments.papers.tables.categories import in_column
from verilab.experiments.papers.tables.forte15 import ORACLE
from verilab.experiments.papers.tables.lukasczyk18 import JOINED, MULTI, REFINEMENTS, SINGLE, SPEEDUPS, Distribution, Speedups
from verilab.experiments.sheets.sheet import RULE, aligned, share


def oracle_lines(comparison: Comparison) -> list[str]:
    """Oracle Best, Worst and Diff, for all tasks that count and by category, beside the paper's."""
    table, presets = comparison.table, [line.heuristic.preset for line in comparison.lines]
    if len(presets) < 2:
        return []
    counted, rows = comparison.counted_rows(), []
    for place, column in enumerate(table.columns):
        tasks = in_column(comparison.counted, column)
        if not tasks:
            continue
        ours = oracle_table([row for row in counted if row.result.task in tasks], presets).total
        paper = (ORACLE.best[place], ORACLE.worst[place], ORACLE.diff[place])
        counts = map(str, (ours.tasks, ours.best, ours.worst, ours.diff))
        quotients = [share(ratio(ours.best, ours.worst)), share(ratio(paper[0], paper[1]))]
        parts = [share(ratio(ours.diff, ours.tasks)), share(ratio(paper[2], table.tasks[place]))]
        rows.append([column, *counts, RULE, *quotients, RULE, *parts])
    if not rows:
        return []
    headings = ["", "tasks", "Best", "Worst", "Diff", RULE, "Best/Worst", "paper", RULE, "Diff/tasks", "paper"]
    return [f"Oracle over these {len(presets)} rows: tasks solved by some (Best) and by all of them (Worst)", *aligned(headings, rows)]


LEAST_SECONDS = 0.001
"""What a time in a CSV is rounded to: no analysis takes less."""


def distribution(numbers: Sequence[int]) -> Distribution:
    """Minimum, median, mean, maximum and sum of some numbers, of which there is at least one."""
    return Distribution(min(numbers), median(numbers), mean(numbers), max(numbers), sum(numbers))


def speedups(times: Sequence[tuple[float, float]]) -> Speedups:
    """Speedups of the second over the first of each pair of CPU times in seconds, of which there is at least one.

    A speedup of 2 says that the second takes half the time (remark in §4.6.1); the mean is that of the pairs' speedups.
    """
    factors = [max(first, LEAST_SECONDS) / max(second, LEAST_SECONDS) for first, second in times]
    return Speedups(
        len(factors),
        mean(factors),
        median(factors),
        max(factors),
        1 / min(factors),
        sum(factor < 1 for factor in factors),
        sum(1 <= factor <= 1.5 for factor in factors),
        sum(1.5 < factor <= 2 for factor in factors),
        sum(factor > 2 for factor in factors),
    )


def provident_lines(comparison: Comparison) -> list[str]:
    """Table 4.5, H1 and H4, as far as their configurations were run."""
    single, multi = comparison.line(SINGLE), comparison.line(MULTI)
    parts: list[list[str]] = []
    if single is not None and multi is not None:
        both = [task for task in comparison.counted if task in single.solved & multi.solved]
        parts += [_refinements(comparison, both), _speedups(comparison, both)] if both else [["no task was solved by both strategies"]]
        parts.append(_over_time(comparison, single, multi))
    parts.append(_ranks(comparison))
    return "\n\n".join("\n".join(part) for part in parts if part).splitlines()


def _refinements(comparison: Comparison, tasks: Sequence[str]) -> list[str]:
    rows, sums = [], {}
    for preset, name in ((SINGLE, "single-path"), (MULTI, "multi-path")):
        statistics = [comparison.runs[task][preset].statistics for task in tasks]
        for kind, numbers in (
            ("provident", [run.provident for run in statistics]),
            ("executed", [run.refinements for run in statistics]),
        ):
            ours = distribution(numbers)
            sums[preset, kind] = ours.total
            rows.append([f"{name} {kind} refinements", *_cells(ours), RULE, *_cells(REFINEMENTS[preset, kind])])
    headings = ["", *_HEADINGS, RULE, *(f"paper {heading}" for heading in _HEADINGS)]
    paper = ratio(REFINEMENTS[SINGLE, "executed"].total, REFINEMENTS[MULTI, "executed"].total)
    return [
        f"Table 4.5, on the {len(tasks)} tasks that both strategies solved with true (paper: {SPEEDUPS.tasks}):",
        *aligned(headings, rows),
        f"executed refinements, single-path / multi-path: {share(ratio(sums[SINGLE, 'executed'], sums[MULTI, 'executed']))} "
        f"(paper {share(paper)})",
    ]


_HEADINGS = ("min", "median", "mean", "max", "sum")


def _cells(numbers: Distribution) -> list[str]:
    return [f"{numbers.minimum:g}", f"{numbers.median:g}", f"{numbers.mean:.2f}", f"{numbers.maximum:g}", f"{numbers.total:g}"]


def _speedups(comparison: Comparison, tasks: Sequence[str]) -> list[str]:
    times = [tuple(comparison.runs[task][preset].statistics.analysis_s for preset in (SINGLE, MULTI)) for task in tasks]
    rows = []
    for name, summary in (("ours", speedups([(first, second) for first, second in times])), ("paper", SPEEDUPS)):
        counts = (summary.slower, summary.up_to_1_5, summary.up_to_2, summary.beyond_2)
        figures = (summary.mean, summary.median, summary.best, summary.worst if summary.slower else None)
        rows.append([name, str(summary.tasks), *map(share, figures), *(f"{count} ({count / summary.tasks:.0%})" for count in counts)])
    headings = ["", "tasks", "mean", "median", "best", "worst slowdown", "slower", "1 to 1.5", "1.5 to 2", "above 2"]
    return ["H1, speedup of multi-path over single-path in CPU time of the analysis alone:", *aligned(headings, rows)]


def _over_time(comparison: Comparison, single: Line, multi: Line) -> list[str]:
    """H2 and Fig. 4.3: how many tasks each strategy has solved when it may take so much CPU time for the analysis of each."""
    times = []
    for line in (single, multi):
        times.append(sorted(comparison.runs[task][line.heuristic.preset].statistics.analysis_s for task in line.solved))
    longest = max([series[-1] for series in times if series], default=0.0)
    limits = [limit for limit in _LIMITS if limit < longest] + [longest]
    rows = [
        [name, *(str(bisect_right(solved, limit)) for limit in limits)] for name, solved in zip(("single", "multi"), times, strict=True)
    ]
    ahead = sum(bisect_right(times[1], limit) >= bisect_right(times[0], limit) for limit in (*times[0], *times[1]))
    return [
        "H2, tasks solved within so many seconds of CPU time of the analysis (paper: 130 and 150 in 300 s, multi-path ahead at any time):",
        *aligned(["", *(f"{limit:.3g}" for limit in limits)], rows),
        f"multi-path has solved as many or more at {ahead} of {len(times[0]) + len(times[1])} points in time",
    ]


_LIMITS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)


def _ranks(comparison: Comparison) -> list[str]:
    """H4 on the tasks that all rows solved: refinements with the targets near the root first (R_T) and last (R_B)."""
    tasks = sorted(comparison.common)
    rows = []
    for k in JOINED if tasks else ():
        presets = [f"pcegar-r{rank}-s{k}" for rank in ("t", "b")]
        if any(comparison.line(preset) is None for preset in presets):
            continue
        top, bottom = ([comparison.runs[task][preset].statistics.refinements for task in tasks] for preset in presets)
        fewer = sum(first < second for first, second in zip(top, bottom, strict=True))
        more = sum(first > second for first, second in zip(top, bottom, strict=True))
        sides = [[f"{figure:g}" for figure in (sum(side), median(side), max(side))] for side in (top, bottom)]
        rows.append([f"S_≤{k}", *sides[0], RULE, *sides[1], RULE, share(ratio(sum(top), sum(bottom))), str(fewer), str(more)])
    if not rows:
        return []
    for name, preset in (("single-path", SINGLE), ("multi-path", MULTI)):
        if comparison.line(preset) is not None:
            counts = [comparison.runs[task][preset].statistics.refinements for task in tasks]
            rows.append([name, *(f"{figure:g}" for figure in (sum(counts), median(counts), max(counts))), RULE, *[""] * 3, RULE, *[""] * 3])
    headings = ["", "R_T sum", "median", "max", RULE, "R_B sum", "median", "max", RULE, "R_T/R_B", "tasks fewer", "tasks more"]
    return [
        f"H4, executed refinements on the {len(tasks)} tasks that every row solved (paper: R_T saves at least a few; Fig. 4.8 is a plot):",
        *aligned(headings, rows),
    ]
