"""The search for inductive invariants as a phase of a run: the encodings that it tries, and its solvers."""

from __future__ import annotations

from collections.abc import Callable

from verilab.formulas.blocks.block_operator import LargeBlock
from verilab.other_engines.induction.search import Attempt, InductionSearch, TooLarge
from verilab.refinement.verdicts import Safe, Unknown, Unsafe, Verdict
from verilab.resources import Deadline
from verilab.verification.phases.engines.engine import BesideTheLoop
from verilab.verification.phases.phase import Phase
from verilab.verification.workshop import Workshop


class InductionEngine(BesideTheLoop):
    """One search."""

    def __init__(self, workshop: Workshop, phase: Phase, deadline: Deadline, tick: Callable[[], None]) -> None:
        super().__init__(workshop, deadline, tick)
        self._encodings = tuple(dict.fromkeys((phase.encoding, "bv")))
        self._search: InductionSearch | None = None

    def run(self) -> Verdict:
        """A verdict on the program; Unknown where what was guessed is not enough."""
        try:
            self._search = InductionSearch(self._workshop.blocks(self._encodings[0], LargeBlock()), self._deadline, self._tick)
        except TooLarge as refusal:
            return Unknown(f"no guesses: {refusal}")
        violation = self._search.explore()
        if violation is not None:
            return Unsafe(violation)
        proof = self._search.prove_by_algebra(self._attempt("bv"), first=True)
        if proof is not None:
            return Safe(proof)
        for encoding in self._encodings:
            proof = self._search.prove(self._attempt(encoding))
            if proof is None and encoding == self._encodings[0]:
                proof = self._search.prove_by_algebra(self._attempt("bv"))
            if proof is not None:
                return Safe(proof)
        return Unknown("induction: the guesses do not exclude all errors")

    def measures(self) -> dict[str, float]:
        """Of the search."""
        return {} if self._search is None else self._search.measures()

    def _attempt(self, encoding: str) -> Attempt:
        workshop = self._workshop
        backend = workshop.unrolls if encoding == "bv" else workshop.configuration.backend
        sessions = workshop.sessions(backend, encoding, self._deadline)
        return Attempt(workshop.formulas(encoding), workshop.blocks(encoding, LargeBlock()), sessions)
