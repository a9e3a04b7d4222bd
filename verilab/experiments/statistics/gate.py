"""Two sets of runs of the same experiment: what the new one lost, gained, and how its times differ.

Each configuration is compared with itself on the tasks that both have; repetitions of a run count as one run.  Times are compared on the
tasks that both solved, as ``verilab.experiments.statistics.effects`` says (1.5: half as long again), solved tasks by McNemar's test.
Both p-values are corrected for the number of configurations (Benjamini, Hochberg 1995).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from verilab.data_classes import dataclass
from verilab.errors import Refused
from verilab.experiments.statistics.answers import disagreements, merged
from verilab.experiments.statistics.effects import log_ratio, tests, time_ratio, wilcoxon
from verilab.experiments.statistics.paired import Interval, mcnemar
from verilab.verification.schema import Run, RunResult

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


def changes(old: Sequence[Run], new: Sequence[Run]) -> list[Change]:
    """One for each configuration that both have.  Refused where they have none on the same task, or where SciPy is missing."""
    stats = tests()
    before = {(run.label, run.result.task): run.result for run in merged(old)}
    pairs: dict[str, list[tuple[RunResult, RunResult]]] = {}
    for run in merged(new):
        if (other := before.get((run.label, run.result.task))) is not None:
            pairs.setdefault(run.label, []).append((run.result, other))
    if not pairs:
        raise Refused("the two have no task under the same configuration; give two runs of one experiment")
    compared = [_change(label, both) for label, both in pairs.items()]
    corrected = [stats.false_discovery_control([getattr(change, name) for change in compared]) for name in ("p_solved", "p_time")]
    return [replace(change, p_solved=float(p), p_time=float(q)) for change, p, q in zip(compared, *corrected, strict=True)]


def without_counterpart(old: Sequence[Run], new: Sequence[Run]) -> list[str]:
    """What is in one of the two only and hence compared with nothing: how many tasks, by configuration."""
    runs = {name: {(run.label, run.result.task) for run in given} for name, given in (("old", old), ("new", new))}
    lines = []
    for name, other in (("old", "new"), ("new", "old")):
        alone = Counter(label for label, _ in runs[name] - runs[other])
        lines += [f"{label}: {count} task{'' if count == 1 else 's'} of the {name} one only" for label, count in sorted(alone.items())]
    return lines


def contradictions(old: Sequence[Run], new: Sequence[Run]) -> list[str]:
    """The tasks that some run of either calls true and another false."""
    return disagreements([Run(f"{run.label} ({name})", run.result) for name, runs in (("old", old), ("new", new)) for run in runs])


def _change(label: str, pairs: Sequence[tuple[RunResult, RunResult]]) -> Change:
    solved = [(new.classification == "solved", old.classification == "solved") for new, old in pairs]
    gained = tuple(new.task for (now, before), (new, _) in zip(solved, pairs, strict=True) if now and not before)
    lost = tuple(new.task for (now, before), (new, _) in zip(solved, pairs, strict=True) if before and not now)
    wrong = tuple(new.task for new, old in pairs if new.classification == "wrong" != old.classification)
    times = [(new.statistics.cpu_s, old.statistics.cpu_s) for both, (new, old) in zip(solved, pairs, strict=True) if all(both)]
    logs = [log_ratio(*both_times) for both_times in times]
    p_solved = mcnemar(len(gained), len(lost))
    return Change(label, len(pairs), lost, gained, wrong, len(logs), time_ratio(logs), p_solved, wilcoxon(logs))
