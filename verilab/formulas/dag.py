"""Forward construction: guards and symbolic states at every control point of the loop-free part after a cut point.

Control points are visited in a topological order, the callee of a call between the call and its return: a point's key is the ranks
of its callers and its own.  Guards and states do not depend on the target, blocks share them.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field

from pysmt.fnode import FNode
from pysmt.typing import BOOL as BOOL_SORT

from verilab.formulas.cuts import BlockOperator
from verilab.formulas.guards import Branch, Guard
from verilab.formulas.merging import merged
from verilab.formulas.scope import Scope
from verilab.formulas.transfer import Site, Transfer
from verilab.formulas.translation import State, Translator
from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint
from verilab.program.operations import Assume, Call, CallStack


@dataclass(slots=True, eq=False)
class Arrival:
    """What is known at a target: the guard and the state there."""

    guard: Guard
    state: State


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """An edge of a block, taken from its source point when ``condition`` holds there."""

    edge: Edge
    target: ControlPoint
    condition: FNode


class RankKeys:
    """Keys that sort control points topologically, loops aside."""

    def __init__(self) -> None:
        self._prefixes: dict[CallStack, tuple[int, ...]] = {(): ()}

    def key(self, point: ControlPoint) -> tuple[int, ...]:
        """The ranks of the call sites on the stack and of the location: callees come between the call and its return."""
        stack = point.stack
        prefix = self._prefixes.get(stack)
        if prefix is None:
            ranks = []
            for edge in stack:
                assert isinstance(edge.operation, Call)
                ranks.append(edge.source.rank)
            prefix = self._prefixes[stack] = tuple(ranks)
        return (*prefix, point.location.rank)


@dataclass(slots=True, eq=False)
class Dag:
    """The result: per control point its steps and predecessors, per target its arrival."""

    source: ControlPoint
    scope: Scope
    steps: dict[ControlPoint, tuple[Step, ...]] = field(default_factory=dict)
    predecessors: dict[ControlPoint, list[ControlPoint]] = field(default_factory=dict)
    targets: dict[ControlPoint, Arrival] = field(default_factory=dict)
    sites: dict[tuple[ControlPoint, Edge], Site] = field(default_factory=dict)


class DagBuilder:
    """Explores from one control point to the targets that the operator chooses."""

    def __init__(self, translator: Translator, operator: BlockOperator, keys: RankKeys) -> None:
        self.translator = translator
        self.terms = translator.terms
        self.operator = operator
        self.keys = keys

    def build(self, source: ControlPoint) -> Dag:
        scope = Scope(self.terms)
        self.dag = Dag(source, scope)
        self.transfer = Transfer(self.translator, scope)
        self._heap: list[tuple[tuple[int, ...], int, ControlPoint]] = []
        self._incoming: dict[ControlPoint, list[Branch]] = {}
        self._lengths: dict[ControlPoint, int] = {source: 0}
        self._expand(source, Guard(None, self.terms.true), {}, 0)
        cuts = self.operator.cuts
        while self._heap:
            _, _, point = heapq.heappop(self._heap)
            branches = self._incoming.pop(point)
            joins = len(branches) > 1
            if joins:
                guard, state = merged(branches, self.translator, scope)
            else:
                guard, state = branches[0].guard, branches[0].state
            length = self._lengths[point]
            returned = len(point.stack) < len(self.dag.predecessors[point][0].stack)
            if cuts(point, length, joins or returned):
                self.dag.targets[point] = Arrival(guard, state)
            else:
                self._expand(point, guard, state, length)
        return self.dag

    def _arrive(self, origin: ControlPoint, point: ControlPoint, guard: Guard, state: State, length: int) -> None:
        waiting = self._incoming.get(point)
        if waiting is None:
            self._incoming[point] = [Branch(guard, state)]
            self.dag.predecessors[point] = [origin]
            self._lengths[point] = length
            heapq.heappush(self._heap, (self.keys.key(point), point.id, point))
        else:
            waiting.append(Branch(guard, state))
            self.dag.predecessors[point].append(origin)
            if length > self._lengths[point]:
                self._lengths[point] = length

    def _expand(self, point: ControlPoint, guard: Guard, state: State, length: int) -> None:
        successors = point.successors
        if len(successors) == 1:
            self._follow(point, successors[0], self.terms.true, guard, state, length)
        elif len(successors) == 2 and _complementary(successors[0][0], successors[1][0]):
            self._branch(point, guard, state, length)
        elif successors:
            self._choose(point, guard, state, length)

    def _branch(self, point: ControlPoint, guard: Guard, state: State, length: int) -> None:
        """A condition and its negation."""
        first, second = point.successors
        operation = first[0].operation
        assert isinstance(operation, Assume)
        scope, terms = self.dag.scope, self.terms
        truth = self.translator.truth(operation.condition, state, scope)
        if not operation.positive:
            truth = terms.negation(truth)
        if truth is terms.true or truth is terms.false:
            edge, target = first if truth is terms.true else second
            self.dag.steps[point] = (Step(edge, target, terms.true),)
            self._arrive(point, target, guard, state, length + 1)
            return
        steps = []
        for (edge, target), literal, own in ((first, truth, dict(state)), (second, terms.negation(truth), state)):
            below = Guard(guard, literal)
            self.transfer.narrow(edge, own, below)
            steps.append(Step(edge, target, literal))
            self._arrive(point, target, below, own, length + 1)
        self.dag.steps[point] = tuple(steps)

    def _choose(self, point: ControlPoint, guard: Guard, state: State, length: int) -> None:
        """Edges that do not exclude each other: a selector symbol per edge but the last decides."""
        scope, terms = self.dag.scope, self.terms
        others: list[FNode] = []
        last = len(point.successors) - 1
        for number, successor in enumerate(point.successors):
            selector = terms.true
            if number < last:
                selector = scope.fresh("edge", BOOL_SORT)
                scope.define(selector, ())
            chosen = terms.conjunction((*others, selector))
            others.append(terms.negation(selector))
            self._follow(point, successor, chosen, Guard(guard, chosen), dict(state), length)

    def _follow(
        self, point: ControlPoint, successor: tuple[Edge, ControlPoint], chosen: FNode, guard: Guard, state: State, length: int
    ) -> None:
        """One edge, taken when ``chosen`` (already part of the guard) and its own condition hold."""
        edge, target = successor
        operation = edge.operation
        terms = self.terms
        condition = chosen
        if isinstance(operation, Assume):
            truth = self.translator.truth(operation.condition, state, self.dag.scope)
            if not operation.positive:
                truth = terms.negation(truth)
            if truth is terms.false:
                return
            if truth is not terms.true:
                guard = Guard(guard, truth)
                condition = terms.conjunction((chosen, truth))
            self.transfer.narrow(edge, state, guard)
        else:
            site = self.transfer.apply(edge, state, guard)
            if site is not None:
                self.dag.sites[point, edge] = site
        self.dag.steps[point] = (*self.dag.steps.get(point, ()), Step(edge, target, condition))
        self._arrive(point, target, guard, state, length + 1)


def _complementary(first: Edge, second: Edge) -> bool:
    """Whether two edges assume a condition and its negation."""
    one, two = first.operation, second.operation
    return isinstance(one, Assume) and isinstance(two, Assume) and one.condition is two.condition and one.positive is not two.positive
