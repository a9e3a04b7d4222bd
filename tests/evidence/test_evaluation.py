"""The reference evaluation notes every undefined behaviour on the way, of operands and of the operation itself."""

from __future__ import annotations

import pytest

from verilab.evidence.interpretation.evaluation import Poison, Undefined, evaluate
from verilab.program.expressions import Binary, Cast, Constant, Expression, IfThenElse, Read, Unary
from verilab.program.storages import Variable
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


def test_of_a_conditional_only_what_is_chosen_is_evaluated() -> None:
    """A state without slots has no value for a variable."""
    variable = Variable("x", INT, 0)
    one, absent = Constant(1, INT), Binary("+", Read(variable), Constant(1, INT), INT)
    chosen = evaluate(IfThenElse(one, one, absent), ())
    assert chosen == evaluate(IfThenElse(Constant(0, INT), absent, one), ()) == (1, frozenset())
    with pytest.raises(IndexError):
        evaluate(IfThenElse(one, absent, one), ())


def test_a_conditional_on_something_unknown_is_unknown_and_keeps_what_its_condition_notes() -> None:
    unknown = Poison("unknown", None)
    condition = Binary("+", Cast(Binary("<<", Constant(1, INT), Constant(40, INT), INT), INT), Read(Variable("x", INT, 0)), INT)
    value, notes = evaluate(IfThenElse(condition, Constant(1, INT), SHIFTED), (unknown,))
    assert value is unknown
    assert notes == {Undefined.SHIFT_DISTANCE}
    assert evaluate(Binary("+", SHIFTED, IfThenElse(Constant(0, INT), LEAST, SHIFTED), INT), ())[0] == 512
