"""Any backend in a process of its own, behind the same protocols: it has hard limits, is reused, and dies alone.

A worker that crashes, hangs or eats memory costs the query it was busy with (UNKNOWN or ``Failed``, with the reason); the next query
starts a new worker, in which a session's assertions are made again.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.backend import QueryContext, SessionClosed, SolverGaveUp, Status, Value
from verilab.solving.horn import HornSystem
from verilab.solving.interpolation import Failed, Interpolants, Interpolator, Invalid, NotUnsat, Outcome, TimedOut, Unsupported
from verilab.solving.processes.messages import (
    Add,
    AlongPath,
    AskInterpolator,
    AskSession,
    Begin,
    Change,
    Checked,
    Close,
    Core,
    Cubes,
    Implied,
    Interpolated,
    MakeInterpolator,
    OfClauses,
    OverTree,
    Pop,
    Push,
    Question,
    Reply,
    Values,
    shape_of,
)
from verilab.solving.processes.process import WorkerDied, WorkerProcess, WorkerRefused, WorkerTimedOut
from verilab.solving.processes.shared_terms import CLIENT, BorderError, SharedTerms
from verilab.solving.records import QueryRecord
from verilab.solving.session import BaseSession
from verilab.solving.smtlib.syntax import SmtLibError
from verilab.solving.trees import check_shape

# A solver's own timer gets this much more than its limit before the process is killed: less than what a run gets beyond its own limit
# to report what it has.
_GRACE_SECONDS = 1.0


_Wanted = TypeVar("_Wanted")


class _Border:
    """The way to the worker over one environment: it keeps what the worker of this generation knows."""

    def __init__(self, process: WorkerProcess, environment: Environment) -> None:
        self.process = process
        self.environment = environment
        self._generation = -1
        self._shared = SharedTerms(environment, CLIENT)

    def encoded(self, terms: Sequence[FNode], before: Sequence[Change | FNode] = ()) -> tuple[list[str], list[str], list[Change]]:
        """The definitions that the worker needs, the names of the terms, and the changes before, in which a formula is one to be added."""
        if self._generation != self.process.generation:
            self._generation = self.process.generation
            self._shared = SharedTerms(self.environment, CLIENT)
        added = [each for each in before if isinstance(each, FNode)]
        define, names = self._shared.encode([*terms, *added])
        rest = iter(names[len(terms) :])
        changes: list[Change] = []
        for each in before:
            if not isinstance(each, FNode):
                changes.append(each)
            elif changes and isinstance(changes[-1], Add):
                changes[-1].names.append(next(rest))
            else:
                changes.append(Add([next(rest)]))
        return define, names[: len(terms)], changes

    def ask(self, request: AskSession | AskInterpolator) -> Reply:
        """Raises as ``WorkerProcess.request``."""
        answer = self.process.request(request, None if request.seconds is None else request.seconds + _GRACE_SECONDS)
        try:
            self._shared.define(answer.define)
        except BorderError as error:
            raise self.process.nonsense(str(error)) from None
        return answer.reply

    def wanted(self, reply: Reply, kind: type[_Wanted]) -> _Wanted:
        """The answer, of the kind that was asked for.  Raises WorkerDied for any other."""
        if not isinstance(reply, kind):
            raise self.process.nonsense(type(reply).__name__)
        return reply

    def outcome(self, reply: Reply) -> Outcome:
        """An outcome over the terms of this process.  Raises WorkerDied for another answer, BorderError for unknown names."""
        match reply:
            case Interpolated(names=names, procedure=procedure, fallback=fallback):
                return Interpolants(tuple(self._shared.terms(names)), procedure, fallback)
            case NotUnsat() | TimedOut() | Unsupported() | Failed() | Invalid():
                return reply
        raise self.process.nonsense(type(reply).__name__)


class WorkerBackend:
    """The client of a worker that serves the backend made by ``factory`` ("module:attribute").

    ``megabytes`` limits the worker's address space beyond what it maps at its start (0: no limit); ``search_path`` is put before
    ``sys.path`` there; ``excluded`` modules cannot be imported there.  Raises EngineMissing where the factory cannot be imported or
    raises ImportError.
    """

    def __init__(self, factory: str, *, megabytes: int = 0, search_path: Sequence[str] = (), excluded: Sequence[str] = ()) -> None:
        self.process = WorkerProcess(factory, megabytes=megabytes, search_path=search_path, excluded=excluded)
        try:
            hello = self.process.hello()
        except BaseException:  # also an interruption must not leave the process behind
            self.process.close()
            raise
        self.name = hello.name
        self.version = hello.version
        self.capabilities = replace(hello.capabilities, in_process=False, provers=frozenset())  # no other backend is where it is
        self.numbers = itertools.count()
        self._border: _Border | None = None

    def _border_of(self, environment: Environment) -> _Border:
        """One worker serves one environment: the run's."""
        if self._border is None:
            self._border = _Border(self.process, environment)
        if self._border.environment is not environment:
            raise ValueError("a worker serves one pySMT environment; make another WorkerBackend for another environment")
        return self._border

    def session(self, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None) -> WorkerSession:
        return WorkerSession(self, self._border_of(environment), logic, context or QueryContext())

    def interpolator(
        self, procedure: str, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None
    ) -> Interpolator:
        if procedure not in self.capabilities.interpolation:
            known = ", ".join(self.capabilities.interpolation)
            raise ValueError(f"{self.name} has no interpolation procedure {procedure!r}; it has: {known}")
        return WorkerInterpolator(self, self._border_of(environment), procedure, logic, context or QueryContext())

    def close(self) -> None:
        self.process.close()


