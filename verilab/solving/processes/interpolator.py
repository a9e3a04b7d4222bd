"""An interpolation procedure in a worker."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from pysmt.fnode import FNode

from verilab.solving.backend import QueryContext, SessionClosed, SolverGaveUp
from verilab.solving.horn import HornSystem
from verilab.solving.interpolation import Failed, Outcome, TimedOut
from verilab.solving.processes.border import GRACE_SECONDS, Border
from verilab.solving.processes.messages import AlongPath, AskInterpolator, Close, MakeInterpolator, OfClauses, OverTree, shape_of
from verilab.solving.processes.process import WorkerDied, WorkerRefused, WorkerTimedOut
from verilab.solving.records import on_the_clock
from verilab.solving.smtlib.syntax import SmtLibError
from verilab.solving.trees import check_shape


class WorkerInterpolator:
    """An ``Interpolator``; it is made again in the worker that follows a dead one."""

    def __init__(self, backend: str, number: int, border: Border, procedure: str, logic: str, context: QueryContext) -> None:
        """``backend``: its name; ``number``: what the worker calls this interpolator."""
        self.procedure = f"{backend}:{procedure}"
        self._process = border.process
        self._border = border
        self._bare = procedure
        self._logic = logic
        self._context = context
        self._number = number
        self._generation = -1
        self._closed = False

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        if self._generation == self._process.generation and self._process.pid is not None:
            with suppress(WorkerDied, WorkerRefused):  # what a dead worker held is gone with it
                self._process.request(Close(self._number), GRACE_SECONDS)

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        return self._timed("interpolate", AlongPath(), partitions, timeout)

    def tree(self, partitions: Sequence[FNode], parents: Sequence[int], *, timeout: float | None = None) -> Outcome:
        """For procedures that ``Capabilities.trees`` names: see ``TreeInterpolator``."""
        check_shape(partitions, parents)
        return self._timed("interpolate-tree", OverTree(list(parents)), partitions, timeout)

    def solve(self, system: HornSystem, *, timeout: float | None = None) -> Outcome:
        """For procedures that ``Capabilities.loops`` names: see ``HornSolver``."""
        shape, terms = shape_of(system)
        return self._timed("solve-clauses", OfClauses(shape), terms, timeout)

    def _timed(self, kind: str, query: AlongPath | OverTree | OfClauses, partitions: Sequence[FNode], timeout: float | None) -> Outcome:
        if self._closed:
            raise SessionClosed(f"this interpolator {self.procedure} is closed")
        self._process.ensure()
        seconds = self._context.seconds(timeout)
        return on_the_clock(self._context, kind, self.procedure, len(partitions), lambda: self._ask(query, partitions, seconds))

    def _ask(self, query: AlongPath | OverTree | OfClauses, partitions: Sequence[FNode], seconds: float | None) -> Outcome:
        try:
            if self._generation != self._process.generation:
                context = self._context
                self._process.request(
                    MakeInterpolator(self._number, self._bare, self._logic, context.seed, context.reduction, context.simplification),
                    GRACE_SECONDS * 20,
                )
                self._generation = self._process.generation
            define, names, _ = self._border.encoded(partitions)
            return self._border.outcome(self._border.ask(AskInterpolator(self._number, query, names, seconds, define)))
        except WorkerTimedOut:
            return TimedOut(self.procedure)
        except (WorkerDied, WorkerRefused, SolverGaveUp) as error:
            return Failed(str(error), self.procedure)
        except (SmtLibError, ValueError) as error:
            return Failed(f"the worker answered nonsense: {error}", self.procedure)
        finally:
            self._context.clock.note_deaths(*self._process.take_deaths())
