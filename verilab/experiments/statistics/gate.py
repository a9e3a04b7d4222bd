"""Two sets of runs of the same experiment: what the new one lost, gained, and how its times differ.

Each configuration is compared with itself on the tasks that both have; repetitions of a run count as one run, with the median of their
times and a verdict where all have the same.  For tasks t = 1 .. n that both solved, with times (a_t, b_t) of the new and the old one:

    effect       exp(mean of log(a_t / b_t)), with its percentile bootstrap interval          (1.5: half as long again)
    p            of Wilcoxon's signed-rank test of log(a_t / b_t), and of McNemar's test of the tasks that only one solved

Both p-values are corrected for the number of configurations (Benjamini, Hochberg 1995).
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace

from verilab.errors import Refused
from verilab.experiments.schema import Run, RunResult
from verilab.experiments.statistics.paired import Interval, bootstrap, mcnemar
from verilab.experiments.sweeps.table import disagreements

LEAST_SECONDS = 0.01
"""Shorter times are taken for this long."""
LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one configuration: ``lost``, ``gained`` and ``wrong`` are tasks; ``effect`` is None where none was solved by both.

    ``p_solved`` and ``p_time`` are corrected; ``wrong``: newly.
    """

    label: str
    tasks: int
    lost: tuple[str, ...]
    gained: tuple[str, ...]
    wrong: tuple[str, ...]
    both: int
    effect: Interval | None
    p_solved: float
    p_time: float

    def slower(self, tolerance: float) -> bool:
        """Whether it takes more than ``tolerance`` times as long, beyond chance."""
        return self.effect is not None and self.effect.low > tolerance and self.p_time < LEVEL


def merged(runs: Sequence[Run]) -> list[Run]:
    """One run for each task and label: the median time of its repetitions; unknown where their verdicts differ."""
    groups: dict[tuple[str, str], list[RunResult]] = {}
    for run in runs:
        groups.setdefault((run.result.task, run.label), []).append(run.result)
    return [Run(label, _merged(results)) for (_, label), results in groups.items()]


def _merged(results: Sequence[RunResult]) -> RunResult:
    # The first wrong one hides behind no right one.
    shown = next((each for each in results if each.classification == "wrong"), results[0])
    if shown.classification != "wrong" and len({each.verdict for each in results}) > 1:
        shown = next(each for each in results if each.verdict == "unknown")
    times = {name: statistics.median(getattr(each.statistics, name) for each in results) for name in ("wall_s", "cpu_s")}
    return replace(shown, statistics=replace(shown.statistics, **times))


def changes(old: Sequence[Run], new: Sequence[Run]) -> list[Change]:
    """One for each configuration that both have.  Refused where they have none on the same task, or where SciPy is missing."""
    try:
        from scipy import stats
    except ImportError as error:
        raise Refused(
            f'comparing needs SciPy, which is not installed ({error}); install it with: pip install "verilab[laboratory]"'
        ) from None
    before = {(run.label, run.result.task): run.result for run in merged(old)}
    pairs: dict[str, list[tuple[RunResult, RunResult]]] = {}
    for run in merged(new):
        if (found := before.get((run.label, run.result.task))) is not None:
            pairs.setdefault(run.label, []).append((run.result, found))
    if not pairs:
        raise Refused("the two have no task under the same configuration; give two runs of one experiment")
    made = [_change(label, found) for label, found in pairs.items()]
    corrected = [stats.false_discovery_control([getattr(each, name) for each in made]) for name in ("p_solved", "p_time")]
    return [replace(each, p_solved=float(p), p_time=float(q)) for each, p, q in zip(made, *corrected, strict=True)]


def contradictions(old: Sequence[Run], new: Sequence[Run]) -> list[str]:
    """The tasks that some run of either calls true and another false."""
    return disagreements([Run(f"{run.label} ({name})", run.result) for name, runs in (("old", old), ("new", new)) for run in runs])


def _change(label: str, pairs: Sequence[tuple[RunResult, RunResult]]) -> Change:
    from scipy import stats

    solved = [(new.classification == "solved", old.classification == "solved") for new, old in pairs]
    gained = tuple(new.task for (now, before), (new, _) in zip(solved, pairs, strict=True) if now and not before)
    lost = tuple(new.task for (now, before), (new, _) in zip(solved, pairs, strict=True) if before and not now)
    wrong = tuple(new.task for new, old in pairs if new.classification == "wrong" != old.classification)
    logs = [(math.log(_seconds(new)), math.log(_seconds(old))) for both, (new, old) in zip(solved, pairs, strict=True) if all(both)]
    differences = [new - old for new, old in logs]
    p_time = float(stats.wilcoxon(differences).pvalue) if any(differences) else 1.0
    effect = _exponential(bootstrap(logs, _mean_difference)) if logs else None
    return Change(label, len(pairs), lost, gained, wrong, len(logs), effect, mcnemar(len(gained), len(lost)), p_time)


def _seconds(result: RunResult) -> float:
    return max(result.statistics.cpu_s, LEAST_SECONDS)


def _mean_difference(pairs: Sequence[tuple[float, float]]) -> float:
    return math.fsum(new - old for new, old in pairs) / len(pairs)


def _exponential(interval: Interval) -> Interval:
    return Interval(*(math.exp(each) for each in (interval.estimate, interval.low, interval.high)))
