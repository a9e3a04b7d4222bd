"""The precision of the predicate analysis: which predicates are tracked where (SPIN'15 §2, thesis §2.2).

A located refinement tracks a predicate only where the interpolant that brought it stands; ``PredicateScope`` says how much wider.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from enum import Enum

from verilab.program.control import ControlPoint


class PredicateScope(Enum):
    """Where a located predicate is tracked: at its control point, at its location under any call stack, in its function, everywhere."""

    POINT = "point"
    LOCATION = "location"
    FUNCTION = "function"
    GLOBAL = "global"

    def key(self, point: ControlPoint) -> Hashable:
        """What the predicates of a control point are stored under."""
        match self:
            case PredicateScope.POINT:
                return point
            case PredicateScope.LOCATION:
                return point.location
            case PredicateScope.FUNCTION:
                return point.location.function
            case PredicateScope.GLOBAL:
                return None


class PredicatePrecision:
    """A growing map from places to predicate numbers; ``scope`` is how far a refinement reaches that does not say it by itself."""

    def __init__(self, scope: PredicateScope = PredicateScope.LOCATION) -> None:
        self.scope = scope
        self._everywhere: set[int] = set()
        self._located: dict[PredicateScope, dict[Hashable, set[int]]] = {}
        self._at: dict[Hashable, tuple[int, ...]] = {}
        self.growth = 0
        """How many times it has grown."""

    def at(self, point: ControlPoint) -> tuple[int, ...]:
        """The numbers of the predicates tracked at a control point, ascending.

        Points that no scope tells apart get the same tuple: all of one location, until something is tracked at single points.
        """
        place = self.place(point)
        numbers = self._at.get(place)
        if numbers is None:
            numbers = self._at[place] = tuple(sorted(self._everywhere.union(*self._around(point))))
        return numbers

    def place(self, point: ControlPoint) -> Hashable:
        """What all control points have in common that no scope tells apart."""
        return point if PredicateScope.POINT in self._located else point.location

    def tracks(self, point: ControlPoint, number: int) -> bool:
        """Whether a predicate is tracked at a control point."""
        return number in self._everywhere or any(number in tracked for tracked in self._around(point))

    def _around(self, point: ControlPoint) -> list[set[int]]:
        """What is tracked at a control point but not everywhere, by each scope of which there is something."""
        around = (places.get(scope.key(point)) for scope, places in self._located.items())
        return [tracked for tracked in around if tracked]

    def add(self, point: ControlPoint, numbers: Iterable[int], scope: PredicateScope | None = None) -> bool:
        """Track predicates around a control point, as far as ``scope`` reaches; False where all were tracked there."""
        scope = scope or self.scope
        if scope is PredicateScope.GLOBAL:
            return self.add_everywhere(numbers)
        tracked = self._located.setdefault(scope, {}).setdefault(scope.key(point), set())
        new = set(numbers) - tracked - self._everywhere
        tracked |= new
        return self._grown(new)

    def add_everywhere(self, numbers: Iterable[int]) -> bool:
        """Track predicates at every control point; False where all were tracked everywhere."""
        new = set(numbers) - self._everywhere
        self._everywhere |= new
        return self._grown(new)

    def _grown(self, new: set[int]) -> bool:
        if new:
            self.growth += 1
            self._at.clear()
        return bool(new)

    def places(self) -> Iterator[tuple[PredicateScope, Hashable, frozenset[int]]]:
        """Where predicates are tracked: the scope, its key (None for everywhere), and the numbers."""
        if self._everywhere:
            yield PredicateScope.GLOBAL, None, frozenset(self._everywhere)
        for scope, places in self._located.items():
            for key, tracked in places.items():
                yield scope, key, frozenset(tracked)

    def count(self) -> int:
        """How many pairs of place and predicate are tracked."""
        return len(self._everywhere) + sum(len(tracked) for places in self._located.values() for tracked in places.values())

    def numbers(self) -> set[int]:
        """The numbers of all predicates tracked anywhere."""
        return self._everywhere.union(*(tracked for places in self._located.values() for tracked in places.values()))
