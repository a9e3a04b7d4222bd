"""An interpolation procedure: an engine, the factors of its name, a certificate and observers.  A question passes through them so:

    z3:horn(direction=back)      observed     each observer is told of the question, and later of its outcome
                                 answered     by the engine, where factors are given by ``factored`` around it
                                 certified    by a session of another solver; what it refutes is ``Invalid``

The engine is what a backend makes (``Backend.interpolator``), most often an engine of its own behind ``verilab.solving.reduction``.  It and
the checker's session are made when the first question comes: most runs never come to the procedures that they would fall back on.

Why factors keep what an interpolant sequence is: ``factored``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Protocol, TypeVar, cast

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.resources import OutOfTime
from verilab.solving.backend import QueryContext, Reduction, SessionClosed, Simplification, SolverSession
from verilab.solving.certificate import Certificate, certified, certify
from verilab.solving.factored import Factored
from verilab.solving.factors import FactorError, Factors
from verilab.solving.horn import HornSolver, HornSystem
from verilab.solving.horn_certificate import certify_clauses
from verilab.solving.interpolation import Interpolants, Interpolator, Outcome, TimedOut, TreeInterpolator
from verilab.solving.records import Observer
from verilab.solving.tree_certificate import certify_tree

NONE = Factors()
"""A procedure as its engine has it."""


class _Closable(Protocol):
    def close(self) -> None: ...


_Part = TypeVar("_Part", bound=_Closable)


@dataclass(frozen=True, slots=True)
class _Parts:
    """What a procedure asks: its engine, bare or with the factors around it, and the certificate's session."""

    engine: Interpolator
    checker: SolverSession | None


class Procedure:
    """An ``Interpolator``; a ``TreeInterpolator`` and a ``HornSolver`` where its engine is one, for which there are no factors."""

    def __init__(
        self,
        name: str,
        engine: Callable[[], Interpolator],
        environment: Environment,
        context: QueryContext,
        *,
        factors: Factors = NONE,
        cores: Callable[[], SolverSession] | None = None,
        checker: Callable[[], SolverSession] | None = None,
        observers: Sequence[Observer] = (),
        owned: ExitStack | None = None,
    ) -> None:
        """``name``: ``<backend>:<procedure>``, with the factors.  ``engine`` and the sessions are makers, of what is closed with it.

        ``cores``: of sessions with unsatisfiable cores, which the factors reduction and simplification=needed need.  ``checker``: of a
        session of another solver, which certifies each answer; None where nobody does.  ``owned``: what else is closed with it.
        """
        self.procedure = name
        self._make_engine = engine
        self._environment = environment
        self._context = context
        self._factors = factors
        self._make_cores = cores
        self._make_checker = checker
        self._observers = tuple(observers)
        self._owned = owned or ExitStack()
        self._parts: _Parts | None = None
        self._closed = False

    # -- the three questions ------------------------------------------------------------------------------------------------------

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        parts = self._opened()

        def check(checker: SolverSession, formulas: Sequence[FNode]) -> Certificate:
            return certify(checker, self._environment, partitions, formulas, timeout=timeout)

        return self._observed(
            partitions, lambda: self._certified(parts.engine.sequence(partitions, timeout=timeout), len(partitions), check)
        )

    def tree(self, partitions: Sequence[FNode], parents: Sequence[int], *, timeout: float | None = None) -> Outcome:
        """See ``TreeInterpolator``; observers are told of the nodes' formulas."""
        engine = cast(TreeInterpolator, self._as_it_is("trees"))

        def check(checker: SolverSession, formulas: Sequence[FNode]) -> Certificate:
            return certify_tree(checker, self._environment, partitions, parents, formulas, timeout=timeout)

        return self._observed(
            partitions, lambda: self._certified(engine.tree(partitions, parents, timeout=timeout), len(partitions), check)
        )

    def solve(self, system: HornSystem, *, timeout: float | None = None) -> Outcome:
        """See ``HornSolver``; observers, who know sequences and trees, are told nothing."""
        engine = cast(HornSolver, self._as_it_is("Horn clauses with loops"))

        def check(checker: SolverSession, formulas: Sequence[FNode]) -> Certificate:
            return certify_clauses(checker, self._environment, system, formulas, timeout=timeout)

        return self._certified(engine.solve(system, timeout=timeout), len(system.clauses), check)

    def _as_it_is(self, shape: str) -> Interpolator:
        """The engine, for what is no sequence.  FactorError where there are factors, of which none is of such questions."""
        if self._factors != NONE:
            raise FactorError(f"{self.procedure}: factors are of sequences; leave them out for {shape}")
        return self._opened().engine

    # -- who is told of the question, and who judges the answer -------------------------------------------------------------------

    def _observed(self, partitions: Sequence[FNode], ask: Callable[[], Outcome]) -> Outcome:
        """The outcome, of which observers are told; the time that they take is on nobody's clock but the run's."""
        for observer in self._observers:
            observer.asked(self.procedure, partitions)
        start = time.perf_counter()
        outcome: Outcome = TimedOut(self.procedure)  # what they are told where the run's deadline ends the question
        try:
            outcome = ask()
        except OutOfTime:
            self._tell(partitions, outcome, time.perf_counter() - start)
            raise
        self._tell(partitions, outcome, time.perf_counter() - start)
        return outcome

    def _tell(self, partitions: Sequence[FNode], outcome: Outcome, seconds: float) -> None:
        for observer in self._observers:
            observer.answered(self.procedure, partitions, outcome, seconds)

    def _certified(self, outcome: Outcome, size: int, check: Callable[[SolverSession, Sequence[FNode]], Certificate]) -> Outcome:
        """An answer to a question of this size, or what the checker makes of it, which is recorded."""
        checker = self._opened().checker
        if checker is None or not isinstance(outcome, Interpolants):
            return outcome
        return certified(outcome, size, lambda formulas: check(checker, formulas), self._context.recorder)

    # -- what it is made of -------------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Make the engine and the sessions now, before the first question comes.  SessionClosed behind ``close``."""
        self._opened()

    def _opened(self) -> _Parts:
        if self._closed:
            raise SessionClosed(f"this interpolator {self.procedure} is closed")
        if self._parts is None:
            try:
                engine = self._own(self._make_engine)
                checker = None if self._make_checker is None else self._own(self._make_checker)
                self._parts = _Parts(engine if self._factors == NONE else self._factored(engine), checker)
            except BaseException:  # an engine without its checker must not answer the next question
                self._owned.close()
                raise
        return self._parts

    def _factored(self, engine: Interpolator) -> Factored:
        trims = self._factors.simplification is Simplification.NEEDED
        reduces = self._factors.reduction in (Reduction.CORE, Reduction.MINIMAL)
        trimming = self._own(self._make_cores) if self._make_cores is not None and trims else None
        reducing = self._own(self._make_cores) if self._make_cores is not None and reduces else None
        settings = (self._environment, self._context, self._factors)
        return Factored(self.procedure, engine, *settings, reducing=reducing, trimming=trimming)

    def _own(self, make: Callable[[], _Part]) -> _Part:
        part = make()
        self._owned.callback(part.close)
        return part

    def close(self) -> None:
        """Free what was made; doing so again is harmless."""
        self._closed = True
        self._owned.close()
