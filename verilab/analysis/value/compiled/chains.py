"""The engine that runs chains of generated code between cut points.

Chains pass every branch that the known values decide; what forks goes to a work list; a chain ends at a cut point, or at a join behind a
fork, where the coverage check pays.  Sections of code are generated when they are first entered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from verilab.analysis.cpa import AbstractState
from verilab.analysis.value.compiled.closure import Closure
from verilab.analysis.value.compiled.emission import Emitter
from verilab.analysis.value.compiled.exits import Key
from verilab.analysis.value.compiled.replay import Place, ReplayError
from verilab.analysis.value.compiled.runtime import NAMESPACE
from verilab.analysis.value.compiled.section import Section
from verilab.analysis.value.compiled.steps import Stepper
from verilab.analysis.value.scheme import Scheme, State
from verilab.analysis.value.strongest_post.post import Post
from verilab.program.control import ControlPoint

VERSIONS = 8
"""More sets of known storages than this at the start of a section are widened to one."""

COPIES = 2
"""A key that so many sections have code for becomes an entry, to which others jump."""

POLLED = 4096
"""Steps of a chain between two polls."""

Successors = list[tuple[ControlPoint, State, Any]]
Step = tuple[Any, State]
Code = Callable[[State, Successors, list[Step]], "Step | None"]


class _Entry:
    """The versions of the code at a point where chains start, by which entries of the state are unknown."""

    __slots__ = ("full", "versions")

    def __init__(self, full: Code) -> None:
        self.full = full
        self.versions: dict[tuple[bool, ...], tuple[Code, bool]] = {}


class Chains:
    """The chain engine of one scheme.  ``poll`` is called from time to time inside long chains and may raise."""

    def __init__(self, scheme: Scheme, post: Post, poll: Callable[[], None]) -> None:
        self.scheme = scheme
        self.sections = 0
        self.expansions = 0
        self._poll = poll
        self._stepper = Stepper(scheme, post)
        self._closure = Closure(self._stepper)
        self._namespace: dict[str, Any] = {**NAMESPACE, "W": self}
        self._names: dict[Key, str] = {}
        self._keys: dict[str, Key] = {}
        self._stubs: set[str] = set()  # functions that are not compiled yet
        self._copies: dict[Key, int] = {}
        self._families: dict[tuple[Any, ...], tuple[int, int]] = {}
        self._entries: dict[ControlPoint, _Entry] = {}

    @property
    def copies(self) -> Mapping[Key, int]:
        """By key, how many sections have code for it."""
        return self._copies

    def successors(self, point: ControlPoint, state: State) -> Successors:
        """The states at the ends of all chains from a state."""
        self.expansions += 1
        code, state = self._start(point, state)
        out: Successors = []
        work: list[Step] = []
        step = code(state, out, work)
        # Where branches leave nothing behind that is tracked and live, the same forks come again: n of them in 2^n ways.
        seen: set[Step] = set()
        countdown = POLLED
        while True:
            while step is not None:
                step = step[0](step[1], out, work)
            while work:
                step = work.pop()
                if step not in seen:
                    seen.add(step)
                    break
            else:
                return out
            countdown -= 1
            if not countdown:
                countdown = POLLED
                self._poll()

    def waypoints(self, source: AbstractState, target: AbstractState) -> list[Place]:
        """The places of the starts of all generated functions on the way of one chain between two states, theirs included.

        ``source`` is a state as the chain began with: which code runs depends on more than its meaning, as an array may be unknown as a
        whole or in each element.
        """
        start, end = self.scheme.place(*source), self.scheme.place(*target)
        point = source[0]
        code, state = self._start(*source)
        steps: list[tuple[Step, int]] = [((code, state), -1)]
        pending = [0]
        seen: set[Step] = set()
        while pending:
            number = pending.pop()
            if not len(steps) % POLLED:
                self._poll()
            (code, state), _ = steps[number]
            if (code, state) in seen:
                continue
            seen.add((code, state))
            out: Successors = []
            work: list[Step] = []
            step = code(state, out, work)
            for after, reached, _ in out:
                if after is end[0] and self.scheme.place(after, reached) == end:
                    return [start, *self._places(steps, number), end]
            for following in (*work, *([step] if step else [])):
                pending.append(len(steps))
                steps.append((following, number))
        raise ReplayError(f"no chain from {point!r} to {end[0]!r}")

    def _places(self, steps: list[tuple[Step, int]], number: int) -> list[Place]:
        """The places of a step and of those that led to it, the first left out, in order."""
        places: list[Place] = []
        while steps[number][1] >= 0:
            (code, state), before = steps[number]
            key = self._keys[code.__name__]
            places.append((key.point, self.scheme.values(self.scheme.members(key.known | key.maybe), state)))
            number = before
        places.reverse()
        return places

    def _start(self, point: ControlPoint, state: State) -> Step:
        """The code and the state with which the chains from a node start."""
        entry = self._entries.get(point)
        if entry is None:
            entry = self._entries[point] = _Entry(self._code(Key(point, self.scheme.keep(point.location), 0)))
        return self._partial(entry, point, state) if None in state else (entry.full, state)

    def _partial(self, entry: _Entry, point: ControlPoint, state: State) -> tuple[Code, State]:
        pattern = tuple([value is None for value in state])
        version = entry.versions.get(pattern)
        if version is None:
            layout = self.scheme.layout(point.location)
            unknown = sum(self.scheme.bits[storage] for storage, missing in zip(layout, pattern, strict=True) if missing)
            keep = self.scheme.keep(point.location)
            exact = len(entry.versions) < VERSIONS
            key = Key(point, keep & ~unknown, 0) if exact else Key(point, 0, keep)
            version = entry.versions[pattern] = self._code(key), exact
        code, exact = version
        return code, tuple([value for value in state if value is not None]) if exact else state

    def _code(self, key: Key) -> Code:
        name = self._name(key)
        code = self._namespace[name]
        return self._compile(name, key) if name in self._stubs else code

    def _name(self, key: Key) -> str:
        name = self._names.get(key)
        if name is None:
            name = self._names[key] = f"S{len(self._names)}"

            def stub(state: State, out: Successors, work: list[Step]) -> Step | None:
                return self._compile(name, key)(state, out, work)

            stub.__name__ = name
            self._stubs.add(name)
            self._keys[name] = key
            self._namespace[name] = stub
        return name

    def point(self, point: ControlPoint) -> str:
        name = f"P{point.id}"
        self._namespace[name] = point
        return name

    def function(self, key: Key) -> tuple[str, Key]:
        name = self._names.get(key)
        if name is None:
            family = (key.point, key.group, key.undecided, key.forked)
            count, separators = self._families.get(family, (0, 0))
            separators |= key.separators
            self._families[family] = count + 1, separators
            if count >= VERSIONS:
                key = Key(key.point, 0, self.scheme.keep(key.point.location), key.group, key.undecided, key.forked, separators)
            name = self._name(key)
        return name, key

    def _is_entry(self, key: Key) -> bool:
        """Whether a section ends in front of a key, which has code of its own or gets it."""
        return key in self._names or self._copies.get(key, 0) >= COPIES

    def _compile(self, name: str, key: Key) -> Code:
        code = self._namespace[name]
        if name not in self._stubs:
            return code  # type: ignore[no-any-return]  # a namespace of exec has no types
        self._poll()
        section = Section(key, self._stepper, self._closure, self._is_entry)
        for node in section.nodes:
            self._copies[node.key] = self._copies.get(node.key, 0) + 1
        source = Emitter(section, self.scheme, self._closure, self).source(name)
        exec(compile(source, f"<chain {key.point!r}>", "exec"), self._namespace)
        self._stubs.discard(name)
        self.sections += 1
        return self._namespace[name]  # type: ignore[no-any-return]  # see above
