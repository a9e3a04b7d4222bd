"""Interpolants from proofs over reals, functions and nested Boolean structure, in every labelling, as z3 sees them."""

from __future__ import annotations

import random
from contextlib import closing

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT, REAL, FunctionType

from property_tests.decided import Decided
from property_tests.examples import examples
from verilab.solving.backend import QueryContext, SolverSession, Status
from verilab.solving.certificate import Valid, certify
from verilab.solving.interpolation import Interpolants, NotUnsat
from verilab.solving.procedures import make_interpolator
from verilab.solving.registry import load_backend

LOGICS = {"integers": "QF_LIA", "reals": "QF_LRA", "functions": "QF_UFLIA"}


class Writer:
    """Random sequences: each block speaks about its own symbols, those of the next, and one that is shared by all."""

    def __init__(self, kind: str, choose: random.Random) -> None:
        self.environment = Environment()
        self.m = self.environment.formula_manager
        self.kind = kind
        self.choose = choose

    def number(self, value: int) -> FNode:
        return self.m.Real((value, self.choose.choice((1, 1, 2, 3)))) if self.kind == "reals" else self.m.Int(value)

    def term(self, block: int) -> FNode:
        m, sort = self.m, REAL if self.kind == "reals" else INT
        names = [*(f"v{block * 2 + index}" for index in range(4)), "shared"]
        parts = []
        for name in self.choose.sample(names, self.choose.randint(1, 3)):
            variable = m.Symbol(name, sort)
            if self.kind == "functions" and self.choose.random() < 0.4:
                variable = m.Function(m.Symbol("f", FunctionType(INT, [INT])), [variable])
            parts.append(m.Times(self.number(self.choose.choice((1, 1, -1, 2, -3))), variable))
        return m.Plus(parts)

    def atom(self, block: int) -> FNode:
        m = self.m
        if self.choose.random() < 0.2:
            return m.Symbol(f"b{block + self.choose.randint(0, 1)}")
        left, right = self.term(block), self.number(self.choose.randint(-3, 3))
        return self.choose.choice((m.Equals, m.Equals, m.LE, m.LT, m.GE, m.NotEquals))(left, right)

    def formula(self, block: int, depth: int) -> FNode:
        m = self.m
        if not depth or self.choose.random() < 0.4:
            return self.atom(block)
        parts = [self.formula(block, depth - 1) for _ in range(3)]
        match self.choose.randint(0, 4):
            case 0:
                return m.And(parts)
            case 1 | 2:
                return m.Or(parts)
            case 3:
                return m.Iff(parts[0], parts[1])
        return m.Ite(parts[0], parts[1], m.Not(parts[2]))

    def sequence(self) -> list[FNode]:
        blocks = range(self.choose.randint(2, 5))
        return [self.m.And([self.formula(block, 2) for _ in range(self.choose.randint(1, 4))]) for block in blocks]

    def contradiction(self, judge: SolverSession) -> list[FNode]:
        """A sequence to which more and more is added until it is contradictory."""
        partitions = self.sequence()
        for _ in range(30):
            if judge.check(partitions) is not Status.SAT:
                break
            block = self.choose.randrange(len(partitions))
            partitions[block] = self.m.And(partitions[block], self.atom(block), self.formula(block, 1))
        return partitions


@pytest.mark.parametrize("labelling", ["proofs", "proofs-pudlak", "proofs-inverse"])
@pytest.mark.parametrize("kind", LOGICS)
def test_random_sequences_have_valid_interpolants(kind: str, labelling: str) -> None:
    with Decided(1 / 3) as decided, closing(load_backend("cvc5")) as backend, closing(load_backend("z3")) as checker:

        @settings(max_examples=examples(8), deadline=None, suppress_health_check=list(HealthCheck))
        @given(st.integers(0, 10**6))
        def valid(seed: int) -> None:
            writer = Writer(kind, random.Random(seed))
            context = QueryContext(timeout=3.0)
            interpolator = make_interpolator(backend, labelling, writer.environment, logic=LOGICS[kind], context=context)
            judge = checker.session(writer.environment, logic=LOGICS[kind], context=context)
            partitions = writer.contradiction(judge) if seed % 4 else writer.sequence()
            outcome = interpolator.sequence(partitions)
            if isinstance(outcome, NotUnsat):
                judge.add(*partitions)
                assert judge.check() is not Status.UNSAT
            if isinstance(outcome, Interpolants):
                assert certify(judge, writer.environment, partitions, outcome.formulas) == Valid()
            decided.note(isinstance(outcome, Interpolants))
            interpolator.close()
            judge.close()

        valid()
