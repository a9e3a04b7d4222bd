"""Partial assignments as labels: conjunction place by place, implication by what is known (v => v' as in FORTE'15 §2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from verilab.analysis.cpa import AbstractState
from verilab.analysis.invariants import Assignments, Element, Invariants
from verilab.analysis.labels import Labels, Reached
from verilab.analysis.value.cpa import ValueCpa
from verilab.analysis.value.scheme import State
from verilab.program.control import ControlPoint
from verilab.program.storages import Array


class ValueLabels(Labels):
    """The states of a value CPA, in the layout that it has at the time."""

    def __init__(self, cpa: ValueCpa) -> None:
        self._cpa = cpa

    def conjoin(self, left: State, right: State) -> State | None:
        """What either knows; None where they know different values."""
        found: list[Any] = []
        for first, second in zip(left, right, strict=True):
            if isinstance(first, tuple) and isinstance(second, tuple):
                elements = self.conjoin(first, second)
                if elements is None:
                    return None
                found.append(elements)
            elif first is not None and second is not None and first != second:
                return None
            else:
                found.append(second if first is None else first)
        return tuple(found)

    def entails(self, left: State, right: State) -> bool:
        return self.conjoin(left, right) == left

    def feasible(self, source: AbstractState, step: Any, target: AbstractState) -> bool:
        """By the transfer relation of the current precision."""
        point, state = target
        return any(reached is point and self.conjoin(after, state) is not None for reached, after, _ in self._cpa.successors(*source))

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
