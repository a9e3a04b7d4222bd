"""Blocks: the formula of a loop-free part of the program between two cut points (Beyer et al.: large-block encoding, FMCAD 2009).

A block's formula speaks about the state at its entry through the vocabulary's own symbols and about auxiliary symbols local to the
block (names with a dot: ``f::x.3``).  The state at its exit is given by terms over both: ``exit`` maps every element that the
block may modify to its final term, elements not in the map keep their entry symbol.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.formulas.blocks.conditions import PathCondition
from verilab.formulas.blocks.cones import Cone, cone_of, exit_of
from verilab.formulas.blocks.forward import Dag, Step
from verilab.formulas.terms.inspection import Evaluation, ValueOf
from verilab.formulas.terms.rewriting import Rewriter
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint
from verilab.program.counterexample import Choice
from verilab.program.elements import Element
from verilab.program.memory.external.provided_objects import result_of
from verilab.program.operations import Assign, Nondet, NondetKind
from verilab.program.types import IntType

__all__ = ["Block", "ChoiceSite", "Cone", "Step", "ValueOf"]


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


class Block:
    """The executions from ``source`` to ``target`` without a cut point between.

    ``exit`` maps the elements that may have changed to their final terms; it is empty where ``target`` is an error location.
    """

    def __init__(self, dag: Dag, target: ControlPoint) -> None:
        self._dag = dag
        self.source = dag.source
        self.target = target
        self.vocabulary: Vocabulary = dag.translator.vocabulary
        self.exit: Mapping[Element, FNode] = exit_of(dag, target)
        self._cones: dict[tuple[Element, ...], Cone] = {}

    def cone(self, elements: Iterable[Element]) -> Cone:
        """The block as far as the exit values of these elements are concerned: fewer definitions, reads and reasons."""
        key = tuple([element for element in elements if element in self.exit])
        cone = self._cones.get(key)
        if cone is None:
            terms = [self.exit[element] for element in key]
            cone = self._cones[key] = cone_of(self._dag, self._dag.targets[self.target], terms)
        return cone

    @cached_property
    def _whole(self) -> Cone:
        return self.cone(self.exit)

    @property
    def conjuncts(self) -> tuple[FNode, ...]:
        """The conjuncts of ``formula``."""
        return self._whole.conjuncts

    @cached_property
    def formula(self) -> FNode:
        """Satisfied by exactly the entry states (with auxiliary symbols) of the block's executions.

        It contains the range constraints of the entry symbols it reads, and total definitions of what ``exit`` refers to.
        """
        return self.vocabulary.terms.conjunction(self._whole.conjuncts)

    @cached_property
    def is_total(self) -> bool:
        """Whether an execution leads through the block from every state within the ranges: no condition is on the way to its target."""
        return not self._dag.targets[self.target].guard.literals()

    @property
    def reads(self) -> tuple[Element, ...]:
        """The elements whose entry symbols occur in ``formula`` or ``exit``, in slot order."""
        return self._whole.reads

    @property
    def imprecise(self) -> frozenset[str]:
        """Why the block may contain executions that the program has not ("heap", "large array", ...)."""
        return self._whole.imprecise

    @property
    def overapproximated(self) -> bool:
        """Whether the encoding approximates an operator in it (int encoding only): bit-precise terms would be stronger."""
        return self._whole.overapproximated

    @cached_property
    def steps(self) -> Mapping[ControlPoint, tuple[Step, ...]]:
        """The edges on paths to the target, by the control point where they start."""
        incoming: dict[ControlPoint, list[ControlPoint]] = {}
        for point, steps in self._dag.steps.items():
            for step in steps:
                incoming.setdefault(step.target, []).append(point)
        # The source may be a target too (a loop): its incoming edges count where it is this block's target.
        kept = {self.target}
        pending = [self.target]
        while pending:
            for point in incoming.get(pending.pop(), ()):
                if point not in kept:
                    kept.add(point)
                    if point is not self.source:
                        pending.append(point)
        ends = kept if self.target is self.source else kept - {self.source}
        slices = {
            point: tuple([step for step in steps if step.target in ends]) for point, steps in self._dag.steps.items() if point in kept
        }
        return {point: steps for point, steps in slices.items() if steps}

    @property
    def edges(self) -> tuple[Edge, ...]:
        """Those of ``steps``, the last ones those that enter the target."""
        all_steps = [step for steps in self.steps.values() for step in steps]
        return tuple([step.edge for last in (False, True) for step in all_steps if (step.target is self.target) is last])

    @cached_property
    def edge_count(self) -> int:
        return sum(map(len, self.steps.values()))

    @cached_property
    def only_edge(self) -> Edge | None:
        """The edge that the block is; None where it is more than one.  Blocks are many: seen without ``steps`` where that suffices."""
        if len(self._dag.steps) == 1:
            steps: Sequence[Step] = [step for step in self._dag.steps[self.source] if step.target is self.target]
        else:
            steps = [step for steps in self.steps.values() for step in steps]
        return steps[0].edge if len(steps) == 1 else None

    @cached_property
    def shortest(self) -> int:
        """The edges on a shortest way through the block, breadth first."""
        count, frontier, seen = 0, [self.source], {self.source}
        while True:
            count += 1
            following = {step.target: None for point in frontier for step in self.steps.get(point, ())}
            if self.target in following:
                return count
            frontier = [point for point in following if point not in seen]
            seen.update(frontier)

    @cached_property
    def path_condition(self) -> PathCondition:
        """What must hold on the way to the target, condition by condition; the same for all cones."""
        steps = [step for steps in self.steps.values() for step in steps]
        return PathCondition(self.vocabulary.terms, self.cone(()).conditions, steps)

    @cached_property
    def choices(self) -> tuple[ChoiceSite, ...]:
        """The edges with arbitrary values; a site's guard is made of the literals before it."""
        sites = []
        for point, steps in self.steps.items():
            for step in steps:
                site = self._dag.sites.get((point, step.edge))
                if site is not None:
                    guard = self.vocabulary.terms.conjunction(site.guard.literals())
                    sites.append(ChoiceSite(point, step.edge, guard, site.symbols, site.types))
        return tuple(sites)

    @cached_property
    def arbitrary(self) -> frozenset[FNode]:
        """The auxiliary symbols that are inputs: what is known of each speaks of no other symbol.  All others have definitions."""
        definitions, free = self._dag.definitions, self.vocabulary.terms.environment.fvo.get_free_variables
        return frozenset(
            symbol for symbol, known in definitions.constraints.items() if all(free(constraint) <= {symbol} for constraint in known)
        )

    @cached_property
    def returned_objects(self) -> tuple[tuple[FNode, IntType], ...]:
        """The symbols that say which pointers functions without a body return (``memory.external.provided_objects``)."""
        returned = []
        for (_, edge), site in self._dag.sites.items():
            match edge.operation:
                case Assign(value=Nondet(kind=NondetKind.INPUT, origin=origin)) if result_of(origin) and site.symbols[0] is not None:
                    returned.append((site.symbols[0], site.types[0]))
        return tuple(returned)

    @cached_property
    def _at_exit(self) -> Rewriter:
        element_of, exit = self.vocabulary.element, self.exit

        def final(symbol: FNode) -> FNode:
            element = element_of(symbol)
            return symbol if element is None else exit.get(element, symbol)

        return Rewriter(self.vocabulary.terms, final)

    def entry_symbol(self, element: Element) -> FNode:
        """The element's value at the entry: the vocabulary's symbol."""
        return self.vocabulary.symbol(element)

    def exit_term(self, element: Element) -> FNode:
        """The element's value at the exit: a term over entry and auxiliary symbols."""
        term = self.exit.get(element)
        return self.vocabulary.symbol(element) if term is None else term

    def at_exit(self, formula: FNode) -> FNode:
        """A formula over the vocabulary's symbols, said of the exit state: symbols replaced by exit terms; memoised."""
        return self._at_exit(formula)

    def path(self, value_of: ValueOf) -> tuple[tuple[Edge, ...], tuple[Choice, ...]]:
        """The edges and choices of the execution that a model of ``formula`` describes.

        ``value_of`` gives the values of entry and auxiliary symbols.  ValueError where they do not satisfy the formula.
        """
        return self.walk(Evaluation(value_of))

    def walk(self, evaluation: Evaluation) -> tuple[tuple[Edge, ...], tuple[Choice, ...]]:
        """``path`` under an evaluation of the block's own symbols."""
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
            site = self._dag.sites.get((point, step.edge))
            if site is not None:
                pairs = zip(site.symbols, site.types, strict=True)
                values = tuple([0 if symbol is None else type.wrap(evaluation.value(symbol)) for symbol, type in pairs])
                choices.append(Choice(step.edge, values))
            point = step.target
            if point is self.target:
                return tuple(edges), tuple(choices)
