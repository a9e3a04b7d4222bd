"""Where the time of an exploration goes, by the operators of a CPA: the timers behind Fig. 4.2 of the thesis.

precision adjustment is part of the transfer relation here (``verilab.analysis.cpa``), and merge is merge-sep, which takes no time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any, TypeVar

from verilab.analysis.cpa import Successor
from verilab.data_classes import dataclass
from verilab.program.control import ControlPoint

T = TypeVar("T")


@dataclass(slots=True)
class Timers:
    """Seconds of wall time: of stop, and of successors with the adjustment of their precision."""

    stop: float = 0.0
    precision: float = 0.0

    def stopping(self, ask: Callable[..., T]) -> Callable[..., T]:
        """``ask``, its time counted as that of stop."""

        def timed(*arguments: Any) -> T:
            begin = perf_counter()
            try:
                return ask(*arguments)
            finally:
                self.stop += perf_counter() - begin

        return timed

    def adjusting(self, successors: Callable[[ControlPoint, Any], Iterable[Successor]]) -> Callable[[ControlPoint, Any], list[Successor]]:
        """``successors``, all of them at once, its time counted as that of precision adjustment."""

        def timed(point: ControlPoint, state: Any) -> list[Successor]:
            begin = perf_counter()
            try:
                return list(successors(point, state))
            finally:
                self.precision += perf_counter() - begin

        return timed
