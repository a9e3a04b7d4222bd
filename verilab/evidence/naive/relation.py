"""The executions between one cut point and the next ones, as constraints: edge by edge, nothing left out and nothing merged cleverly.

per edge e from p:    taken_e => reached_p,   taken_e => what e's operation says of the values before and behind it
per meeting point p:  reached_p => some taken_e leads to p,   taken_e => m_x = the value of x behind e,  for the x that differ
a point with one way in is reached when that edge is taken

Where every term has a value, each new symbol is defined: it is its term whether the edge is taken or not, an edge is taken if and only if
its point is reached and its condition holds (where no other edge leaves the point, or one with the opposite condition), and m_x is the
value behind the first edge that is taken, of which an execution has one.  That excludes no execution, and is quicker to solve.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.evidence.budget import Part
from verilab.evidence.naive.expressions import translate
from verilab.evidence.naive.operators import Operators
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint
from verilab.program.expressions import Expression
from verilab.program.operations import Assign, Assume, Havoc, Nondet, Store
from verilab.program.storages import Array, Variable

Values = dict[int, FNode]
"""The terms of the slots that have changed; all others have the vocabulary's symbols."""


@dataclass(slots=True)
class Arrival:
    """What is known at a point: ``reached`` and the values there.

    ``shares``: others have the same dictionary, which is not to be changed.
    """

    reached: FNode
    values: Values
    shares: bool = False


@dataclass(slots=True)
class Relation:
    """``targets``: what arrives at the next cut points; ``choices``: the symbols of the values that edges choose, in their order."""

    source: ControlPoint
    constraints: list[FNode] = field(default_factory=list)
    targets: dict[ControlPoint, Arrival] = field(default_factory=dict)
    choices: dict[tuple[ControlPoint, Edge], tuple[FNode | None, ...]] = field(default_factory=dict)
    approximated: bool = False


class TooLarge(Exception):
    """There are more edges than the translation may take, or than it has time for, or a cycle that no cut point cuts."""


