"""Bounded model checking as a phase of a run: its solver, and what its answers are worth."""

from __future__ import annotations

from collections.abc import Callable

from verilab.formulas.blocks.block_operator import LargeBlock
from verilab.other_engines.induction.houdini import reachable_blocks
from verilab.other_engines.unrolling.unrolling import GaveUp, Unrolling
from verilab.refinement.counters import Counters
from verilab.refinement.verdicts import Safe, Unknown, Unsafe, Verdict
from verilab.resources import Deadline
from verilab.verification.phases.plan import Phase
from verilab.verification.workshop import Workshop

ENCODING = "bv"
ATTEMPTS = 5
"""Violations whose evidence may be rejected: executions through memory that is not modelled exactly are, mostly."""


class UnrollingEngine:
    """One search, for the shortest violation and for longer ones; ``run`` may be called again after one that was not accepted."""

    attempts = ATTEMPTS

    def __init__(self, workshop: Workshop, phase: Phase, deadline: Deadline, tick: Callable[[], None]) -> None:
        self.statistics = Counters()
        self.program = workshop.original
        self._workshop = workshop
        self._deadline = deadline
        self._tick = tick
        self._unrolling: Unrolling | None = None

    def run(self) -> Verdict:
        """The next violation, or the proof that no execution is longer than those without any.  Raises OutOfTime."""
        unrolling = self._unrolling = self._unrolling or self._begin()
        try:
            violation = unrolling.violation()
        except GaveUp as failure:
            return Unknown(f"unrolling: the solver gave up: {failure}")
        if violation is not None:
            return Unsafe(violation)
        complete = unrolling.complete
        return Unknown("unrolling: no violation was accepted") if complete is None else Safe({}, unrolled=complete)

    def measures(self) -> dict[str, float]:
        """``unrolled_steps``: the blocks of the longest executions that were looked at."""
        return {} if self._unrolling is None else {"unrolled_steps": len(self._unrolling.levels) - 1}

    def _begin(self) -> Unrolling:
        builder = self._workshop.blocks(ENCODING, LargeBlock())
        blocks = []
        for block in reachable_blocks(builder):
            self._deadline.check()
            self._tick()
            blocks.append(block)
        return Unrolling(builder, blocks, self._workshop.sessions(self._workshop.unrolls, ENCODING, self._deadline)(), self._tick)
