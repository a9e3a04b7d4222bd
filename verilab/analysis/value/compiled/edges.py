"""The engine that goes edge by edge: every abstract state becomes a node of the ARG.

An edge whose code would be too large (a condition over many variables, each of which is known or not) is interpreted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from verilab.analysis.cpa import AbstractState, Successor
from verilab.analysis.value.compiled.closure import Closure
from verilab.analysis.value.compiled.emission import Emitter
from verilab.analysis.value.compiled.exits import Exit, Key
from verilab.analysis.value.compiled.replay import Place, steps_from
from verilab.analysis.value.compiled.runtime import NAMESPACE
from verilab.analysis.value.compiled.section import Section
from verilab.analysis.value.compiled.steps import Stepper
from verilab.analysis.value.scheme import Scheme, State
from verilab.analysis.value.strongest_post.post import Post
from verilab.program.control import ControlPoint

Code = Callable[[State], Sequence[Successor]]


class _Single(Closure):
    """Every edge ends a chain."""

    def is_stop(self, key: Key) -> bool:
        return key.group < 0 and not key.undecided

    def resolved(self, exit: Exit) -> Exit:
        return exit


class _TooLarge(Exception):
    """The code of an edge does not fit into one section."""


class _Codes(dict[ControlPoint, Code]):
    """The code of each control point, compiled when it is first asked for."""

    def __init__(self, compile: Callable[[ControlPoint], Code]) -> None:
        self._compile = compile

    def __missing__(self, point: ControlPoint) -> Code:
        code = self[point] = self._compile(point)
        return code


class Edges:
    """The engine that goes edge by edge.  Code is generated once per location and shared by its control points."""

    def __init__(self, scheme: Scheme, post: Post, poll: Callable[[], None]) -> None:
        self.scheme = scheme
        self.sections = 0
        self.expansions = 0
        self._post = post
        self._stepper = Stepper(scheme, post)
        self._closure = _Single(self._stepper)
        self._objects: dict[tuple[Any, ...], Any] = {}
        self._codes = _Codes(self._compile)
        self._point: ControlPoint | None = None

    def successors(self, point: ControlPoint, state: State) -> Sequence[Successor]:
        """The states at the ends of all edges from a state."""
        self.expansions += 1
        return self._codes[point](state)

    def waypoints(self, source: AbstractState, target: AbstractState) -> list[Place]:
        """One edge leads from ``source`` to ``target``."""
        return [self.scheme.place(*source), self.scheme.place(*target)]

    def point(self, point: ControlPoint) -> str:
        assert self._point is not None
        return f"p{[target for _, target in self._point.successors].index(point)}"

    def function(self, key: Key) -> tuple[str, Key]:
        raise _TooLarge

    def _interpreted(self, point: ControlPoint) -> Code:
        scheme, post = self.scheme, self._post

        def successors(state: State) -> Sequence[Successor]:
            steps = steps_from(scheme, post, point, scheme.assignment(point.location, state))
            return [(target, scheme.state(target.location, after), self) for _, target, after in steps]

        return successors

    def _compile(self, point: ControlPoint) -> Code:
        try:
            return self._generated(point)
        except _TooLarge:
            return self._interpreted(point)

    def _generated(self, point: ControlPoint) -> Code:
        self._point = point
        groups = point.groups
        codes: list[Code] = []
        if not groups:
            return lambda state: ()
        for number in range(len(groups)):
            key = Key(point, 0, self.scheme.keep(point.location), number if len(groups) > 1 else -1)
            # A return edge's target depends on the stack.
            place = (point.location, number, tuple(target.location for _, target in point.successors))
            compiled = self._objects.get(place)
            if compiled is None:
                section = Section(key, self._stepper, self._closure)
                source = Emitter(section, self.scheme, self._closure, self, single=True).source("edge")
                compiled = self._objects[place] = compile(source, f"<edge {point.location!r}>", "exec")
                self.sections += 1
            namespace: dict[str, Any] = {**NAMESPACE, "W": self}
            namespace.update((f"p{index}", target) for index, (_, target) in enumerate(point.successors))
            exec(compiled, namespace)
            codes.append(namespace["edge"])
        return codes[0] if len(codes) == 1 else lambda state: [successor for code in codes for successor in code(state)]
