"""The choices that an oracle recorded: JSON rows of ``verilab oracle --json``, read strictly, or what a store has of them.

A choice is a refinement of a run with at least two candidates, all of which were followed, and one at least has a verdict.  Others teach
nothing about regret and are counted, not kept.  Joins are no candidates.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite, log2
from pathlib import Path
from typing import Any

from verilab.errors import Refused
from verilab.experiments.oracle.costs import MEASURES, CandidateCost, Outcome
from verilab.experiments.oracle.stored import numbered_rows
from verilab.refinement.learned import Described
from verilab.verification.schema import family_of

SMOOTHING = {"cpu_s": 0.1, "wall_s": 0.1, "states": 1.0, "refinements": 1.0}
"""By measure, what is added to both costs of a ratio: differences below it are noise (seconds), or next to nothing."""

UNDECIDED = 2.0
MOST = 6.0
"""The largest regret: 64 times the least cost."""


class RowsError(Refused):
    """Rows that cannot be learned from; the message names file and line."""


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
        return [Described(each.analysis, frozenset(each.facts), each.scores) for each in self.candidates]

    @property
    def key(self) -> tuple[str, str, str, int]:
        """What is one choice; their order does not depend on that of the rows."""
        return self.task, self.analysis, self.strategy, self.refinement

    def costs(self, measure: str) -> list[float]:
        """What each candidate cost; one without a verdict its run's limit, and at least UNDECIDED times as much as any that has one."""
        after = [each.after[measure] for each in self.candidates if each.after is not None]
        decided = [each.outcome is Outcome.DECIDED for each in self.candidates]
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

    Raises RowsError, StoreError, OSError for a file that cannot be read.
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
    found = choice.candidates
    return len(found) > 1 and all(each.after is not None for each in found) and any(each.outcome is Outcome.DECIDED for each in found)


def _choices(path: Path) -> Iterator[Choice]:
    """The refinements of a file's runs, in their order."""
    run: dict[str, Any] | None = None
    refinements: dict[int, list[CandidateCost]] = {}
    for number, line in numbered_rows(path):
        where = f"{path}:{number}" if number else str(path)
        row = _row(line, where) if isinstance(line, str) else line
        if row["row"] == "run":
            yield from _of_run(run, refinements)
            run, refinements = _run(row, where), {}
        elif row["row"] == "candidate":
            if run is None or row.get("task") != run["task"]:
                raise RowsError(f"{where}: a candidate of no run before it; give a file that verilab oracle --json wrote, whole")
            refinement, candidate = _candidate(row, where)
            if candidate is not None:
                refinements.setdefault(refinement, []).append(candidate)
    yield from _of_run(run, refinements)


def _of_run(run: dict[str, Any] | None, refinements: dict[int, list[CandidateCost]]) -> Iterator[Choice]:
    if run is not None:
        for refinement, candidates in refinements.items():
            yield Choice(run["task"], run["analysis"], run["strategy"], refinement, tuple(candidates))


def _row(line: str, where: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        raise RowsError(f"{where}: no line of JSON; give a file that verilab oracle --json wrote, whole") from None
    if not isinstance(row, dict) or not isinstance(row.get("row"), str):
        raise RowsError(f"{where}: no row of an oracle; give a file that verilab oracle --json wrote")
    return row


def _run(row: dict[str, Any], where: str) -> dict[str, Any]:
    configuration = row.get("configuration")
    analysis = configuration.get("analysis") if isinstance(configuration, dict) else None
    run = {"task": row.get("task"), "strategy": row.get("strategy"), "analysis": analysis}
    for key, value in run.items():
        if not isinstance(value, str) or not value:
            raise RowsError(f"{where}: {key}: {value!r:.60} is no text; give a file that verilab oracle --json wrote")
    return run


def _candidate(row: dict[str, Any], where: str) -> tuple[int, CandidateCost | None]:
    """The number of its refinement, and the candidate; None for a join."""
    try:
        refinement, place = int(row["refinement"]), row["candidate"]
        if place is None:
            return refinement, None
        candidate = CandidateCost(
            int(place),
            bool(row["chosen"]),
            str(row["analysis"]),
            int(row["length"]),
            tuple(sorted(map(str, row["facts"]))),
            _numbers(row["scores"]),
            Outcome(row["outcome"]),
            str(row["verdict"]),
            str(row["reason"]),
            None if row["after"] is None else _cost(row["after"]),
            None,
        )
    except KeyError as error:
        raise RowsError(f"{where}: the key {error} is missing; give a file that verilab oracle --json wrote") from None
    except (TypeError, ValueError, AttributeError, OverflowError) as error:
        raise RowsError(f"{where}: {error}; give a file that verilab oracle --json wrote") from None
    return refinement, candidate


def _numbers(data: dict[str, Any]) -> dict[str, float]:
    return {str(name): float(value) for name, value in data.items()}


def _cost(data: dict[str, Any]) -> dict[str, float]:
    cost = {measure: float(data[measure]) for measure in MEASURES}
    for measure, value in cost.items():
        if not isfinite(value) or value < 0:
            raise ValueError(f"after.{measure}: {value} is no cost; costs are finite and at least 0")
    return cost
