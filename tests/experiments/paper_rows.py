"""Rows that look like a sweep's, for tests of tables: eight tasks, whose figures follow from the number of the task and of the row."""

from __future__ import annotations

from verilab.evidence.record import Evidence
from verilab.experiments.papers.tables.figures import Heuristic, PaperTable
from verilab.verification.configuration import Configuration
from verilab.verification.schema import Run, RunResult, RunStatistics

DEFAULTS = Configuration()
TASKS = (
    ("product-lines/elevator", True),
    ("product-lines/minepump", False),
    ("eca-rers2012/problem", True),
    ("loops/sum", True),
    ("ldv-linux-3.0/driver", True),
    ("systemc/kundu", False),
    ("locks/test", True),
    ("locks/easy", True),  # needs no refinement, for no row
)


def result_of(
    task: str,
    verdict: str,
    expected: bool | None = True,
    reason: str = "",
    configuration: Configuration = DEFAULTS,
    **figures: float | dict[str, dict[str, float]],
) -> RunResult:
    """A run; ``figures`` are those of RunStatistics."""
    return RunResult(
        task,
        verdict,
        reason,
        Evidence("invariants", "cvc5", True),
        RunStatistics(**figures),  # type: ignore[arg-type]  # a figure by its name
        configuration=configuration,
        expected=expected,
    )


def run_of(heuristic: Heuristic, task: str, verdict: str, expected: bool | None = True, reason: str = "", **figures: float) -> Run:
    """A run of a row of a table."""
    configuration = Configuration(analysis=heuristic.analysis, strategy=heuristic.preset)
    return Run(heuristic.label, result_of(task, verdict, expected, reason, configuration, **figures))


def rows(table: PaperTable) -> list[Run]:
    """A run of every row for every task; row r times out on task t where 2 r + t is divisible by 5 and t is not 0."""
    runs = []
    for place, heuristic in enumerate(table.rows):
        for number, (task, expected) in enumerate(TASKS):
            refined = task != "locks/easy"
            unsolved = refined and number and (2 * place + number) % 5 == 0
            runs.append(
                run_of(
                    heuristic,
                    task,
                    "unknown" if unsolved else str(expected).lower(),
                    expected,
                    "timeout" if unsolved else "",
                    wall_s=2.0 + number,
                    cpu_s=1.0 + number + place / 2,
                    analysis_s=0.5 + number + place / 4,
                    states=10 * (number + 1) + place,
                    refinements=(number + place + 1) * refined,
                    provident=(3 * number + place + 1) * refined,
                    candidates=2 * refined,
                    choices=int(refined and number != 3),
                )
            )
    return runs
