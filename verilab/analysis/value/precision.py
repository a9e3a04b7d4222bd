"""The precision of the value analysis: which variables and arrays are tracked where (FORTE'15 §2, pi : L -> 2^X)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import TypeVar

from verilab.program.cfa import Location
from verilab.program.storages import Array, Variable

Storage = Variable | Array
Place = TypeVar("Place")

ARRAY_LIMIT = 256
"""Arrays with more elements than this are never tracked."""


class StorageScope(Enum):
    """How far a storage is tracked that matters at one location: there under any call stack, in its function, everywhere."""

    GLOBAL = "global"
    FUNCTION = "function"
    LOCATION = "location"


def trackable(storage: Storage) -> bool:
    """Whether the domain can hold values of this storage at all."""
    return isinstance(storage, Variable) or storage.length <= ARRAY_LIMIT


class ValuePrecision:
    """Tracked storages: everywhere, per function, per location.  It only grows; ``version`` counts the growth steps."""

    def __init__(self, everywhere: Iterable[Storage] = ()) -> None:
        self.everywhere: set[Storage] = set()
        self.in_function: dict[str, set[Storage]] = {}
        self.at_location: dict[Location, set[Storage]] = {}
        self.version = 0
        self.add_everywhere(everywhere)

    def add_everywhere(self, storages: Iterable[Storage]) -> bool:
        """Track these at every location; False where nothing is new."""
        return self._grow(self.everywhere, storages)

    def add(self, scope: StorageScope, location: Location, storages: Iterable[Storage]) -> bool:
        """Track these as far as ``scope`` reaches from ``location``; False where nothing is new."""
        match scope:
            case StorageScope.GLOBAL:
                return self._grow(self.everywhere, storages)
            case StorageScope.FUNCTION:
                return self._grow_at(self.in_function, location.function.name, storages)
            case StorageScope.LOCATION:
                return self._grow_at(self.at_location, location, storages)

    def _grow_at(self, places: dict[Place, set[Storage]], place: Place, storages: Iterable[Storage]) -> bool:
        """Like ``_grow``; the set that was there stays as it was, for whoever holds an earlier version."""
        tracked = set(places.get(place, ()))
        if not self._grow(tracked, storages):
            return False
        places[place] = tracked
        return True

    def _grow(self, tracked: set[Storage], storages: Iterable[Storage]) -> bool:
        before = len(tracked)
        tracked.update(storage for storage in storages if trackable(storage))
        if len(tracked) == before:
            return False
        self.version += 1
        return True

    def at(self, location: Location) -> set[Storage]:
        """What is tracked at a location."""
        tracked = self.everywhere | self.in_function.get(location.function.name, set())
        return tracked | self.at_location.get(location, set())

    def storages(self) -> list[Storage]:
        """Everything that is tracked anywhere, in slot order."""
        storages = set(self.everywhere)
        for tracked in (*self.in_function.values(), *self.at_location.values()):
            storages |= tracked
        return sorted(storages, key=lambda storage: storage.slot)

    def __len__(self) -> int:
        return len(self.storages())
