"""How far the functions without a body of a program reach: each call on its own, all of them together, or one step only.

Apart, every call has nodes of its own for what it reaches; with c calls and a program of n cells behind them that is c * n constraints,
which only small programs can pay for.  Together, all calls share one set of what any of them reaches: coarser, and n constraints.
A large program that models its surroundings (a driver, whose main calls its handlers by name) relies on SV-COMP's convention that
functions without a body change no more than what their arguments point to: there they reach one step.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from verilab.program.memory.contents import Targets
from verilab.program.memory.exposure import Exposure, Reach, expose, reach
from verilab.program.memory.known_values import KnownValues
from verilab.program.memory.points_to import PointsTo
from verilab.program.memory.raw import ExternalCall

MOST_CALLS_APART = 24
"""Calls of functions without a body, with pointers, that a program may have for each to be looked at on its own."""


class Depth(Enum):
    """How the calls of a program are exposed."""

    APART = "each call reaches what its own arguments lead to"
    TOGETHER = "each call reaches what the arguments of any call lead to"
    ONE_STEP = "each call reaches what its arguments point to"


class Surroundings:
    """The functions without a body of one program."""

    def __init__(self, points_to: PointsTo, targets: Targets, known: KnownValues) -> None:
        self._points_to = points_to
        self._targets = targets
        self._callbacks = not known.models_surroundings
        self.depth = Depth.APART
        if known.external_calls > MOST_CALLS_APART:
            self.depth = Depth.TOGETHER if self._callbacks else Depth.ONE_STEP
        self._shared: Exposure | None = None

    def expose(self, call: ExternalCall, exposure: Exposure) -> Exposure:
        """Add the constraints of a call; the nodes that say after the analysis what it reaches."""
        if self.depth is Depth.TOGETHER:
            return self._expose_together(call, exposure)
        deep = self.depth is Depth.APART
        expose(self._points_to, self._targets, call.results, exposure, callbacks=self._callbacks, deep=deep)
        return exposure

    def _expose_together(self, call: ExternalCall, exposure: Exposure) -> Exposure:
        points_to = self._points_to
        shared = self._shared
        if shared is None:
            given, written, exposed, functions, held = (points_to.node() for _ in range(5))
            shared = self._shared = Exposure(given, written, exposed, functions, held)
            expose(points_to, self._targets, (), shared, callbacks=self._callbacks)
        points_to.copy(exposure.given, shared.given)
        points_to.copy(exposure.written, shared.written)
        points_to.copy(exposure.exposed, shared.exposed)
        points_to.copy(exposure.functions, shared.functions)
        for result in call.results:
            node = points_to.storage(result)
            points_to.add(node, (self._targets.external,))
            points_to.copy(shared.given, node)
            points_to.copy(shared.exposed, node)
        return replace(shared, written=exposure.written)

    def reach(self, exposure: Exposure) -> Reach:
        """What a call reaches, after the analysis."""
        return reach(self._points_to, self._targets, exposure, callbacks=self._callbacks)
