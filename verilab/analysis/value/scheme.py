"""Where each tracked storage has its place in a state: the layout that compiled transfer relations agree on.

The state at a location is a tuple with one entry per storage that is tracked and live there, in slot order: a scalar's value or None
where it is unknown; for an array the tuple of its elements, or None where all are unknown (a tuple of None means the same).  Sets of
storages are bit sets over the tracked storages.
"""

from __future__ import annotations

from typing import Any

from verilab.analysis.value.liveness import Liveness
from verilab.analysis.value.precision import Storage, ValuePrecision
from verilab.analysis.value.strongest_post.post import Assignment
from verilab.program.cfa import Location
from verilab.program.control import ControlPoint
from verilab.program.elements import Element
from verilab.program.storages import Array, slots_of

State = tuple[Any, ...]


class Scheme:
    """The layout under one version of a precision, which may grow meanwhile: chains are replayed as they were."""

    def __init__(self, precision: ValuePrecision, liveness: Liveness) -> None:
        self.liveness = liveness
        self.tracked = precision.storages()
        self.bits = {storage: 1 << place for place, storage in enumerate(self.tracked)}
        self._by_ordinal = {liveness.ordinals[storage] + 1: bit for storage, bit in self.bits.items()}
        self._known = sum(1 << liveness.ordinals[storage] for storage in self.tracked)
        self._everywhere = self._mask(precision.everywhere)
        self._functions = {name: self._mask(storages) for name, storages in precision.in_function.items()}
        self._located = dict(precision.at_location)
        self._keep: dict[Location, int] = {}
        self._layouts: dict[int, tuple[Storage, ...]] = {}
        self._slots: dict[int, frozenset[int]] = {}

    def _mask(self, storages: set[Storage]) -> int:
        return sum(self.bits[storage] for storage in storages)

    def keep(self, location: Location) -> int:
        """The storages that are tracked and live at a location."""
        kept = self._keep.get(location)
        if kept is None:
            tracked = self._everywhere | self._functions.get(location.function.name, 0)
            tracked |= self._mask(self._located.get(location, set()))
            # By what is live: with every function the program has more storages, of which no more live at one location.
            rest, kept = self.liveness.live(location) & self._known, 0
            while rest:
                least = rest & -rest
                kept |= self._by_ordinal[least.bit_length()]
                rest ^= least
            kept &= tracked
            self._keep[location] = kept
        return kept

    def members(self, mask: int) -> tuple[Storage, ...]:
        """The storages of a bit set, in slot order."""
        layout = self._layouts.get(mask)
        if layout is None:
            layout = self._layouts[mask] = tuple(storage for storage in self.tracked if mask & self.bits[storage])
        return layout

    def slots(self, mask: int) -> frozenset[int]:
        """The slots of the storages of a bit set."""
        slots = self._slots.get(mask)
        if slots is None:
            slots = self._slots[mask] = frozenset(slot for storage in self.members(mask) for slot in slots_of(storage))
        return slots

    def layout(self, location: Location) -> tuple[Storage, ...]:
        """The storages of a state's entries."""
        return self.members(self.keep(location))

    def unknown(self, location: Location) -> State:
        """The state in which nothing is known."""
        return (None,) * len(self.layout(location))

    def assignment(self, location: Location, state: State) -> Assignment:
        """A state's known values by slot."""
        return self.values(self.layout(location), state)

    def place(self, point: ControlPoint, state: State) -> tuple[ControlPoint, Assignment]:
        """A state with what its values mean."""
        return point, self.assignment(point.location, state)

    @staticmethod
    def values(storages: tuple[Storage, ...], state: State) -> Assignment:
        """The known values by slot of a tuple with one entry per storage."""
        return {element[0].slot + element[1]: value for element, value in _elements(storages, state)}

    def state(self, location: Location, assignment: Assignment) -> State:
        """The state at a location that keeps of an assignment what is tracked there."""
        return tuple(_entry(storage, assignment) for storage in self.layout(location))


def _elements(storages: tuple[Storage, ...], state: State) -> list[tuple[Element, int]]:
    elements: list[tuple[Element, int]] = []
    for storage, value in zip(storages, state, strict=True):
        if value is None:
            continue
        if isinstance(storage, Array):
            elements += [((storage, index), element) for index, element in enumerate(value) if element is not None]
        else:
            elements.append(((storage, 0), value))
    return elements


def _entry(storage: Storage, assignment: Assignment) -> Any:
    if not isinstance(storage, Array):
        return assignment.get(storage.slot)
    elements = tuple(assignment.get(slot) for slot in slots_of(storage))
    return None if all(element is None for element in elements) else elements
