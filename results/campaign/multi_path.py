"""H1 of the thesis by several engines: multi-path beside single-path refinement, a query for each target or one for all of a round.

    refinements   sum of the single path's executed refinements / sum of multi-path's, on what both solve (thesis: 781 / 161 = 4.85)
    speedup       median of CPU time of the analysis, single / multi, on what both solve (thesis: 1.47)
    CPU time      of the analysis, geometric mean of multi / single on what both solve, with its interval of 95 %

Solved tasks are compared by McNemar's exact test, p-values corrected over the table (Holm).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from results.campaign.decisions import discordant, geometric_mean
from verilab.experiments.statistics.paired import holm, mcnemar
from verilab.verification.schema import Run, RunResult

SINGLE, MULTI = "pcegar-single", "pcegar-multi"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Runs by task of both strategies with one engine, on the tasks that both were run on and one refined."""

    tasks: str
    engine: str
    queries: str
    single: Mapping[str, RunResult]
    multi: Mapping[str, RunResult]

    @property
    def both(self) -> list[tuple[RunResult, RunResult]]:
        pairs = [(self.single[task], run) for task, run in self.multi.items()]
        return [pair for pair in pairs if all(run.classification == "solved" for run in pair)]


def comparisons(tasks: str, rows: Iterable[Run]) -> Iterator[Comparison]:
    """Those of multi-path by engine and kind of query, each with the single path by the same engine."""
    alone: dict[str, dict[str, RunResult]] = {}
    many: dict[tuple[str, str], dict[str, RunResult]] = {}
    for row in rows:
        configuration = row.result.configuration
        if configuration.strategy == SINGLE:
            alone.setdefault(configuration.backend, {})[row.result.task] = row.result
        elif configuration.strategy == MULTI:
            many.setdefault((configuration.backend, configuration.interpolate), {})[row.result.task] = row.result
    for (engine, queries), runs in many.items():
        of_engine = alone.get(engine, {})
        refined = {
            task: run
            for task, run in runs.items()
            if task in of_engine and of_engine[task].statistics.refinements + run.statistics.refinements
        }
        yield Comparison(tasks, engine, queries, {task: of_engine[task] for task in refined}, refined)


def h1_table(compared: Sequence[Comparison]) -> Iterator[str]:
    """A line for each comparison: solved of tasks, discordant ones (multi only + single only), efforts."""
    counts = [discordant(comparison.multi, comparison.single) for comparison in compared]
    corrected = holm([mcnemar(*pair) for pair in counts])
    heads = f"{'tasks':8}  {'engine':11}  {'queries':10}  {'':4}  single  multi  discordant  {'p':>5}"
    yield f"{heads}  |  both  refinements  speedup  CPU time"
    for comparison, (more, fewer), p in zip(compared, counts, corrected, strict=True):
        solved = [sum(run.classification == "solved" for run in runs.values()) for runs in (comparison.single, comparison.multi)]
        both = [(single.statistics, multi.statistics) for single, multi in comparison.both]
        line = f"{comparison.tasks:8}  {comparison.engine:11}  {comparison.queries:10}  {len(comparison.multi):4}"
        refinements = [sum(of.refinements for of in side) for side in zip(*both, strict=True)] or [0, 0]
        saving = f"{refinements[0] / refinements[1]:.2f}" if refinements[1] else "-"
        timed = [(single, multi) for single, multi in both if single.analysis_s and multi.analysis_s]
        speedup = f"{median(single.analysis_s / multi.analysis_s for single, multi in timed):.2f}" if timed else "-"
        mean = geometric_mean([(multi.analysis_s, single.analysis_s) for single, multi in timed])
        effort = "too few tasks" if mean is None else f"{mean.estimate:.2f} ({mean.low:.2f} .. {mean.high:.2f})"
        line += f"  {solved[0]:6}  {solved[1]:5}"
        yield f"{line}  {more:6}+{fewer:<3}  {p:5.3f}  |  {len(both):4}  {saving:>11}  {speedup:>7}  {effort}"
