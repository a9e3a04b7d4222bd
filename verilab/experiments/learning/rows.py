"""The choices that an oracle recorded: JSON rows of ``verilab oracle --json``, read strictly, or what a store has of them.

A choice is a refinement of a run with at least two candidates, all of which were followed, and one at least has a verdict.  Others teach
nothing about regret and are counted, not kept.  Joins are no candidates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log2
from pathlib import Path
from typing import Any

from verilab.data_classes import dataclass
from verilab.errors import Refused
from verilab.experiments.oracle.costs import CandidateCost, Outcome
from verilab.experiments.oracle.stored import HINT, costs, read_branches
from verilab.experiments.store.record import Row
from verilab.refinement.learned import Described
from verilab.verification.schema import family_of

SMOOTHING = {"cpu_s": 0.1, "wall_s": 0.1, "states": 1.0, "refinements": 1.0}
"""By measure, what is added to both costs of a ratio: differences below it are noise (seconds), or next to nothing."""

UNDECIDED = 2.0
MOST = 6.0
"""The largest regret: 64 times the least cost."""


class RowsError(Refused):
    """Rows that cannot be learned from; the message names the file."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One refinement; ``candidates`` in the order of proposal, ``strategy`` made the choices before and after."""

    task: str
    analysis: str
    strategy: str
    refinement: int
    candidates: tuple[CandidateCost, ...]

    @property
    def family(self) -> str:
        """Tasks are split by it: the folder that the task is in."""
        return family_of(self.task)

    @property
    def described(self) -> list[Described]:
        """What the features of the candidates are made of."""
        return [Described(candidate.analysis, frozenset(candidate.facts), candidate.scores) for candidate in self.candidates]

    @property
    def key(self) -> tuple[str, str, str, int]:
        """What is one choice; their order does not depend on that of the rows."""
        return self.task, self.analysis, self.strategy, self.refinement

    def costs(self, measure: str) -> list[float]:
        """What each candidate cost; one without a verdict its run's limit, and at least UNDECIDED times as much as any that has one."""
        after = [candidate.after[measure] for candidate in self.candidates if candidate.after is not None]
        decided = [candidate.outcome is Outcome.DECIDED for candidate in self.candidates]
        most = max(cost for cost, ended in zip(after, decided, strict=True) if ended)
        return [cost if ended else max(cost, UNDECIDED * most) for cost, ended in zip(after, decided, strict=True)]

    # log2 ((cost + s) / (least cost + s)), at most MOST
    def regrets(self, measure: str) -> list[float]:
        """The regret of each candidate, 0 for the best one."""
        costs, offset = self.costs(measure), SMOOTHING[measure]
        least = min(costs)
        return [min(MOST, log2((cost + offset) / (least + offset))) for cost in costs]

    def order(self, place: int) -> tuple[Any, ...]:
        """What tells candidates apart that are equal to whoever chooses: as in ``verilab.refinement.scores.Lexicographic``."""
        candidate = self.candidates[place]
        return candidate.length, candidate.analysis, candidate.facts, place


@dataclass(frozen=True, slots=True)
class Recorded:
    """The choices of some files, in an order that does not depend on that of the rows' runs; ``incomplete``: refinements left out."""

    choices: tuple[Choice, ...]
    incomplete: int

    @property
    def families(self) -> list[str]:
        return sorted({choice.family for choice in self.choices})


def read_choices(paths: Sequence[Path]) -> Recorded:
    """The choices of these files: JSON rows, or files of rows (.duckdb) that such were imported into.

    Raises RowsError where they teach nothing, InputError with its line for what is no row of an oracle, StoreError, OSError.
    """
    choices: list[Choice] = []
    incomplete = 0
    for path in paths:
        for choice in _choices(path):
            if _is_comparable(choice):
                choices.append(choice)
            else:
                incomplete += 1
    if not choices:
        names = ", ".join(map(str, paths))
        raise RowsError(f"{names}: no refinement of which all candidates were followed; record some with verilab oracle --json")
    unique = {choice.key: choice for choice in choices}  # a file given twice, or a task run again: the last one counts
    return Recorded(tuple(unique[key] for key in sorted(unique)), incomplete)


def _is_comparable(choice: Choice) -> bool:
    candidates = choice.candidates
    return (
        len(candidates) > 1
        and all(candidate.after is not None for candidate in candidates)
        and any(candidate.outcome is Outcome.DECIDED for candidate in candidates)
    )


def _choices(path: Path) -> Iterator[Choice]:
    """The refinements of a file's runs, in their order; joins are passed over."""
    refinements: dict[tuple[str, int], list[Row]] = {}
    for row in read_branches(path):
        if row["candidate"] is not None:
            refinements.setdefault((row["recording"], row["refinement"]), []).append(row)
    for (_, refinement), rows in refinements.items():
        first, analysis = rows[0], rows[0]["configuration"].get("analysis")
        if not isinstance(analysis, str) or not analysis:
            raise RowsError(f"{path}: the configuration of {first['task']} names no analysis; {HINT}")
        yield Choice(first["task"], analysis, first["strategy"], refinement, tuple(map(_candidate, rows)))


def _candidate(row: Row) -> CandidateCost:
    return CandidateCost(
        row["candidate"],
        row["chosen"],
        row["analysis"],
        row["length"],
        tuple(sorted(row["facts"])),
        {name: float(value) for name, value in row["scores"].items()},
        Outcome(row["outcome"]),
        row["verdict"],
        row["reason"],
        costs(row)["after"],
        None,
    )
