"""Floating-point operations as terms: the exact ones have the value of the reference evaluation only, the others have it among others."""

from __future__ import annotations

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from pysmt.environment import Environment
from pysmt.fnode import FNode

from property_tests.examples import examples
from property_tests.test_floats import DOUBLE, applications, patterns
from verilab.evidence.interpretation import float_arithmetic
from verilab.evidence.naive.bit_vectors import BitVectors
from verilab.evidence.naive.floats import float_operation
from verilab.evidence.naive.integers import Integers
from verilab.formulas.encodings.by_name import make_encoding
from verilab.formulas.encodings.definitions import Definitions
from verilab.formulas.encodings.float_circuits import has_circuit
from verilab.formulas.encodings.translation import Translator
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.builder import ProgramBuilder
from verilab.program.expressions import FLOAT_COMPARISONS, Constant, Expression, FloatOperation, FloatOperator, Read
from verilab.program.lowering.environment import patterns as classes
from verilab.program.semantics import constant_value
from verilab.program.types import IntType

Case = tuple[FloatOperator, tuple[int, ...], IntType, IntType]
CLASSES = ("is_nan", "is_infinite", "is_finite", "is_normal", "has_sign", "classified", "magnitude", "infinite_sign")
CIRCUITS = frozenset(FloatOperator[name] for name in ("ADD", "SUBTRACT", "MULTIPLY", "DIVIDE", "FROM_FLOAT", "FROM_INTEGER"))
FACTORS = (FloatOperator.MULTIPLY, FloatOperator.DIVIDE)
LOGICS = {"int": "QF_LIA", "bv": "QF_BV"}


def _satisfiable(environment: Environment, kind: str, formulas: list[FNode]) -> bool:
    with environment.factory.Solver(name="z3", logic=LOGICS[kind]) as solver:
        for formula in formulas:
            solver.add_assertion(formula)
        return bool(solver.solve())


def _reads(operands: tuple[int, ...], type: IntType) -> tuple[ProgramBuilder, tuple[Read, ...]]:
    builder = ProgramBuilder()
    return builder, tuple([Read(builder.variable(f"v{number}", type)) for number in range(len(operands))])


def _check_encoding(kind: str, builder: ProgramBuilder, expression: Expression, operands: tuple[int, ...], expected: int) -> bool:
    """Whether the term was exact; fails where it is wrong."""
    environment = Environment()
    encoding = make_encoding(kind, environment)
    program = builder.finish(builder.function("main"))
    vocabulary = Vocabulary(program, encoding)
    translator, definitions = Translator(vocabulary), Definitions(encoding.terms)
    value = translator.value(expression, {}, definitions)
    assert value.low <= expected <= value.high
    same = encoding.equals(encoding.term(value, expression.type), encoding.constant_term(expected, expression.type))
    fixed = [
        encoding.equals(vocabulary.slot_symbol(slot), encoding.constant_term(operand, program.storages[slot].type))
        for slot, operand in enumerate(operands)
    ]
    constraints = [*fixed, *(constraint for defining in definitions.constraints.values() for constraint in defining)]
    assert _satisfiable(environment, kind, [*constraints, same])
    if definitions.marks:
        return False
    assert not _satisfiable(environment, kind, [*constraints, encoding.terms.negation(same)])
    return True


@pytest.mark.parametrize("kind", list(LOGICS))
@settings(max_examples=60, deadline=None)
@given(case=applications())
def test_an_encoding_has_the_value_of_the_reference_evaluation(kind: str, case: Case) -> None:
    operator, operands, type, result = case
    expected = float_arithmetic.evaluate(operator, operands, type, result)
    builder, reads = _reads(operands, type)
    if expected is None:
        return
    node = FloatOperation(operator, reads, result)
    exact = _check_encoding(kind, builder, node, operands, expected)
    event(f"{operator.name} {'exact' if exact else 'approximated'}")
    assert exact or operator not in FLOAT_COMPARISONS
    assert exact or kind == "int" or not has_circuit(node)


