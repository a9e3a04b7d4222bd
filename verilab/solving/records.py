"""Who hears of queries: one row for each, whoever was asked; and of interpolation, the formulas and their outcome too."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from verilab.data_classes import dataclass
from verilab.solving.interpolation import Outcome, TimedOut

if TYPE_CHECKING:
    from pysmt.fnode import FNode

    from verilab.solving.backend import QueryContext


@dataclass(frozen=True, slots=True)
class QueryRecord:
    """``kind``: check, implied, all-sat, interpolate, interpolate-tree, certificate;
    ``procedure``: ``<backend>`` or ``<backend>:<procedure>``;
    ``size``: for an interpolation the number of partitions, for implied and all-sat the number of formulas, for a check the number of
    assumptions; ``seconds``: wall time; ``outcome``: sat, unsat, unknown, or the lower-case name of the interpolation outcome.
    """

    kind: str
    procedure: str
    size: int
    seconds: float
    outcome: str


Recorder = Callable[[QueryRecord], None]


class Observer(Protocol):
    """Is told of each interpolation query twice: before it is asked, so that one that never ends is known too, and when it has its
    outcome.
    """

    def asked(self, procedure: str, partitions: Sequence[FNode]) -> None: ...

    def answered(self, procedure: str, partitions: Sequence[FNode], outcome: Outcome, seconds: float) -> None:
        """``seconds``: wall time.  A query that the run's deadline ended has the outcome TimedOut."""
        ...


def on_the_clock(context: QueryContext, kind: str, procedure: str, size: int, ask: Callable[[], Outcome]) -> Outcome:
    """What ``ask`` answers to an interpolation query of this kind and size: on the run's clock, with a row for the recorder.

    Raises OutOfTime where it took too long because the run has no more time.
    """
    start = time.perf_counter()
    with context.clock.measure("interpolate"):
        outcome = ask()
    if isinstance(outcome, TimedOut):
        context.deadline.check()
    if context.recorder is not None:
        context.recorder(QueryRecord(kind, procedure, size, time.perf_counter() - start, type(outcome).__name__.lower()))
    return outcome
