"""Any backend in a process of its own, behind the same protocols (DESIGN §3): it has hard limits, is reused, and dies alone.

A worker that crashes, hangs or eats memory costs the query it was busy with (UNKNOWN or ``Failed``, with the reason); the next query
starts a new worker, in which a session's assertions are made again.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.backend import QueryContext, SessionClosed, SolverGaveUp, Status, Value
from verilab.solving.interpolation import Failed, Interpolator, Outcome, TimedOut
from verilab.solving.records import QueryRecord
from verilab.solving.session import BaseSession
from verilab.solving.smtlib import SmtLibError, SmtLibReader, declarations, to_smtlib
from verilab.solving.worker_messages import capabilities_from_json, outcome_from_json, value_from_json
from verilab.solving.worker_process import WorkerDied, WorkerProcess, WorkerRefused, WorkerTimedOut

# A solver's own timer gets this much more than its limit before the process is killed.
_GRACE_SECONDS = 2.0


class _Vocabulary:
    """Which symbols and formulas of one environment the worker of this generation knows."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.reader = SmtLibReader(environment)
        self._generation = 0
        self._declared: set[FNode] = set()
        self._numbers: dict[FNode, int] = {}

    def encode(self, generation: int, terms: Sequence[FNode]) -> dict[str, Any]:
        """The part of a request that makes ``terms`` known and names them."""
        if generation != self._generation:
            self._generation = generation
            self._declared.clear()
            self._numbers.clear()
        new: dict[FNode, None] = {}
        define = []
        for term in terms:
            if term not in self._numbers:
                self._numbers[term] = len(self._numbers)
                define.append((self._numbers[term], to_smtlib(term)))
                new.update(dict.fromkeys(sorted(term.get_free_variables() - self._declared, key=lambda symbol: str(symbol))))
        self._declared.update(new)
        return {"declare": declarations(new), "define": define, "terms": [self._numbers[term] for term in terms]}

    def numbered(self, numbers: Sequence[int]) -> list[FNode]:
        """The formulas with these numbers."""
        wanted = set(numbers)
        return [formula for formula, number in self._numbers.items() if number in wanted]


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
        except BaseException:
            self.process.close()
            raise
        self.name: str = hello["name"]
        self.version: str = hello["version"]
        self.capabilities = capabilities_from_json(hello["capabilities"])
        self.numbers = itertools.count()
        self._vocabularies: dict[int, _Vocabulary] = {}

    def vocabulary(self, environment: Environment) -> _Vocabulary:
        """What the worker knows of an environment.  One worker serves one environment: the run's."""
        if self._vocabularies and id(environment) not in self._vocabularies:
            raise ValueError("a worker serves one pySMT environment; make another WorkerBackend for another environment")
        return self._vocabularies.setdefault(id(environment), _Vocabulary(environment))

    def session(self, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None) -> WorkerSession:
        return WorkerSession(self, self.vocabulary(environment), logic, context or QueryContext())

    def interpolator(
        self, procedure: str, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None
    ) -> Interpolator:
        if procedure not in self.capabilities.interpolation:
            known = ", ".join(self.capabilities.interpolation)
            raise ValueError(f"{self.name} has no interpolation procedure {procedure!r}; it has: {known}")
        return WorkerInterpolator(self, self.vocabulary(environment), procedure, logic, context or QueryContext())

    def close(self) -> None:
        self.process.close()


