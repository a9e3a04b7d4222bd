"""Several procedures for one question: who is asked, in which order and for how long, until one has an answer.

    by_shares, by_halves    one after the other, each with a part of the time
    Patience                one after the other, as long as patience lasts; who ran out of time is asked again at the end
    Portfolio               by shares, as one interpolator
    Race                    all at the same time, as one interpolator

Each way to ask in turn is an iterator over (member, outcome), which asks the next member only when the outcome before it did not do.

In a race each member searches in a worker process of its own, and a thread waits for each.  Terms of one pySMT environment must not be
built by two threads at once, so a thread holds the race's lock whenever it does not wait.  Losers get a moment to end by themselves and are
killed then; their next process starts at once, while the run goes on with the answer.
"""

from __future__ import annotations

import os
import queue
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.resources import Deadline, OutOfTime
from verilab.solving.backend import QueryContext
from verilab.solving.interpolation import Failed, Interpolants, Interpolator, NotUnsat, Outcome, TimedOut, Unsupported, reason_of
from verilab.solving.portfolios import Plan
from verilab.solving.records import Observer

if TYPE_CHECKING:  # a worker whose own engine falls back starts no workers
    from verilab.solving.processes.backend import WorkerBackend

LEAST = 0.01
"""Seconds that every member gets, however late it is."""

SECONDS_TO_END = 0.02
"""Seconds that the losers of a race get at least; else as long as the winner took."""

Asked = Iterator[tuple[Interpolator, Outcome]]

Check = Callable[[Sequence[FNode], Interpolants], Outcome]
"""What becomes of an answer: itself, ``Invalid`` or ``Failed``."""


def by_shares(members: Sequence[Interpolator], shares: Sequence[float | None], partitions: Sequence[FNode], seconds: float | None) -> Asked:
    """One after the other: each with its share of ``seconds``, or, where that is None, with an equal part of what is left."""
    end = None if seconds is None else time.monotonic() + seconds
    for index, (member, share) in enumerate(zip(members, shares, strict=True)):
        limit = None
        if seconds is not None and end is not None:
            rest = max(LEAST, end - time.monotonic())
            left = len(members) - index
            limit = rest if left == 1 else rest / left if share is None else min(rest, share * seconds)
        yield member, member.sequence(partitions, timeout=limit)


def by_halves(members: Sequence[Interpolator], partitions: Sequence[FNode], deadline: Deadline) -> Asked:
    """One after the other: each with half of the time that is left, the last with all of it.  Raises OutOfTime when there is none."""
    for left, member in zip(range(len(members), 0, -1), members, strict=True):
        deadline.check()
        rest = deadline.remaining()
        yield member, member.sequence(partitions, timeout=rest / 2 if rest is not None and left > 1 else rest)


class Patience:
    """One after the other, as long as it lasts with each; who ran out of time is asked again at the end, with all the time there is.

    A member has ``first`` seconds at first, and half as much, but ``least``, after every time it ran out of them.
    """

    def __init__(self, first: float = 5.0, least: float = 0.5) -> None:
        self._first = first
        self._least = least
        self._seconds: dict[str, float] = {}

    def ask(self, members: Sequence[Interpolator], partitions: Sequence[FNode], seconds: float | None) -> Asked:
        """``seconds``: what one query may take; a member that is alone has them all."""
        if len(members) == 1:
            yield members[0], members[0].sequence(partitions, timeout=seconds)
            return
        hasty: list[Interpolator] = []
        for member in members:
            patience = self._seconds.get(member.procedure, self._first)
            outcome = member.sequence(partitions, timeout=patience if seconds is None else min(seconds, patience))
            yield member, outcome
            if isinstance(outcome, TimedOut):
                self._seconds[member.procedure] = max(patience / 2, self._least)
                hasty.append(member)
        for member in hasty:
            yield member, member.sequence(partitions, timeout=seconds)


def first_answer(portfolio: str, outcomes: Iterable[tuple[str, Outcome]]) -> Outcome:
    """The first outcome that settles the question; where none does, what all say together, as ``combined`` has it."""
    failures: list[tuple[str, Outcome]] = []
    for name, outcome in outcomes:
        if isinstance(outcome, Interpolants | NotUnsat):
            return outcome
        failures.append((name, outcome))
    return combined(portfolio, failures)


def combined(portfolio: str, failures: Sequence[tuple[str, Outcome]]) -> Outcome:
    """The outcome of a portfolio none of whose members had an answer: theirs where they agree, else ``Failed`` with what each said."""
    outcomes = [outcome for _, outcome in failures]
    reasons = "; ".join(f"{name}: {_description(outcome)}" for name, outcome in failures)
    if all(isinstance(outcome, TimedOut) for outcome in outcomes):
        return TimedOut(portfolio)
    if all(isinstance(outcome, Unsupported) for outcome in outcomes):
        return Unsupported(reasons, portfolio)
    return Failed(reasons, portfolio)


def _description(outcome: Outcome) -> str:
    kind = "timed out" if isinstance(outcome, TimedOut) else type(outcome).__name__.lower()
    reason = reason_of(outcome)
    return f"{kind} ({reason})" if reason else kind


class Portfolio:
    """Asks its members one after the other; an ``Interpolator``."""

    def __init__(self, plan: Plan, members: Sequence[Interpolator], timeout: float | None = None) -> None:
        """``members`` in the plan's order; ``timeout``: wall seconds of a query that is asked without a limit of its own."""
        if len(members) != len(plan.members):
            raise ValueError(f"{plan} has {len(plan.members)} members, not {len(members)}")
        self.procedure = str(plan)
        self._plan = plan
        self._members = tuple(members)
        self._timeout = timeout

    def close(self) -> None:
        for member in self._members:
            member.close()

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        seconds = self._timeout if timeout is None else timeout
        asked = by_shares(self._members, self._plan.shares, partitions, seconds)
        return first_answer(self.procedure, ((member.procedure, outcome) for member, outcome in asked))


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
            self._drain(arrivals, racing, partitions, max(SECONDS_TO_END, time.perf_counter() - start))
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
