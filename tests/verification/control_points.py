"""The control points of a program, for tests that claim something of one."""

from __future__ import annotations

from verilab.program.control import ControlPoint
from verilab.verification.workshop import Workshop


def points_of(workshop: Workshop) -> list[ControlPoint]:
    """All that control may come to."""
    pending, seen = [workshop.graph.entry], {workshop.graph.entry: None}
    while pending:
        for _, target in pending.pop().successors:
            if target not in seen:
                seen[target] = None
                pending.append(target)
    return list(seen)