class WorkerSession(BaseSession):
    """A session in the worker; it is made again, assertions and all, in the worker that follows a dead one."""

    def __init__(self, backend: WorkerBackend, vocabulary: _Vocabulary, logic: str, context: QueryContext) -> None:
        super().__init__(backend.name, vocabulary.environment, context)
        self._process = backend.process
        self._vocabulary = vocabulary
        self._logic = logic
        self._number = next(backend.numbers)
        self._generation = 0
        self._levels: list[list[FNode]] = [[]]
        self._assumed: list[FNode] = []
        self._seconds: float | None = None

    def _close(self) -> None:
        if self._generation == self._process.generation and self._process.pid is not None:
            with suppress(WorkerDied, WorkerRefused):
                self._process.request({"op": "close", "id": self._number}, _GRACE_SECONDS)

    def check(self, assumptions: Sequence[FNode] = (), *, timeout: float | None = None) -> Status:
        self._refuse_closed()
        self._process.ensure()  # a start is not on the query's clock
        return super().check(assumptions, timeout=timeout)

    def _send(self, operation: str, terms: Sequence[FNode] = (), seconds: float | None = None, **arguments: Any) -> Any:
        """A request about this session, which is made again first where the worker is a new one."""
        self._process.ensure()
        if self._generation != self._process.generation:
            self._generation = self._process.generation
            seed = self._context.seed
            self._process.request({"op": "session", "id": self._number, "logic": self._logic, "seed": seed}, _GRACE_SECONDS * 10)
            for index, level in enumerate(self._levels):
                if index:
                    self._request("push", (), None)
                if level:
                    self._request("add", level, None)
        return self._request(operation, terms, seconds, **arguments)

    def _request(self, operation: str, terms: Sequence[FNode], seconds: float | None, **arguments: Any) -> Any:
        encoded = self._vocabulary.encode(self._process.generation, terms)
        message = {"op": operation, "id": self._number, "seconds": seconds, **encoded, **arguments}
        hard = None if seconds is None else seconds + _GRACE_SECONDS
        return self._process.request(message, hard)

    # push, pop and add are noted here first, so that a worker's death in the middle loses nothing: the next request replays them.
    def _push(self) -> None:
        self._note("push")
        self._levels.append([])

    def _pop(self, levels: int) -> None:
        self._note("pop", levels=levels)
        del self._levels[len(self._levels) - levels :]

    def _add(self, formula: FNode) -> None:
        self._note("add", (formula,))
        self._levels[-1].append(formula)

    def _note(self, operation: str, terms: Sequence[FNode] = (), **arguments: Any) -> None:
        """Carry a change out in the worker that has this session; one that has not will be told by the replay."""
        if self._generation != self._process.generation or self._process.pid is None:
            return
        try:
            self._request(operation, terms, None, **arguments)
        except WorkerDied:
            self._generation = -1

    def _check(self, assumptions: Sequence[FNode], seconds: float | None) -> Status:
        self._assumed = list(assumptions)
        self._seconds = seconds
        try:
            answer = self._send("check", assumptions, seconds)
        except WorkerTimedOut:
            self.reason_unknown = "timeout"
            return Status.UNKNOWN
        except (WorkerDied, WorkerRefused) as error:
            self.reason_unknown = str(error)
            return Status.UNKNOWN
        self.reason_unknown = answer["reason"]
        return Status(answer["status"])

    def _revive(self) -> None:
        """Where another query has cost the worker its life since the last check, ask that check again for its model or core."""
        if self._process.pid is None or self._generation != self._process.generation:
            self._check(self._assumed, self._seconds)

    def _implied(self, formulas: Sequence[FNode]) -> list[bool | None]:
        self._current = None
        seconds = self._context.seconds()
        try:
            answer: list[bool | None] = self._send("implied", formulas, seconds)
            return answer
        except (WorkerDied, WorkerRefused):
            return [None] * len(formulas)

    def _values(self, terms: Sequence[FNode]) -> list[Value]:
        self._revive()
        try:
            return [value_from_json(value) for value in self._send("values", terms)]
        except (WorkerDied, WorkerRefused) as error:
            raise SolverGaveUp(str(error)) from error

    def _core(self) -> list[FNode]:
        self._revive()
        try:
            core = set(self._vocabulary.numbered(self._send("core")))
        except (WorkerDied, WorkerRefused) as error:
            raise SolverGaveUp(str(error)) from error
        return [formula for formula in self._assumed if formula in core]


class WorkerInterpolator:
    """An interpolation procedure in the worker."""

    def __init__(self, backend: WorkerBackend, vocabulary: _Vocabulary, procedure: str, logic: str, context: QueryContext) -> None:
        self.procedure = f"{backend.name}:{procedure}"
        self._process = backend.process
        self._vocabulary = vocabulary
        self._bare = procedure
        self._logic = logic
        self._context = context
        self._number = next(backend.numbers)
        self._generation = 0
        self._closed = False

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        if self._generation == self._process.generation and self._process.pid is not None:
            with suppress(WorkerDied, WorkerRefused):
                self._process.request({"op": "close", "id": self._number}, _GRACE_SECONDS)

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        if self._closed:
            raise SessionClosed(f"this interpolator {self.procedure} is closed")
        self._process.ensure()
        seconds = self._context.seconds(timeout)
        start = time.perf_counter()
        with self._context.clock.measure("interpolate"):
            outcome = self._sequence(partitions, seconds)
        if isinstance(outcome, TimedOut):
            self._context.deadline.check()
        if self._context.recorder is not None:
            name = type(outcome).__name__.lower()
            self._context.recorder(QueryRecord("interpolate", self.procedure, len(partitions), time.perf_counter() - start, name))
        return outcome

    def _sequence(self, partitions: Sequence[FNode], seconds: float | None) -> Outcome:
        hard = None if seconds is None else seconds + _GRACE_SECONDS
        try:
            if self._generation != self._process.generation:
                seed = self._context.seed
                message = {"op": "interpolator", "id": self._number, "procedure": self._bare, "logic": self._logic, "seed": seed}
                self._process.request(message, _GRACE_SECONDS * 10)
                self._generation = self._process.generation
            encoded = self._vocabulary.encode(self._generation, partitions)
            answer = self._process.request({"op": "sequence", "id": self._number, "seconds": seconds, **encoded}, hard)
            return outcome_from_json(answer, self._vocabulary.reader)
        except WorkerTimedOut:
            return TimedOut(self.procedure)
        except (WorkerDied, WorkerRefused, SolverGaveUp) as error:
            return Failed(str(error), self.procedure)
        except (SmtLibError, ValueError, KeyError) as error:
            return Failed(f"the worker answered nonsense: {error}", self.procedure)
