"""k-induction of the one loop of a program (Sheeran, Singh, Stalmarck, FMCAD 2000).

    after k rounds from any state (i, m) at the loop's head, the block to an error is unsatisfiable

where some execution comes to the loop with the values i of what the loop does not write, and m (what it writes) is anything that the
invariants allow.  Executions of up to k rounds are the unrolling's.  That the rounds before have no error is said by their formulas: from
a head to the next one none is passed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.formulas.blocks.block import Block
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.terms.construction import Terms
from verilab.formulas.terms.rewriting import Rewriter
from verilab.other_engines.unrolling.unrolling import Unrolling
from verilab.program.control import ControlPoint
from verilab.program.elements import Element
from verilab.solving.backend import SolverSession, Status

DEPTHS = (1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64)
"""The rounds after which the question is asked: what holds for one of them holds for all larger ones."""
MOST_PAIRED = 48
"""Elements that are compared with each other."""
FEW_VALUES = 3
FLAG = frozenset({0, 1})

State = Mapping[Element, int | bool | None]


def only_head(blocks: Sequence[Block]) -> ControlPoint | None:
    """The head of the one loop that the blocks go around; None where there are none or several."""
    heads = {block.target for block in blocks if not block.target.location.is_error}
    return next(iter(heads)) if len(heads) == 1 else None


class Rounds(Unrolling):
    """Rounds of the loop with this ``head`` from any state of its ``invariants``, which are over the vocabulary's symbols."""

    def __init__(
        self,
        builder: BlockBuilder,
        blocks: Sequence[Block],
        session: SolverSession,
        head: ControlPoint,
        invariants: Sequence[FNode],
        tick: Callable[[], object] = lambda: None,
    ) -> None:
        super().__init__(builder, blocks, session, tick)
        self._errors = self._extend()  # the way to the loop
        assert self._meeting is not None
        truth, brought = self._meeting[head]
        written = {storage.slot + index for block in blocks if block.source is head for storage, index in block.exit}
        self._count += 1
        changed = {slot: self._instances.symbol(slot, self._count) for slot in written}
        values = {**brought, **changed}
        self._meeting = {head: (truth, values)}
        vocabulary = self._vocabulary

        def instance(symbol: FNode) -> FNode:
            slot = vocabulary.slot(symbol)
            return symbol if slot is None else self._value(slot, values)

        session.add(truth, *map(Rewriter(self._terms, instance), invariants))

    @property
    def rounds(self) -> int:
        """How many have been unrolled behind the state; -1 before the first question can be asked."""
        return self.depth - 1

    def unroll(self, rounds: int) -> None:
        """As far as the block to an error behind so many rounds."""
        while self.rounds < rounds and self._meeting:
            self._tick()
            self._reached, self._meeting = self._meeting, None
            self._errors = self._extend()

    def exclude(self, seconds: float) -> bool | None:
        """Whether no error is behind the rounds that are unrolled; None where the solver does not answer in so many seconds."""
        if not self._errors:
            return True
        self._session.push()
        try:
            self._session.add(self._terms.disjunction(self._errors))
            status = self._session.check(timeout=seconds)
        finally:
            self._session.pop()
        return None if status is Status.UNKNOWN else status is Status.UNSAT


def guesses(terms: Terms, states: Sequence[State], symbol_of: Callable[[Element], FNode], written: frozenset[Element]) -> list[FNode]:
    """What holds of all the states and may hold of all others: few values, signs, what is equal, and what is always different.

    ``written``: what the loop writes; about anything else its beginning says all there is to say.
    """
    known = (
        [element for element in states[0] if element in written and all(state[element] is not None for state in states)] if states else []
    )
    columns = {element: [int(state[element] or 0) for state in states] for element in known}
    facts: list[FNode] = []

    def is_one_of(element: Element, values: frozenset[int]) -> FNode:
        symbol, width = symbol_of(element), element[0].type.width
        return terms.disjunction([terms.node(op.EQUALS, (symbol, terms.bit_vector(value, width))) for value in sorted(values)])

    for element, column in columns.items():
        values = frozenset(column)
        if element[0].type.width > 1:
            if len(values) <= FEW_VALUES:
                facts.append(is_one_of(element, values))
            if values < FLAG:
                facts.append(is_one_of(element, FLAG))
    paired = list(columns) if len(columns) <= MOST_PAIRED else []
    for one, other in combinations(paired, 2):
        if symbol_of(one).symbol_type() == symbol_of(other).symbol_type() and columns[one] == columns[other]:
            facts.append(terms.node(op.EQUALS, (symbol_of(one), symbol_of(other))))
    return facts