class WorkerSession(BaseSession):
    """A session in the worker; it is made again, assertions and all, in the worker that follows a dead one.

    push, pop and add wait for the next question and travel with it.
    """

    def __init__(self, backend: WorkerBackend, border: _Border, logic: str, context: QueryContext) -> None:
        super().__init__(backend.name, border.environment, context)
        self._process = backend.process
        self._border = border
        self._logic = logic
        self._number = next(backend.numbers)
        self._generation = -1
        self._levels: list[list[FNode]] = [[]]
        self._pending: list[Change | FNode] = []
        self._assumed: list[FNode] = []
        self._seconds: float | None = None

    def _close(self) -> None:
        if self._generation == self._process.generation and self._process.pid is not None:
            with suppress(WorkerDied, WorkerRefused):  # what a dead worker held is gone with it
                self._process.request(Close(self._number), _GRACE_SECONDS)

    def check(self, assumptions: Sequence[FNode] = (), *, timeout: float | None = None) -> Status:
        self._refuse_closed()
        self._process.ensure()  # a start is not on the query's clock
        return super().check(assumptions, timeout=timeout)

    def _ask(self, wanted: type[_Wanted], question: Question, terms: Sequence[FNode] = (), seconds: float | None = None) -> _Wanted:
        """A question about this session, which is made again first where the worker is a new one."""
        self._process.ensure()
        before = self._pending if self._generation == self._process.generation else self._history()
        try:
            define, names, changes = self._border.encoded(terms, before)
            answer = self._border.ask(AskSession(self._number, question, names, seconds, changes, define))
        except (WorkerDied, WorkerRefused):
            self._generation = -1
            raise
        finally:
            self._pending = []
            self._clock.note_deaths(*self._process.take_deaths())
        self._generation = self._process.generation
        return self._border.wanted(answer, wanted)

    def _history(self) -> list[Change | FNode]:
        """The changes that make this session from nothing."""
        changes: list[Change | FNode] = [Begin(self._logic, self._context.seed)]
        for index, level in enumerate(self._levels):
            if index:
                changes.append(Push())
            changes += level
        return changes

    def _push(self) -> None:
        self._pending.append(Push())
        self._levels.append([])

    def _pop(self, levels: int) -> None:
        self._pending.append(Pop(levels))
        del self._levels[len(self._levels) - levels :]

    def _add(self, formula: FNode) -> None:
        self._pending.append(formula)
        self._levels[-1].append(formula)

    def _check(self, assumptions: Sequence[FNode], seconds: float | None) -> Status:
        self._assumed = list(assumptions)
        self._seconds = seconds
        try:
            answer = self._ask(Checked, Question.CHECK, assumptions, seconds)
            self.reason_unknown = answer.reason
            return answer.status
        except WorkerTimedOut:
            self.reason_unknown = "timeout"
        except (WorkerDied, WorkerRefused, SolverGaveUp, SmtLibError) as error:
            self.reason_unknown = str(error)
        return Status.UNKNOWN

    def _revive(self) -> None:
        """Where another query has cost the worker its life since the last check, ask that check again for its model or core."""
        if self._process.pid is None or self._generation != self._process.generation:
            self._check(self._assumed, self._seconds)

    def _implied(self, formulas: Sequence[FNode]) -> list[bool | None]:
        self._current = None
        seconds = self._context.seconds()
        try:
            with self._clock.measure("implied"):
                return self._ask(Implied, Question.IMPLIED, formulas, seconds).answers
        except (WorkerDied, WorkerRefused, SolverGaveUp):
            self._context.deadline.check()
            return [None] * len(formulas)

    def _all_sat(self, formulas: Sequence[FNode]) -> Iterator[tuple[bool | None, ...]]:
        question, self._current = Question.ALL_SAT, None
        while True:
            seconds = self._context.seconds()
            try:
                with self._clock.measure("all-sat"):
                    cubes = self._ask(Cubes, question, formulas if question is Question.ALL_SAT else (), seconds).cubes
            except (WorkerDied, WorkerRefused, SolverGaveUp) as error:
                self._context.deadline.check()
                raise SolverGaveUp(str(error)) from error
            if not cubes:
                return
            yield from map(tuple, cubes)
            question = Question.MORE_CUBES

    def _values(self, terms: Sequence[FNode]) -> list[Value]:
        self._revive()
        try:
            return self._ask(Values, Question.VALUES, terms).plain()
        except (WorkerDied, WorkerRefused) as error:
            raise SolverGaveUp(str(error)) from error

    def _core(self) -> list[FNode]:
        self._revive()
        try:
            return [self._assumed[index] for index in self._ask(Core, Question.CORE).places]
        except (WorkerDied, WorkerRefused) as error:
            raise SolverGaveUp(str(error)) from error


