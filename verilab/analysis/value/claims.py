"""The invariants that a finished exploration of the value analysis claims."""

from __future__ import annotations

from collections.abc import Iterable

from verilab.analysis.invariants import Assignments, Element, Invariants
from verilab.analysis.value.cpa import ValueCpa
from verilab.analysis.value.scheme import State
from verilab.program.control import ControlPoint
from verilab.program.storages import Array


def claims(cpa: ValueCpa, reached: Iterable[tuple[ControlPoint, State]]) -> Invariants:
    """Per control point reached, cut points and the ends of other chains (lemmas): every state there as one row, equal rows once."""
    states: dict[ControlPoint, list[State]] = {}
    for point, state in reached:
        states.setdefault(point, []).append(state)
    return {point: assignments(cpa, point, states[point]) for point in sorted(states, key=lambda point: point.id)}


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
