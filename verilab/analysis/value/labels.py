"""Partial assignments as labels: conjunction place by place, implication by what is known (v => v' as in FORTE'15 §2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from verilab.analysis.cpa import AbstractState, Successor
from verilab.analysis.invariants import Assignments, Element, Invariants
from verilab.analysis.labels import Reached, WrittenLabels
from verilab.analysis.value.cpa import ValueCpa
from verilab.analysis.value.scheme import State
from verilab.analysis.value.strongest_post.post import Assignment
from verilab.program.control import ControlPoint
from verilab.program.storages import Array


class ValueLabels(WrittenLabels):
    """The states of a value CPA, in the layout that it has at the time.

    ``transfer``: what a step makes of a state, where the successors of the CPA do not say it.  A label cannot be negated: what no partial
    assignment admits alone is no partial assignment.
    """

    def __init__(self, cpa: ValueCpa, transfer: Callable[[ControlPoint, State], Iterable[Successor]] | None = None) -> None:
        self._cpa = cpa
        self._transfer = transfer

    def interpolant(self, point: ControlPoint, interpolant: Assignment) -> State:
        return self._cpa.scheme.state(point.location, interpolant)

    def conjoin(self, left: State, right: State) -> State | None:
        """What either knows; None where they know different values."""
        conjunction: list[Any] = []
        for first, second in zip(left, right, strict=True):
            if isinstance(first, tuple) and isinstance(second, tuple):
                elements = self.conjoin(first, second)
                if elements is None:
                    return None
                conjunction.append(elements)
            elif first is not None and second is not None and first != second:
                return None
            else:
                conjunction.append(second if first is None else first)
        return tuple(conjunction)

    def entails(self, left: State, right: State) -> bool:
        return self.conjoin(left, right) == left

    def feasible(self, source: AbstractState, step: Any, target: AbstractState) -> bool:
        """By the transfer relation of the current precision."""
        point, state = target
        transfer = self._transfer or self._cpa.successors
        return any(reached is point and self.conjoin(after, state) is not None for reached, after, _ in transfer(*source))

    def text(self, point: ControlPoint, label: State) -> str:
        assigned = assignments(self._cpa, point, [label])
        known = zip(assigned.elements, assigned.rows[0], strict=True)
        return ", ".join(f"{_name(element)} = {value}" for element, value in known if value is not None) or "true"

    def claims(self, reached: Reached) -> Invariants:
        """Per control point reached, cut points and the ends of other chains (lemmas): every state there as one row, equal rows once."""
        return {point: assignments(self._cpa, point, reached[point]) for point in sorted(reached, key=lambda point: point.id)}


def assignments(cpa: ValueCpa, point: ControlPoint, states: Iterable[State]) -> Assignments:
    """The states at a control point as rows, in their order; one row that knows nothing where it covers the others."""
    layout = cpa.scheme.layout(point.location)
    elements: list[Element] = []
    for storage in layout:
        elements += [(storage, index) for index in range(storage.length if isinstance(storage, Array) else 1)]
    rows: dict[tuple[int | None, ...], None] = {}
    for state in states:
        row: list[int | None] = []
        for storage, value in zip(layout, state, strict=True):
            if isinstance(storage, Array):
                row += (None,) * storage.length if value is None else value
            else:
                row.append(value)
        rows[tuple(row)] = None
    if not elements or (None,) * len(elements) in rows:
        return Assignments((), ((),))
    return Assignments(tuple(elements), tuple(rows))


def _name(element: Element) -> str:
    storage, index = element
    return f"{storage.name}[{index}]" if isinstance(storage, Array) else storage.name
