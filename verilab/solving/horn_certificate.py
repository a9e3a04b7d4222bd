"""Certificates of solutions of Horn clauses: each clause, checked by a session of a (different) solver.

initiation     body ∧ ¬I_target  unsatisfiable, for clauses without a source
consecution    I_source ∧ body ∧ ¬I_target  unsatisfiable
contradiction  I_source ∧ body  unsatisfiable, for clauses without a target
vocabulary     vars(I_p) ⊆ the parameters of p

What is certified holds of all paths through the clauses: along each of them, the formulas are an inductive sequence.
"""

from __future__ import annotations

from collections.abc import Sequence

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.backend import SolverSession, Status
from verilab.solving.certificate import Certificate, Condition, NotDecided, Valid, Violated, level
from verilab.solving.horn import Clause, HornSystem, instance


def certify_clauses(
    session: SolverSession, environment: Environment, system: HornSystem, formulas: Sequence[FNode], *, timeout: float | None = None
) -> Certificate:
    """Check with a session on which nothing contradictory is asserted; ``timeout`` in seconds, for each clause.

    ``Violated.cut`` is the clause, for the vocabulary the predicate, counted from 1.  ValueError where the numbers do not fit.
    """
    if len(formulas) != len(system.parameters):
        raise ValueError(f"{len(system.parameters)} predicates have as many formulas, not {len(formulas)}")
    for predicate, (formula, parameters) in enumerate(zip(formulas, system.parameters, strict=True)):
        if not formula.get_free_variables() <= set(parameters):
            return Violated(Condition.VOCABULARY, predicate + 1, "of predicate")
    undecided: NotDecided | None = None
    for number, clause in enumerate(system.clauses, start=1):
        with level(session):
            session.add(clause.body)
            if clause.source is not None:
                session.add(instance(environment, system, formulas, clause.source, clause.before))
            if clause.target is not None:
                session.add(environment.formula_manager.Not(instance(environment, system, formulas, clause.target, clause.after)))
            status = session.check(timeout=timeout)
        if status is Status.UNKNOWN:
            undecided = NotDecided(f"clause {number}: {session.reason_unknown}")
        if status is Status.SAT:
            return Violated(_condition(clause), number, "of clause")
    return undecided or Valid()


def _condition(clause: Clause) -> Condition:
    if clause.target is None:
        return Condition.CONTRADICTION
    return Condition.INITIATION if clause.source is None else Condition.CONSECUTION
