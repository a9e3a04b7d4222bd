"""What is compiled has the reference evaluation's values, and what Python's parser could not take is not compiled."""

from __future__ import annotations

import itertools

from verilab.evidence.interpretation.compiled import compile_function
from verilab.evidence.interpretation.evaluation import UnusualError, evaluate
from verilab.program.builder import ProgramBuilder
from verilab.program.expressions import ARITHMETIC, BITWISE, COMPARISONS, Binary, Cast, Expression, Read, Unary
from verilab.program.types import INT, IntType

TYPES = (IntType(8, True), IntType(8, False))
X = ProgramBuilder().variable("x", INT)


def test_neither_a_deep_nor_a_large_expression_is_compiled() -> None:
    deep: Expression = Read(X)
    for _ in range(500):
        deep = Unary("~", deep, INT)
    large: Expression = Read(X)
    for _ in range(30):
        large = Binary("+", large, large, INT)
    for expression in (deep, large):
        assert compile_function([expression], "return {0}", {}) is None
        assert compile_function([Read(X), expression], "return {1}", {}) is None
    assert evaluate(deep, (5,)) == (5, frozenset())
    assert evaluate(large, (0,)) == (0, frozenset())


def test_a_compiled_operator_has_the_reference_value_or_is_unusual() -> None:
    for type in TYPES:
        builder = ProgramBuilder()
        x, y = builder.variable("x", type), builder.variable("y", type)
        expressions: list[Expression] = [Binary(each, Read(x), Read(y), type) for each in sorted(ARITHMETIC | BITWISE)]
        expressions += [Binary(each, Read(x), Read(y), INT) for each in sorted(COMPARISONS)]
        expressions += [Unary(each, Read(x), INT if each == "!" else type) for each in "-~!"]
        expressions += [Cast(Read(x), target) for target in (*TYPES, INT, IntType(4, True), IntType(4, False))]
        numbers = sorted({type.wrap(value) for value in (-128, -127, -7, -1, 0, 1, 3, 7, 8, 127, 255)})
        for expression in expressions:
            compiled = compile_function([expression], "return {0}", {})
            assert compiled is not None
            for state in itertools.product(numbers, repeat=2):
                value, notes = evaluate(expression, state)
                try:
                    assert int(compiled(list(state))) == value, (expression, state)
                    assert not notes, (expression, state)
                except UnusualError:
                    assert notes or not isinstance(value, int), (expression, state)
