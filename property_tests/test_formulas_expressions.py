"""Both encodings agree with C's machine semantics on every expression: shown on random expressions and values with a solver."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import event, given, reject, settings
from hypothesis import strategies as st
from pysmt.environment import Environment

from property_tests.executed_programs import Memory, evaluated
from verilab.formulas.blocks.assumptions import assume
from verilab.formulas.encodings.by_name import make_encoding
from verilab.formulas.encodings.definitions import Definitions
from verilab.formulas.encodings.guards import Guard
from verilab.formulas.encodings.translation import State, Translator
from verilab.formulas.terms.inspection import Evaluation, symbols
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.builder import ProgramBuilder
from verilab.program.expressions import Binary, Cast, Constant, Expression, IfThenElse, Read, Unary
from verilab.program.storages import Variable
from verilab.program.types import INT, IntType

TYPES = [IntType(width, signed) for width in (1, 3, 4, 8, 32) for signed in (True, False)]


@dataclass
class Case:
    """An expression over variables with given values, and conditions that hold for these values."""

    variables: list[Variable]
    values: dict[Variable, int]
    expression: Expression
    conditions: list[tuple[Expression, bool]]


def in_memory(values: dict[Variable, int]) -> Memory:
    return {(variable, 0): value for variable, value in values.items()}


def values_of(type: IntType) -> st.SearchStrategy[int]:
    edges = [type.minimum, type.maximum, 0, 1, -1, type.minimum + 1, type.maximum - 1]
    return st.sampled_from([value for value in edges if type.minimum <= value <= type.maximum]) | st.integers(type.minimum, type.maximum)


@st.composite
def expressions(draw: st.DrawFn, variables: list[Variable], type: IntType, depth: int) -> Expression:
    kinds = ["constant", "read"] if depth == 0 else ["read", "binary", "binary", "binary", "unary", "cast", "choice", "shift"]
    if type == INT and depth:
        kinds += ["comparison", "not", "comparison"]
    kind = draw(st.sampled_from(kinds))
    deeper = depth - 1
    if kind == "read":
        fitting = [variable for variable in variables if variable.type == type]
        if fitting:
            return Read(draw(st.sampled_from(fitting)))
        variable = draw(st.sampled_from(variables))
        return Cast(Read(variable), type)
    if kind == "binary":
        operator = draw(st.sampled_from("+-*/%&|^"))
        return Binary(operator, draw(expressions(variables, type, deeper)), draw(expressions(variables, type, deeper)), type)
    if kind == "shift":
        other = draw(st.sampled_from(TYPES))
        operator = draw(st.sampled_from(["<<", ">>"]))
        return Binary(operator, draw(expressions(variables, type, deeper)), draw(expressions(variables, other, deeper)), type)
    if kind == "unary":
        return Unary(draw(st.sampled_from("-~")), draw(expressions(variables, type, deeper)), type)
    if kind == "not":
        return Unary("!", draw(expressions(variables, draw(st.sampled_from(TYPES)), deeper)), INT)
    if kind == "cast":
        return Cast(draw(expressions(variables, draw(st.sampled_from(TYPES)), deeper)), type)
    if kind == "comparison":
        other = draw(st.sampled_from(TYPES))
        operator = draw(st.sampled_from(["==", "!=", "<", "<=", ">", ">="]))
        return Binary(operator, draw(expressions(variables, other, deeper)), draw(expressions(variables, other, deeper)), INT)
    if kind == "choice":
        condition = draw(expressions(variables, INT, deeper))
        return IfThenElse(condition, draw(expressions(variables, type, deeper)), draw(expressions(variables, type, deeper)))
    return Constant(draw(values_of(type)), type)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    builder = ProgramBuilder()
    variables = [builder.variable(f"v{number}", draw(st.sampled_from(TYPES))) for number in range(3)]
    values = {variable: draw(values_of(variable.type)) for variable in variables}
    type = draw(st.sampled_from(TYPES))
    expression = draw(expressions(variables, type, draw(st.integers(1, 3))))
    conditions: list[tuple[Expression, bool]] = []
    for _ in range(draw(st.integers(0, 2))):
        condition = draw(expressions(variables, INT, draw(st.integers(1, 2))))
        value = evaluated(condition, in_memory(values))
        if value is not None:
            conditions.append((condition, bool(value)))
    return Case(variables, values, expression, conditions)


@pytest.mark.parametrize("kind", ["int", "bv"])
@settings(max_examples=80, deadline=None)
@given(case=cases())
def test_a_translated_expression_has_exactly_the_value_of_the_machine_semantics(kind: str, case: Case) -> None:
    expected = evaluated(case.expression, in_memory(case.values))
    if expected is None:
        reject()
    environment = Environment()
    encoding = make_encoding(kind, environment)
    builder = ProgramBuilder()
    builder.storages.extend(case.variables)
    builder._slot_count = len(case.variables)
    vocabulary = Vocabulary(builder.finish(builder.function("main")), encoding)
    translator, definitions = Translator(vocabulary), Definitions(encoding.terms)
    state: State = {}
    guard = Guard(None, encoding.terms.true)
    truths = []
    for condition, holds in case.conditions:
        truth = translator.truth(condition, state, definitions)
        truths.append(truth if holds else encoding.terms.negation(truth))
        assume(condition, holds, state, guard, translator, definitions)
    value = translator.value(case.expression, state, definitions)
    assert value.low <= expected <= value.high
    type = case.expression.type
    same = encoding.equals(encoding.term(value, type), encoding.constant_term(expected, type))
    fixed = [
        encoding.equals(vocabulary.symbol((variable, 0)), encoding.constant_term(number, variable.type))
        for variable, number in case.values.items()
    ]
    constraints = [constraint for defining in definitions.constraints.values() for constraint in defining]
    with environment.factory.Solver(name="z3", logic="QF_BV" if kind == "bv" else "QF_LIA") as solver:
        for formula in (*fixed, *truths, *constraints):
            environment.stc.get_type(formula)
            solver.add_assertion(formula)
        assert solver.is_sat(same)
        event("approximated" if definitions.marks else "exact")
        if not definitions.marks:
            assert solver.is_unsat(encoding.terms.negation(same))
    if kind == "bv":
        numbers = {vocabulary.symbol((v, 0)): number & ((1 << v.type.width) - 1) for v, number in case.values.items()}
        assert set(symbols(same)) <= numbers.keys()
        assert Evaluation(numbers.get).holds(same)
