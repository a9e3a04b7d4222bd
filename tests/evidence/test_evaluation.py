"""The reference evaluation notes every undefined behaviour on the way, of operands and of the operation itself."""

from __future__ import annotations

from verilab.evidence.interpretation.evaluation import Undefined, evaluate
from verilab.program.expressions import Binary, Cast, Constant, Expression, Unary
from verilab.program.types import INT, UINT, IntType

LEAST = Constant(INT.minimum, INT)
SHIFTED = Binary("<<", Constant(1, INT), Constant(40, INT), INT)
"""A distance that is out of range: 1 << 8, with a note."""


def notes_of(expression: Expression) -> set[Undefined]:
    return set(evaluate(expression, ())[1])


def test_the_least_number_has_no_negation_but_in_unsigned_types() -> None:
    assert evaluate(Unary("-", LEAST, INT), ()) == (INT.minimum, frozenset({Undefined.SIGNED_OVERFLOW}))
    assert notes_of(Unary("-", Constant(INT.minimum + 1, INT), INT)) == set()
    assert notes_of(Unary("-", Constant(1, UINT), UINT)) == set()
    assert notes_of(Unary("~", LEAST, INT)) == set()


def test_the_least_number_has_no_quotient_and_no_remainder_by_minus_one() -> None:
    for operator in ("/", "%"):
        assert notes_of(Binary(operator, LEAST, Constant(-1, INT), INT)) == {Undefined.SIGNED_OVERFLOW}
        assert notes_of(Binary(operator, LEAST, Constant(-2, INT), INT)) == set()
        assert notes_of(Binary(operator, Constant(7, INT), Constant(-1, INT), INT)) == set()


def test_shift_distances_are_at_least_zero_and_less_than_the_width() -> None:
    for type in (UINT, IntType(64, False)):
        for distance, noted in ((0, False), (type.width - 1, False), (type.width, True), (type.width + 1, True)):
            assert notes_of(Binary("<<", Constant(1, type), Constant(distance, type), type)) == (
                {Undefined.SHIFT_DISTANCE} if noted else set()
            )
    assert notes_of(Binary(">>", Constant(8, INT), Constant(-1, INT), INT)) == {Undefined.SHIFT_DISTANCE}


def test_what_an_operand_did_is_noted_beside_what_the_operation_does() -> None:
    both = {Undefined.SHIFT_DISTANCE, Undefined.SIGNED_OVERFLOW}
    assert evaluate(SHIFTED, ())[0] == 256
    assert notes_of(Binary("+", SHIFTED, Constant(2**31 - 1, INT), INT)) == both
    assert notes_of(Binary("+", Constant(2**31 - 1, INT), SHIFTED, INT)) == both
    assert notes_of(Unary("-", Binary("-", LEAST, Binary("-", SHIFTED, SHIFTED, INT), INT), INT)) == both
    assert notes_of(Cast(Unary("~", SHIFTED, INT), UINT)) == {Undefined.SHIFT_DISTANCE}
