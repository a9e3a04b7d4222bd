"""Static slicing of what the precision does not see: edges without effect are passed at compile time.

``resolve(k)`` is a set of keys that k reaches over edges that neither change a tracked value nor depend on one: the state is the same
at all of them, so a diamond of irrelevant branches costs nothing and an irrelevant fork with one continuation is no fork.  Where more
than one key is left the states fork, equal; a join after that is worth a stop with a coverage check (``Key.forked``).  Once an
effect was met the search goes no further than the next joins, so that a sequence of forks is passed one by one.
"""

from __future__ import annotations

import heapq
from dataclasses import replace

from verilab.analysis.value.compiled.exits import Branch, End, Exit, Fork, Goto, Key
from verilab.analysis.value.compiled.steps import Stepper
from verilab.program.cfa import Call
from verilab.program.control import ControlPoint

STRAIGHT = 24
"""A join this few edges before a cut point, with no branching between, is no stop: the cut point comes soon enough."""


def topological(point: ControlPoint) -> tuple[int, ...]:
    """A key that grows along every edge that does not lead to a loop head."""
    return (*[edge.source.rank for edge in point.stack], point.location.rank)


def is_cut(point: ControlPoint) -> bool:
    """Loop heads and error locations: every chain ends there."""
    return point.location.is_loop_head or point.location.is_error


def _ends(key: Key) -> bool:
    """Whether a key is a cut point, not one of the steps inside the branching that a cut point may be."""
    return key.group < 0 and not key.undecided and is_cut(key.point)


class Closure:
    """Resolution of keys under one stepper, memoised."""

    def __init__(self, stepper: Stepper) -> None:
        self.stepper = stepper
        self._resolved: dict[Key, tuple[Key, ...]] = {}
        self._joins: dict[ControlPoint, bool] = {}
        self._merges: dict[ControlPoint, bool] = {}
        self._places: dict[ControlPoint, tuple[int, ...]] = {}

    def is_stop(self, key: Key) -> bool:
        """Whether a chain ends at this key: its state becomes a node of the ARG."""
        if _ends(key) or key.forked == 2:
            return True
        return key.forked == 1 and key.group < 0 and not key.undecided and self.is_merge(key.point)

    def is_merge(self, point: ControlPoint) -> bool:
        """Whether paths join here and do not all run into a cut point soon."""
        merge = self._merges.get(point)
        if merge is None:
            merge = self._merges[point] = self.is_join(point) and not _near_cut(point)
        return merge

    def is_join(self, point: ControlPoint) -> bool:
        join = self._joins.get(point)
        if join is None:
            join = self._joins[point] = _joins(point)
        return join

    def resolve(self, key: Key) -> tuple[Key, ...]:
        """The keys with an effect, and the stops, that ``key`` leads to; itself where it is one of them."""
        keys = self._resolved.get(key)
        if keys is None:
            keys = self._resolved[key] = self._resolve(key)
        return keys

    def _resolve(self, start: Key) -> tuple[Key, ...]:
        """In topological order, so that a set of alternatives that runs together into one key is seen to do so."""
        ends: dict[Key, int] = {}
        plain = _plain(start)
        levels = {plain: start.forked}
        waiting = [(*self._order(plain), 0, plain)]
        alone = []
        while waiting:
            plain = heapq.heappop(waiting)[-1]
            forked = levels[plain]
            if ends and self.is_join(plain.point) and plain is not start:
                ends[plain] = max(ends.get(plain, 0), forked)
                continue
            if not ends and not waiting:
                alone.append(plain._replace(forked=forked) if forked else plain)
            if _ends(plain):
                ends[plain._replace(separators=0)] = 0
                continue
            if forked == 1 and plain.group < 0 and not plain.undecided and self.is_merge(plain.point):
                forked = 2
            following = _without_effect(self.stepper.exit(plain))
            if following is None:
                ends[plain] = max(ends.get(plain, 0), forked)
                continue
            for after in following:
                lost = 1 if plain.separators and not after.separators else 0
                after = _plain(after)
                if after not in levels:
                    levels[after] = max(forked, lost)
                    heapq.heappush(waiting, (*self._order(after), len(levels), after))
                else:
                    levels[after] = max(levels[after], forked, lost)
        least = 1 if len(ends) > 1 else 0
        keys = tuple(end if _ends(end) else end._replace(forked=max(forked, least)) for end, forked in ends.items())
        for key in alone:
            self._resolved[key] = keys
        return keys

    def _order(self, key: Key) -> tuple[tuple[int, ...], int]:
        place = self._places.get(key.point)
        if place is None:
            place = self._places[key.point] = topological(key.point)
        return place, 2 * (key.group >= 0) + key.undecided

    def resolved(self, exit: Exit) -> Exit:
        """An exit whose every leaf is a resolved key."""
        match exit:
            case Goto(key=key):
                keys = self.resolve(key)
                if keys == (key,):
                    return exit
                leaves = [replace(exit, key=after) for after in keys]
                return leaves[0] if len(leaves) == 1 else Fork(tuple(leaves)) if leaves else End()
            case Branch():
                then, otherwise = self.resolved(exit.then), self.resolved(exit.otherwise)
                if isinstance(then, Goto) and then == otherwise and then.assigned is None:
                    return then
                return replace(exit, then=then, otherwise=otherwise)
            case Fork(exits=exits):
                return Fork(tuple(self.resolved(item) for item in exits))
            case _:
                return exit


def _plain(key: Key) -> Key:
    return key._replace(forked=0) if key.forked else key


def _without_effect(exit: Exit) -> list[Key] | None:
    """The next keys of an exit that changes and decides nothing; None for any other."""
    match exit:
        case End():
            return []
        case Goto(key=key, assigned=None):
            return [key]
        case Fork(exits=exits):
            keys: list[Key] = []
            for item in exits:
                own = _without_effect(item)
                if own is None:
                    return None
                keys += own
            return keys
        case _:
            return None


def _joins(point: ControlPoint) -> bool:
    entering = [edge for edge in point.location.entering if not isinstance(edge.operation, Call)]
    return len(entering) > 1


def _near_cut(point: ControlPoint) -> bool:
    for _ in range(STRAIGHT):
        following = point.successors
        if not following:
            return True
        if len(following) > 1:
            return False
        point = following[0][1]
        if is_cut(point):
            return True
    return False
