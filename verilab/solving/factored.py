"""What the factors of a procedure's name make of a sequence and of the answer, in the order in which ``Factored`` calls it:

    strengthened by auxiliary invariants, and
    reduced      to an unsatisfiable core, where the factor says so
    from an end  the engine is asked about A_n .. A_1, and what it says is negated
    proved       in one question, or in a chain of pairs
    simplified   and without the conjuncts that the next step can do without

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
from collections.abc import Sequence
from dataclasses import replace

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.solving.auxiliary import counts_numbers, interval_facts, strengthened
from verilab.solving.backend import QueryContext, Reduction, Simplification, SolverSession, Status
from verilab.solving.certificate import level
from verilab.solving.dual import Dual
from verilab.solving.factors import Auxiliary, Direction, Factors, Proof
from verilab.solving.interpolation import Failed, Interpolants, Interpolator, NotUnsat, Outcome, TimedOut, Unsupported
from verilab.solving.records import on_the_clock
from verilab.solving.reduction.sequences import core_partitions
from verilab.solving.simplification.simplifier import Simplifier, conjuncts

LEAST = 0.01
"""Seconds that a part of a question gets, however late it is."""


@dataclass(frozen=True, slots=True)
class _Limit:
    """When a question is to be answered, in seconds of the monotonic clock; its parts share the time that is left."""

    end: float | None

    def left(self) -> float | None:
        return None if self.end is None else max(LEAST, self.end - time.monotonic())

    def passed(self) -> bool:
        return self.end is not None and time.monotonic() >= self.end


class Factored(Interpolator):
    """An engine asked with factors; who makes it closes what it is made of."""

    def __init__(
        self,
        procedure: str,
        engine: Interpolator,
        environment: Environment,
        context: QueryContext,
        factors: Factors,
        *,
        reducing: SolverSession | None,
        trimming: SolverSession | None,
    ) -> None:
        """``reducing`` and ``trimming``: sessions with unsatisfiable cores, where factors need them."""
        self.procedure = procedure
        self._engine = engine
        self._environment = environment
        self._context = context
        self._factors = factors
        self._reducing = reducing
        self._trimming = trimming
        self._plain = factors.simplification is Simplification.NONE
        self._simplify = Simplifier(environment)
        self._dual = Dual(environment, simplify=not self._plain)

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        """The outcome under the procedure's name, on the clock and with one record, whatever is asked on the way."""
        if not partitions:
            raise ValueError("an empty sequence has no interpolants: it is satisfiable")

        def answer() -> Outcome:
            seconds = self._context.seconds(timeout)
            limit = _Limit(None if seconds is None else time.monotonic() + seconds)
            if self._factors.auxiliary is Auxiliary.INTERVALS:
                return self._with_intervals(partitions, limit)
            reduced = self._reduced(partitions, limit)
            if not isinstance(reduced, list):
                return reduced
            return self._simplified(reduced, self._from_an_end(reduced, limit), limit)

        outcome = on_the_clock(self._context, "interpolate", self.procedure, len(partitions), answer)
        return outcome if isinstance(outcome, NotUnsat) else replace(outcome, procedure=self.procedure)

    def _with_intervals(self, partitions: Sequence[FNode], limit: _Limit) -> Outcome:
        """The answer about the sequence with bounds at its cuts, conjoined with these bounds."""
        if not counts_numbers(partitions):
            return Unsupported("auxiliary=intervals: the question has neither integers nor reals", self.procedure)
        facts = interval_facts(self._environment, partitions)
        reduced = self._reduced(strengthened(self._environment, partitions, facts), limit)
        if not isinstance(reduced, list):
            return reduced
        outcome = self._from_an_end(reduced, limit)
        if isinstance(outcome, Interpolants):
            join = self._environment.formula_manager.And
            formulas = [join(formula, fact) for formula, fact in zip(outcome.formulas, facts, strict=True)]
            outcome = replace(outcome, formulas=tuple(formulas if self._plain else map(self._simplify, formulas)))
        return self._simplified(partitions, outcome, limit)

    def _reduced(self, partitions: Sequence[FNode], limit: _Limit) -> list[FNode] | NotUnsat | TimedOut | Failed:
        """The sequence, or its unsatisfiable core."""
        if self._reducing is None:
            return list(partitions)
        minimal = self._factors.reduction is Reduction.MINIMAL
        reduced = core_partitions(self._reducing, self._environment, partitions, limit.left(), minimal=minimal)
        if isinstance(reduced, Status):
            reason = self._reducing.reason_unknown
            return TimedOut(self.procedure) if reason == "timeout" else Failed(f"no unsat core: {reason}", self.procedure)
        return TimedOut(self.procedure) if isinstance(reduced, list) and limit.passed() else reduced

    def _from_an_end(self, partitions: list[FNode], limit: _Limit) -> Outcome:
        """What the engine says of the sequence, of its reverse, or of both."""
        direction = self._factors.direction
        if direction is Direction.FRONT:
            return self._proved(partitions, limit)
        if direction is Direction.BACK:
            return self._dual(self._proved(partitions[::-1], limit))
        front = self._proved(partitions, limit)
        if not isinstance(front, Interpolants):
            return front
        back = self._dual(self._proved(partitions[::-1], limit))
        if not isinstance(back, Interpolants):
            return back
        m = self._environment.formula_manager
        join = m.And if direction is Direction.CONJOINED else m.Or
        formulas = [join(first, second) for first, second in zip(front.formulas, back.formulas, strict=True)]
        if not self._plain:
            formulas = [self._simplify(formula) for formula in formulas]
        return Interpolants(tuple(formulas), self.procedure, "; ".join(filter(None, (front.fallback, back.fallback))))

    def _proved(self, partitions: Sequence[FNode], limit: _Limit) -> Outcome:
        """What the engine says, asked once, or for each cut about what the cut before it left of the beginning."""
        if self._factors.proof is Proof.WHOLE or len(partitions) < 3:
            return self._engine.sequence(partitions, timeout=limit.left())
        m = self._environment.formula_manager
        before, formulas, fallbacks = m.TRUE(), [], []
        for cut in range(1, len(partitions)):
            if before.is_false():
                formulas.append(before)
                continue
            if limit.passed():
                return TimedOut(self.procedure)
            pair = [m.And(before, partitions[cut - 1]), m.And(partitions[cut:])]
            outcome = self._engine.sequence(pair, timeout=limit.left())
            if isinstance(outcome, NotUnsat) and cut > 1:
                return Failed(f"the interpolant of cut {cut - 1} does not contradict what follows", self.procedure)
            if not isinstance(outcome, Interpolants):
                return outcome
            before = outcome.formulas[0]
            formulas.append(before)
            fallbacks += [f"pair {cut}: {outcome.fallback}"] if outcome.fallback else []
        return Interpolants(tuple(formulas), self.procedure, "; ".join(fallbacks))

    def _simplified(self, partitions: Sequence[FNode], outcome: Outcome, limit: _Limit) -> Outcome:
        """The answer in normal form, and from the last cut to the first without the conjuncts that the next step can do without."""
        if not isinstance(outcome, Interpolants) or self._factors.simplification in (None, Simplification.NONE):
            return outcome
        normal = [self._simplify(formula) for formula in outcome.formulas]
        if self._trimming is None:
            return replace(outcome, formulas=tuple(normal))
        m = self._environment.formula_manager
        following, formulas = m.FALSE(), []
        for formula, step in zip(reversed(normal), reversed(partitions), strict=False):
            following = self._needed(self._trimming, formula, m.And(step, m.Not(following)), limit)
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

    def close(self) -> None:
        """Nothing is its own."""
