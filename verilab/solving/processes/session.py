"""A solver session in a worker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from pysmt.fnode import FNode

from verilab.solving.backend import QueryContext, SolverGaveUp, Status, Value
from verilab.solving.processes.border import GRACE_SECONDS, Border, Wanted
from verilab.solving.processes.messages import (
    AskSession,
    Begin,
    Change,
    Checked,
    Close,
    Core,
    Cubes,
    Implied,
    Pop,
    Push,
    Question,
    Values,
)
from verilab.solving.processes.process import WorkerDied, WorkerRefused, WorkerTimedOut
from verilab.solving.session import BaseSession
from verilab.solving.smtlib.syntax import SmtLibError


class WorkerSession(BaseSession):
    """A session in the worker; it is made again, assertions and all, in the worker that follows a dead one.

    push, pop and add wait for the next question and travel with it.
    """

    def __init__(self, backend: str, number: int, border: Border, logic: str, context: QueryContext) -> None:
        """``backend``: its name; ``number``: what the worker calls this session."""
        super().__init__(backend, border.environment, context)
        self._process = border.process
        self._border = border
        self._logic = logic
        self._number = number
        self._generation = -1
        self._levels: list[list[FNode]] = [[]]
        self._pending: list[Change | FNode] = []
        self._assumed: list[FNode] = []
        self._seconds: float | None = None

    def _close(self) -> None:
        if self._generation == self._process.generation and self._process.pid is not None:
            with suppress(WorkerDied, WorkerRefused):  # what a dead worker held is gone with it
                self._process.request(Close(self._number), GRACE_SECONDS)

    def check(self, assumptions: Sequence[FNode] = (), *, timeout: float | None = None) -> Status:
        self._refuse_closed()
        self._process.ensure()  # a start is not on the query's clock
        return super().check(assumptions, timeout=timeout)

    def _ask(self, wanted: type[Wanted], question: Question, terms: Sequence[FNode] = (), seconds: float | None = None) -> Wanted:
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
                    answer = self._ask(Cubes, question, formulas if question is Question.ALL_SAT else (), seconds)
            except (WorkerDied, WorkerRefused, SolverGaveUp) as error:
                self._context.deadline.check()
                raise SolverGaveUp(str(error)) from error
            yield from map(tuple, answer.cubes)
            if not answer.more:
                return
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
