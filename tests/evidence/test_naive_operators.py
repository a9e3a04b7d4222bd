"""The naive translation's operators have the machine's values, in both encodings, with unknown and with constant right operands."""

from __future__ import annotations

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.evidence.naive.bit_vectors import BitVectors
from verilab.evidence.naive.integers import Integers
from verilab.evidence.naive.operators import Operators
from verilab.formulas.terms.inspection import subterms
from verilab.program import semantics
from verilab.program.expressions import ARITHMETIC, BITWISE, COMPARISONS
from verilab.program.types import BOOL, INT, IntType

TYPES = (IntType(8, True), IntType(8, False))
PAIRS = ((-7, 3), (100, -3), (-128, -1), (13, 0), (5, 9))


def operators_of(kind: str) -> tuple[Environment, Operators]:
    environment = Environment()
    return environment, Integers(environment) if kind == "int" else BitVectors(environment)


def values(
    environment: Environment, operators: Operators, term: FNode, type: IntType, given: list[tuple[FNode, int, IntType]]
) -> int | None:
    """The only value of the term; None where it may have several."""
    facts = [operators.equal(symbol, operators.constant(value, its)) for symbol, value, its in given]
    with environment.factory.Solver(name="z3", logic="QF_BV" if operators.name == "bv" else "QF_LIA") as solver:
        for formula in (*operators.sides, *facts):
            solver.add_assertion(formula)
        assert solver.solve()
        value = type.wrap(int(solver.get_value(term).constant_value()))
        solver.add_assertion(operators.terms.negation(operators.equal(term, operators.constant(value, type))))
        return None if solver.solve() else value


@pytest.mark.parametrize("kind", ["int", "bv"])
@pytest.mark.parametrize("operator", sorted(ARITHMETIC | BITWISE | COMPARISONS))
def test_a_binary_operator_has_the_machines_value(kind: str, operator: str) -> None:
    for type in TYPES:
        for left, right in PAIRS:
            first, second = type.wrap(left), type.wrap(right)
            expected = semantics.binary(operator, first, second, type)
            result = INT if operator in COMPARISONS else type
            for constant in (False, True):
                environment, operators = operators_of(kind)
                x, y = operators.fresh(type), operators.fresh(type)
                term = operators.binary(operator, x, operators.constant(second, type) if constant else y, type, type, result)
                computed = values(environment, operators, term, result, [(x, first, type), (y, second, type)])
                if computed is None:
                    assert operators.approximated or expected is None
                else:
                    assert computed == expected, (type, first, operator, second)
                if constant or kind == "bv":
                    assert not operators.approximated


@pytest.mark.parametrize("kind", ["int", "bv"])
@pytest.mark.parametrize("target", [*TYPES, IntType(16, True), IntType(16, False), IntType(3, False)])
def test_casts_and_unary_operators_have_the_machines_value(kind: str, target: IntType) -> None:
    for type in TYPES:
        for value in sorted({type.wrap(left) for left, _ in PAIRS}):
            environment, operators = operators_of(kind)
            x = operators.fresh(type)
            cast = operators.cast(x, type, target)
            assert values(environment, operators, cast, target, [(x, value, type)]) == target.wrap(value)
            for operator in "-~!":
                term = operators.unary(operator, x, type, INT if operator == "!" else type)
                result = INT if operator == "!" else type
                assert values(environment, operators, term, result, [(x, value, type)]) == semantics.unary(operator, value, result)


@pytest.mark.parametrize("kind", ["int", "bv"])
def test_operators_on_truth_values_are_exact(kind: str) -> None:
    for operator in "&|^":
        for left, right in ((0, 0), (0, 1), (1, 1)):
            environment, operators = operators_of(kind)
            p, q = operators.fresh(BOOL), operators.fresh(BOOL)
            first, second = (operators.of_truth(operators.truth(each, BOOL), INT) for each in (p, q))
            term = operators.binary(operator, operators.cast(first, INT, BOOL), operators.cast(second, INT, BOOL), BOOL, BOOL, BOOL)
            computed = values(environment, operators, term, BOOL, [(p, left, BOOL), (q, right, BOOL)])
            assert computed == semantics.binary(operator, left, right, BOOL)
            assert not operators.approximated


@pytest.mark.parametrize("kind", ["int", "bv"])
def test_a_truth_value_and_a_number_have_the_machines_value(kind: str) -> None:
    for operator in "&|^":
        for truth, mask in ((0, 6), (1, 6), (1, 5), (0, 1)):
            for swapped in (False, True):
                environment, operators = operators_of(kind)
                p = operators.fresh(BOOL)
                sides = operators.of_truth(operators.truth(p, BOOL), INT), operators.constant(mask, INT)
                left, right = reversed(sides) if swapped else sides
                term = operators.binary(operator, left, right, INT, INT, INT)
                assert values(environment, operators, term, INT, [(p, truth, BOOL)]) == semantics.binary(operator, truth, mask, INT)


@pytest.mark.parametrize("mask", [0, 1, 4, 5, -1, -2])
def test_a_mask_gives_no_sum_of_less_than_two_parts(mask: int) -> None:
    _, operators = operators_of("int")
    term = operators.binary("&", operators.fresh(INT), operators.constant(mask, INT), INT, INT, INT)
    assert all(len(part.args()) > 1 for part in subterms([term, *operators.sides]) if part.is_plus())
