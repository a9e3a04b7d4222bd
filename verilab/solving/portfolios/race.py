"""A portfolio whose members search at the same time, each in a worker process of its own: the first valid answer wins.

A thread per member waits for its worker.  Terms of one pySMT environment must not be built by two threads at once, so a thread holds
the race's lock whenever it does not wait.  Losers get a moment to end by themselves and are killed then; their next process starts at once,
while the run goes on with the answer.
"""

from __future__ import annotations

import os
import queue
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from pysmt.fnode import FNode

from verilab.resources import OutOfTime
from verilab.solving.backend import QueryContext
from verilab.solving.interpolation import Failed, Interpolants, Interpolator, NotUnsat, Outcome
from verilab.solving.portfolios.fallback import first_answer
from verilab.solving.portfolios.portfolio import Plan
from verilab.solving.processes.backend import WorkerBackend
from verilab.solving.queries.observation import Observer

PATIENCE = 0.02
"""Seconds that losers get at least; else as long as the winner took."""

Check = Callable[[Sequence[FNode], Interpolants], Outcome]
"""What becomes of an answer: itself, ``Invalid`` or ``Failed``."""


@dataclass(frozen=True, slots=True)
class Racer:
    """A member: ``interpolator`` is served by ``backend``, which nobody else uses."""

    backend: WorkerBackend
    interpolator: Interpolator


class _Mine(threading.local):
    """Whether this thread holds the lock of the terms."""

    held = False


@dataclass(frozen=True, slots=True)
class _Arrival:
    racer: int
    outcome: Outcome | OutOfTime
    seconds: float


class Race:
    """Asks all members at once; an ``Interpolator``.  Observers are told of the members' queries; one that was stopped has no outcome."""

    def __init__(
        self, plan: Plan, racers: Sequence[Racer], context: QueryContext, check: Check, observers: Sequence[Observer] = ()
    ) -> None:
        self.procedure = str(plan)
        self._racers = tuple(racers)
        self._context = context
        self._check = check
        self._observers = tuple(observers)
        self._terms = threading.Lock()
        self._mine = _Mine()
        for racer in racers:
            racer.backend.process.waiting = self._without_terms

    def close(self) -> None:
        for racer in self._racers:
            racer.interpolator.close()
            racer.backend.close()

    @contextmanager
    def _with_terms(self) -> Iterator[None]:
        with self._terms:
            self._mine.held = True
            try:
                yield
            finally:
                self._mine.held = False

    @contextmanager
    def _without_terms(self) -> Iterator[None]:
        """Give the lock up while this thread waits, where it has it."""
        if not self._mine.held:
            yield
            return
        self._terms.release()
        try:
            yield
        finally:
            self._terms.acquire()

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        for racer in self._racers:
            racer.backend.process.ensure()
            for observer in self._observers:
                observer.asked(racer.interpolator.procedure, partitions)
        seconds = self._context.seconds(timeout)
        with self._context.clock.measure("interpolate"):
            return self._race(partitions, seconds)

    def _race(self, partitions: Sequence[FNode], seconds: float | None) -> Outcome:
        arrivals: queue.Queue[_Arrival] = queue.Queue()
        start = time.perf_counter()
        threads = [
            threading.Thread(target=self._run, args=(index, partitions, seconds, arrivals), daemon=True)
            for index in range(len(self._racers))
        ]
        for thread in threads:
            thread.start()
        racing = set(range(len(threads)))
        late: list[OutOfTime] = []
        try:
            answer = first_answer(self.procedure, self._outcomes(arrivals, racing, late, partitions))
            self._drain(arrivals, racing, partitions, max(PATIENCE, time.perf_counter() - start))
        finally:
            self._stop(racing, threads)
        if late and not isinstance(answer, Interpolants | NotUnsat):
            raise late[0]
        return answer

    def _outcomes(
        self, arrivals: queue.Queue[_Arrival], racing: set[int], late: list[OutOfTime], partitions: Sequence[FNode]
    ) -> Iterator[tuple[str, Outcome]]:
        """What the members say, in the order in which they arrive; who was out of the run's time is noted in ``late``."""
        while racing:
            arrival = arrivals.get()
            racing.remove(arrival.racer)
            if isinstance(arrival.outcome, OutOfTime):
                late.append(arrival.outcome)
            else:
                yield self._racers[arrival.racer].interpolator.procedure, self._judged(arrival, partitions)

    def _run(self, index: int, partitions: Sequence[FNode], seconds: float | None, arrivals: queue.Queue[_Arrival]) -> None:
        """In a thread: one member's answer."""
        interpolator = self._racers[index].interpolator
        start = time.perf_counter()
        outcome: Outcome | OutOfTime
        try:
            with self._with_terms():
                outcome = interpolator.sequence(partitions, timeout=seconds)
        except OutOfTime as error:
            outcome = error
        except Exception as error:  # an exception in a thread would be lost, and the race would wait for it for ever
            outcome = Failed(f"{type(error).__name__}: {error}", interpolator.procedure)
        arrivals.put(_Arrival(index, outcome, time.perf_counter() - start))

    def _judged(self, arrival: _Arrival, partitions: Sequence[FNode]) -> Outcome:
        """The certified outcome, told to the observers."""
        assert not isinstance(arrival.outcome, OutOfTime)
        with self._with_terms():
            outcome = self._check(partitions, arrival.outcome) if isinstance(arrival.outcome, Interpolants) else arrival.outcome
            for observer in self._observers:
                observer.answered(self._racers[arrival.racer].interpolator.procedure, partitions, outcome, arrival.seconds)
        return outcome

    def _drain(self, arrivals: queue.Queue[_Arrival], racing: set[int], partitions: Sequence[FNode], seconds: float) -> None:
        """Let losers end by themselves for a moment: a new process costs more than the rest of a short query."""
        end = time.perf_counter() + seconds
        while racing and (rest := end - time.perf_counter()) > 0:
            try:
                arrival = arrivals.get(timeout=rest)
            except queue.Empty:
                return
            racing.remove(arrival.racer)
            if not isinstance(arrival.outcome, OutOfTime):
                self._judged(arrival, partitions)

    def _stop(self, racing: set[int], threads: Sequence[threading.Thread]) -> None:
        """Kill who still searches, wait for its thread, which sees the end of the pipe, and start its next process."""
        for index in racing:
            pid = self._racers[index].backend.process.pid
            if pid is not None:
                with suppress(ProcessLookupError):  # it has ended meanwhile
                    os.kill(pid, signal.SIGKILL)
        for thread in threads:
            thread.join()
        for index in racing:
            self._racers[index].backend.process.ensure()
