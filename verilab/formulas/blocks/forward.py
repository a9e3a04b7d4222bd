"""Forward construction: guards and symbolic states at every control point of the loop-free part after a cut point.

Joins are visited in a topological order, the callee of a call between the call and its return: a point's key is the ranks of its
callers and its own.  Everything else follows its only predecessor at once.  Guards and states do not depend on the target, all
blocks from the source share them.
"""

from __future__ import annotations

import heapq

from pysmt.fnode import FNode
from pysmt.typing import BOOL as BOOL_SORT

from verilab.data_classes import dataclass
from verilab.formulas.blocks.block_operator import BlockOperator, always_cut
from verilab.formulas.blocks.branches import Branch
from verilab.formulas.blocks.footprints import Footprints
from verilab.formulas.blocks.merging import merged
from verilab.formulas.blocks.transfer import Site, Transfer
from verilab.formulas.encodings.definitions import Definitions
from verilab.formulas.encodings.guards import Guard
from verilab.formulas.encodings.translation import State, Translator
from verilab.program.cfa import Call, CallStack, Edge, Return
from verilab.program.control import ControlPoint
from verilab.program.operations import Assume


@dataclass(slots=True, eq=False)
class Arrival:
    """What is known at a control point, on all paths to it.

    ``length``: edges on the longest path; ``trail``: the footprint of all conditions on the way; ``joins``: see ``BlockOperator``.
    """

    guard: Guard
    state: State
    length: int
    trail: int
    joins: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """An edge of a block, taken from its source point when ``condition`` holds there; ``assumed``: what it assumes itself, or None."""

    edge: Edge
    target: ControlPoint
    condition: FNode
    assumed: FNode | None = None


class RankKeys:
    """Keys that sort control points topologically, loops aside."""

    def __init__(self) -> None:
        self._prefixes: dict[CallStack, tuple[int, ...]] = {(): ()}

    def key(self, point: ControlPoint) -> tuple[int, ...]:
        """The ranks of the call sites on the stack and of the location: callees come between the call and its return."""
        prefix = self._prefixes.get(point.stack)
        if prefix is None:
            prefix = self._prefixes[point.stack] = tuple([edge.source.rank for edge in point.stack])
        return (*prefix, point.location.rank)


class Dag:
    """The construction from one source: per control point its steps, per target its arrival, per edge its arbitrary values."""

    def __init__(self, source: ControlPoint, translator: Translator) -> None:
        self.source = source
        self.translator = translator
        self.definitions = Definitions(translator.terms)
        self.footprints = Footprints(self.definitions)
        self.transfer = Transfer(translator, self.definitions)
        self.steps: dict[ControlPoint, tuple[Step, ...]] = {}
        self.targets: dict[ControlPoint, Arrival] = {}
        self.sites: dict[tuple[ControlPoint, Edge], Site] = {}

    def follow(self, point: ControlPoint, edge: Edge, target: ControlPoint, arrival: Arrival, chosen: FNode) -> bool:
        """Change ``arrival`` by an edge that is taken when ``chosen`` (part of the guard already) and its own condition hold.

        False where the edge cannot be taken.
        """
        operation = edge.operation
        terms = self.translator.terms
        condition = chosen
        truth = None
        self.definitions.guard = arrival.guard
        if isinstance(operation, Assume):
            truth = self.translator.truth(operation.condition, arrival.state, self.definitions)
            if not operation.positive:
                truth = terms.negation(truth)
            if truth is terms.false:
                return False
            if truth is not terms.true:
                arrival.trail |= self.footprints.of(truth)
                arrival.guard = Guard(arrival.guard, truth)
                condition = terms.conjunction((chosen, truth))
            self.transfer.narrow(edge, arrival.state, arrival.guard)
        else:
            site = self.transfer.apply(edge, arrival.state, arrival.guard)
            if site is not None:
                self.sites[point, edge] = site
            elif edge.imprecise is not None:
                arrival.trail |= self.footprints.bit(edge.imprecise)
        arrival.length += 1
        others = self.steps.get(point)
        step = Step(edge, target, condition, truth)
        self.steps[point] = (step,) if others is None else (*others, step)
        return True


