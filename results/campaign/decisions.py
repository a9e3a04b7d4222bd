"""What the rows of a table say about its paper's effects, by the measures that ``README.md`` names: shown, refuted or open.

With an effect  e  of the paper (a ratio), ours  e'  with its interval of 95 %, and a p-value that is corrected over the measures of a table
(Holm), or where there is none the interval:

    shown      p < .05, or the interval excludes 1;  e' and e on the same side of 1
    refuted    the same with e' on the other side of 1; or the interval excludes half of the effect, sqrt(e) and all beyond it
    open       neither
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log, sqrt

from verilab.experiments.papers.catalogue import TABLES
from verilab.experiments.papers.comparing.comparison import Comparison, compare
from verilab.experiments.papers.tables.forte15 import ORACLE
from verilab.experiments.statistics.paired import FEWEST_PAIRS, LEVEL, Interval, Pair, bootstrap, holm, mcnemar
from verilab.refinement.strategy import parse_strategy
from verilab.verification.schema import Run, RunResult

EXTREMES = {
    "forte15": ("forte15-score", "forte15-score-worst"),
    "spin15-predicate": ("spin15-good-narrow", "spin15-none"),
    "spin15-combinations": ("spin15-(va+pa+)+", "spin15-pa"),
    "spin15-value": ("spin15-good-narrow", "spin15-bad"),
}
"""Of each table the two rows that its primary measures compare."""


@dataclass(frozen=True, slots=True)
class Effect:
    """A measure: the paper's effect as a ratio, ours (None where too few tasks have it), and the p-value of a test, if there is one."""

    measure: str
    paper: float | None
    ours: Interval | None
    p: float | None = None


def decided(effect: Effect, corrected: float | None) -> str:
    """``shown``, ``refuted`` or ``open``; ``corrected``: the effect's p-value among those of its table."""
    ours, paper = effect.ours, effect.paper
    if ours is None or paper is None:
        return "open"
    differs = ours.excludes(1) if corrected is None else corrected < 1 - LEVEL
    half = sqrt(paper)
    below_half = ours.high < half if paper > 1 else ours.low > half
    if differs and (ours.estimate > 1) != (paper > 1):
        return "refuted: the opposite"
    if differs:
        return "shown, less than half of the paper's" if below_half else "shown"
    return "refuted: less than half of the paper's" if below_half else "open"


def effects(comparison: Comparison) -> Iterator[Effect]:
    """The primary measures of a table on all tasks that were run with every row."""
    table = comparison.table
    first, second = (comparison.line(preset) for preset in EXTREMES[table.name])
    if first is None or second is None:
        return
    names = f"{first.heuristic.name} over {second.heuristic.name}"
    pairs = [(float(task in first.solved), float(task in second.solved)) for task in comparison.counted]
    solved = (table.solved(first.heuristic.preset), table.solved(second.heuristic.preset))
    ratio = solved[0] / solved[1] if solved[0] and solved[1] else None
    more, fewer = len(first.solved - second.solved), len(second.solved - first.solved)
    interval = _solved_ratio(pairs) if more + fewer else None  # where none tells them apart, all resamples are alike: no width, no evidence
    yield Effect(f"solved, {names} ({more}+{fewer} of {len(pairs)} discordant)", ratio, interval, mcnemar(more, fewer))
    both = [comparison.runs[task] for task in sorted(first.solved & second.solved)]
    presets = first.heuristic.preset, second.heuristic.preset
    hours = first.heuristic.cpu_h, second.heuristic.cpu_h
    for measure, paper in (
        ("cpu_s", hours[0] / hours[1] if hours[0] and hours[1] else None),
        ("refinements", None),
        ("states", None),
    ):
        figures = [tuple(float(getattr(runs[preset].statistics, measure)) for preset in presets) for runs in both]
        positive = [(figure[0], figure[1]) for figure in figures if all(figure)]
        yield Effect(f"{measure}, {names}, geometric mean on {len(positive)} tasks that both solved", paper, geometric_mean(positive))


def geometric_mean(pairs: Sequence[Pair]) -> Interval | None:
    """The geometric mean of the ratios of pairs of positive figures; None for fewer than FEWEST_PAIRS."""
    if len(pairs) < FEWEST_PAIRS:
        return None
    return bootstrap(pairs, lambda sample: exp(sum(log(first / second) for first, second in sample) / len(sample)))


def _solved_ratio(pairs: Sequence[Pair]) -> Interval | None:
    """Of so many tasks; a sample in which the second solved nothing counts as if it had solved one."""
    if not pairs:
        return None
    return bootstrap(pairs, lambda sample: sum(first for first, _ in sample) / max(1.0, sum(second for _, second in sample)))


