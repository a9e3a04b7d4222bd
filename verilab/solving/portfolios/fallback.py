"""Several procedures for one question: who is asked, in which order and for how long, until one has an answer.

Each way to ask is an iterator over (member, outcome), which asks the next member only when the outcome before it did not do.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence

from pysmt.fnode import FNode

from verilab.resources import Deadline
from verilab.solving.interpolation import Failed, Interpolants, Interpolator, NotUnsat, Outcome, TimedOut, Unsupported, reason_of

LEAST = 0.01
"""Seconds that every member gets, however late it is."""

Asked = Iterator[tuple[Interpolator, Outcome]]


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
    told = "; ".join(f"{name}: {_told(outcome)}" for name, outcome in failures)
    if all(isinstance(outcome, TimedOut) for outcome in outcomes):
        return TimedOut(portfolio)
    if all(isinstance(outcome, Unsupported) for outcome in outcomes):
        return Unsupported(told, portfolio)
    return Failed(told, portfolio)


def _told(outcome: Outcome) -> str:
    kind = "timed out" if isinstance(outcome, TimedOut) else type(outcome).__name__.lower()
    reason = reason_of(outcome)
    return f"{kind} ({reason})" if reason else kind
