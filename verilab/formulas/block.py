"""Blocks: the formula of a loop-free part of the program between two cut points (Beyer et al.: large-block encoding, FMCAD 2009).

A block's formula speaks about the state at its entry through the vocabulary's own symbols and about auxiliary symbols local to the
block (names with a dot: ``f::x.3``).  The state at its exit is given by terms over both: ``exit`` maps every element that the
block may modify to its final term, elements not in the map keep their entry symbol.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pysmt.fnode import FNode

from verilab.formulas.dag import Step
from verilab.formulas.inspection import Evaluation, ValueOf
from verilab.formulas.rewriting import Rewriter
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint
from verilab.program.counterexample import Choice
from verilab.program.elements import Element
from verilab.program.types import IntType

__all__ = ["Block", "ChoiceSite", "Step", "ValueOf"]


@dataclass(frozen=True, slots=True, eq=False)
class ChoiceSite:
    """A Nondet or Havoc edge of a block, passed by the executions that satisfy ``guard``.

    ``symbols`` and ``types`` have one entry per value of the edge's ``Choice``; the symbol of an element of a large array is None.
    """

    point: ControlPoint
    edge: Edge
    guard: FNode
    symbols: tuple[FNode | None, ...]
    types: tuple[IntType, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """The executions from ``source`` to ``target`` without a cut point between.

    ``formula``: satisfied by exactly the entry states (with auxiliary symbols) of such executions.  It contains the range
    constraints of the entry symbols it reads, and total definitions of the auxiliary symbols that ``exit`` reads.
    ``exit`` is empty where ``target`` is an error location.
    ``reads``: elements whose entry symbols occur in ``formula`` or ``exit``, in slot order.
    ``imprecise``: why the block may contain executions that the program has not ("heap", "large array", ...).
    ``overapproximated``: the encoding approximates an operator in it (int encoding only): bit-precise terms would be stronger.
    ``conjuncts``: the flat parts of ``formula``.
    """

    source: ControlPoint
    target: ControlPoint
    vocabulary: Vocabulary
    formula: FNode
    conjuncts: tuple[FNode, ...]
    exit: Mapping[Element, FNode]
    choices: tuple[ChoiceSite, ...]
    imprecise: frozenset[str]
    overapproximated: bool
    edge_count: int
    steps: Mapping[ControlPoint, tuple[Step, ...]]
    reads: tuple[Element, ...]
    _at_exit: Rewriter = field(init=False)
    _sites: dict[tuple[ControlPoint, Edge], ChoiceSite] = field(init=False)

    def __post_init__(self) -> None:
        slot_of, elements, exit = self.vocabulary.slot, self.vocabulary.elements, self.exit

        def final(symbol: FNode) -> FNode:
            slot = slot_of(symbol)
            element = None if slot is None else elements[slot]
            return symbol if element is None else exit.get(element, symbol)

        object.__setattr__(self, "_at_exit", Rewriter(self.vocabulary.terms, final))
        object.__setattr__(self, "_sites", {(site.point, site.edge): site for site in self.choices})

    def entry_symbol(self, element: Element) -> FNode:
        """The element's value at the entry: the vocabulary's symbol."""
        return self.vocabulary.symbol(element)

    def exit_term(self, element: Element) -> FNode:
        """The element's value at the exit: a term over entry and auxiliary symbols."""
        found = self.exit.get(element)
        return self.vocabulary.symbol(element) if found is None else found

    def at_exit(self, formula: FNode) -> FNode:
        """A formula over the vocabulary's symbols, said of the exit state: symbols replaced by exit terms; memoised."""
        return self._at_exit(formula)

    def path(self, value_of: ValueOf) -> tuple[tuple[Edge, ...], tuple[Choice, ...]]:
        """The edges and choices of the execution that a model of ``formula`` describes.

        ``value_of`` gives the values of entry and auxiliary symbols.
        """
        return self.walk(Evaluation(value_of))

    def walk(self, evaluation: Evaluation) -> tuple[tuple[Edge, ...], tuple[Choice, ...]]:
        """``path`` under an evaluation of the block's own symbols; ValueError where it does not satisfy the formula."""
        edges: list[Edge] = []
        choices: list[Choice] = []
        point = self.source
        while True:
            for step in self.steps.get(point, ()):
                if evaluation.holds(step.condition):
                    break
            else:
                raise ValueError(f"the model ends at {point!r}: it does not satisfy the block's formula")
            edges.append(step.edge)
            site = self._sites.get((point, step.edge))
            if site is not None:
                choices.append(Choice(step.edge, _values(site, evaluation)))
            point = step.target
            if point is self.target:
                return tuple(edges), tuple(choices)


def _values(site: ChoiceSite, evaluation: Evaluation) -> tuple[int, ...]:
    """The machine integers of a site; 0 where there is no symbol."""
    pairs = zip(site.symbols, site.types, strict=True)
    return tuple(0 if symbol is None else type.wrap(evaluation.value(symbol)) for symbol, type in pairs)
