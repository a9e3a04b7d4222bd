"""Property-directed reachability as a phase of a run: its solver, and the programs that it takes."""

from __future__ import annotations

from collections.abc import Callable

from verilab.formulas.blocks.block_operator import LargeBlock
from verilab.other_engines.induction.houdini import reachable_blocks
from verilab.other_engines.pdr.reachability import GaveUp, Reachability
from verilab.program.counterexample import Counterexample
from verilab.refinement.counters import Counters
from verilab.refinement.verdicts import Safe, Unknown, Unsafe, Verdict
from verilab.resources import Deadline
from verilab.verification.phases.phase import Phase
from verilab.verification.workshop import Workshop

ENCODING = "bv"


class PdrEngine:
    """One search."""

    attempts = 1

    def __init__(self, workshop: Workshop, phase: Phase, deadline: Deadline, tick: Callable[[], None]) -> None:
        self.statistics = Counters()
        self.program = workshop.original
        self._workshop = workshop
        self._deadline = deadline
        self._tick = tick
        self._search: Reachability | None = None

    def run(self) -> Verdict:
        """A proof, or a violation that the evidence decides on; Unknown where the solver gives up.  Raises OutOfTime."""
        workshop = self._workshop
        builder = workshop.blocks(ENCODING, LargeBlock())
        blocks = []
        for block in reachable_blocks(builder):
            self._deadline.check()
            self._tick()
            blocks.append(block)
        sessions = workshop.bit_sessions(self._deadline)
        try:
            search = self._search = Reachability(workshop.formulas(ENCODING), builder.graph.entry, blocks, sessions, self._tick)
            answer = search.run()
        except GaveUp as failure:
            return Unknown(f"pdr: {failure}")
        finally:
            if self._search is not None:
                self._search.close()
        return Unsafe(answer) if isinstance(answer, Counterexample) else Safe(answer)

    def measures(self) -> dict[str, float]:
        """Of the search."""
        return {} if self._search is None else self._search.measures()
