"""Property-directed reachability as a phase of a run: its solver, and the programs that it takes."""

from __future__ import annotations

from verilab.formulas.blocks.block_operator import LargeBlock
from verilab.other_engines.pdr.reachability import GaveUp, Reachability
from verilab.program.counterexample import Counterexample
from verilab.refinement.verdicts import Safe, Unknown, Unsafe, Verdict
from verilab.verification.phases.engines.engine import BesideTheLoop

ENCODING = "bv"


class PdrEngine(BesideTheLoop):
    """One search."""

    _search: Reachability | None = None

    def run(self) -> Verdict:
        """A proof, or a violation that the evidence decides on; Unknown where the solver gives up.  Raises OutOfTime."""
        workshop = self._workshop
        builder = workshop.blocks(ENCODING, LargeBlock())
        blocks = self._blocks(builder)
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
