"""Rows that look like a sweep's, for tests of tables: eight tasks, whose figures follow from the number of the task and of the row."""

from __future__ import annotations

from verilab.experiments.papers.figures import PaperTable
from verilab.experiments.result import EvidenceReport, RunResult, RunStatistics
from verilab.experiments.sweeps.sweep import SweepRow

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


def made(task: str, verdict: str, expected: bool | None = True, reason: str = "", **figures: float) -> RunResult:
    """A run; ``figures`` are those of RunStatistics."""
    return RunResult(
        task,
        verdict,
        reason,
        EvidenceReport("invariants", "cvc5", True),
        RunStatistics(**figures),  # type: ignore[arg-type]
        expected=expected,
    )


def rows(table: PaperTable) -> list[SweepRow]:
    """A run of every row for every task; row r times out on task t where 2 r + t is divisible by 5 and t is not 0."""
    found = []
    for place, heuristic in enumerate(table.rows):
        for number, (task, expected) in enumerate(TASKS):
            refined = task != "locks/easy"
            unsolved = refined and number and (2 * place + number) % 5 == 0
            found.append(
                SweepRow(
                    heuristic.label,
                    made(
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
                    ),
                )
            )
    return found