@settings(max_examples=examples(15), deadline=None)
@given(case=applications().filter(lambda case: case[0] in CIRCUITS))
def test_a_circuit_has_the_value_of_the_reference_evaluation_and_no_other(case: Case) -> None:
    operator, operands, type, result = case
    expected = float_arithmetic.evaluate(operator, operands, type, result)
    assert expected is not None
    builder, reads = _reads(operands, type)
    node = FloatOperation(operator, reads, result)
    assert _check_encoding("bv", builder, node, operands, expected) is has_circuit(node)


_ROUND = st.builds(
    lambda sign, exponent, ones: sign << 63 | exponent << 52 | sum(1 << place for place in ones),
    st.integers(0, 1),
    st.sampled_from([0, 1, 2, 0x7FE, 0x7FF]) | st.integers(0x3F0, 0x410),
    st.sets(st.integers(0, 51), max_size=8) | st.just(set()),
)
"""Patterns of binary64 with few ones in their fraction."""


@settings(max_examples=examples(30), deadline=None)
@given(operator=st.sampled_from(FACTORS), constant=_ROUND, other=patterns(DOUBLE), first=st.booleans())
def test_a_circuit_with_a_constant_has_the_value_of_the_reference_evaluation(
    operator: FloatOperator, constant: int, other: int, first: bool
) -> None:
    builder, (read,) = _reads((other,), DOUBLE)
    known = Constant(constant, DOUBLE)
    node = FloatOperation(operator, (known, read) if first else (read, known), DOUBLE)
    values = (constant, other) if first else (other, constant)
    expected = float_arithmetic.evaluate(operator, values, DOUBLE, DOUBLE)
    assert expected is not None
    exact = _check_encoding("bv", builder, node, (other,), expected)
    assert exact or not has_circuit(node)
    assert exact or operator is FloatOperator.DIVIDE


@pytest.mark.parametrize("kind", list(LOGICS))
@settings(max_examples=60, deadline=None)
@given(case=applications())
def test_the_naive_translation_has_the_value_of_the_reference_evaluation(kind: str, case: Case) -> None:
    operator, operands, type, result = case
    expected = float_arithmetic.evaluate(operator, operands, type, result)
    if expected is None:
        return
    environment = Environment()
    operators = Integers(environment) if kind == "int" else BitVectors(environment)
    _, reads = _reads(operands, type)
    symbols = [operators.fresh(type) for _ in operands]
    term = float_operation(FloatOperation(operator, reads, result), symbols, operators)
    same = operators.equal(term, operators.constant(expected, result))
    fixed = [operators.equal(symbol, operators.constant(operand, type)) for symbol, operand in zip(symbols, operands, strict=True)]
    fixed += operators.taken_sides()
    assert _satisfiable(environment, kind, [*fixed, same])
    assert operators.approximated or not _satisfiable(environment, kind, [*fixed, operators.terms.negation(same)])
    assert not operators.approximated or operator not in FLOAT_COMPARISONS


@pytest.mark.parametrize("kind", list(LOGICS))
@pytest.mark.parametrize(
    "name", ["is_nan", "is_infinite", "is_finite", "is_normal", "has_sign", "classified", "magnitude", "infinite_sign"]
)
@settings(max_examples=12, deadline=None)
@given(case=applications().filter(lambda case: case[2].width in (32, 64) and not case[2].signed))
def test_classes_and_signs_are_exact_in_both_encodings(kind: str, name: str, case: Case) -> None:
    _, (operand, *_), type, _ = case
    rule = getattr(classes, name)
    builder, reads = _reads((operand,), type)
    expression = rule(reads[0])
    constant = constant_value(rule(classes._constant(operand, reads[0])))
    assert constant is not None
    assert _check_encoding(kind, builder, expression, (operand,), constant)
