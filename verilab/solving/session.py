"""What all solver sessions share: deadlines, the clock, records, and the answers that follow from ``check`` and ``values``."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Sequence

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.resources import OutOfTime
from verilab.solving import enumeration
from verilab.solving.backend import QueryContext, SessionClosed, SolverGaveUp, Status, Value
from verilab.solving.records import QueryRecord

DEADLINE_TOLERANCE = 0.01
"""Seconds."""


class BaseSession(ABC):
    """A session built on the seven primitives ``_push``, ``_pop``, ``_add``, ``_check``, ``_values``, ``_core`` and ``_close``.

    ``_check(assumptions, seconds)`` must end by itself soon after ``seconds`` (None: no limit) with UNKNOWN and set
    ``reason_unknown``, "timeout" where that was the reason.
    """

    def __init__(self, name: str, environment: Environment, context: QueryContext) -> None:
        self.environment = environment
        self.reason_unknown = ""
        self._name = name
        self._context = context
        self._clock = context.clock
        self._within_query = 0
        self._closed = False
        self._current: Status | None = None  # the answer to the assertions as they are, where its model is still there

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._close()

    def push(self) -> None:
        self._refuse_closed()
        self._current = None
        self._push()

    def pop(self, levels: int = 1) -> None:
        self._refuse_closed()
        self._current = None
        self._pop(levels)

    def add(self, *formulas: FNode) -> None:
        self._refuse_closed()
        self._current = None
        with self._clock.measure("add"):
            for formula in formulas:
                self._add(formula)

    def check(self, assumptions: Sequence[FNode] = (), *, timeout: float | None = None) -> Status:
        self._refuse_closed()
        if self._current is not None and not assumptions:
            return self._current
        seconds = self._context.seconds(timeout)
        start = time.perf_counter()
        with self._clock.measure("check"):
            status = self._check(assumptions, seconds)
        self._current = None if assumptions or status is Status.UNKNOWN else status
        if status is Status.UNKNOWN:
            # Solvers count in whole milliseconds and may stop a moment before the deadline that they were given.
            rest = self._context.deadline.remaining()
            if rest is not None and rest < DEADLINE_TOLERANCE:
                raise OutOfTime
        if not self._within_query:
            self._record("check", len(assumptions), start, status.value)
        return status

    def value(self, term: FNode) -> Value:
        return self.values([term])[0]

    def values(self, terms: Sequence[FNode]) -> list[Value]:
        self._refuse_closed()
        with self._clock.measure("values"):
            return self._values(terms)

    def unsat_core(self) -> list[FNode]:
        self._refuse_closed()
        with self._clock.measure("core"):
            return self._core()

    def implied(self, formulas: Sequence[FNode]) -> list[bool | None]:
        self._refuse_closed()
        start = time.perf_counter()
        self._within_query += 1
        try:
            result = self._implied(formulas)
        finally:
            self._within_query -= 1
        if not self._within_query:
            self._record("implied", len(formulas), start, f"{sum(value is not None for value in result)} determined")
        return result

    def all_sat(self, formulas: Sequence[FNode]) -> Generator[tuple[bool | None, ...], None, None]:
        start = time.perf_counter()
        cubes = 0
        outcome = "unknown"
        self._within_query += 1
        try:
            for cube in self._all_sat(formulas):
                cubes += 1
                yield cube
            outcome = f"{cubes} cubes"
        finally:
            self._within_query -= 1
            self._record("all-sat", len(formulas), start, outcome)

    def _refuse_closed(self) -> None:
        if self._closed:
            raise SessionClosed(f"this session of {self._name} is closed")

    def _implied(self, formulas: Sequence[FNode]) -> list[bool | None]:
        return enumeration.implied_by_models(self, self.environment, formulas)

    def _all_sat(self, formulas: Sequence[FNode]) -> Iterator[tuple[bool | None, ...]]:
        return enumeration.all_sat(self, self.environment, formulas)

    def _record(self, kind: str, size: int, start: float, outcome: str) -> None:
        if self._context.recorder is not None:
            self._context.recorder(QueryRecord(kind, self._name, size, time.perf_counter() - start, outcome))

    @abstractmethod
    def _close(self) -> None: ...

    @abstractmethod
    def _push(self) -> None: ...

    @abstractmethod
    def _pop(self, levels: int) -> None: ...

    @abstractmethod
    def _add(self, formula: FNode) -> None: ...

    @abstractmethod
    def _check(self, assumptions: Sequence[FNode], seconds: float | None) -> Status: ...

    @abstractmethod
    def _values(self, terms: Sequence[FNode]) -> list[Value]: ...

    @abstractmethod
    def _core(self) -> list[FNode]: ...


__all__ = ["BaseSession", "OutOfTime", "SessionClosed", "SolverGaveUp"]
