"""Yices contexts: making, checking with a time limit, and models."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from verilab.solving.backend import SolverGaveUp, Status, Value
from verilab_backends.yices.library import TermVector, YicesError, numbers
from verilab_backends.yices.library import library as y

_SAT, _UNSAT, _INTERRUPTED, _ERROR = 3, 4, 5, 6  # smt_status_t
RETRY = 0.01
"""Seconds after which a search is told again to stop: before it has begun it does not listen."""


class Watchdog:
    """A thread that stops a search when its time is over; one serves all contexts, as one search runs at a time."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._context: int | None = None
        self._end = 0.0
        self.barked = False

    @contextmanager
    def over(self, context: int, seconds: float | None) -> Iterator[None]:
        """While the block runs, a search of the context may take so many seconds; ``barked`` says afterwards if it was stopped."""
        self.barked = False
        if seconds is None:
            yield
            return
        with self._changed:
            self._context, self._end = context, time.monotonic() + seconds
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="yices-watchdog", daemon=True)
                self._thread.start()
            self._changed.notify()
        try:
            yield
        finally:
            with self._changed:
                self._context = None

    def _run(self) -> None:
        with self._changed:
            while True:
                if self._context is None:
                    self._changed.wait()
                elif (rest := self._end - time.monotonic()) > 0:
                    self._changed.wait(rest)
                else:
                    self.barked = True
                    y.stop_search(self._context)
                    self._changed.wait(RETRY)


watchdog = Watchdog()


class Context:
    """A context with push and pop that is usable again after an interruption."""

    def __init__(self, **configuration: str) -> None:
        """``configuration``: parameters of ``yices_set_config``, with _ for -."""
        config = y.new_config()
        try:
            for name, value in {"mode": "push-pop", **configuration}.items():
                y.valid(y.set_config(config, name.replace("_", "-").encode(), value.encode()))
            self._handle: int | None = y.new_context(config)
        finally:
            y.free_config(config)
        if self._handle is None:
            raise YicesError(y.error())
        self._dead = 0  # levels pushed onto assertions that are unsatisfiable, which Yices refuses
        self._depth = 0
        self._refuted: int | None = None  # the level whose assertions Yices refuted while it took them

    @property
    def handle(self) -> int:
        if self._handle is None:
            raise ValueError("this Yices context is closed")
        return self._handle

    def close(self) -> None:
        if self._handle is not None:
            y.free_context(self._handle)
            self._handle = None

    def push(self) -> None:
        self._depth += 1
        if self._dead or y.push(self.handle) < 0:
            if not self._dead and y.context_status(self.handle) != _UNSAT:
                raise YicesError(y.error())
            self._dead += 1

    def pop(self, levels: int = 1) -> None:
        self._depth -= levels
        if self._refuted is not None and self._depth < self._refuted:
            self._refuted = None
        for _ in range(levels):
            if self._dead:
                self._dead -= 1
            else:
                y.valid(y.pop(self.handle))

    def add(self, term: int) -> None:
        """Assert a Boolean term; YicesError where the context's solvers do not know its theory."""
        y.valid(y.assert_formula(self.handle, term))
        # In interactive mode, after a check with assumptions, Yices 2.6.5 answers the next check with SAT nevertheless.
        if self._refuted is None and y.context_status(self.handle) == _UNSAT:
            self._refuted = self._depth

    def check(self, assumptions: Sequence[int], seconds: float | None) -> Status:
        """Satisfiability with assumptions; UNKNOWN where the time was over (``watchdog.barked``) or Yices gave up."""
        if self._refuted is not None:
            return Status.UNSAT
        with watchdog.over(self.handle, seconds):
            if assumptions:
                status = y.check_context_with_assumptions(self.handle, None, len(assumptions), numbers(assumptions))
            else:
                status = y.check_context(self.handle, None)
        return self._status(status)

    def check_with_model(self, model: Model, constants: Sequence[int], seconds: float | None) -> Status:
        """Satisfiability where the constants have their values in the model; for MCSAT contexts only."""
        with watchdog.over(self.handle, seconds):
            status = y.check_context_with_model(self.handle, None, model.handle, len(constants), numbers(constants))
        return self._status(status)

    def _status(self, status: int) -> Status:
        if status == _ERROR:
            raise YicesError(y.error())
        return {_SAT: Status.SAT, _UNSAT: Status.UNSAT}.get(status, Status.UNKNOWN)

    def core(self) -> list[int]:
        """The assumptions of the last check that suffice for UNSAT."""
        if self._refuted is not None:
            return []
        vector = TermVector()
        y.init_term_vector(ctypes.byref(vector))
        try:
            y.valid(y.get_unsat_core(self.handle, ctypes.byref(vector)))
            return [vector.data[index] for index in range(vector.size)]
        finally:
            y.delete_term_vector(ctypes.byref(vector))

    def model(self) -> Model:
        """The model of the last check, which was SAT; to be closed."""
        handle = y.get_model(self.handle, 1)
        if handle is None:
            raise SolverGaveUp(f"Yices has no model: {y.error()}")
        return Model(handle)


class Model:
    """Values of terms."""

    def __init__(self, handle: int) -> None:
        self.handle: int | None = handle

    def close(self) -> None:
        if self.handle is not None:
            y.free_model(self.handle)
            self.handle = None

    def value(self, term: int, sort: Any) -> Value:
        """The value of a term of that pySMT type; SolverGaveUp where the model has none."""
        if sort.is_bool_type():
            truth = ctypes.c_int32()
            self._read(y.get_bool_value(self.handle, term, ctypes.byref(truth)))
            return bool(truth.value)
        if sort.is_bv_type():
            bits = (ctypes.c_int32 * sort.width)()
            self._read(y.get_bv_value(self.handle, term, bits))
            return sum(int(bit) << position for position, bit in enumerate(bits))
        if sort.is_int_type() or sort.is_real_type():
            self._read(y.get_mpq_value(self.handle, term, ctypes.byref(y.rational)))
            value: Fraction = y.rational.fraction()
            return int(value) if sort.is_int_type() else value
        raise SolverGaveUp(f"values of type {sort} are not read from Yices' models")

    def _read(self, result: int) -> None:
        if result < 0:
            raise SolverGaveUp(f"Yices has no model value: {y.error()}")
