"""Oracle Best, Oracle Worst and Diff over a set of strategies (FORTE'15 §5, Table 1).

An oracle always takes the best (the worst) of the strategies for a task, which it knows beforehand.  What it achieves says what
choosing refinements can gain at most, and how much choosing them badly can lose.

    Oracle Best   the tasks that at least one strategy solves
    Oracle Worst  the tasks that all strategies solve
    Diff          Oracle Best - Oracle Worst
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from verilab.data_classes import dataclass
from verilab.errors import Refused
from verilab.verification.configuration import Configuration
from verilab.verification.schema import DEFAULT, Run, RunResult, family_of


class OracleError(Refused):
    """Rows that cannot be compared; the message says what is wrong and what would work."""


@dataclass(frozen=True, slots=True)
class OracleTask:
    """One task under all strategies.

    ``solved_by``: the strategies that solve it, in the order of the table.  ``best``: of these the one with the least CPU time, None
    where there is none.  ``worst``: the first that does not solve it, or of strategies that all do the slowest.  Times are CPU seconds
    of those two runs; None where a run solved nothing (it took the limit, whatever that was).
    """

    task: str
    family: str
    solved_by: tuple[str, ...]
    best: str | None
    worst: str
    best_cpu_s: float | None
    worst_cpu_s: float | None


@dataclass(frozen=True, slots=True)
class OracleLine:
    """One line of Table 1: the tasks of a family, or all.

    ``solved``: by strategy.  ``best``, ``worst``: the tasks that at least one strategy, that all strategies solve.  The times are CPU
    seconds on the ``worst`` tasks, which all strategies solve: ``cpu_s`` by strategy, ``best_cpu_s`` and ``worst_cpu_s`` with the
    fastest and the slowest strategy for each task.
    """

    family: str
    tasks: int
    solved: dict[str, int]
    best: int
    worst: int
    cpu_s: dict[str, float]
    best_cpu_s: float
    worst_cpu_s: float

    @property
    def diff(self) -> int:
        """Oracle Best - Oracle Worst: for how many tasks the choice of the strategy decides."""
        return self.best - self.worst

    @property
    def fastest(self) -> str:
        """The strategy with the least CPU time on the tasks that all solve."""
        return min(self.cpu_s, key=self.cpu_s.__getitem__)

    @property
    def slowest(self) -> str:
        """The strategy with the most CPU time on the tasks that all solve."""
        return max(self.cpu_s, key=self.cpu_s.__getitem__)


@dataclass(frozen=True, slots=True)
class OracleTable:
    """Table 1: a line for each family, by name, and ``total``.

    ``incomplete``: tasks that were left out because not every strategy has a row for them.
    """

    strategies: tuple[str, ...]
    families: tuple[OracleLine, ...]
    total: OracleLine
    tasks: tuple[OracleTask, ...]
    incomplete: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values: the fields, and ``diff`` in each line."""
        data = asdict(self)
        for line, own in zip([*data["families"], data["total"]], [*self.families, self.total], strict=True):
            line["diff"] = own.diff
        return data


def oracle_table(rows: Iterable[Run], strategies: Sequence[str] | None = None) -> OracleTable:
    """The table of the configurations whose labels are ``strategies``, in this order; of all labels, in their order, for None.

    Solved is a right verdict with accepted evidence, as everywhere (``RunResult.classification``).  Where a task has several rows
    under one label the last one counts.  Raises OracleError for a label that no row has, and for fewer than two.
    """
    results: dict[str, dict[str, RunResult]] = {}
    labels: dict[str, None] = {}
    for row in rows:
        labels[row.label] = None
        results.setdefault(row.result.task, {})[row.label] = row.result
    chosen = tuple(labels if strategies is None else dict.fromkeys(strategies))
    for label in chosen:
        if label not in labels:
            raise OracleError(f"no row has the configuration {label!r}; known: {', '.join(map(repr, labels)) or 'none'}")
    if len(chosen) < 2:
        raise OracleError(f"an oracle chooses among at least two configurations, the rows have {len(chosen)}")
    complete = {task: runs for task, runs in results.items() if all(label in runs for label in chosen)}
    tasks = tuple(_task(task, chosen, runs) for task, runs in complete.items())
    families = sorted({task.family for task in tasks})
    return OracleTable(
        chosen,
        tuple(_line(family, chosen, [task for task in tasks if task.family == family], complete) for family in families),
        _line("all tasks", chosen, tasks, complete),
        tasks,
        tuple(task for task, runs in results.items() if task not in complete and any(label in runs for label in chosen)),
    )


def oracle_tables(rows: Iterable[Run], strategies: Sequence[str]) -> dict[str, OracleTable]:
    """One table for each combination of what else varied in a sweep; by the values of what varied, "" where nothing did.

    ``strategies``: as in the configurations, DEFAULT for the empty one.  Rows of other strategies are passed over; a combination in which a
    strategy has no row at all has no table.  Raises OracleError where nothing is left.
    """
    every_run = list(rows)
    named = [(row.result.configuration.strategy or DEFAULT, row) for row in every_run]
    wanted = [(name, row) for name, row in named if name in strategies]
    axes = _varying([row.result.configuration for _, row in wanted])
    parts: dict[str, list[Run]] = {}
    for name, row in wanted:
        settings = row.result.configuration.to_json()
        parts.setdefault(" ".join(f"{settings[axis]}" or DEFAULT for axis in axes), []).append(Run(name, row.result))
    tables = {part: oracle_table(runs, strategies) for part, runs in parts.items() if {row.label for row in runs} >= set(strategies)}
    if not tables:
        known = ", ".join(dict.fromkeys(repr(name) for name, _ in named))
        raise OracleError(f"no rows for all of the strategies {', '.join(map(repr, strategies))}; known: {known or 'none'}")
    return tables


def _varying(configurations: Sequence[Configuration]) -> list[str]:
    """The settings, but for the strategy, that are not the same in all of them."""
    values: dict[str, set[object]] = {}
    for configuration in dict.fromkeys(configurations):
        for name, value in configuration.to_json().items():
            values.setdefault(name, set()).add(value)
    return [name for name, different in values.items() if name != "strategy" and len(different) > 1]


def _task(task: str, strategies: Sequence[str], runs: dict[str, RunResult]) -> OracleTask:
    solved = tuple(label for label in strategies if runs[label].classification == "solved")
    unsolved = [label for label in strategies if label not in solved]
    times = {label: runs[label].statistics.cpu_s for label in solved}
    best = min(solved, key=times.__getitem__, default=None)
    worst = unsolved[0] if unsolved else max(solved, key=times.__getitem__)
    return OracleTask(task, family_of(task), solved, best, worst, None if best is None else times[best], times.get(worst))


def _line(family: str, strategies: Sequence[str], tasks: Sequence[OracleTask], runs: dict[str, dict[str, RunResult]]) -> OracleLine:
    common = [task for task in tasks if len(task.solved_by) == len(strategies)]
    return OracleLine(
        family,
        len(tasks),
        {label: sum(label in task.solved_by for task in tasks) for label in strategies},
        sum(task.best is not None for task in tasks),
        len(common),
        {label: sum(runs[task.task][label].statistics.cpu_s for task in common) for label in strategies},
        sum(task.best_cpu_s or 0.0 for task in common),
        sum(task.worst_cpu_s or 0.0 for task in common),
    )
