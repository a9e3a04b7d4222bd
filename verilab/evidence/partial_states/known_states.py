"""States that were followed before: what agrees with one of them in all live storages need not be followed again."""

from __future__ import annotations

from collections.abc import Collection
from operator import itemgetter

from verilab.evidence.interpretation.evaluation import State, UnusualError
from verilab.program.cfa import CallStack, Location, Program
from verilab.program.static_analysis.liveness import Liveness
from verilab.program.storages import Array, Variable, slots_of


class KnownStates:
    """Sets of partial states by location and call stack.  ``forget`` takes back what was added since ``begin``.

    ``kept``: the storages that may be known in these states, where not all may be.
    """

    def __init__(self, program: Program, liveness: Liveness, kept: Collection[Variable | Array] | None = None) -> None:
        self._program = program
        self._live = liveness.masks
        self._telling = liveness.read  # globals are live everywhere, whether or not anything reads them
        if kept is not None:
            self._telling &= sum(1 << number for number, storage in enumerate(program.storages) if storage in kept)
        self._getters: dict[int, itemgetter[object] | None] = {}
        self._states: dict[tuple[Location, CallStack], set[object]] = {}
        self._added: list[tuple[set[object], object]] = []

    def begin(self) -> None:
        """What is added from now on may be taken back."""
        self._added.clear()

    def forget(self) -> None:
        for states, key in self._added:
            states.discard(key)
        self._added.clear()

    def add(self, location: Location, stack: CallStack, state: State) -> bool:
        """Whether the state is new there."""
        mask = self._live[location.id]
        if mask not in self._getters:
            self._getters[mask] = self._getter(mask)
        getter = self._getters[mask]
        key = None if getter is None else getter(state)
        states = self._states.setdefault((location, stack), set())
        try:
            if key in states:
                return False
            states.add(key)
        except UnusualError:  # hashes that collide: an unknown value is compared with a number
            return True
        self._added.append((states, key))
        return True

    def needed(self, location: Location) -> list[Variable | Array]:
        """The storages that tell states apart there."""
        return self._storages(self._live[location.id])

    def _storages(self, mask: int) -> list[Variable | Array]:
        return [storage for number, storage in enumerate(self._program.storages) if mask & self._telling & 1 << number]

    def _getter(self, mask: int) -> itemgetter[object] | None:
        """Takes the values of the storages in the mask out of a state."""
        slots: list[int] = []
        for storage in self._storages(mask):
            slots += slots_of(storage)
        return itemgetter(*slots) if slots else None