class RelationBuilder:
    """Builds the relation from one source; ``cuts`` says where it ends.

    ``limit``: how many edges it may have; ``time``: how long it may take.
    """

    def __init__(
        self, vocabulary: Vocabulary, operators: Operators, cuts: Callable[[ControlPoint], bool], limit: int, time: Part | None = None
    ) -> None:
        self._time = time
        self._vocabulary = vocabulary
        self._operators = operators
        self._cuts = cuts
        self._limit = limit

    def build(self, source: ControlPoint) -> Relation:
        """Raises TooLarge."""
        order = self._order(source)
        self._relation = relation = Relation(source)
        self._operators.approximated = False
        arriving: dict[ControlPoint, list[Arrival]] = {}
        self._leave(source, Arrival(self._operators.terms.true, {}), arriving)
        for point in order:
            if point is not source and point in arriving:
                self._leave(point, self._meet(arriving.pop(point)), arriving)
        for target, arrivals in arriving.items():
            relation.targets[target] = self._meet(arrivals)
        relation.approximated = self._operators.approximated
        return relation

    def _order(self, source: ControlPoint) -> list[ControlPoint]:
        """The points between the cut points, each behind all that lead to it."""
        finished: list[ControlPoint] = []
        open_points: set[ControlPoint] = set()
        seen: set[ControlPoint] = set()
        stack: list[tuple[ControlPoint, bool]] = [(source, False)]
        edges = 0
        while stack:
            point, leaving = stack.pop()
            if leaving:
                open_points.discard(point)
                finished.append(point)
            elif point not in seen:
                seen.add(point)
                open_points.add(point)
                stack.append((point, True))
                for _, target in point.successors:
                    edges += 1
                    if self._cuts(target):
                        continue
                    if target in open_points or edges > self._limit:
                        raise TooLarge
                    stack.append((target, False))
        finished.reverse()
        return finished

    def _leave(self, point: ControlPoint, arrival: Arrival, arriving: dict[ControlPoint, list[Arrival]]) -> None:
        if self._time is not None and self._time.over:
            raise TooLarge
        successors = point.successors
        alone, parted = len(successors) == 1, _part(edge for edge, _ in successors)
        for edge, target in successors:
            arriving.setdefault(target, []).append(self._follow(point, edge, arrival, alone=alone, defined=alone or parted))

    def _follow(self, point: ControlPoint, edge: Edge, arrival: Arrival, *, alone: bool, defined: bool) -> Arrival:
        operators, operation = self._operators, edge.operation
        taken = arrival.reached if alone and not isinstance(operation, Assume) else operators.fresh_truth()
        shares = arrival.shares or not alone
        values = arrival.values
        if shares and isinstance(operation, (Assign, Store, Havoc)):
            values, shares = dict(values), False
        match operation:
            case Assume(condition=condition, positive=positive):
                holds = operators.truth(self._term(condition, arrival.values), condition.type)
                facts = (arrival.reached, holds if positive else operators.terms.negation(holds))
                if defined:
                    self._define(taken, operators.terms.conjunction(facts))
                else:
                    self._when(taken, *facts)
            case _ if taken is not arrival.reached:
                self._when(taken, arrival.reached)  # an execution may take another edge
        match operation:
            case Assign(target=target, value=value):
                self._assign(taken, values, target.slot, target, self._chosen(point, edge, value, values))
            case Store(array=array, index=index, value=value):
                self._store(taken, values, (array, index), self._chosen(point, edge, value, values))
            case Havoc(targets=targets):
                self._havoc(point, edge, values, targets)
        self._when(taken, *operators.taken_sides())
        return Arrival(taken, values, shares)

    def _chosen(self, point: ControlPoint, edge: Edge, value: Expression | Nondet, values: Values) -> FNode:
        if not isinstance(value, Nondet):
            return self._term(value, values)
        symbol = self._operators.fresh(value.type)
        self._relation.choices[point, edge] = (symbol,)
        return symbol

    def _assign(self, taken: FNode, values: Values, slot: int, storage: Variable | Array, term: FNode) -> None:
        if not (term.is_symbol() or term.is_constant()):
            symbol = self._operators.fresh(storage.type)
            self._when(self._operators.terms.true if self._operators.total else taken, self._operators.equal(symbol, term))
            term = symbol
        values[slot] = term

    # a[i] := v:  every element with i = its number becomes v; an index out of bounds changes nothing.
    def _store(self, taken: FNode, values: Values, place: tuple[Array, Expression], term: FNode) -> None:
        array, index = place
        if not self._vocabulary.models(array):
            return
        operators = self._operators
        position = self._term(index, values)
        read = self._reader(dict(values))
        for number in range(array.length):
            if index.type.minimum <= number <= index.type.maximum:
                constant = operators.constant(number, index.type)
                if position.is_constant():
                    if position is constant:
                        self._assign(taken, values, array.slot + number, array, term)
                    continue
                here = operators.equal(position, constant)
                self._assign(taken, values, array.slot + number, array, operators.choice(here, term, read(array.slot + number)))

    def _havoc(self, point: ControlPoint, edge: Edge, values: Values, targets: tuple[Variable | Array, ...]) -> None:
        symbols: list[FNode | None] = []
        for storage in targets:
            for number in range(storage.length if isinstance(storage, Array) else 1):
                if not self._vocabulary.models(storage):
                    symbols.append(None)
                    continue
                values[storage.slot + number] = symbol = self._operators.fresh(storage.type)
                symbols.append(symbol)
        self._relation.choices[point, edge] = tuple(symbols)

    def _meet(self, arrivals: list[Arrival]) -> Arrival:
        if len(arrivals) == 1:
            return arrivals[0]
        operators = self._operators
        reached = operators.fresh_truth()
        self._define(reached, operators.terms.disjunction([arrival.reached for arrival in arrivals]))
        first = arrivals[0].values
        values = dict(first)
        # Of thousands of slots few differ.
        differing = {slot for other in arrivals[1:] for slot, term in other.values.items() if first.get(slot) is not term}
        differing.update(slot for other in arrivals[1:] for slot in first.keys() - other.values.keys())
        for slot in sorted(differing):
            brought = [self._reader(arrival.values)(slot) for arrival in arrivals]
            if all(term is brought[0] for term in brought):
                values[slot] = brought[0]
                continue
            element = self._vocabulary.elements[slot]
            assert element is not None
            values[slot] = symbol = operators.fresh(element[0].type)
            if operators.total:
                self._when(
                    operators.terms.true, operators.equal(symbol, operators.first([arrival.reached for arrival in arrivals], brought))
                )
                continue
            for arrival, term in zip(arrivals, brought, strict=True):
                self._when(arrival.reached, operators.equal(symbol, term))
        self._relation.constraints += operators.taken_sides()
        return Arrival(reached, values)

    def _define(self, symbol: FNode, formula: FNode) -> None:
        """What a new truth is where every term has a value, else what it implies."""
        if self._operators.total:
            self._relation.constraints.append(self._operators.terms.node(op.IFF, (symbol, formula)))
        else:
            self._when(symbol, *(formula.args() if formula.is_and() else (formula,)))

    def _when(self, taken: FNode, *facts: FNode) -> None:
        terms = self._operators.terms
        self._relation.constraints += [terms.implication(taken, fact) if taken is not terms.true else fact for fact in facts]

    def _term(self, expression: Expression, values: Values) -> FNode:
        return translate(expression, self._reader(values), self._operators, self._vocabulary.models)

    def _reader(self, values: Values) -> Callable[[int], FNode]:
        entry = self._vocabulary.slot_symbol
        return lambda slot: values[slot] if slot in values else entry(slot)


def _part(edges: Iterable[Edge]) -> bool:
    """Whether these are two, of which each execution takes the one whose condition holds."""
    match [edge.operation for edge in edges]:
        case [Assume() as one, Assume() as other]:
            return one.condition is other.condition and one.positive is not other.positive
    return False
