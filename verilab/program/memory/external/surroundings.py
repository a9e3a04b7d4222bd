"""How far the functions without a body of a program reach: all that their arguments lead to, or one step only.

Apart, every call has nodes of its own for what it reaches; with c calls and a program of n cells behind them that is c * n constraints,
which only small programs can pay for.  For a large program (a driver, with hundreds of calls into its kernel) SV-COMP's convention is
taken: a function without a body changes no more than what its arguments point to, and returns pointers to memory of its own.  It calls
the functions that it is given, but not where the program models its surroundings, as a main does that calls a driver's handlers by name.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from verilab.program.memory.external.exposure import Exposure, Reach, expose, reach
from verilab.program.memory.objects.objects import EXTERNAL
from verilab.program.memory.objects.regions import ANY_STEP
from verilab.program.memory.points_to.andersen import PointsTo
from verilab.program.memory.points_to.contents import Targets
from verilab.program.memory.points_to.known_values import KnownValues
from verilab.program.memory.raw.operations import ExternalCall

MOST_CALLS_APART = 24
"""Calls of functions without a body, with pointers, that a program may have for each to be looked at on its own."""
MOST_CALLS_MODELLED = 6
"""The same for a program that models its surroundings."""


class Depth(Enum):
    """How far the calls of a program reach."""

    ALL = "all that the arguments lead to"
    ONE_STEP = "what the arguments point to"


class Surroundings:
    """The functions without a body of one program."""

    def __init__(self, points_to: PointsTo, targets: Targets, known: KnownValues) -> None:
        self._points_to = points_to
        self._targets = targets
        self._callbacks = not known.models_surroundings
        most = MOST_CALLS_APART if self._callbacks else MOST_CALLS_MODELLED
        self.depth = Depth.ALL if known.external_calls <= most else Depth.ONE_STEP
        self.knowing = self._callbacks and self.depth is Depth.ALL
        if self.knowing:
            points_to.copy(points_to.rest(targets.index(EXTERNAL)), points_to.leaked, 0, ANY_STEP)

    def expose(self, call: ExternalCall, exposure: Exposure, *, shallow: bool = False) -> Exposure:
        """Add the constraints of a call; the nodes that say after the analysis what it reaches, no more than one step where ``shallow``."""
        points_to = self._points_to
        if self.knowing and not call.fixed:
            points_to.copy(points_to.leaked, exposure.exposed)
            points_to.copy(points_to.leaked, exposure.functions)
        if self.depth is Depth.ALL and not shallow:
            expose(points_to, self._targets, call.results, exposure, callbacks=self._callbacks, typed=call.typed)
            if self._callbacks and not call.fixed:
                for known in (exposure.given, exposure.exposed):
                    points_to.copy(known, points_to.surrendered, 0, ANY_STEP)
            return exposure
        for result in call.results:
            points_to.add(points_to.storage(result), (self._targets.external,))
        exposure = replace(exposure, held=points_to.node())  # what is held is more than a step away
        if not self._callbacks:
            return replace(exposure, functions=points_to.node())
        expose(points_to, self._targets, (), exposure, callbacks=False, deep=False)
        return exposure

    def reach(self, exposure: Exposure) -> Reach:
        """What a call reaches, after the analysis."""
        return reach(self._points_to, self._targets, exposure, callbacks=self._callbacks)
