"""An interpolation procedure: an engine, the factors of its name, a certificate and observers.  All that a question passes through
stands here, in the order in which ``Procedure`` calls it:

    z3:horn(direction=back)      observed     each observer is told of the question, and later of its outcome
                                 strengthened by auxiliary invariants, and
                                 reduced      to an unsatisfiable core, where the factor says so
                                 from an end  the engine is asked about A_n .. A_1, and what it says is negated
                                 proved       in one question, or in a chain of pairs
                                 simplified   and without the conjuncts that the next step can do without
                                 certified    by a session of another solver; what it refutes is ``Invalid``

The engine is what a backend makes (``Backend.interpolator``), most often an engine of its own behind ``verilab.solving.reduction``.  It and
the checker's session are made when the first question comes: most runs never come to the procedures that they would fall back on.

Each factor keeps what an interpolant sequence is:

reduction    interpolants of a sequence that is weaker, part by part, and speaks of no more, are interpolants of the sequence
             (``verilab.solving.reduction.sequences``).

pairs        I_k is an interpolant of the pair  I_(k-1) and A_k,  A_(k+1) and .. and A_n,  with I_0 = true:
                 I_(k-1) ∧ A_k ⇒ I_k                 as the pair's interpolant
                 I_k ∧ A_(k+1) ∧ .. ∧ A_n ⇒ false    as well: it is why the next pair is a contradiction; for k = n-1 the last condition
                 vars(I_k) ⊆ vars(A_1..A_k) ∩ vars(A_(k+1)..A_n)    as I_(k-1) speaks of nothing else on its side

back         ``verilab.solving.dual``

auxiliary    ``verilab.solving.auxiliary``

conjoined    for two sequences I and J of interpolants,  K_k = I_k ∧ J_k:
                 A_1 ⇒ I_1 ∧ J_1;   I_k ∧ J_k ∧ A_(k+1) ⇒ I_(k+1) ∧ J_(k+1);   I_(n-1) ∧ J_(n-1) ∧ A_n ⇒ false
disjoined    K_k = I_k or J_k:
                 A_1 ⇒ I_1 or J_1;   (I_k or J_k) ∧ A_(k+1) ⇒ I_(k+1) or J_(k+1), by cases;   (I_(n-1) or J_(n-1)) ∧ A_n ⇒ false, by cases
             Of trees the second is wrong: two children may have taken different cases.

needed       from the last cut to the first, W_k are the conjuncts of I_k in an unsatisfiable core with  A_(k+1) ∧ ¬W_(k+1),  W_n = false:
                 W_k ∧ A_(k+1) ⇒ W_(k+1)             as the core says
                 A_1 ⇒ I_1 ⇒ W_1
             With auxiliary invariants the steps are those of A itself.  The core exists, as  I_k ∧ A_(k+1) ⇒ I_(k+1) ⇒ W_(k+1).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar, cast

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.resources import OutOfTime
from verilab.solving.auxiliary import counts_numbers, interval_facts, strengthened
from verilab.solving.backend import QueryContext, Reduction, SessionClosed, Simplification, SolverSession, Status
from verilab.solving.certificate import Certificate, certified, certify, level
from verilab.solving.dual import Dual
from verilab.solving.factors import Auxiliary, Direction, FactorError, Factors, Proof
from verilab.solving.horn import HornSolver, HornSystem
from verilab.solving.horn_certificate import certify_clauses
from verilab.solving.interpolation import Failed, Interpolants, Interpolator, NotUnsat, Outcome, TimedOut, TreeInterpolator, Unsupported
from verilab.solving.records import Observer, on_the_clock
from verilab.solving.reduction.sequences import core_partitions
from verilab.solving.simplification.simplifier import Simplifier, conjuncts
from verilab.solving.tree_certificate import certify_tree

NONE = Factors()
"""A procedure as its engine has it."""

LEAST = 0.01
"""Seconds that a part of a question gets, however late it is."""


class _Closable(Protocol):
    def close(self) -> None: ...


_Part = TypeVar("_Part", bound=_Closable)


@dataclass(frozen=True, slots=True)
class _Parts:
    """What a procedure asks: its engine, the certificate's session, and those of the factors that need unsatisfiable cores."""

    engine: Interpolator
    checker: SolverSession | None
    reducing: SolverSession | None
    trimming: SolverSession | None


