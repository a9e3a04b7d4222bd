"""A procedure with factors: interpolators around an interpolator, each of which keeps what an interpolant sequence is.

reduction    interpolants of a sequence that is weaker, part by part, and speaks of no more, are interpolants of the sequence
             (``verilab.solving.reduction.sequences``).

pairs        I_k is an interpolant of the pair  I_(k-1) and A_k,  A_(k+1) and .. and A_n,  with I_0 = true:
                 I_(k-1) ∧ A_k ⇒ I_k                 as the pair's interpolant
                 I_k ∧ A_(k+1) ∧ .. ∧ A_n ⇒ false    as well: it is why the next pair is a contradiction; for k = n-1 the last condition
                 vars(I_k) ⊆ vars(A_1..A_k) ∩ vars(A_(k+1)..A_n)    as I_(k-1) speaks of nothing else on its side

back         ``verilab.solving.dual``

conjoined    for two sequences I and J of interpolants,  K_k = I_k ∧ J_k:
                 A_1 ⇒ I_1 ∧ J_1;   I_k ∧ J_k ∧ A_(k+1) ⇒ I_(k+1) ∧ J_(k+1);   I_(n-1) ∧ J_(n-1) ∧ A_n ⇒ false
disjoined    K_k = I_k or J_k:
                 A_1 ⇒ I_1 or J_1;   (I_k or J_k) ∧ A_(k+1) ⇒ I_(k+1) or J_(k+1), by cases;   (I_(n-1) or J_(n-1)) ∧ A_n ⇒ false, by cases
             Of trees the second is wrong: two children may have taken different cases.

needed       from the last cut to the first, W_k are the conjuncts of I_k in an unsatisfiable core with  A_(k+1) ∧ ¬W_(k+1),  W_n = false:
                 W_k ∧ A_(k+1) ⇒ W_(k+1)             as the core says
                 A_1 ⇒ I_1 ⇒ W_1
             The core exists, as  I_k ∧ A_(k+1) ⇒ I_(k+1) ⇒ W_(k+1).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.backend import Backend, QueryContext, Reduction, SessionClosed, Simplification, SolverSession, Status
from verilab.solving.dual import DualInterpolator
from verilab.solving.factors import Direction, Factors, Proof
from verilab.solving.interpolation import Failed, Interpolants, Interpolator, NotUnsat, Outcome, TimedOut
from verilab.solving.records import QueryRecord
from verilab.solving.reduction.sequences import core_partitions
from verilab.solving.simplification.simplifier import Simplifier, conjuncts

LEAST = 0.01
"""Seconds that a question gets, however late it is."""


def factored(
    backend: Backend,
    procedure: str,
    factors: Factors,
    environment: Environment,
    *,
    logic: str,
    context: QueryContext,
    load: Callable[[str], Backend],
) -> Interpolator:
    """A procedure of ``backend`` by its bare name, with factors that it has; ``load`` gives the backend that proves for it, which is closed
    with the interpolator.
    """
    name = f"{backend.name}:{procedure}{factors}"
    bare = backend.capabilities.algorithms[procedure][factors.algorithm] if factors.algorithm else procedure
    inner_context = replace(context, recorder=None)  # what the parts of a question ask is a part of its own record
    if factors.reduction is not None:
        inner_context = replace(inner_context, reduction=Reduction.NONE)
    plain = factors.simplification is Simplification.NONE
    if plain:
        inner_context = replace(inner_context, simplification=Simplification.NONE)
    partner: Backend | None = None
    if factors.prover:
        partner = proving = load(factors.prover)
        unrecorded = inner_context
        inner_context = replace(inner_context, prover=lambda: proving.session(environment, logic=logic, context=unrecorded))
    whole = backend.interpolator(bare, environment, logic=logic, context=inner_context)
    made: Interpolator = ChainOfPairs(whole, environment, context) if factors.proof is Proof.PAIRS else whole
    if factors.direction is Direction.BACK:
        made = DualInterpolator(made, environment, simplify=not plain)
    elif factors.direction is not Direction.FRONT:
        dual = DualInterpolator(made, environment, simplify=not plain)
        made = BothDirections(made, dual, factors.direction, environment, context, simplify=not plain)

    def session() -> SolverSession:
        return backend.session(environment, logic=logic, context=inner_context)

    if factors.simplification is Simplification.NEEDED:
        made = NeededConjuncts(made, session(), environment, context)
    elif factors.simplification is Simplification.NORMAL:
        made = Simplified(made, environment)
    if factors.reduction in (Reduction.CORE, Reduction.MINIMAL):
        made = Reduced(made, session(), environment, context, minimal=factors.reduction is Reduction.MINIMAL)
    return FactoredInterpolator(name, made, partner, context)


class FactoredInterpolator:
    """An interpolator with all that is around it, under its own name and with one record for each question."""

    def __init__(self, procedure: str, inner: Interpolator, partner: Backend | None, context: QueryContext) -> None:
        self.procedure = procedure
        self._inner = inner
        self._partner = partner
        self._context = context
        self._closed = False

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._inner.close()
            if self._partner is not None:
                self._partner.close()

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        if self._closed:
            raise SessionClosed(f"this interpolator {self.procedure} is closed")
        if not partitions:
            raise ValueError("an empty sequence has no interpolants: it is satisfiable")
        start = time.perf_counter()
        with self._context.clock.measure("interpolate"):
            outcome = self._inner.sequence(partitions, timeout=self._context.seconds(timeout))
        if isinstance(outcome, TimedOut):
            self._context.deadline.check()
        if self._context.recorder is not None:
            name = type(outcome).__name__.lower()
            self._context.recorder(QueryRecord("interpolate", self.procedure, len(partitions), time.perf_counter() - start, name))
        return outcome if isinstance(outcome, NotUnsat) else replace(outcome, procedure=self.procedure)


class _Parts:
    """The time and the name that the questions of one share."""

    def __init__(self, procedure: str, context: QueryContext, timeout: float | None) -> None:
        seconds = context.seconds(timeout)
        self._end = None if seconds is None else time.monotonic() + seconds
        self._procedure = procedure

    def left(self) -> float | None:
        return None if self._end is None else max(LEAST, self._end - time.monotonic())

    def late(self) -> TimedOut | None:
        return None if self._end is None or time.monotonic() < self._end else TimedOut(self._procedure)


class ChainOfPairs:
    """Each cut of a question of its own, about what the cut before it left of the beginning."""

    def __init__(self, inner: Interpolator, environment: Environment, context: QueryContext) -> None:
        self.procedure = inner.procedure
        self._inner = inner
        self._manager = environment.formula_manager
        self._context = context

    def close(self) -> None:
        self._inner.close()

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        if len(partitions) < 3:
            return self._inner.sequence(partitions, timeout=timeout)
        parts, m = _Parts(self.procedure, self._context, timeout), self._manager
        before, formulas, fallbacks = m.TRUE(), [], []
        for cut in range(1, len(partitions)):
            if before.is_false():
                formulas.append(before)
                continue
            if (late := parts.late()) is not None:
                return late
            outcome = self._inner.sequence([m.And(before, partitions[cut - 1]), m.And(partitions[cut:])], timeout=parts.left())
            if isinstance(outcome, NotUnsat) and cut > 1:
                return Failed(f"the interpolant of cut {cut - 1} does not contradict what follows", self.procedure)
            if not isinstance(outcome, Interpolants):
                return outcome
            before = outcome.formulas[0]
            formulas.append(before)
            fallbacks += [f"pair {cut}: {outcome.fallback}"] if outcome.fallback else []
        return Interpolants(tuple(formulas), self.procedure, "; ".join(fallbacks))


class BothDirections:
    """The conjunction or the disjunction, cut by cut, of what two interpolators say."""

    def __init__(
        self,
        front: Interpolator,
        back: Interpolator,
        direction: Direction,
        environment: Environment,
        context: QueryContext,
        *,
        simplify: bool,
    ) -> None:
        """``back`` asks ``front`` about the reversed sequence: the two are closed together."""
        self.procedure = front.procedure
        self._asked = (front, back)
        self._join = environment.formula_manager.And if direction is Direction.CONJOINED else environment.formula_manager.Or
        self._simplify = Simplifier(environment) if simplify else None
        self._context = context

    def close(self) -> None:
        self._asked[0].close()

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        parts = _Parts(self.procedure, self._context, timeout)
        answers: list[Interpolants] = []
        for interpolator in self._asked:
            outcome = interpolator.sequence(partitions, timeout=parts.left())
            if not isinstance(outcome, Interpolants):
                return outcome
            answers.append(outcome)
        joined = [self._join(*pair) for pair in zip(*(answer.formulas for answer in answers), strict=True)]
        if self._simplify is not None:
            joined = [self._simplify(formula) for formula in joined]
        return Interpolants(tuple(joined), self.procedure, "; ".join(filter(None, (answer.fallback for answer in answers))))


class Simplified:
    """An interpolator whose answers are brought into normal form."""

    def __init__(self, inner: Interpolator, environment: Environment) -> None:
        self.procedure = inner.procedure
        self._inner = inner
        self._simplify = Simplifier(environment)

    def close(self) -> None:
        self._inner.close()

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        outcome = self._inner.sequence(partitions, timeout=timeout)
        if not isinstance(outcome, Interpolants):
            return outcome
        return replace(outcome, formulas=tuple([self._simplify(formula) for formula in outcome.formulas]))


class NeededConjuncts:
    """An interpolator whose answers lose the conjuncts that the next step can do without, from the last cut to the first."""

    def __init__(self, inner: Interpolator, session: SolverSession, environment: Environment, context: QueryContext) -> None:
        """``session``: with unsatisfiable cores; nothing is asserted on it."""
        self.procedure = inner.procedure
        self._inner = inner
        self._session = session
        self._manager = environment.formula_manager
        self._simplify = Simplifier(environment)
        self._context = context

    def close(self) -> None:
        self._inner.close()
        self._session.close()

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        parts = _Parts(self.procedure, self._context, timeout)
        outcome = self._inner.sequence(partitions, timeout=parts.left())
        if not isinstance(outcome, Interpolants):
            return outcome
        following = self._manager.FALSE()
        formulas: list[FNode] = []
        for formula, step in zip(reversed(outcome.formulas), reversed(partitions), strict=False):
            following = self._needed(self._simplify(formula), self._manager.And(step, self._manager.Not(following)), parts)
            formulas.append(following)
        return replace(outcome, formulas=tuple(reversed(formulas)))

    def _needed(self, formula: FNode, step: FNode, parts: _Parts) -> FNode:
        """The conjuncts of the formula that contradict the step; all of them where nobody finds out in time."""
        every = conjuncts(formula)
        if not every or formula.is_false() or parts.late() is not None:
            return formula
        session = self._session
        session.push()
        try:
            session.add(step)
            if session.check(every, timeout=parts.left()) is not Status.UNSAT:
                return formula
            kept = set(session.unsat_core())
        finally:
            session.pop()
        return self._manager.And([each for each in every if each in kept])


class Reduced:
    """An interpolator that is asked about an unsatisfiable core of its sequence."""

    def __init__(
        self, inner: Interpolator, session: SolverSession, environment: Environment, context: QueryContext, *, minimal: bool
    ) -> None:
        """``session``: with unsatisfiable cores; nothing is asserted on it."""
        self.procedure = inner.procedure
        self._inner = inner
        self._session = session
        self._environment = environment
        self._context = context
        self._minimal = minimal

    def close(self) -> None:
        self._inner.close()
        self._session.close()

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        parts = _Parts(self.procedure, self._context, timeout)
        reduced = core_partitions(self._session, self._environment, partitions, parts.left(), minimal=self._minimal)
        if isinstance(reduced, NotUnsat):
            return reduced
        if isinstance(reduced, Status):
            reason = self._session.reason_unknown
            return TimedOut(self.procedure) if reason == "timeout" else Failed(f"no unsat core: {reason}", self.procedure)
        return parts.late() or self._inner.sequence(reduced, timeout=parts.left())
