"""Random sequences for the conformance kit: blocks of random clauses; their status is what the checking solver says it is.

Block i speaks about the variables of step i and step i + 1, as path formulas do, with a chance for one that all blocks share.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import BOOL, INT, REAL, BVType, FunctionType, Type

from verilab.solving.backend import SolverSession, Status, Theory
from verilab.solving.conformance.query import Query, Size

VARIABLES = 2
"""Of each step."""
DRAWS = 8
"""How many sequences are drawn for one that is wanted, at most: most short ones are satisfiable."""

MakeAtom = Callable[[random.Random, list[FNode]], FNode]
Relation = Callable[[FNode, FNode], FNode]


class _Domain:
    """Random atoms over variables of one sort."""

    def __init__(self, environment: Environment, name: str) -> None:
        self.m = environment.formula_manager
        self.name = name
        kinds: dict[str, tuple[str, frozenset[Theory], Type, MakeAtom]] = {
            "int": ("QF_LIA", frozenset({Theory.LIA}), INT, self._linear),
            "bool": ("QF_LIA", frozenset(), BOOL, self._boolean),
            "bv": ("QF_BV", frozenset({Theory.BV}), BVType(8), self._vector),
            "real": ("QF_LRA", frozenset({Theory.LRA}), REAL, self._linear),
            "uf": ("QF_UFLIA", frozenset({Theory.UF, Theory.LIA}), INT, self._function),
        }
        self.logic, self.theories, self.sort, self._atom = kinds[name]
        self._is_real = name == "real"

    def variable(self, step: int, index: int) -> FNode:
        return self.m.Symbol(f"random_{self.name}_{index}@{step}", self.sort)

    def sequence(self, choose: random.Random) -> tuple[FNode, ...]:
        """Two to eight blocks, each of clauses of one to three literals."""
        blocks = []
        everywhere = self.variable(-1, 0)
        for step in range(choose.randrange(2, 9)):
            variables = [self.variable(step + late, index) for late in (0, 1) for index in range(VARIABLES)] + [everywhere]
            clauses = []
            for _ in range(choose.randrange(2, 6)):
                literals = [self._atom(choose, variables) for _ in range(choose.choice((1, 1, 1, 2, 3)))]
                clauses.append(self.m.Or([self.m.Not(atom) if choose.random() < 0.25 else atom for atom in literals]))
            blocks.append(self.m.And(clauses))
        return tuple(blocks)

    def _number(self, value: int) -> FNode:
        return self.m.Real(value) if self._is_real else self.m.Int(value)

    def _linear(self, choose: random.Random, variables: list[FNode]) -> FNode:
        m = self.m
        terms = [
            m.Times(self._number(choose.choice((1, 1, -1, 2, 3))), variable)
            for variable in choose.sample(variables, choose.choice((1, 2, 2, 3)))
        ]
        relation: Relation = choose.choice((m.Equals, m.LE, m.LT))
        return relation(m.Plus(terms), self._number(choose.randrange(-4, 5)))

    def _boolean(self, choose: random.Random, variables: list[FNode]) -> FNode:
        first, second = choose.sample(variables, 2)
        shapes = (first, self.m.Iff(first, second), self.m.Or(first, second), self.m.Implies(first, second))
        result: FNode = choose.choice(shapes)
        return result

    def _vector(self, choose: random.Random, variables: list[FNode]) -> FNode:
        m = self.m
        first, second = choose.sample(variables, 2)
        constant = m.BV(choose.randrange(256), 8)
        small = m.BV(choose.randrange(8), 8)
        terms = (
            first,
            m.BVAdd(first, constant),
            m.BVSub(first, second),
            m.BVAnd(first, constant),
            m.BVOr(first, second),
            m.BVXor(first, constant),
            m.BVLShl(first, small),
            m.BVLShr(first, small),
            m.BVMul(first, small),
            m.BVConcat(m.BVExtract(first, 0, 3), m.BVExtract(second, 4, 7)),
        )
        relation: Relation = choose.choice((m.Equals, m.Equals, m.BVULT, m.BVULE, m.BVSLT, m.BVSLE))
        return relation(choose.choice(terms), choose.choice((constant, second)))

    def _function(self, choose: random.Random, variables: list[FNode]) -> FNode:
        m = self.m
        f = m.Symbol("random_f", FunctionType(INT, [INT]))
        first, second = choose.sample(variables, 2)
        left = choose.choice((first, m.Function(f, [first]), m.Plus(first, m.Int(1))))
        right = choose.choice((second, m.Function(f, [second]), m.Int(choose.randrange(-2, 3))))
        relation: Relation = choose.choice((m.Equals, m.Equals, m.LE, m.LT))
        return relation(left, right)


AMOUNTS = {
    Size.TINY: {},
    Size.QUICK: {"int": 8, "bool": 4, "bv": 6, "real": 4, "uf": 4},
    Size.FULL: {"int": 60, "bool": 25, "bv": 40, "real": 25, "uf": 20},
}


def random_queries(
    environment: Environment, size: Size, seed: int, supported: frozenset[Theory], judge: Callable[[str], SolverSession]
) -> Iterator[Query]:
    """Queries of the supported theories; ``judge`` gives a session of a logic, which decides each sequence within a second.

    One in five may be satisfiable; what the judge cannot decide is not asked.
    """
    for name, amount in AMOUNTS[size].items():
        domain = _Domain(environment, name)
        choose = random.Random(f"{seed} {name}")
        wanted = {Status.UNSAT: amount - amount // 5, Status.SAT: amount // 5}
        for draw in range(amount * DRAWS):
            if not any(wanted.values()):
                break
            partitions = domain.sequence(choose)
            if not domain.theories <= supported:
                break
            session = judge(domain.logic)
            session.push()
            session.add(*partitions)
            status = session.check(timeout=1.0)
            session.pop()
            if wanted.get(status, 0) > 0:
                wanted[status] -= 1
                label = f"random-{name}-{seed}-{draw}" + ("-sat" if status is Status.SAT else "")
                yield Query(label, domain.logic, domain.theories, partitions, status is Status.SAT, False, f"random-{name}")
