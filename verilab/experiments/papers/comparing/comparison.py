"""Our runs of a paper's configurations: which tasks count, and what each row of the table achieved on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from verilab.data_classes import dataclass
from verilab.experiments.papers.tables.figures import Heuristic, PaperTable, Possible
from verilab.experiments.sheets.summaries import reason_class
from verilab.verification.configuration import ConfigurationError
from verilab.verification.schema import Run, RunResult

Runs = dict[str, dict[str, RunResult]]
"""By task, by preset."""


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over tasks: executed refinements, abstract states, CPU seconds of the runs and of their analyses alone."""

    refinements: int
    states: int
    cpu_s: float
    analysis_s: float

    def relative(self, base: Totals | None) -> list[float | None]:
        """Each sum relative to that of ``base``, None where that says nothing."""
        if base is None:
            return [None] * 4
        return [
            ratio(self.refinements, base.refinements),
            ratio(self.states, base.states),
            ratio(self.cpu_s, base.cpu_s),
            ratio(self.analysis_s, base.analysis_s),
        ]


@dataclass(frozen=True, slots=True)
class Line:
    """What a row of the table achieved on the tasks that count.

    ``solved``: the tasks, by name, with a right verdict that the paper counts; ``unknown`` by class of reason; ``common``: on the tasks
    that all rows solved.
    """

    heuristic: Heuristic
    solved: frozenset[str]
    true: int
    false: int
    wrong: int
    unknown: Counter[str]
    common: Totals


@dataclass(frozen=True, slots=True)
class Comparison:
    """A paper's table beside our runs.

    ``counted``: the tasks for which a refinement was possible as the paper demands; ``passed_over``: how many others have a run of
    every row; ``incomplete``: the tasks that some row has no run for, which do not count.  ``common``: those that all rows solved.
    """

    table: PaperTable
    lines: tuple[Line, ...]
    runs: Runs
    counted: tuple[str, ...]
    passed_over: int
    incomplete: int
    common: frozenset[str]

    def line(self, preset: str) -> Line | None:
        """The line of a preset, None if it was not run."""
        return next((line for line in self.lines if line.heuristic.preset == preset), None)

    @property
    def baseline(self) -> Line | None:
        """The line that ratios refer to, None if it was not run."""
        return self.line(self.table.baseline)

    def counted_rows(self) -> list[Run]:
        """The runs of the counted tasks, labelled by preset."""
        return [Run(line.heuristic.preset, self.runs[task][line.heuristic.preset]) for task in self.counted for line in self.lines]


def compare(table: PaperTable, rows: Iterable[Run], *, every: bool = False) -> Comparison:
    """The comparison of those rows that belong to the table by their analysis and strategy.

    ``every``: all tasks count, whether a refinement was possible or not: what a run came to does not decide on what is compared.
    Raises ConfigurationError if none belongs to the table.
    """
    runs: Runs = {}
    others: dict[str, None] = {}
    for row in rows:
        heuristic = table.row_of(row.result.configuration)
        if heuristic is not None:
            runs.setdefault(row.result.task, {})[heuristic.preset] = row.result
        else:
            others[row.label] = None
    present = [row for row in table.rows if any(row.preset in of_task for of_task in runs.values())]
    if not present:
        raise ConfigurationError(
            f"no row belongs to {table.name}; its configurations: {', '.join(repr(row.label) for row in table.rows)}; "
            f"found: {', '.join(map(repr, others)) or 'no rows'}"
        )
    complete = [task for task, of_task in runs.items() if all(row.preset in of_task for row in present)]
    counted = tuple(task for task in complete if every or _possible(table, runs[task]))
    solved = {row.preset: frozenset(task for task in counted if _is_solved(table, runs[task][row.preset])) for row in present}
    common = frozenset.intersection(*solved.values())
    lines = tuple(_line(row, [runs[task][row.preset] for task in counted], solved[row.preset], common) for row in present)
    return Comparison(table, lines, runs, counted, len(complete) - len(counted), len(runs) - len(complete), common)


def _possible(table: PaperTable, of_task: dict[str, RunResult]) -> bool:
    """Whether a run of the deciding row (of any, without one or where it was not run) chose among candidates, or refined."""
    deciding = [of_task[table.deciding]] if table.deciding in of_task else list(of_task.values())
    match table.possible:
        case Possible.CHOICE:
            return any(result.statistics.choices > 0 for result in deciding)
        case Possible.REFINEMENT:
            return any(result.statistics.refinements > 0 for result in deciding)


def _is_solved(table: PaperTable, result: RunResult) -> bool:
    return result.classification == "solved" and result.verdict in table.verdicts


def _line(heuristic: Heuristic, results: Sequence[RunResult], solved: frozenset[str], common: frozenset[str]) -> Line:
    right = [result for result in results if result.classification == "solved"]
    return Line(
        heuristic,
        solved,
        sum(result.verdict == "true" for result in right),
        sum(result.verdict == "false" for result in right),
        sum(result.classification == "wrong" for result in results),
        Counter(reason_class(result.reason) for result in results if result.verdict == "unknown"),
        totals(result for result in results if result.task in common),
    )


def totals(results: Iterable[RunResult]) -> Totals:
    """The sums of some runs."""
    statistics = [result.statistics for result in results]
    return Totals(
        sum(run.refinements for run in statistics),
        sum(run.states for run in statistics),
        sum(run.cpu_s for run in statistics),
        sum(run.analysis_s for run in statistics),
    )


def ratio(value: float, base: float) -> float | None:
    """``value`` relative to ``base``, None where that says nothing."""
    return value / base if base else None
