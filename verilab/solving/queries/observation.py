"""Watching interpolation: every query of a procedure and its outcome, told to whoever wants to count or to record them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Protocol

from pysmt.fnode import FNode

from verilab.resources import OutOfTime
from verilab.solving.interpolation import Interpolator, Outcome, TimedOut, TreeInterpolator


class Observer(Protocol):
    """Is told of each query twice: before it is asked, so that one that never ends is known too, and when it has its outcome."""

    def asked(self, procedure: str, partitions: Sequence[FNode]) -> None: ...

    def answered(self, procedure: str, partitions: Sequence[FNode], outcome: Outcome, seconds: float) -> None:
        """``seconds``: wall time.  A query that the run's deadline ended has the outcome TimedOut."""
        ...


class ObservedInterpolator:
    """An interpolator that tells its observers; the time that they take is on nobody's clock but the run's."""

    def __init__(self, inner: Interpolator, observers: Sequence[Observer]) -> None:
        self.procedure = inner.procedure
        self._inner = inner
        self._observers = tuple(observers)

    def close(self) -> None:
        self._inner.close()

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        return self._observed(partitions, lambda: self._inner.sequence(partitions, timeout=timeout))

    def _observed(self, partitions: Sequence[FNode], ask: Callable[[], Outcome]) -> Outcome:
        for observer in self._observers:
            observer.asked(self.procedure, partitions)
        start = time.perf_counter()
        try:
            outcome = ask()
        except OutOfTime:
            self._tell(partitions, TimedOut(self.procedure), start)
            raise
        self._tell(partitions, outcome, start)
        return outcome

    def _tell(self, partitions: Sequence[FNode], outcome: Outcome, start: float) -> None:
        seconds = time.perf_counter() - start
        for observer in self._observers:
            observer.answered(self.procedure, partitions, outcome, seconds)


class ObservedTreeInterpolator(ObservedInterpolator):
    """The same of one for trees; observers are told of the nodes' formulas."""

    def __init__(self, inner: TreeInterpolator, observers: Sequence[Observer]) -> None:
        super().__init__(inner, observers)
        self._trees = inner

    def tree(self, partitions: Sequence[FNode], parents: Sequence[int], *, timeout: float | None = None) -> Outcome:
        return self._observed(partitions, lambda: self._trees.tree(partitions, parents, timeout=timeout))
