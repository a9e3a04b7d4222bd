"""Trees with a known status, and the rows of the conformance kit about them: see ``verilab.solving.conformance.kit``."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT

from verilab.data_classes import dataclass
from verilab.solving.backend import Backend, QueryContext, Status, Theory
from verilab.solving.certificate import NotDecided, Violated
from verilab.solving.conformance.report import Row
from verilab.solving.interpolation import Interpolants, NotUnsat, TreeInterpolator, reason_of
from verilab.solving.procedures import make_tree_interpolator
from verilab.solving.tree_certificate import certify_tree
from verilab.solving.trees import children_of, path

_TIMEOUT = 10.0
"""Wall seconds per query."""


@dataclass(frozen=True, slots=True)
class TreeQuery:
    """Integers only; all but the random ones are so small that a procedure for trees must answer them."""

    name: str
    partitions: tuple[FNode, ...]
    parents: tuple[int, ...]
    satisfiable: bool
    basic: bool = True


# Node i returns one more than the sum of what its children return: the size of its subtree.  The root does not return the tree's size.
def sizes(environment: Environment, name: str, parents: Sequence[int]) -> Iterator[TreeQuery]:
    m = environment.formula_manager
    returned = [m.Symbol(f"{name}_size@{node}", INT) for node in range(len(parents) + 1)]
    nodes = [
        m.Equals(returned[node], m.Plus([m.Int(1), *(returned[child] for child in children)]))
        for node, children in enumerate(children_of(parents))
    ]
    total = m.Int(len(nodes))
    yield TreeQuery(name, (*nodes[:-1], m.And(nodes[-1], m.Not(m.Equals(returned[-1], total)))), tuple(parents), False)
    yield TreeQuery(f"{name}-sat", (*nodes[:-1], m.And(nodes[-1], m.LE(total, returned[-1]))), tuple(parents), True)


# Each call returns its argument or one more; the caller shares both.  Two calls add two at most.
def calls(environment: Environment) -> Iterator[TreeQuery]:
    m = environment.formula_manager
    argument, middle, result = (m.Symbol(f"calls_{name}", INT) for name in ("in", "middle", "out"))

    def call(before: FNode, after: FNode) -> FNode:
        return m.Or(m.Equals(after, before), m.Equals(after, m.Plus(before, m.Int(1))))

    both = (call(argument, middle), call(middle, result))
    yield TreeQuery("calls", (*both, m.LT(m.Plus(argument, m.Int(2)), result)), (2, 2), False)
    yield TreeQuery("calls-sat", (*both, m.LT(m.Plus(argument, m.Int(1)), result)), (2, 2), True)


# The contradiction lies in one node, in siblings, in different subtrees; most nodes have no part in it.
def corners(environment: Environment) -> Iterator[TreeQuery]:
    m = environment.formula_manager
    x, y, z = (m.Symbol(f"trees_{name}", INT) for name in "xyz")
    low, high = m.LT(x, m.Int(0)), m.LT(m.Int(0), x)
    free = m.LT(y, z)
    yield TreeQuery("one-node", (m.And(low, high),), (), False)
    yield TreeQuery("leaf-contradictory", (m.And(low, high), free, m.TRUE()), (2, 2), False)
    yield TreeQuery("root-contradictory", (free, m.TRUE(), m.And(low, high)), (2, 2), False)
    yield TreeQuery("siblings-contradictory", (low, high, free), (2, 2), False)
    yield TreeQuery("cousins-contradictory", (low, free, high, m.TRUE(), m.TRUE()), (1, 4, 3, 4), False)
    yield TreeQuery("false-inside", (low, m.FALSE(), high, m.TRUE()), (1, 3, 3), False)
    yield TreeQuery("parents-not-in-post-order", (low, free, high, m.LT(z, y), m.TRUE()), (3, 4, 4, 4), False)
    yield TreeQuery("nothing-contradictory-sat", (low, free, m.TRUE()), (2, 2), True)


# Linear inequalities over a few variables, distributed over a random tree, until they contradict each other.
def random_trees(environment: Environment, judge: Backend, seed: int, count: int) -> Iterator[TreeQuery]:
    m = environment.formula_manager
    choose = random.Random(seed)
    variables = [m.Symbol(f"trees_r{index}", INT) for index in range(6)]
    for number in range(count):
        size = choose.randrange(3, 9)
        parents = tuple(choose.randrange(node + 1, size) for node in range(size - 1))
        nodes: list[list[FNode]] = [[] for _ in range(size)]
        session = judge.session(environment)
        satisfiable = True
        for _ in range(40):
            terms = [m.Times(m.Int(choose.choice((-2, -1, 1, 2))), variable) for variable in choose.sample(variables, 2)]
            atom = m.LE(m.Plus(terms), m.Int(choose.randrange(-4, 5)))
            choose.choice(nodes).append(atom)
            session.add(atom)
            satisfiable = session.check() is Status.SAT
            if not satisfiable:
                break
        session.close()
        yield TreeQuery(f"random-tree-{seed}-{number}", tuple(m.And(atoms) for atoms in nodes), parents, satisfiable, False)


def tree_queries(environment: Environment, judge: Backend, *, seed: int = 0) -> Iterator[TreeQuery]:
    """All of them; ``judge`` tells the status of the random ones."""
    shapes = {
        "two-leaves": (2, 2),
        "four-levels": (1, 2, 3),
        "complete-binary": (2, 2, 6, 5, 5, 6),
        "star": (8,) * 8,
        "comb": (2, 2, 4, 4, 6, 6, 8, 8),
        "path-of-twenty": tuple(path(20)),
    }
    for name, parents in shapes.items():
        yield from sizes(environment, name, parents)
    yield from calls(environment)
    yield from corners(environment)
    yield from random_trees(environment, judge, seed, 20)


def tree_rows(backend: Backend, checker: Backend, environment: Environment, procedures: Sequence[str]) -> Iterator[Row]:
    """One row per tree and procedure of ``backend`` that has trees, each answer certified by ``checker``."""
    context = QueryContext(timeout=_TIMEOUT)
    for procedure in procedures:
        if procedure not in backend.capabilities.trees or Theory.LIA not in backend.capabilities.interpolation[procedure]:
            continue
        interpolator = make_tree_interpolator(backend, procedure, environment, context=context)
        for query in tree_queries(environment, checker):
            yield _row(interpolator, checker, environment, query)
        interpolator.close()


def _row(interpolator: TreeInterpolator, checker: Backend, environment: Environment, query: TreeQuery) -> Row:
    start = time.perf_counter()
    row = Row(query.name, interpolator.procedure, "", 0.0, "", query.basic, "trees", theories=frozenset({Theory.LIA}))
    try:
        outcome = interpolator.tree(query.partitions, query.parents)
    except (Exception, SystemExit) as error:  # whatever a backend raises is a row, and the kit goes on
        return replace(row, result="crashed", detail=f"{type(error).__name__}: {error}")
    row = replace(row, seconds=time.perf_counter() - start)
    if isinstance(outcome, NotUnsat):
        return replace(row, result="satisfiable" if query.satisfiable else "wrong")
    if not isinstance(outcome, Interpolants):
        return replace(row, result=type(outcome).__name__.lower(), detail=reason_of(outcome))
    if query.satisfiable:
        return replace(row, result="wrong", detail="interpolates a satisfiable tree")
    if len(outcome.formulas) != len(query.parents):
        return replace(row, result="invalid", detail=f"{len(outcome.formulas)} formulas for {len(query.partitions)} nodes")
    judge = checker.session(environment, context=QueryContext(timeout=_TIMEOUT))
    certificate = certify_tree(judge, environment, query.partitions, query.parents, outcome.formulas)
    judge.close()
    if isinstance(certificate, Violated):
        return replace(row, result="invalid", detail=f"{certificate.condition.value} at node {certificate.cut}")
    if isinstance(certificate, NotDecided):
        return replace(row, result="unknown", detail=f"certificate: {certificate.reason}")
    return replace(row, result="valid")
