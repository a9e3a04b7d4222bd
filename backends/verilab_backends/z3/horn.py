"""z3:horn: interpolants as the solution of one system of Horn clauses, by Spacer (Komuravelli, Gurfinkel, Chaki, CAV'14).

For A_1 .. A_n and a predicate P_k over the shared variables s_k of each cut:
    A_1 ⇒ P_1(s_1);     P_k(s_k) ∧ A_(k+1) ⇒ P_(k+1)(s_(k+1));     P_(n-1)(s_(n-1)) ∧ A_n ⇒ false
where all variables are universally quantified.  A solution of the system is an interpolant sequence.  For a tree, the clause of node i
has the predicates of all its children:    P_c1(s_c1) ∧ ... ∧ P_cm(s_cm) ∧ A_i ⇒ P_i(s_i).  Systems with loops are what Spacer is for:
their solutions are inductive invariants.

Spacer takes a predicate whose clauses have contradictory bodies for true.  Such sequences come where nothing has been reduced before; what
follows a cut that is true is therefore checked, and a sequence with a partition that contradicts itself is true before it and false after.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import TypeVar

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.backend import QueryContext, Status
from verilab.solving.engine import Sequent, TreeSequent
from verilab.solving.horn import HornSystem
from verilab.solving.interpolation import Failed, NotUnsat, TimedOut
from verilab.solving.trees import children_of, height, path
from verilab_backends.operators import UnsupportedTerm
from verilab_backends.z3.session import Z3Session
from verilab_backends.z3.spacer import Spacer
from verilab_backends.z3.terms import Z3Error, Z3Terms

_PROCEDURE = "z3:horn"
CONTEXTS = 100
"""How many solvers Spacer may use at once: with its own limit of 500, a chain of 500 takes 2.9 s instead of 1.6."""

# Global guidance (Hari Govind, Chen, Shoham, Gurfinkel, CAV'20) generalises over the lemmas of several levels.  Without it the loop
# i < 100, i += 1, s += 2  and the sum of 0 .. n are not solved in 5 s, with it in .4 s.
_OF_LOOPS: Mapping[str, bool | int] = {"spacer.global": True}

Answer = TypeVar("Answer")


class HornEngine:
    """Spacer on the terms of one environment, in a z3 context of its own.

    Spacer orders formulas by the numbers that z3 gives its terms, and z3 gives the numbers of freed terms again.  In a context that is
    shared with other solvers the same query had other interpolants from run to run.
    """

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._terms = Z3Terms(environment)
        self._checks: tuple[Z3Terms, Z3Session] | None = None  # on terms of their own, which leave the numbers of Spacer's alone

    def close(self) -> None:
        self._terms.close()
        if self._checks is not None:
            terms, session = self._checks
            session.close()
            terms.close()

    def interpolate(self, sequent: Sequent, seconds: float | None) -> Sequence[FNode] | TimedOut | Failed:
        start = time.monotonic()
        parents = tuple(path(len(sequent.partitions)))
        answer = self.interpolate_tree(TreeSequent(sequent.partitions, parents, sequent.shared), seconds)
        if isinstance(answer, TimedOut | Failed) or not any(formula.is_true() for formula in answer):
            return answer
        return self._with_true_cuts(sequent.partitions, answer, None if seconds is None else start + seconds)

    def _with_true_cuts(self, partitions: Sequence[FNode], answer: Sequence[FNode], end: float | None) -> Sequence[FNode] | Failed:
        """The answer where each step from a cut that is true is one; else what a partition that contradicts itself makes of it."""
        if self._checks is None:
            terms = Z3Terms(self._environment)
            self._checks = terms, Z3Session(terms, "ALL", QueryContext())
        session, m = self._checks[1], self._environment.formula_manager

        def refuted(*formulas: FNode) -> bool:
            rest = None if end is None else max(0.01, end - time.monotonic())
            return session.check(formulas, timeout=rest) is Status.UNSAT

        following = [*answer[1:], m.FALSE()]
        steps = [(partitions[cut + 1], m.Not(following[cut])) for cut, formula in enumerate(answer) if formula.is_true()]
        if all(refuted(*step) for step in steps):
            return answer
        place = next((place for place, partition in enumerate(partitions) if refuted(partition)), None)
        if place is None:
            return Failed("what Spacer takes for true does not imply what follows", _PROCEDURE)
        return [m.TRUE() if cut < place else m.FALSE() for cut in range(len(answer))]

    def interpolate_tree(self, sequent: TreeSequent, seconds: float | None) -> Sequence[FNode] | TimedOut | Failed:
        start = time.monotonic()
        try:
            with closing(Spacer(self._terms, _of_trees(height(sequent.parents)), seconds)) as spacer:
                answer = _tree(spacer, sequent)
        except (Z3Error, UnsupportedTerm) as error:
            answer = Failed(str(error), _PROCEDURE)
        return _late(answer, start, seconds)

    def solve(self, system: HornSystem, seconds: float | None) -> Sequence[FNode] | NotUnsat | TimedOut | Failed:
        start = time.monotonic()
        answer: Sequence[FNode] | NotUnsat | Failed
        try:
            with closing(Spacer(self._terms, _OF_LOOPS, seconds)) as spacer:
                answer = _clauses(spacer, system)
        except (Z3Error, UnsupportedTerm) as error:
            answer = Failed(str(error), _PROCEDURE)
        return _late(answer, start, seconds)


# Spacer unrolls level by level, with a round over all predicates on each.  P_k is reachable at level k and nowhere else, so the
# search may start at the last level at once: 20 times faster on a chain of 100 (4.4 s to .23 s).
# The generaliser spacer.use_euf_gen stays off: with it Spacer answered "false" for satisfiable prefixes in 3 of 8 seeds of one query.
def _of_trees(levels: int) -> Mapping[str, bool | int]:
    """How Spacer searches where nothing depends on itself."""
    return {"spacer.min_level": levels, "spacer.max_num_contexts": CONTEXTS, "spacer.use_inductive_generalizer": False}


def _late(answer: Answer, start: float, seconds: float | None) -> Answer | TimedOut:
    """Spacer does not say that it stopped because of the time."""
    late = seconds is not None and time.monotonic() - start >= 0.9 * seconds
    return TimedOut(_PROCEDURE) if late and isinstance(answer, Failed) else answer


def _tree(spacer: Spacer, sequent: TreeSequent) -> Sequence[FNode] | Failed:
    parameters = (*sequent.shared, ())  # the root is the goal
    predicates = [spacer.predicate(cut) for cut in parameters]
    for index, (partition, children) in enumerate(zip(sequent.partitions, children_of(sequent.parents), strict=True)):
        spacer.rule(partition, [(predicates[child], parameters[child]) for child in children], (predicates[index], parameters[index]))
    if spacer.derives(predicates[-1]):
        return Failed("Spacer says the sequence is satisfiable, the solver says it is not", _PROCEDURE)
    return [spacer.interpretation(predicate, cut) for predicate, cut in zip(predicates, sequent.shared, strict=False)]


def _clauses(spacer: Spacer, system: HornSystem) -> Sequence[FNode] | NotUnsat:
    predicates = [spacer.predicate(parameters) for parameters in system.parameters]
    goal = spacer.predicate(())
    for clause in system.clauses:
        premises = [] if clause.source is None else [(predicates[clause.source], clause.before)]
        head = (goal, ()) if clause.target is None else (predicates[clause.target], clause.after)
        spacer.rule(clause.body, premises, head)
    if spacer.derives(goal):
        return NotUnsat()
    return [spacer.interpretation(predicate, parameters) for predicate, parameters in zip(predicates, system.parameters, strict=True)]
