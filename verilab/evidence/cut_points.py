"""The cut points of a claim, and the blocks between them.

The checker walks a control graph of its own.  Whatever the claim says, it cuts at every loop head and error location, so that every
cycle is cut; a loop head without an invariant is claimed to be unreachable.  Formulas cut wherever they are claimed.  Partial
assignments elsewhere are lemmas: a path whose state they cover ends there, any other path goes on.
"""

from __future__ import annotations

from verilab.analysis.invariants import Assignments, Invariant, Invariants, Region
from verilab.formulas.blocks.block_operator import always_cut
from verilab.program.cfa import Program
from verilab.program.control import ControlGraph, ControlPoint

EVERYTHING = Assignments((), ((),))
"""The invariant "true": one row that knows nothing."""


class ClaimedPoints:
    """The claim over the checker's own control graph; also the block operator that cuts there."""

    def __init__(self, program: Program, invariants: Invariants) -> None:
        self.graph = ControlGraph(program)
        self.claims: dict[ControlPoint, Invariant] = {}
        for point, invariant in invariants.items():
            self.claims[self.graph.point(point.location, point.stack)] = invariant
        # Nothing is known at the entry, so that its invariant can only be true; checked separately where one is given.
        self.entry_claim = self.claims.get(self.graph.entry)
        self.claims[self.graph.entry] = EVERYTHING
        self.locations = frozenset(point.location.id for point in self.claims) | frozenset(
            location.id for location in program.locations if location.is_loop_head
        )

    def cuts(self, point: ControlPoint, length: int, joins: bool) -> bool:
        return always_cut(point) or isinstance(self.claims.get(point), Region) or point is self.graph.entry

    def is_lemma(self, point: ControlPoint) -> bool:
        """Whether blocks go on past the point although there is a claim."""
        return point in self.claims and not self.cuts(point, 0, False)
