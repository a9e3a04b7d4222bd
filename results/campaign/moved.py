"""Which numbers moved: the rows that somebody else made by the plan beside the project's own.

Compared are runs that both have, by part, stage, row of the table and task.  Verdicts, refinements and states depend on the versions of
verilab and of the solvers, and on the limit alone; CPU time on the machine, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from results.campaign.decisions import EXTREMES, decisions, geometric_mean
from results.campaign.parts import PARTS, STAGES, Rows
from verilab.verification.schema import Run, RunResult

Pair = tuple[RunResult, RunResult]


def moved(recorded: Rows, others: Rows) -> Iterator[str]:
    """A line for each part, stage and row of which both have runs; below a stage what moved and which decisions did."""
    heads = f"{'part':24}  {'limit':>5}  {'row':44}  runs  solved  of theirs  moved  |  both  same refinements  same states  CPU time"
    yield heads
    for part in PARTS:
        for seconds in STAGES:
            ours, theirs = recorded.read(seconds, part.name), others.read(seconds, part.name)
            pairs = in_both(ours, theirs)
            if not pairs:
                continue
            for label, of_row in pairs.items():
                yield f"{part.name:24}  {seconds:3} s  {label[:44]:44}  {_figures(list(of_row.values()))}"
            for label, of_row in pairs.items():
                yield from (
                    f"  {label}, {task}: {_outcome(one)}, theirs {_outcome(other)}"
                    for task, (one, other) in of_row.items()
                    if _moved(one, other)
                )
            if part.name in EXTREMES:
                yield from _decisions_moved(part.table, pairs, ours, theirs)


def in_both(ours: Sequence[Run], theirs: Sequence[Run]) -> Mapping[str, Mapping[str, Pair]]:
    """By row of the table and task, the project's run and the other one."""
    known = {(run.label, run.result.task): run.result for run in theirs}
    pairs: dict[str, dict[str, Pair]] = {}
    for run in ours:
        other = known.get((run.label, run.result.task))
        if other is not None:
            pairs.setdefault(run.label, {})[run.result.task] = run.result, other
    return pairs


def _figures(pairs: Sequence[Pair]) -> str:
    solved = [sum(run.classification == "solved" for run in side) for side in zip(*pairs, strict=True)]
    both = [pair for pair in pairs if all(run.classification == "solved" for run in pair)]
    refinements = sum(one.statistics.refinements == other.statistics.refinements for one, other in both)
    states = sum(one.statistics.states == other.statistics.states for one, other in both)
    mean = geometric_mean(
        [(other.statistics.cpu_s, one.statistics.cpu_s) for one, other in both if one.statistics.cpu_s and other.statistics.cpu_s]
    )
    effort = "too few" if mean is None else f"{mean.estimate:.2f} ({mean.low:.2f} .. {mean.high:.2f})"
    count = sum(_moved(*pair) for pair in pairs)
    return f"{len(pairs):4}  {solved[0]:6}  {solved[1]:9}  {count:5}  |  {len(both):4}  {refinements:16}  {states:11}  {effort}"


def _moved(one: RunResult, other: RunResult) -> bool:
    return one.verdict != other.verdict


def _outcome(run: RunResult) -> str:
    return f"{run.verdict} ({run.reason})" if run.reason else run.verdict


def _decisions_moved(table: str, pairs: Mapping[str, Mapping[str, Pair]], ours: Sequence[Run], theirs: Sequence[Run]) -> Iterator[str]:
    """The measures that are decided otherwise, on the runs that both have."""
    shared = {(label, task) for label, of_row in pairs.items() for task in of_row}
    decided = [list(decisions(table, [run for run in runs if (run.label, run.result.task) in shared])) for runs in (ours, theirs)]
    for one, other in zip(*decided, strict=True):
        if one.rpartition(": ")[2] != other.rpartition(": ")[2]:
            yield f"  decided otherwise: {one}; theirs: {other.partition(': ')[2]}"
