"""The steps of property-directed reachability: a block's transition relation over bits, in a solver that also has its source's frames."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.formulas.blocks.block import Block
from verilab.formulas.terms.construction import Terms
from verilab.other_engines.pdr.states import Bits, Cube, Literal
from verilab.program.elements import Element
from verilab.solving.backend import SolverSession, Status

QUERY_SECONDS = 10.0


class Step:
    """One block: its transition relation, with the frames of its source, in one solver; ``number``: its own."""

    def __init__(
        self,
        number: int,
        block: Block,
        source: Bits,
        sources: Sequence[Element],
        targets: Sequence[Element],
        terms: Terms,
        make_session: Callable[[], SolverSession],
    ) -> None:
        self.block = block
        self.source = source
        self._terms = terms
        self._number = number
        self._hypotheses = 0
        written = [element for element in targets if element in block.exit]
        cone = block.cone(written)
        self._target = Bits(terms, list(map(block.exit_term, targets)), f"behind!{number}")
        places = {element: place for place, element in enumerate(sources)}
        self._kept = {place: places[element] for place, element in enumerate(targets) if element not in block.exit and element in places}
        self.taken = terms.symbol(f"taken!{number}")
        conditions = frozenset(cone.conditions)
        defined = [conjunct for conjunct in cone.conjuncts if conjunct not in conditions]
        symbols: dict[FNode, None] = {}
        free = terms.environment.fvo.get_free_variables
        for formula in (*cone.conjuncts, *(block.exit[element] for element in written)):
            symbols.update(dict.fromkeys(sorted(free(formula), key=str)))
        inputs = [symbol for symbol in symbols if symbol in block.arbitrary]
        self._chosen = Bits(terms, [symbol for symbol in inputs if symbol.symbol_type().is_bv_type()], f"input!{number}")
        self._inputs = [*self._chosen.truths, *(symbol for symbol in inputs if not symbol.symbol_type().is_bv_type())]
        self.session = make_session()
        self.session.add(
            *defined,
            terms.node(op.IFF, (self.taken, terms.conjunction(list(cone.conditions)))),
            *source.definitions(place for place, word in enumerate(source.words) if word in symbols),
            *self._target.definitions(place for place in range(len(targets)) if place not in self._kept),
            *self._chosen.definitions(range(len(self._chosen.words))),
        )

    def close(self) -> None:
        self.session.close()

    def behind(self, literal: Literal) -> FNode:
        """A bit of the state behind the step; one of a word that it does not write is that before it."""
        place, bit, value = literal
        kept = self._kept.get(place)
        return self._target.literal(literal) if kept is None else self.source.literal((kept, bit, value))

    def lifted(self, state: Sequence[Literal], inputs: Sequence[FNode], target: Cube) -> Cube:
        """As much of a state as leads, with these inputs, to the target's states."""
        negation = self._terms.negation
        before = {self.source.literal(literal): literal for literal in state}
        missed = [negation(self.taken), *(negation(self.behind(literal)) for literal in sorted(target))]
        status = self.check_with(missed, [*inputs, *before])
        if status is not Status.UNSAT:
            return frozenset(state)
        return frozenset(before[assumption] for assumption in self.session.unsat_core() if assumption in before)

    def check_with(self, clause: Sequence[FNode] | None, assumptions: Sequence[FNode]) -> Status:
        """The solver's answer; a clause, which may be empty, is for this question only."""
        if clause is None:
            return self.session.check(assumptions, timeout=QUERY_SECONDS)
        if self._hypotheses:
            self.session.add(self._terms.negation(self._hypothesis()))
        self._hypotheses += 1
        hypothesis = self._hypothesis()
        self.session.add(self._terms.disjunction([self._terms.negation(hypothesis), *clause]))
        return self.session.check([hypothesis, *assumptions], timeout=QUERY_SECONDS)

    def _hypothesis(self) -> FNode:
        return self._terms.symbol(f"hypothesis!{self._number}!{self._hypotheses}")

    def inputs(self) -> list[FNode]:
        """The values of its inputs in the last model, as literals."""
        values = self.session.values(self._inputs)
        return [symbol if value else self._terms.negation(symbol) for symbol, value in zip(self._inputs, values, strict=True)]