@dataclass(frozen=True, slots=True)
class _Limit:
    """When a question is to be answered, in seconds of the monotonic clock; its parts share the time that is left."""

    end: float | None

    def left(self) -> float | None:
        return None if self.end is None else max(LEAST, self.end - time.monotonic())

    def passed(self) -> bool:
        return self.end is not None and time.monotonic() >= self.end


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
        self._plain = factors.simplification is Simplification.NONE
        self._simplify = Simplifier(environment)
        self._dual = Dual(environment, simplify=not self._plain)
        self._owned = owned or ExitStack()
        self._parts: _Parts | None = None
        self._closed = False

    # -- the three questions ------------------------------------------------------------------------------------------------------

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        parts = self._opened()

        def answer() -> Outcome:
            if self._factors == NONE:
                return parts.engine.sequence(partitions, timeout=timeout)
            return self._with_factors(parts, partitions, timeout)

        def check(checker: SolverSession, formulas: Sequence[FNode]) -> Certificate:
            return certify(checker, self._environment, partitions, formulas, timeout=timeout)

        return self._observed(partitions, lambda: self._certified(answer(), len(partitions), check))

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

    # -- what the factors make of the question and the answer ---------------------------------------------------------------------

    def _with_factors(self, parts: _Parts, partitions: Sequence[FNode], timeout: float | None) -> Outcome:
        """The outcome under this procedure's name, on the clock and with one record, whatever its parts ask."""
        if not partitions:
            raise ValueError("an empty sequence has no interpolants: it is satisfiable")

        def answer() -> Outcome:
            seconds = self._context.seconds(timeout)
            limit = _Limit(None if seconds is None else time.monotonic() + seconds)
            if self._factors.auxiliary is Auxiliary.INTERVALS:
                return self._with_intervals(parts, partitions, limit)
            reduced = self._reduced(parts, partitions, limit)
            if not isinstance(reduced, list):
                return reduced
            return self._simplified(parts, reduced, self._from_an_end(parts, reduced, limit), limit)

        outcome = on_the_clock(self._context, "interpolate", self.procedure, len(partitions), answer)
        return outcome if isinstance(outcome, NotUnsat) else replace(outcome, procedure=self.procedure)

    def _with_intervals(self, parts: _Parts, partitions: Sequence[FNode], limit: _Limit) -> Outcome:
        """The answer about the sequence with bounds at its cuts, conjoined with these bounds."""
        if not counts_numbers(partitions):
            return Unsupported("auxiliary=intervals: the question has neither integers nor reals", self.procedure)
        facts = interval_facts(self._environment, partitions)
        reduced = self._reduced(parts, strengthened(self._environment, partitions, facts), limit)
        if not isinstance(reduced, list):
            return reduced
        outcome = self._from_an_end(parts, reduced, limit)
        if isinstance(outcome, Interpolants):
            join = self._environment.formula_manager.And
            formulas = [join(formula, fact) for formula, fact in zip(outcome.formulas, facts, strict=True)]
            outcome = replace(outcome, formulas=tuple(formulas if self._plain else map(self._simplify, formulas)))
        return self._simplified(parts, partitions, outcome, limit)

    def _reduced(self, parts: _Parts, partitions: Sequence[FNode], limit: _Limit) -> list[FNode] | NotUnsat | TimedOut | Failed:
        """The sequence, or its unsatisfiable core."""
        if parts.reducing is None:
            return list(partitions)
        minimal = self._factors.reduction is Reduction.MINIMAL
        reduced = core_partitions(parts.reducing, self._environment, partitions, limit.left(), minimal=minimal)
        if isinstance(reduced, Status):
            reason = parts.reducing.reason_unknown
            return TimedOut(self.procedure) if reason == "timeout" else Failed(f"no unsat core: {reason}", self.procedure)
        return TimedOut(self.procedure) if isinstance(reduced, list) and limit.passed() else reduced

    def _from_an_end(self, parts: _Parts, partitions: list[FNode], limit: _Limit) -> Outcome:
        """What the engine says of the sequence, of its reverse, or of both."""
        direction = self._factors.direction
        if direction is Direction.FRONT:
            return self._proved(parts, partitions, limit)
        if direction is Direction.BACK:
            return self._dual(self._proved(parts, partitions[::-1], limit))
        front = self._proved(parts, partitions, limit)
        if not isinstance(front, Interpolants):
            return front
        back = self._dual(self._proved(parts, partitions[::-1], limit))
        if not isinstance(back, Interpolants):
            return back
        m = self._environment.formula_manager
        join = m.And if direction is Direction.CONJOINED else m.Or
        formulas = [join(first, second) for first, second in zip(front.formulas, back.formulas, strict=True)]
        if not self._plain:
            formulas = [self._simplify(formula) for formula in formulas]
        return Interpolants(tuple(formulas), self.procedure, "; ".join(filter(None, (front.fallback, back.fallback))))

    def _proved(self, parts: _Parts, partitions: Sequence[FNode], limit: _Limit) -> Outcome:
        """What the engine says, asked once, or for each cut about what the cut before it left of the beginning."""
        if self._factors.proof is Proof.WHOLE or len(partitions) < 3:
            return parts.engine.sequence(partitions, timeout=limit.left())
        m = self._environment.formula_manager
        before, formulas, fallbacks = m.TRUE(), [], []
        for cut in range(1, len(partitions)):
            if before.is_false():
                formulas.append(before)
                continue
            if limit.passed():
                return TimedOut(self.procedure)
            pair = [m.And(before, partitions[cut - 1]), m.And(partitions[cut:])]
            outcome = parts.engine.sequence(pair, timeout=limit.left())
            if isinstance(outcome, NotUnsat) and cut > 1:
                return Failed(f"the interpolant of cut {cut - 1} does not contradict what follows", self.procedure)
            if not isinstance(outcome, Interpolants):
                return outcome
            before = outcome.formulas[0]
            formulas.append(before)
            fallbacks += [f"pair {cut}: {outcome.fallback}"] if outcome.fallback else []
        return Interpolants(tuple(formulas), self.procedure, "; ".join(fallbacks))

    def _simplified(self, parts: _Parts, partitions: Sequence[FNode], outcome: Outcome, limit: _Limit) -> Outcome:
        """The answer in normal form, and from the last cut to the first without the conjuncts that the next step can do without."""
        if not isinstance(outcome, Interpolants) or self._factors.simplification in (None, Simplification.NONE):
            return outcome
        normal = [self._simplify(formula) for formula in outcome.formulas]
        if parts.trimming is None:
            return replace(outcome, formulas=tuple(normal))
        m = self._environment.formula_manager
        following, formulas = m.FALSE(), []
        for formula, step in zip(reversed(normal), reversed(partitions), strict=False):
            following = self._needed(parts.trimming, formula, m.And(step, m.Not(following)), limit)
            formulas.append(following)
        return replace(outcome, formulas=tuple(reversed(formulas)))

    def _needed(self, session: SolverSession, formula: FNode, step: FNode, limit: _Limit) -> FNode:
        """The conjuncts of the formula that contradict the step; all of them where nobody finds out in time."""
        every = conjuncts(formula)
        if not every or formula.is_false() or limit.passed():
            return formula
        with level(session):
            session.add(step)
            if session.check(every, timeout=limit.left()) is not Status.UNSAT:
                return formula
            kept = set(session.unsat_core())
        return self._environment.formula_manager.And([conjunct for conjunct in every if conjunct in kept])

    # -- what it is made of -------------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Make the engine and the sessions now, before the first question comes.  SessionClosed behind ``close``."""
        self._opened()

    def _opened(self) -> _Parts:
        if self._closed:
            raise SessionClosed(f"this interpolator {self.procedure} is closed")
        if self._parts is None:
            trims = self._factors.simplification is Simplification.NEEDED
            reduces = self._factors.reduction in (Reduction.CORE, Reduction.MINIMAL)
            try:
                self._parts = _Parts(
                    engine=self._own(self._make_engine),
                    checker=None if self._make_checker is None else self._own(self._make_checker),
                    trimming=self._own(self._make_cores) if self._make_cores is not None and trims else None,
                    reducing=self._own(self._make_cores) if self._make_cores is not None and reduces else None,
                )
            except BaseException:  # an engine without its checker must not answer the next question
                self._owned.close()
                raise
        return self._parts

    def _own(self, make: Callable[[], _Part]) -> _Part:
        part = make()
        self._owned.callback(part.close)
        return part

    def close(self) -> None:
        """Free what was made; doing so again is harmless."""
        self._closed = True
        self._owned.close()