class WorkerInterpolator:
    """An interpolation procedure in the worker."""

    def __init__(self, backend: WorkerBackend, border: _Border, procedure: str, logic: str, context: QueryContext) -> None:
        self.procedure = f"{backend.name}:{procedure}"
        self._process = backend.process
        self._border = border
        self._bare = procedure
        self._logic = logic
        self._context = context
        self._number = next(backend.numbers)
        self._generation = -1
        self._closed = False

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        if self._generation == self._process.generation and self._process.pid is not None:
            with suppress(WorkerDied, WorkerRefused):  # what a dead worker held is gone with it
                self._process.request(Close(self._number), _GRACE_SECONDS)

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
        start = time.perf_counter()
        with self._context.clock.measure("interpolate"):
            outcome = self._ask(query, partitions, seconds)
        if isinstance(outcome, TimedOut):
            self._context.deadline.check()
        if self._context.recorder is not None:
            name = type(outcome).__name__.lower()
            self._context.recorder(QueryRecord(kind, self.procedure, len(partitions), time.perf_counter() - start, name))
        return outcome

    def _ask(self, query: AlongPath | OverTree | OfClauses, partitions: Sequence[FNode], seconds: float | None) -> Outcome:
        try:
            if self._generation != self._process.generation:
                context = self._context
                self._process.request(
                    MakeInterpolator(self._number, self._bare, self._logic, context.seed, context.reduction, context.simplification),
                    _GRACE_SECONDS * 20,
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