def oracle(comparison: Comparison) -> str:
    """FORTE'15's Diff: the share of tasks that some row solved and not all."""
    solved = [line.solved for line in comparison.lines]
    some, every = frozenset.union(*solved), frozenset.intersection(*solved)
    diff = bootstrap([(float(task in some), float(task in every)) for task in comparison.counted], _share)
    paper = ORACLE.diff[0] / comparison.table.tasks[0]
    verdict = "shown" if diff.low > paper / 2 else "refuted" if diff.high < paper / 2 else "open"
    return (
        f"Diff: {len(some)} tasks by some row, {len(every)} by all, of {len(comparison.counted)}: {diff.estimate:.1%} "
        f"({diff.low:.1%} .. {diff.high:.1%}); paper {paper:.1%} ({ORACLE.diff[0]} of {comparison.table.tasks[0]}): {verdict}"
    )


def _share(pairs: Sequence[Pair]) -> float:
    return sum(first - second for first, second in pairs) / len(pairs)


def decisions(table: str, rows: Sequence[Run]) -> Iterator[str]:
    """A line for each measure of a table."""
    comparison = compare(TABLES[table], rows, every=True)
    if table == "forte15" and comparison.counted:
        yield oracle(comparison)
    yield from _decided(list(effects(comparison)))


def decisions_by_engine(table: str, rows: Sequence[Run]) -> Iterator[str]:
    """A line for each engine and measure of a table; p-values are corrected over the engines."""
    of_engine: dict[str, list[Run]] = {}
    for row in rows:
        of_engine.setdefault(row.result.configuration.backend, []).append(row)
    yield from _decided(
        [
            replace(effect, measure=f"{engine}: {effect.measure}")
            for engine, runs in of_engine.items()
            for effect in effects(compare(TABLES[table], runs, every=True))
        ]
    )


def _decided(measured: Sequence[Effect]) -> Iterator[str]:
    corrected = iter(holm([effect.p for effect in measured if effect.p is not None]))
    for effect in measured:
        p = None if effect.p is None else next(corrected)
        ours = "too few tasks" if effect.ours is None else f"{effect.ours.estimate:.2f} ({effect.ours.low:.2f} .. {effect.ours.high:.2f})"
        test = "" if p is None else f", p = {p:.3f}"
        paper = "" if effect.paper is None else f"; paper {effect.paper:.2f}: {decided(effect, p)}"
        yield f"{effect.measure}: {ours}{test}{paper}"


PROPOSALS = {"path": "", "sliced-prefixes": "slice=assume", "sliced-prefixes:slice=block": "slice=block"}
"""What is omitted of a path of blocks, by the strategies' texts."""
EFFORTS = {"cpu_s": "CPU time", "refinements": "refinements", "states": "states"}


def block_table(rows: Sequence[Run]) -> Iterator[str]:
    """A table of selections on several block operators, each beside no selection on the same blocks, and that beside single edges.

    Efforts are geometric means of ratios on what both solved, with their intervals; p-values are corrected over the table.
    """
    runs: dict[tuple[str, str, str], dict[str, RunResult]] = {}
    for row in rows:
        configuration = row.result.configuration
        strategy = parse_strategy(configuration.strategy)
        key = (configuration.block, PROPOSALS[str(strategy.propose)], str(strategy.select))
        runs.setdefault(key, {})[row.result.task] = row.result
    unselected = {key[0]: of_task for key, of_task in runs.items() if not key[1]}
    compared = [(key, of_task, unselected[key[0] if key[1] else "single"]) for key, of_task in runs.items()]
    counts = [discordant(of_task, base) for _, of_task, base in compared]
    tested = iter(holm([mcnemar(*pair) for (_, of_task, base), pair in zip(compared, counts, strict=True) if of_task is not base]))
    corrected = [1.0 if of_task is base else next(tested) for _, of_task, base in compared]  # a row beside itself is no test
    heads = f"{'blocks':10}  {'':12}  {'select':59}  tasks  solved  discordant  {'p':>5}  |  "
    yield (heads + "  ".join(f"{effort:20}" for effort in EFFORTS.values())).rstrip()
    for (key, of_task, base), (more, fewer), p in zip(compared, counts, corrected, strict=True):
        solved = sum(result.classification == "solved" for result in of_task.values())
        both = [(of_task[task], base[task]) for task in of_task if of_task[task].classification == base[task].classification == "solved"]
        efforts = []
        for measure in EFFORTS:
            pairs = [(float(getattr(one.statistics, measure)), float(getattr(other.statistics, measure))) for one, other in both]
            mean = geometric_mean([pair for pair in pairs if all(pair)])
            efforts.append("too few tasks" if mean is None else f"{mean.estimate:.2f} ({mean.low:.2f} .. {mean.high:.2f})")
        block, omitted, select = key
        line = f"{block:10}  {omitted:12}  {select if omitted else 'none':59}  {len(of_task):5}  {solved:6}  {more:6}+{fewer:<3}  {p:5.3f}"
        yield (line + "  |  " + "  ".join(f"{effort:20}" for effort in efforts)).rstrip()


def discordant(first: Mapping[str, RunResult], second: Mapping[str, RunResult]) -> tuple[int, int]:
    """How many tasks only the first solved, and only the second, of those that both ran."""
    pairs = [(run.classification == "solved", second[task].classification == "solved") for task, run in first.items()]
    return sum(one and not other for one, other in pairs), sum(other and not one for one, other in pairs)
