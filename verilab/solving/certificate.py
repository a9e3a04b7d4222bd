"""Certificates of interpolant sequences: the four Craig conditions, checked by a session of a (different) solver.

initiation     A_1 ∧ ¬I_1  unsatisfiable
consecution    I_k ∧ A_(k+1) ∧ ¬I_(k+1)  unsatisfiable, for all k
contradiction  I_(n-1) ∧ A_n  unsatisfiable
vocabulary     vars(I_k) ⊆ vars(A_1..A_k) ∩ vars(A_(k+1)..A_n), for all k
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import field
from enum import Enum

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.solving.backend import SolverSession, Status
from verilab.solving.interpolation import Failed, Interpolants, Invalid, Outcome, shared_variables
from verilab.solving.records import QueryRecord, Recorder


class Condition(Enum):
    """Which of the four a sequence violates."""

    INITIATION = "initiation"
    CONSECUTION = "consecution"
    CONTRADICTION = "contradiction"
    VOCABULARY = "vocabulary"


@dataclass(frozen=True, slots=True)
class Valid:
    """All four conditions hold."""


@dataclass(frozen=True, slots=True)
class Violated:
    """A condition fails; ``cut`` counts from 1: for consecution that of I_k, for contradiction the last.  ``place``: what is counted."""

    condition: Condition
    cut: int
    place: str = field(default="at cut", compare=False)

    def __str__(self) -> str:
        return f"{self.condition.value} {self.place} {self.cut}"


@dataclass(frozen=True, slots=True)
class NotDecided:
    """The checking solver gave up."""

    reason: str


Certificate = Valid | Violated | NotDecided


def certify(
    session: SolverSession,
    environment: Environment,
    partitions: Sequence[FNode],
    interpolants: Sequence[FNode],
    *,
    timeout: float | None = None,
    seconds: float | None = None,
) -> Certificate:
    """Check a sequence with a session on which nothing contradictory is asserted.

    ``timeout`` in wall seconds for each condition, ``seconds`` for all of them: past these the rest stays open.
    """
    end = None if seconds is None else time.monotonic() + seconds
    cuts = len(partitions) - 1
    if len(interpolants) != cuts:
        raise ValueError(f"{len(partitions)} partitions have {cuts} cuts, but there are {len(interpolants)} interpolants")
    for index, (formula, shared) in enumerate(zip(interpolants, shared_variables(partitions), strict=True)):
        if not formula.get_free_variables() <= set(shared):
            return Violated(Condition.VOCABULARY, index + 1)
    manager = environment.formula_manager
    undecided: NotDecided | None = None
    for index, partition in enumerate(partitions):
        if end is not None and time.monotonic() > end:
            return undecided or NotDecided(f"cut {index + 1}: no time left after {seconds:g} s")
        with level(session):
            if index:
                session.add(interpolants[index - 1])
            session.add(partition)
            if index < cuts:
                session.add(manager.Not(interpolants[index]))
            status = session.check(timeout=timeout)
        if status is Status.UNKNOWN:
            undecided = NotDecided(f"cut {index + 1}: {session.reason_unknown}")
        if status is Status.SAT:
            if index == cuts:
                return Violated(Condition.CONTRADICTION, max(1, cuts))
            return Violated(Condition.CONSECUTION if index else Condition.INITIATION, max(1, index))
    return undecided or Valid()


@contextmanager
def level(session: SolverSession) -> Iterator[None]:
    """A level of assertions of its own, which is taken back also where the session refuses a term or its time is up.

    What stays asserted would make every later answer valid.
    """
    session.push()
    try:
        yield
    except BaseException:
        with suppress(Exception):  # it may have died, and what ended it is to be told
            session.pop()
        raise
    session.pop()


def certified(
    answer: Interpolants, size: int, check: Callable[[Sequence[FNode]], Certificate], recorder: Recorder | None = None
) -> Outcome:
    """An answer to a question of ``size`` partitions or clauses, or what its check makes of it: ``Invalid`` where a condition fails,
    ``Failed`` where that stays open.
    """
    start = time.perf_counter()
    certificate = check(answer.formulas)
    if recorder is not None:
        recorder(QueryRecord("certificate", answer.procedure, size, time.perf_counter() - start, type(certificate).__name__.lower()))
    match certificate:
        case Violated():
            return Invalid(str(certificate), answer.procedure)
        case NotDecided(reason=reason):
            return Failed(f"the certificate check gave up: {reason}", answer.procedure)
    return answer
