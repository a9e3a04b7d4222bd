"""Corner cases of the conformance kit: the same shapes over integers, reals, bit-vectors and Booleans.

Sequences of one, contradictions inside one partition in each place, true partitions, cuts without shared variables, a variable that
all share, repeated conjuncts and partitions, and the satisfiable ones of each kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import BOOL, INT, REAL, BVType, Type

from verilab.data_classes import dataclass
from verilab.solving.backend import Theory
from verilab.solving.conformance.query import Query, Size

Relation = Callable[[FNode, FNode], FNode]


@dataclass(frozen=True, slots=True)
class _Domain:
    """An ordered sort: ``below`` is its strict order, ``low`` and ``high`` two of its constants."""

    name: str
    logic: str
    theories: frozenset[Theory]
    sort: Type
    below: Relation
    low: FNode
    high: FNode


def _domains(environment: Environment) -> list[_Domain]:
    m = environment.formula_manager

    def implied(left: FNode, right: FNode) -> FNode:
        return m.And(m.Not(left), right)

    return [
        _Domain("int", "QF_LIA", frozenset({Theory.LIA}), INT, m.LT, m.Int(0), m.Int(9)),
        _Domain("real", "QF_LRA", frozenset({Theory.LRA}), REAL, m.LT, m.Real(0), m.Real(9)),
        _Domain("bv", "QF_BV", frozenset({Theory.BV}), BVType(8), m.BVULT, m.BV(3, 8), m.BV(9, 8)),
        _Domain("signed", "QF_BV", frozenset({Theory.BV}), BVType(8), m.BVSLT, m.BV(253, 8), m.BV(9, 8)),
        _Domain("bool", "QF_LIA", frozenset(), BOOL, implied, m.FALSE(), m.TRUE()),
    ]


def corner_cases(environment: Environment, size: Size, supported: frozenset[Theory]) -> Iterator[Query]:
    """FULL asks those over every sort, the others those over the first that is supported."""
    domains = _domains(environment)
    if size is not Size.FULL:
        domains = [domain for domain in domains if domain.theories <= supported][:1]
    for domain in domains:
        yield from _corners(environment, domain)
    yield from _large_numbers(environment)


def _corners(environment: Environment, domain: _Domain) -> Iterator[Query]:
    m, below = environment.formula_manager, domain.below
    x, y, z = (m.Symbol(f"corner_{domain.name}_{name}", domain.sort) for name in "xyz")
    p = m.Symbol("corner_p")
    # x below and not below y: contradictory without being false by itself
    one, other = below(x, y), m.Not(below(x, y))
    contradiction = m.And(one, other)
    aside = m.Or(p, below(z, domain.high))
    unsatisfiable: dict[str, list[FNode]] = {
        "one-partition": [contradiction],
        "pair": [one, other],
        "first-contradictory": [contradiction, aside, m.Not(p)],
        "middle-contradictory": [aside, contradiction, p],
        "last-contradictory": [aside, m.Or(p, one), contradiction],
        "constant-false": [one, m.FALSE(), other],
        "only-false": [m.FALSE()],
        "true-first": [m.TRUE(), one, other],
        "true-between": [one, m.TRUE(), m.TRUE(), other],
        "true-last": [one, other, m.TRUE()],
        "irrelevant-between": [one, aside, m.Or(m.Not(p), below(domain.low, z)), other],
        "no-shared-variable": [contradiction, below(domain.low, z)],
        "a-cut-without-shared-variables": [p, m.And(one, aside), other, m.Or(p, aside)],
        "repeated-partition": [one, one, one, other, other],
        "repeated-conjunct": [m.And(one, p), m.And(one, aside), m.And(other, p)],
        "shared-through-a-boolean": [m.Iff(p, one), m.Or(m.Not(p), aside), m.And(p, other)],
        "disjunction-first": [m.Or(m.And(p, one), m.And(m.Not(p), one)), other],
        "disjunction-last": [one, m.Or(m.And(p, other), m.And(m.Not(p), other))],
    }
    for name, partitions in unsatisfiable.items():
        yield Query(f"corner-{domain.name}-{name}", domain.logic, domain.theories, tuple(partitions), False, True, "corners")
    transitive = (below(x, y), below(y, z), m.Not(below(x, z)))  # y must be eliminated, which not every procedure can
    yield Query(f"corner-{domain.name}-transitive", domain.logic, domain.theories, transitive, False, False, "corners")
    satisfiable: dict[str, list[FNode]] = {
        "one-partition": [one],
        "pair": [one, m.Or(p, other)],
        "true": [m.TRUE(), m.TRUE()],
        "unrelated": [one, aside, m.Not(p)],
    }
    for name, partitions in satisfiable.items():
        yield Query(f"corner-{domain.name}-{name}-sat", domain.logic, domain.theories, tuple(partitions), True, True, "corners")


def _large_numbers(environment: Environment) -> Iterator[Query]:
    m = environment.formula_manager
    x, y = (m.Symbol(f"corner_large_{name}", INT) for name in "xy")
    partitions = (m.Equals(x, m.Int(2**64 - 1)), m.Equals(y, m.Plus(x, m.Int(1))), m.LT(y, m.Int(2**64)))
    yield Query("corner-large-constants", "QF_LIA", frozenset({Theory.LIA}), partitions, False, True, "corners")
    r, s = (m.Symbol(f"corner_large_{name}", REAL) for name in "rs")
    tiny = m.Real((1, 2**40))
    small = (m.LE(tiny, r), m.Equals(s, m.Times(m.Real(2**40), r)), m.LT(s, m.Real(1)))
    yield Query("corner-small-fractions", "QF_LRA", frozenset({Theory.LRA}), small, False, True, "corners")
