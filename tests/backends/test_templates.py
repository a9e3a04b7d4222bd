"""<backend>:templates: word-level interpolants of bit-vectors that name no value of the path."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import BVType

from tests.backends.required import need
from verilab.experiments.queries.path_constants import path_constants
from verilab.solving.certificate import Valid, certify
from verilab.solving.conformance import Size, check_backend
from verilab.solving.interpolation import Interpolants, NotUnsat, Outcome
from verilab.solving.procedures import make_interpolator


class Case:
    """One environment of bit-vectors, and the engine with another one that certifies it."""

    def __init__(self, backend: str) -> None:
        self.environment = Environment()
        self.m = self.environment.formula_manager
        self.backend, self.checker = need(backend), need("cvc5" if backend == "z3" else "z3")

    def words(self, name: str, count: int, width: int = 16) -> list[FNode]:
        return [self.m.Symbol(f"{name}@{index}", BVType(width)) for index in range(count)]

    def ask(self, partitions: Sequence[FNode]) -> Outcome:
        interpolator = make_interpolator(self.backend, "templates", self.environment, logic="QF_BV")
        try:
            return interpolator.sequence(partitions, timeout=60.0)
        finally:
            interpolator.close()

    def valid(self, partitions: Sequence[FNode]) -> Interpolants:
        outcome = self.ask(partitions)
        assert isinstance(outcome, Interpolants)
        session = self.checker.session(self.environment, logic="QF_BV")
        assert certify(session, self.environment, partitions, outcome.formulas) == Valid()
        session.close()
        return outcome

    def counting(self, count: int) -> list[FNode]:
        """i = 0; while (i < n) i++; assert(i <= n), so often around; n is any number."""
        m = self.m
        i, (n,) = self.words("i", count + 1), self.words("n", 1)
        steps = [m.And(m.BVULT(before, n), m.Equals(after, m.BVAdd(before, m.BV(1, 16)))) for before, after in pairwise(i)]
        return [m.Equals(i[0], m.BV(0, 16)), *steps, m.And(m.Not(m.BVULT(i[-1], n)), m.BVULT(n, i[-1]))]


ENGINES = ("bitwuzla", "z3", "cvc5")


@pytest.mark.parametrize("backend", ENGINES)
def test_a_loop_is_left_with_a_comparison_of_its_variables(backend: str) -> None:
    case = Case(backend)
    partitions = case.counting(3)
    outcome = case.valid(partitions)
    assert path_constants(partitions, outcome.formulas) == set()
    assert len(outcome.formulas[3].get_free_variables()) == 2


@pytest.mark.parametrize("backend", ENGINES)
def test_two_counters_are_equal_and_have_no_values(backend: str) -> None:
    case = Case(backend)
    m = case.m
    x, y = case.words("x", 4), case.words("y", 4)
    steps = [m.And(m.Equals(x[k + 1], m.BVAdd(x[k], m.BV(5, 16))), m.Equals(y[k + 1], m.BVAdd(y[k], m.BV(5, 16)))) for k in range(3)]
    partitions = [m.And(m.Equals(x[0], m.BV(7, 16)), m.Equals(y[0], m.BV(7, 16))), *steps, m.Not(m.Equals(x[3], y[3]))]
    outcome = case.valid(partitions)
    assert path_constants(partitions, outcome.formulas) == set()
    assert [formula.serialize() for formula in outcome.formulas[1:]] == ["(x@1 = y@1)", "(x@2 = y@2)", "(x@3 = y@3)"]


@pytest.mark.parametrize("backend", ENGINES)
def test_what_no_template_says_has_values_of_the_path(backend: str) -> None:
    """x = 3 y after two steps is not among the templates: the answer is valid all the same."""
    case = Case(backend)
    m = case.m
    x, y = case.words("x", 2, 8), case.words("y", 1, 8)
    partitions = [m.Equals(x[0], m.BVMul(y[0], m.BV(3, 8))), m.Equals(x[1], m.BVMul(x[0], m.BV(5, 8))), m.Equals(x[1], m.BV(1, 8))]
    partitions[2] = m.And(partitions[2], m.Not(m.Equals(m.BVMul(y[0], m.BV(15, 8)), m.BV(1, 8))))
    case.valid(partitions)


def test_a_satisfiable_sequence_has_none() -> None:
    case = Case("bitwuzla")
    assert isinstance(case.ask(case.counting(3)[:-1]), NotUnsat)


def test_equal_questions_have_equal_answers() -> None:
    answers = {Case.valid(case, case.counting(2)).formulas[1].serialize() for case in (Case("bitwuzla"), Case("bitwuzla"))}
    assert len(answers) == 1


@pytest.mark.parametrize("backend", ENGINES)
def test_the_kit_finds_no_failure(backend: str) -> None:
    case = Case(backend)
    report = check_backend(case.backend, case.checker, size=Size.TINY, procedures=["templates"], patience=0.4)
    assert report.failures == ()
