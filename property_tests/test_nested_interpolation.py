"""The engines that split cases themselves, on formulas with nested connectives and conditionals: every answer is certified."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import closing

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT, REAL
from verilab_backends.procedures.farkas import FarkasEngine
from verilab_backends.procedures.quantifier_elimination import EliminationEngine, Way

from property_tests.decided import Decided
from property_tests.examples import examples
from verilab.solving.backend import Status
from verilab.solving.certificate import Violated, certify
from verilab.solving.engine import Engine, Sequent
from verilab.solving.interpolation import shared_variables
from verilab.solving.registry import load_backend
from verilab.solving.simplification.simplifier import Simplifier

ENGINES: dict[str, Callable[[Environment], Engine]] = {
    "farkas": lambda environment: FarkasEngine("test", environment),
    "strongest": lambda environment: EliminationEngine("test", Way.FORWARD, environment, None),
    "weakest": lambda environment: EliminationEngine("test", Way.BACKWARD, environment, None),
}


class Nested:
    """Random blocks over the variables of one state and of the next."""

    def __init__(self, environment: Environment, choose: random.Random) -> None:
        self.m = environment.formula_manager
        self.choose = choose
        self.sort = choose.choice([INT, INT, REAL])
        self.number = self.m.Int if self.sort is INT else self.m.Real

    def variables(self, block: int) -> list[FNode]:
        return [self.m.Symbol(f"{name}{index}", self.sort) for index in (block, block + 1) for name in "xy"]

    def atom(self, block: int) -> FNode:
        m, choose, number = self.m, self.choose, self.number
        if choose.random() < 0.2:
            return m.Symbol(f"p{block + choose.randrange(2)}")
        variables = self.variables(block)
        parts = [m.Times(number(choose.choice((1, -1, 1, 2, -3))), choose.choice(variables)) for _ in range(choose.randint(1, 2))]
        term = m.Plus([*parts, number(choose.randint(-2, 2))])
        if choose.random() < 0.3:
            term = m.Ite(m.Equals(choose.choice(variables), number(choose.randint(-1, 1))), term, choose.choice(variables))
        other = choose.choice(variables) if choose.random() < 0.5 else number(choose.randint(-2, 2))
        return choose.choice((m.LE, m.LT, m.Equals, m.Equals))(term, other)

    def formula(self, block: int, depth: int) -> FNode:
        m = self.m
        if depth == 0 or self.choose.random() < 0.3:
            atom = self.atom(block)
            return m.Not(atom) if self.choose.random() < 0.3 else atom
        left, right = self.formula(block, depth - 1), self.formula(block, depth - 1)
        return self.choose.choice([m.And(left, right), m.Or(left, right), m.Not(left), m.Implies(left, right), m.Iff(left, right)])

    def sequence(self) -> list[FNode]:
        """Blocks of which nobody knows whether they contradict each other."""
        count = self.choose.randint(2, 4)
        return [self.m.And([self.formula(block, 2) for _ in range(self.choose.randint(1, 3))]) for block in range(count)]

    def run(self) -> list[FNode]:
        """The path of a program with branches, whose final values are denied."""
        m, choose = self.m, self.choose
        values = {variable: choose.randint(-1, 1) for variable in self.variables(0)[:2]}
        blocks = [m.And([m.Equals(variable, self.number(value)) for variable, value in values.items()])]
        for block in range(choose.randint(1, 3)):
            steps = []
            for target in self.variables(block)[2:]:
                tested, first, second = (choose.choice(self.variables(block)[:2]) for _ in range(3))
                bound, more = choose.randint(-1, 1), choose.randint(-1, 1)
                relation = choose.choice((m.Equals, m.LE, m.LT))
                holds = {m.Equals: values[tested] == bound, m.LE: values[tested] <= bound, m.LT: values[tested] < bound}[relation]
                condition, sum_ = relation(tested, self.number(bound)), m.Plus(first, self.number(more))
                values[target] = values[first] + more if holds else values[second]
                cases = [m.And(condition, m.Equals(target, sum_)), m.And(m.Not(condition), m.Equals(target, second))]
                steps.append(choose.choice([m.Equals(target, m.Ite(condition, sum_, second)), m.Or(cases)]))
            blocks.append(m.And(steps))
        denied = [m.Not(m.Equals(last, self.number(values[last]))) for last in self.variables(len(blocks) - 1)[:2]]
        return [*blocks, choose.choice([m.And(denied), m.Or(denied), denied[0]])]


def _drawn(environment: Environment, choose: random.Random) -> list[FNode]:
    nested = Nested(environment, choose)
    return nested.run() if choose.random() < 0.5 else nested.sequence()


# Farkas answers every contradiction in time, the eliminations most of them.
@pytest.mark.parametrize(("name", "least"), [("farkas", 0.9), ("strongest", 0.5), ("weakest", 0.5)])
def test_interpolants_of_nested_formulas_are_valid(name: str, least: float) -> None:
    with closing(load_backend("z3")) as backend, Decided(least) as decided:

        @settings(max_examples=examples(15), deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
        @given(st.integers(0, 2**32))
        def valid(seed: int) -> None:
            environment = Environment()
            partitions = _drawn(environment, random.Random(seed))
            with closing(backend.session(environment, logic="ALL")) as session:
                assume(session.check(partitions, timeout=1) is Status.UNSAT)
                answer = ENGINES[name](environment).interpolate(Sequent(tuple(partitions), shared_variables(partitions)), 2)
                decided.note(isinstance(answer, list))
                if isinstance(answer, list):
                    simplify = Simplifier(environment)
                    for formulas in (answer, [simplify(formula) for formula in answer]):
                        certificate = certify(session, environment, partitions, formulas, timeout=1)
                        assert not isinstance(certificate, Violated), str(certificate)

        valid()
