"""Make the partitions of a tree weaker before it is interpolated, as ``verilab.solving.reduction.sequences`` does it for sequences.

A'_i is A_i without its conjuncts outside an unsatisfiable core: A_i ⇒ A'_i and vars(A'_i) ⊆ vars(A_i), so interpolants of the tree of
A' are interpolants of the tree of A.  Where nothing is left of a subtree, its root's interpolant is true; where nothing is left of the
rest, it is false.  Of a node of which nothing is left, with one child of whose subtree something is, the interpolant is that child's: the
engine is not asked about it.  What the engine answers is checked before it is used: Spacer has been seen to take a predicate whose body
is contradictory for true.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.solving.backend import QueryContext, SolverSession
from verilab.solving.certificate import Valid
from verilab.solving.engine import TreeEngine, TreeSequent
from verilab.solving.interpolation import Failed, Interpolants, Outcome, TimedOut, Unsupported
from verilab.solving.reduction.sequences import ReducedInterpolator
from verilab.solving.tree_certificate import certify_tree
from verilab.solving.trees import check_shape, shared_in_tree


class ReducedTreeInterpolator(ReducedInterpolator):
    """A ``TreeInterpolator`` from an engine and a session of any solver with unsat cores."""

    def __init__(self, procedure: str, engine: TreeEngine, session: SolverSession, environment: Environment, context: QueryContext) -> None:
        super().__init__(procedure, engine, session, environment, context)
        self._tree_engine = engine

    def tree(self, partitions: Sequence[FNode], parents: Sequence[int], *, timeout: float | None = None) -> Outcome:
        check_shape(partitions, parents)
        return self._timed("interpolate-tree", len(partitions), lambda: self._tree(partitions, parents, timeout))

    def _tree(self, partitions: Sequence[FNode], parents: Sequence[int], timeout: float | None) -> Outcome:
        seconds = self._context.seconds(timeout)
        end = None if seconds is None else time.monotonic() + seconds
        reduced = self._reduced(partitions, seconds)
        if not isinstance(reduced, list):
            return reduced
        if not parents:
            return Interpolants((), self.procedure)
        tree = _contracted(reduced, parents)
        partitions = tuple([reduced[node] for node in tree.nodes])
        sequent = TreeSequent(partitions, tree.parents, shared_in_tree(partitions, tree.parents))
        rest = None if end is None else max(0.001, end - time.monotonic())
        known = self._determined(partitions, tree.parents)
        inner: Sequence[FNode] = ()
        if None in known:
            answer = self._tree_engine.interpolate_tree(sequent, rest)
            if isinstance(answer, TimedOut | Unsupported | Failed):
                return answer
            inner = answer
        formulas = [formula if formula is not None else inner[node] for node, formula in enumerate(known)]
        certificate = certify_tree(self._session, self._environment, partitions, tree.parents, formulas, timeout=rest)
        if not isinstance(certificate, Valid):
            return Failed(f"the engine's answer is no tree interpolant: {certificate}", self.procedure)
        true = self._environment.formula_manager.TRUE()
        everywhere = [true if place is None else formulas[place] for place in tree.places]
        return Interpolants(tuple(everywhere), self.procedure)

    def _determined(self, partitions: Sequence[FNode], parents: Sequence[int]) -> list[FNode | None]:
        """Per node but the root: true or false where that is all that is left to say."""
        manager = self._environment.formula_manager
        below = [int(not partition.is_true()) for partition in partitions]
        for node, parent in enumerate(parents):
            below[parent] += below[node]
        return [manager.TRUE() if count == 0 else manager.FALSE() if count == below[-1] else None for count in below[:-1]]


@dataclass(frozen=True, slots=True)
class _Contracted:
    """The nodes that are left of a tree, their parents among them, and for each node but the root whose interpolant it has; None: true."""

    nodes: tuple[int, ...]
    parents: tuple[int, ...]
    places: tuple[int | None, ...]


def _contracted(partitions: Sequence[FNode], parents: Sequence[int]) -> _Contracted:
    """The tree without nodes that say nothing and have at most one child that is left; its root stays."""
    root = len(parents)
    stands: list[int | None] = []  # the node that is left for each: itself, its only child's, or none
    children: list[list[int]] = [[] for _ in partitions]
    for node, partition in enumerate(partitions):
        own = children[node]
        if node < root and partition.is_true() and len(own) < 2:
            stands.append(own[0] if own else None)
        else:
            stands.append(node)
        left = stands[node]
        if node < root and left is not None:
            children[parents[node]].append(left)
    nodes = [node for node, left in enumerate(stands) if left == node]
    place = {node: index for index, node in enumerate(nodes)}
    above = {child: node for node in nodes for child in children[node]}
    places = tuple([None if left is None else place[left] for left in stands[:root]])
    return _Contracted(tuple(nodes), tuple([place[above[node]] for node in nodes[:-1]]), places)
