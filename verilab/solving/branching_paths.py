"""Interpolants of several paths that share their beginnings, asked for as one interpolation tree.

The paths of a round of multi-path refinement (Lukasczyk 2018, §3.1) begin at one entry and part where the program branches.  They are a
tree whose root is what they begin with: node i has the formula A_i of a step from the cut p(i) before it to its own cut, several nodes may
have one cut before them, and at its leaves are the targets.  Each path is contradictory.  Wanted is one formula for each cut, which serves
all paths through it:
    I_p(i) ∧ A_i ⇒ I_i  (true at the entry);      I_i = false at the leaves;      vars(I_i) ⊆ vars(below i) ∩ vars(elsewhere).
As Horn clauses these are linear and no two have one head, but a predicate may be in several bodies (Rümmer, Hojjat, Kuncak, "Classifying
and solving Horn clauses for verification", VSTTE'13).

An interpolation tree (``verilab.solving.interpolation``) points the other way: its clauses have several predicates in a body and none is in
two bodies; its root is the end that all share, and its formula is the conjunction of all nodes, of which one contradictory branch would do
to make the whole contradictory.  ``as_interpolation_tree`` says how one becomes the other; the choice of a branch becomes a Boolean switch,
as in DAG interpolation (Albarghouthi, Gurfinkel, Chechik, "From under-approximations to over-approximations and back", TACAS'12).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import BOOL

from verilab.data_classes import dataclass
from verilab.solving.backend import SolverSession, Status
from verilab.solving.certificate import Certificate, Condition, NotDecided, Valid, Violated
from verilab.solving.interpolation import Interpolants, Outcome, TreeInterpolator
from verilab.solving.simplification.simplifier import Simplifier, conjuncts


@dataclass(frozen=True)
class BranchingPaths:
    """``partitions[i]`` is the formula of the step to node i, ``before[i]`` < i the node that it leaves, None for the entry.

    A node that no step leaves is a leaf: the paths to the leaves are to be contradictory.  ValueError for what is no such tree.
    """

    partitions: tuple[FNode, ...]
    before: tuple[int | None, ...]

    def __post_init__(self) -> None:
        if not self.partitions or len(self.partitions) != len(self.before):
            raise ValueError(f"{len(self.partitions)} steps, of which at least one is needed, have {len(self.before)} nodes before them")
        for node, source in enumerate(self.before):
            if source is not None and not 0 <= source < node:
                raise ValueError(f"node {node} must follow one of 0 .. {node - 1}, or None, not {source}")

    @cached_property
    def first(self) -> tuple[int, ...]:
        """The nodes that follow the entry."""
        return tuple(node for node, source in enumerate(self.before) if source is None)

    @cached_property
    def following(self) -> tuple[tuple[int, ...], ...]:
        """For each node those that follow it, ascending; none for a leaf."""
        followers: list[list[int]] = [[] for _ in self.partitions]
        for node, source in enumerate(self.before):
            if source is not None:
                followers[source].append(node)
        return tuple(map(tuple, followers))

    def path_to(self, node: int) -> list[int]:
        """The nodes from the first to this one."""
        path: list[int] = []
        current: int | None = node
        while current is not None:
            path.append(current)
            current = self.before[current]
        return path[::-1]


@dataclass(frozen=True, slots=True)
class SwitchedTree:
    """The interpolation tree of branching paths; ``switches[i]`` is what turns the step to node i on, true where there is no choice.

    Node i of the paths is node n - 1 - i of the tree, whose root n is the entry.
    """

    partitions: tuple[FNode, ...]
    parents: tuple[int, ...]
    switches: tuple[FNode, ...]


# Turn the tree round: the entry is the root, and the subtree of node i is what lies behind the cut p(i), the step to i included.  Its
# interpolant J_i over-approximates the states at p(i) from which a leaf below is reached through i; ¬J_i is what must hold there.  So that
# the paths are alternatives, which a conjunction of nodes does not say, each branch b has a switch s_b, and node i of branch b says
#     F_i  =  s_b ⇒ A_i  and, where several branches begin behind it, s_b ⇒ (one of their switches);    the root: one of the first.
# All of it is contradictory iff each path is: with the switches of one path on it is that path, with none on it is the root's clause alone.
# An interpolant tree has F_i ∧ ⋀ J_c ⇒ J_i over the children c of i.  Where the switch of i is on and of its children that of c alone,
# what is below the others is true whatever their states are, which J, implied by it, has to be too; what is left is
#     A_i ∧ J_c[s_c := true] ⇒ J_i[s_i := true],         at a leaf   A_i ⇒ J_i[true],         and at the root   J_c[true] ⇒ false.
# With  I_i = ⋀ ¬J_c[true]  over the children of i this is, read backwards, I_p(i) ∧ A_i ⇒ ¬J_i ∧ A_i ⇒ ⋀ ¬J_c = I_i.
def as_interpolation_tree(paths: BranchingPaths, environment: Environment) -> SwitchedTree:
    """The tree of which an interpolant tree gives interpolants of the paths (``serving_all_branches``).

    Its switches are Boolean symbols ``branch!k``, which the paths do not have.
    """
    manager = environment.formula_manager
    count = len(paths.partitions)
    switches = _switches(paths, environment)
    partitions: list[FNode] = []
    for node in reversed(range(count)):
        parts = conjuncts(paths.partitions[node])
        following = paths.following[node]
        if len(following) > 1:
            parts.append(manager.Or([switches[follower] for follower in following]))
        on = switches[node]
        partitions.append(manager.And(parts if on.is_true() else [manager.Implies(on, part) for part in parts]))
    partitions.append(manager.Or([switches[first] for first in paths.first]))
    parents = tuple(count if (source := paths.before[node]) is None else count - 1 - source for node in reversed(range(count)))
    return SwitchedTree(tuple(partitions), parents, switches)


def _switches(paths: BranchingPaths, environment: Environment) -> tuple[FNode, ...]:
    """A switch for each of several steps that leave one cut; a step without alternative has that of the step before it."""
    manager = environment.formula_manager
    switches: list[FNode] = []
    count = 0
    for source in paths.before:
        alternatives = paths.first if source is None else paths.following[source]
        if len(alternatives) > 1:
            switches.append(manager.Symbol(f"branch!{count}", BOOL))
            count += 1
        else:
            switches.append(manager.TRUE() if source is None else switches[source])
    return tuple(switches)


def serving_all_branches(
    paths: BranchingPaths, tree: SwitchedTree, formulas: Sequence[FNode], environment: Environment
) -> tuple[FNode, ...]:
    """The interpolants of the paths, one for each node, by those of their tree: I_i = ⋀ ¬J_c[s_c := true], and false at the leaves."""
    manager, count = environment.formula_manager, len(paths.partitions)
    simplified = Simplifier(environment)
    excluded: list[FNode] = []
    for node, switch in enumerate(tree.switches):
        reaching = formulas[count - 1 - node]
        if switch in reaching.get_free_variables():
            reaching = environment.substituter.substitute(reaching, {switch: manager.TRUE()})
        excluded.append(manager.Not(reaching))
    return tuple(
        [simplified(manager.And([excluded[follower] for follower in some])) if some else manager.FALSE() for some in paths.following]
    )


def interpolate_paths(
    interpolator: TreeInterpolator, paths: BranchingPaths, environment: Environment, *, timeout: float | None = None
) -> Outcome:
    """One formula for each node, false at the leaves, by one question; or why there are none.  ``timeout`` in wall seconds."""
    tree = as_interpolation_tree(paths, environment)
    outcome = interpolator.tree(tree.partitions, tree.parents, timeout=timeout)
    if not isinstance(outcome, Interpolants):
        return outcome
    return Interpolants(serving_all_branches(paths, tree, outcome.formulas, environment), outcome.procedure, outcome.fallback)


def certify_paths(
    session: SolverSession, environment: Environment, paths: BranchingPaths, formulas: Sequence[FNode], *, timeout: float | None = None
) -> Certificate:
    """Check the conditions of the module's beginning; ``Violated.cut`` is the node, counted from 1.  ``timeout`` in seconds, per node.

    ValueError where the numbers do not fit.
    """
    if len(formulas) != len(paths.partitions):
        raise ValueError(f"paths of {len(paths.partitions)} nodes have as many formulas, not {len(formulas)}")
    for node, (formula, shared) in enumerate(zip(formulas, shared_below(paths), strict=True)):
        if not formula.get_free_variables() <= shared:
            return Violated(Condition.VOCABULARY, node + 1)
        if not paths.following[node] and not formula.is_false():
            return Violated(Condition.CONTRADICTION, node + 1)
    undecided: NotDecided | None = None
    for node, (partition, source) in enumerate(zip(paths.partitions, paths.before, strict=True)):
        session.push()
        session.add(partition, environment.formula_manager.Not(formulas[node]))
        if source is not None:
            session.add(formulas[source])
        status = session.check(timeout=timeout)
        session.pop()
        if status is Status.UNKNOWN:
            undecided = NotDecided(f"node {node + 1}: {session.reason_unknown}")
        if status is Status.SAT:
            inner = Condition.INITIATION if source is None else Condition.CONSECUTION
            return Violated(inner if paths.following[node] else Condition.CONTRADICTION, node + 1)
    return undecided or Valid()


# A symbol is shared at node i where some, but not all, nodes that have it lie strictly below i.
def shared_below(paths: BranchingPaths) -> tuple[frozenset[FNode], ...]:
    """For each node: vars(strictly below it) ∩ vars(all other nodes)."""
    total: dict[FNode, int] = {}
    variables = [partition.get_free_variables() for partition in paths.partitions]
    for some in variables:
        for variable in some:
            total[variable] = total.get(variable, 0) + 1
    below: list[dict[FNode, int]] = [{} for _ in paths.partitions]
    result: list[frozenset[FNode]] = [frozenset()] * len(below)
    for node in reversed(range(len(below))):
        counts = below[node]
        result[node] = frozenset(variable for variable, count in counts.items() if count < total[variable])
        source = paths.before[node]
        if source is None:
            continue
        for variable in variables[node]:
            counts[variable] = counts.get(variable, 0) + 1
        into = below[source]
        if not into:
            below[source] = {variable: count for variable, count in counts.items() if count < total[variable]}
        else:
            for variable, count in counts.items():
                if count < total[variable]:
                    into[variable] = into.get(variable, 0) + count
        below[node] = {}
    return tuple(result)
