"""Certificates of tree interpolants: the conditions of every node, checked by a session of a (different) solver.

initiation     A_i ∧ ¬I_i  unsatisfiable, for leaves i
consecution    I_c1 ∧ ... ∧ I_cm ∧ A_i ∧ ¬I_i  unsatisfiable, for inner nodes i with children c
contradiction  I_c1 ∧ ... ∧ I_cm ∧ A_r  unsatisfiable, for the root r
vocabulary     vars(I_i) ⊆ vars(subtree of i) ∩ vars(the other nodes)
"""

from __future__ import annotations

from collections.abc import Sequence

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.backend import SolverSession, Status
from verilab.solving.certificate import Certificate, Condition, NotDecided, Valid, Violated, level
from verilab.solving.trees import check_shape, children_of, shared_in_tree


def certify_tree(
    session: SolverSession,
    environment: Environment,
    partitions: Sequence[FNode],
    parents: Sequence[int],
    interpolants: Sequence[FNode],
    *,
    timeout: float | None = None,
) -> Certificate:
    """Check with a session on which nothing contradictory is asserted; ``timeout`` in seconds, for each node.

    ``Violated.cut`` is the node, counted from 1 in the order of ``partitions``.  ValueError where the numbers do not fit.
    """
    check_shape(partitions, parents)
    if len(interpolants) != len(parents):
        raise ValueError(f"a tree of {len(partitions)} nodes has {len(parents)} interpolants, not {len(interpolants)}")
    for node, (formula, shared) in enumerate(zip(interpolants, shared_in_tree(partitions, parents), strict=True)):
        if not formula.get_free_variables() <= set(shared):
            return Violated(Condition.VOCABULARY, node + 1)
    undecided: NotDecided | None = None
    for node, (partition, children) in enumerate(zip(partitions, children_of(parents), strict=True)):
        with level(session):
            session.add(partition, *(interpolants[child] for child in children))
            if node < len(parents):
                session.add(environment.formula_manager.Not(interpolants[node]))
            status = session.check(timeout=timeout)
        if status is Status.UNKNOWN:
            undecided = NotDecided(f"node {node + 1}: {session.reason_unknown}")
        if status is Status.SAT:
            if node == len(parents):
                return Violated(Condition.CONTRADICTION, node + 1)
            return Violated(Condition.CONSECUTION if children else Condition.INITIATION, node + 1)
    return undecided or Valid()