class DagBuilder:
    """Explores from one control point to the targets that the operator chooses."""

    def __init__(self, translator: Translator, operator: BlockOperator, keys: RankKeys) -> None:
        self.translator = translator
        self.terms = translator.terms
        self.operator = operator
        self.keys = keys

    def build(self, source: ControlPoint) -> Dag:
        self.dag = dag = Dag(source, self.translator)
        self._heap: list[tuple[tuple[int, ...], int, ControlPoint]] = []
        self._incoming: dict[ControlPoint, list[Arrival]] = {}
        self._ready: list[tuple[ControlPoint, Arrival]] = []
        self._final: dict[ControlPoint, list[Arrival]] = {}
        cuts = self.operator.cuts
        self._expand(source, Arrival(Guard(None, self.terms.true), {}, 0, 0))
        while True:
            if self._ready:
                point, arrival = self._ready.pop()
            elif self._heap:
                point = heapq.heappop(self._heap)[2]
                arrival = self._joined(self._incoming.pop(point))
            else:
                break
            if cuts(point, arrival.length, arrival.joins):
                dag.targets[point] = arrival
            else:
                self._expand(point, arrival)
        # Back edges lead against the topological order: only now has every path to a loop head arrived.
        for point, arrivals in self._final.items():
            dag.targets[point] = self._joined(arrivals)
        return dag

    def _joined(self, arrivals: list[Arrival]) -> Arrival:
        first = arrivals[0]
        if len(arrivals) > 1:
            branches = [Branch(arrival.guard, arrival.state) for arrival in arrivals]
            first.guard, first.state = merged(branches, self.translator, self.dag.definitions)
            first.length = max([arrival.length for arrival in arrivals])
            for arrival in arrivals:
                first.trail |= arrival.trail
            first.joins = True
        return first

    def _arrive(self, edge: Edge, point: ControlPoint, arrival: Arrival) -> None:
        operation = edge.operation
        arrival.joins = isinstance(operation, Return)
        location = point.location
        # The entry of a callee has one predecessor under one call stack, unless it is a loop head.  Returns are no entering edges.
        alone = isinstance(operation, Call) or (len(location.entering) == 1 and not location.is_return_site)
        if alone and not always_cut(point):
            self._ready.append((point, arrival))
            return
        if always_cut(point):
            self._final.setdefault(point, []).append(arrival)
            return
        waiting = self._incoming.get(point)
        if waiting is None:
            self._incoming[point] = [arrival]
            heapq.heappush(self._heap, (self.keys.key(point), point.id, point))
        else:
            waiting.append(arrival)

    def _expand(self, point: ControlPoint, arrival: Arrival) -> None:
        successors = point.successors
        if len(successors) == 1:
            edge, target = successors[0]
            if self.dag.follow(point, edge, target, arrival, self.terms.true):
                self._arrive(edge, target, arrival)
        elif len(successors) == 2 and _complementary(successors[0][0], successors[1][0]):
            self._branch(point, arrival)
        elif successors:
            self._choose(point, arrival)

    def _branch(self, point: ControlPoint, arrival: Arrival) -> None:
        """A condition and its negation."""
        first, second = point.successors
        operation = first[0].operation
        assert isinstance(operation, Assume)
        dag, terms = self.dag, self.terms
        dag.definitions.guard = arrival.guard
        truth = self.translator.truth(operation.condition, arrival.state, dag.definitions)
        if not operation.positive:
            truth = terms.negation(truth)
        arrival.length += 1
        if truth is terms.true or truth is terms.false:
            edge, target = first if truth is terms.true else second
            dag.steps[point] = (Step(edge, target, terms.true),)
            self._arrive(edge, target, arrival)
            return
        negated = terms.negation(truth)
        trail = arrival.trail | dag.footprints.of(truth)
        dag.steps[point] = (Step(*first, truth, truth), Step(*second, negated, negated))
        for (edge, target), literal, state in ((first, truth, arrival.state.copy()), (second, negated, arrival.state)):
            below = dag.definitions.guard = Guard(arrival.guard, literal)
            dag.transfer.narrow(edge, state, below)
            self._arrive(edge, target, Arrival(below, state, arrival.length, trail))

    def _choose(self, point: ControlPoint, arrival: Arrival) -> None:
        """Edges that do not exclude each other: a selector symbol per edge but the last decides."""
        definitions, terms = self.dag.definitions, self.terms
        others: list[FNode] = []
        last = len(point.successors) - 1
        for number, (edge, target) in enumerate(point.successors):
            selector = terms.true
            if number < last:
                selector = definitions.fresh("edge", BOOL_SORT)
                definitions.define(selector, ())
            chosen = terms.conjunction((*others, selector))
            others.append(terms.negation(selector))
            own = Arrival(Guard(arrival.guard, chosen), arrival.state.copy(), arrival.length, arrival.trail)
            if self.dag.follow(point, edge, target, own, chosen):
                own.trail |= self.dag.footprints.of(self.dag.steps[point][-1].condition)
                self._arrive(edge, target, own)


def _complementary(first: Edge, second: Edge) -> bool:
    """Whether two edges assume a condition and its negation."""
    one, two = first.operation, second.operation
    return isinstance(one, Assume) and isinstance(two, Assume) and one.condition is two.condition and one.positive is not two.positive
