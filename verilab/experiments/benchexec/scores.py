"""The scores of SV-COMP: a verdict is worth more the harder it is to come by, and a wrong one costs what many right ones bring."""

from __future__ import annotations

from collections.abc import Iterable

from verilab.verification.schema import Run, RunResult

CORRECT_TRUE, CORRECT_FALSE, WRONG_TRUE, WRONG_FALSE = 2, 1, -32, -16


def score(result: RunResult) -> int | None:
    """Of one run; None where the task promises no verdict."""
    if result.expected is None:
        return None
    match result.verdict, result.expected:
        case "true", True:
            return CORRECT_TRUE
        case "false", False:
            return CORRECT_FALSE
        case "true", False:
            return WRONG_TRUE
        case "false", True:
            return WRONG_FALSE
    return 0


def scores(rows: Iterable[Run]) -> dict[str, int]:
    """The sums by configuration, in the order of their first rows."""
    totals: dict[str, int] = {}
    for row in rows:
        totals[row.label] = totals.get(row.label, 0) + (score(row.result) or 0)
    return totals
