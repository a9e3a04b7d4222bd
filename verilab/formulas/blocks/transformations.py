"""Transition formulas under Transformations 1 and 2 (Ermis, Hoenicke, Podelski: Splitting via Interpolants, VMCAI 2012, §3 and §4.2).

A transition formula over V and V' is kept as its ``core`` over V and auxiliary symbols, and the symbol that each changed variable has at
its end; a variable that is not changed needs no frame condition then.  So

    phi o psi   =   phi and psi[v'' / v  for the v that phi changes],    v'' the symbol of v at the end of phi
    phi or psi  =   (phi and m = v1'')  or  (psi and m = v2''),  m fresh, per v that they leave with different symbols (v itself: a frame)

and phi is replaced by a Boolean symbol with the definition  b => phi  before it goes into the formulas of several edges (§4.1's trick):
an edge's formula has the definitions that it depends on, and all formulas together are linear in the program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pysmt.operators as op
from pysmt.fnode import FNode
from pysmt.typing import BOOL as BOOL_SORT
from pysmt.typing import PySMTType

from verilab.data_classes import dataclass
from verilab.formulas.path_formulas import PathFormulas
from verilab.formulas.terms.inspection import symbols
from verilab.formulas.terms.rewriting import Rewriter
from verilab.program.cfa import Edge
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.static_analysis.reduction import ProgramGraph


@dataclass(frozen=True, slots=True, eq=False)
class Transition:
    """``core``: over the vocabulary's symbols (V) and auxiliary ones; ``exit``: per slot that may change its symbol at the end."""

    core: FNode
    exit: Mapping[int, FNode]


class TransitionFormulas:
    """The labels of a program graph: transition formulas in one encoding, and their definitions."""

    def __init__(self, formulas: PathFormulas) -> None:
        self.formulas = formulas
        self.vocabulary = formulas.vocabulary
        self.terms = formulas.vocabulary.terms
        self.definitions: dict[FNode, FNode] = {}
        """Per Boolean symbol what it implies, older ones first."""
        self._count = 0

    def edge(self, source: ControlPoint, edge: Edge, target: ControlPoint) -> Transition:
        """The transition formula of one edge: its auxiliary symbols are its own, what it changes is left in fresh symbols."""
        block = self.formulas.path_block((edge,), (source, target))
        own: dict[FNode, FNode] = {}

        def renamed(symbol: FNode) -> FNode:
            if self.vocabulary.slot(symbol) is not None:
                return symbol
            if symbol not in own:
                own[symbol] = self._fresh("edge", symbol.symbol_type())
            return own[symbol]

        rewrite = Rewriter(self.terms, renamed)
        parts = [rewrite(conjunct) for conjunct in block.conjuncts]
        exit: dict[int, FNode] = {}
        for (storage, index), term in block.exit.items():
            slot = storage.slot + index
            exit[slot] = self._at_end(slot)
            parts.append(self._equal(exit[slot], rewrite(term)))
        return Transition(self.terms.conjunction(parts), exit)

    def composed(self, entering: Transition, leaving: Sequence[Transition]) -> Sequence[Transition]:
        """``entering`` before each of ``leaving``; it has a name in all of them."""
        first = self._named(entering.core)
        rewrite = self._behind(entering, leaving)
        return [Transition(self.terms.conjunction((first, rewrite(after.core))), {**entering.exit, **after.exit}) for after in leaving]

    def either(self, first: Transition, second: Transition) -> Transition:
        """One of two transitions from the same location to the same one."""
        ones, others = [first.core], [second.core]
        exit = {**first.exit, **second.exit}
        different = [slot for slot, symbol in first.exit.items() if second.exit.get(slot) is not symbol]
        different += [slot for slot in second.exit if slot not in first.exit]
        for slot in different:
            merged = exit[slot] = self._at_end(slot)
            entry = self.vocabulary.slot_symbol(slot)
            ones.append(self._equal(merged, first.exit.get(slot, entry)))
            others.append(self._equal(merged, second.exit.get(slot, entry)))
        return Transition(self.terms.disjunction((self.terms.conjunction(ones), self.terms.conjunction(others))), exit)

    def conjuncts(self, transition: Transition) -> list[FNode]:
        """The core, and the definitions that it depends on."""
        needed: dict[FNode, None] = {}
        pending = [transition.core]
        while pending:
            for symbol in symbols(pending.pop()):
                if symbol not in needed and symbol in self.definitions:
                    needed[symbol] = None
                    pending.append(self.definitions[symbol])
        return [transition.core, *(self.terms.implication(symbol, self.definitions[symbol]) for symbol in needed)]

    def formula(self, transition: Transition) -> FNode:
        """The formula over V and V' (symbols with a prime, for the variables that may change); auxiliary symbols are existential."""
        exits = [self._equal(self.primed(slot), symbol) for slot, symbol in transition.exit.items()]
        return self.terms.conjunction((*self.conjuncts(transition), *exits))

    def primed(self, slot: int) -> FNode:
        """The symbol in V' of a slot."""
        symbol = self.vocabulary.slot_symbol(slot)
        return self.terms.symbol(f"{symbol.symbol_name()}'", symbol.symbol_type())

    def _named(self, core: FNode) -> FNode:
        if core.is_symbol() or core.is_constant():
            return core
        name = self._fresh("phi", BOOL_SORT)
        self.definitions[name] = core
        return name

    def _behind(self, entering: Transition, leaving: Sequence[Transition]) -> Rewriter:
        """V becomes the state at the end of ``entering``, also in definitions, which then are new ones."""
        exit, slot_of = entering.exit, self.vocabulary.slot
        again: dict[FNode, FNode] = {}

        def instance(symbol: FNode) -> FNode:
            slot = slot_of(symbol)
            return again.get(symbol, symbol) if slot is None else exit.get(slot, symbol)

        rewrite = Rewriter(self.terms, instance)
        used = {symbol for after in leaving for symbol in self._definitions_below(after.core)}
        for symbol in [symbol for symbol in self.definitions if symbol in used] if used else ():
            body = rewrite(self.definitions[symbol])
            if body is not self.definitions[symbol]:
                again[symbol] = self._fresh("phi", BOOL_SORT)
                self.definitions[again[symbol]] = body
        return rewrite

    def _definitions_below(self, core: FNode) -> set[FNode]:
        defined: set[FNode] = set()
        pending = [core]
        while pending:
            for symbol in symbols(pending.pop()):
                if symbol in self.definitions and symbol not in defined:
                    defined.add(symbol)
                    pending.append(self.definitions[symbol])
        return defined

    def _equal(self, left: FNode, right: FNode) -> FNode:
        return self.terms.node(op.EQUALS, (left, right))

    def _at_end(self, slot: int) -> FNode:
        element = self.vocabulary.elements[slot]
        assert element is not None
        return self._fresh(self.vocabulary.name(element), self.vocabulary.slot_symbol(slot).symbol_type())

    def _fresh(self, hint: str, sort: PySMTType) -> FNode:
        """An auxiliary symbol; blocks number theirs without the "t"."""
        self._count += 1
        ending = "?" if sort.is_bool_type() else f":{sort.width}" if sort.is_bv_type() else ""
        return self.terms.symbol(f"{hint}.t{self._count}{ending}", sort)


def transformed(graph: ControlGraph, formulas: PathFormulas) -> ProgramGraph[Transition]:
    """The reduced graph of a program (Theorem 3), its edges labelled with transition formulas."""
    reduced = ProgramGraph(graph, TransitionFormulas(formulas))
    reduced.reduce()
    return reduced
