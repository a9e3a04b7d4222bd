"""Bounded model checking as a phase of a run: its solver, and what its answers are worth.

A large program is unrolled without what decides nothing; where a violation of the slice is none of the program, it is unrolled itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pysmt.fnode import FNode

from verilab.analysis.invariants import Region
from verilab.formulas.blocks.block import Block
from verilab.formulas.blocks.block_operator import LargeBlock
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.other_engines.induction.houdini import Houdini, Unanswered
from verilab.other_engines.unrolling.k_induction import DEPTHS, Rounds, guesses, only_head
from verilab.other_engines.unrolling.unrolling import GaveUp, Unrolling
from verilab.program.control import ControlPoint
from verilab.program.slicing.slices import Slice
from verilab.refinement.verdicts import Safe, Unknown, Unsafe, Verdict
from verilab.resources import Deadline
from verilab.solving.backend import SolverSession
from verilab.verification.phases.engines.engine import BesideTheLoop
from verilab.verification.phases.engines.slicing import complete_slice, unsliced
from verilab.verification.workshop import Workshop

ENCODING = "bv"
MOST_REPEATED = 6_000
"""Edges of the blocks of a loop above which no k-induction is tried: it doubles what is unrolled."""
FIRST_DEPTH = 4
"""Before that few states are known to guess from."""
GUESS_SECONDS = 1.0
FIRST_SECONDS = 1.0
"""What a question of k-induction may take; after one that took more the next is at twice its depth, and may take twice as much."""
ATTEMPTS = 5
"""Violations whose evidence may be rejected: executions through memory that is not modelled exactly are, mostly."""


class UnrollingEngine(BesideTheLoop):
    """One search, for the shortest violation and for longer ones; ``run`` may be called again after one that was not accepted."""

    attempts = ATTEMPTS

    def __init__(self, workshop: Workshop, deadline: Deadline, tick: Callable[[], None]) -> None:
        super().__init__(workshop, deadline, tick)
        self._slice: Slice | None = None
        self._unrolling: Unrolling | None = None
        self._induction: _Induction | None = None

    def run(self) -> Verdict:
        """The next violation, or the proof that no execution is longer than those without any.  Raises OutOfTime."""
        if self._unrolling is None:
            self._slice = complete_slice(self.program)
        while True:
            verdict, slice_ = self._unrolled(), self._slice
            if slice_ is None or isinstance(verdict, Unknown):
                return verdict
            if isinstance(verdict, Safe):
                return replace(verdict, slice=slice_)
            counterexample = unsliced(verdict.counterexample, slice_, self._deadline)
            if counterexample is not None:
                return Unsafe(counterexample)
            self._slice = self._unrolling = self._induction = None

    def _unrolled(self) -> Verdict:
        """What the slice, or the program, comes to."""
        unrolling = self._unrolling = self._unrolling or self._begin()
        try:
            while not unrolling.is_over:
                violation = unrolling.step()
                if violation is not None:
                    return Unsafe(violation)
                proof = None if self._induction is None or unrolling.has_passed_over else self._induction.proof(unrolling)
                if proof is not None:
                    return proof
        except GaveUp as failure:
            return Unknown(f"unrolling: the solver gave up: {failure}")
        complete = unrolling.complete
        return Unknown("unrolling: no violation was accepted") if complete is None else Safe({}, unrolled=complete)

    def measures(self) -> dict[str, float]:
        """``unrolled_steps``: the blocks of the longest executions that were looked at."""
        return {} if self._unrolling is None else {"unrolled_steps": len(self._unrolling.levels) - 1}

    def _begin(self) -> Unrolling:
        workshop = self._workshop if self._slice is None else self._workshop.of(self._slice.program, self._deadline)
        builder = workshop.blocks(ENCODING, LargeBlock())
        blocks = self._blocks(builder)
        make_session = self._workshop.sessions(self._workshop.unrolls, ENCODING, self._deadline)
        head = only_head(blocks)
        if head is not None and sum(block.edge_count for block in blocks) <= MOST_REPEATED:
            self._induction = _Induction(builder, blocks, head, make_session, self._deadline, self._tick)
        return Unrolling(builder, blocks, make_session(), self._tick)


class _Induction:
    """k-induction beside an unrolling, once its states tell what to guess; what has failed is not tried at this depth again."""

    def __init__(
        self,
        builder: BlockBuilder,
        blocks: Sequence[Block],
        head: ControlPoint,
        make_session: Callable[[], SolverSession],
        deadline: Deadline,
        tick: Callable[[], None],
    ) -> None:
        self._builder = builder
        self._blocks = blocks
        self._head = head
        self._make_session = make_session
        self._deadline = deadline
        self._tick = tick
        self._rounds: Rounds | None = None
        self._invariant: FNode | None = None
        self._seconds = FIRST_SECONDS
        self._next = FIRST_DEPTH

    def proof(self, unrolling: Unrolling) -> Safe | None:
        """The proof, where the rounds that the unrolling has passed are enough for one."""
        depth = unrolling.depth
        if depth not in DEPTHS or depth < self._next or self._head not in unrolling.observed:
            return None
        if self._rounds is None:
            self._rounds = self._begin(unrolling)
        rounds = self._rounds
        rounds.unroll(depth)
        excluded = rounds.exclude(self._seconds)
        if excluded is None:
            self._seconds *= 2
            self._next = 2 * depth
        if not excluded or rounds.rounds > depth:
            return None
        assert self._invariant is not None
        return Safe({self._head: Region(self._invariant, ENCODING)}, rounds=depth)

    def _begin(self, unrolling: Unrolling) -> Rounds:
        formulas = self._builder.formulas
        written = frozenset(element for block in self._blocks if block.source is self._head for element in block.exit)
        guessed = guesses(formulas.vocabulary.terms, unrolling.observed[self._head], formulas.vocabulary.symbol, written)
        houdini = Houdini(formulas, self._builder, self._make_session, GUESS_SECONDS, self._deadline, self._tick)
        try:
            left = houdini.inductive({self._head: guessed})[self._head]
        except Unanswered:
            left = []
        finally:
            houdini.close()
        self._invariant = formulas.vocabulary.terms.conjunction(left)
        return Rounds(self._builder, self._blocks, self._make_session(), self._head, left, self._tick)
