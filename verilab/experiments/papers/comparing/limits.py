"""The limits that runs had, for people."""

from __future__ import annotations

from collections.abc import Sequence

from verilab.verification.schema import Run


def limits_of(rows: Sequence[Run]) -> str:
    """The limits of the runs, for people."""
    found = {(row.result.configuration.time_limit, row.result.configuration.cpu_limit) for row in rows}
    return " or ".join(_limit(*each) for each in sorted(found, key=lambda each: (each[0] or 0.0, each[1] or 0.0)))


def _limit(wall: float | None, cpu: float | None) -> str:
    parts = [f"{seconds:g} s of {kind} time" for seconds, kind in ((wall, "wall"), (cpu, "CPU")) if seconds is not None]
    return " and ".join(parts) or "no time limit"
