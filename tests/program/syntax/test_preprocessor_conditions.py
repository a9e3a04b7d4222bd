"""The condition of ``#if`` has the value that C gives it: 64 bits, signed unless an operand is unsigned, unknown names are 0."""

from __future__ import annotations

import pytest

from verilab.program.errors import InputError
from verilab.program.syntax import parse_text
from verilab.program.syntax.preprocessing.conditions import ConditionError, evaluate


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0x7fffffffffffffffLL * 2ULL + 1 == 18446744073709551615ull", 1),
        ("-1 < 0U", 0),
        ("-7 / 2", -3),
        ("-7 % 2", -1),
        ("(0U < 1) - 2 < 0", 1),
        ("0x80000000 > -1", 1),
        ("0xffffffffffffffff == -1", 1),
        ("9223372036854775808 > 0", 1),
        ("'\\377' < 0", 1),
        ("'ab' == 'a' * 256 + 'b'", 1),
        ("-8 >> 1", -4),
        ("1 ? 2 : 0U - 1", 2),
        ("(1 ? -1 : 0U) > 0", 1),
        ("0 && 1 / 0", 0),
        ("1 || 1 / 0", 1),
        ("1 ? 3 : 1 / 0", 3),
        ("unknown + __has_feature(x(1), y) + 4", 4),
        ("1 /* two */ + 2 // three", 3),
        ("- -1 - -1", 2),
        ("!~-1", 1),
        ("0b101 + 010", 13),
        ("2 * 3 + 4 << 1 == 20", 1),
    ],
)
def test_a_condition_has_the_value_of_c(text: str, value: int) -> None:
    assert evaluate(text).value() == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 / 0", "divides by zero"),
        ("1 +", "ends too early"),
        ("(1", "')' is missing"),
        ("1 ? 2", "':' is missing"),
        ("1.5", "'1.5' is no integer"),
        ("1 2", "'2' is not expected"),
        ("f(", "')' is missing"),
        ('"a"', "cannot stand in the condition"),
    ],
)
def test_what_is_no_constant_expression_is_refused(text: str, message: str) -> None:
    with pytest.raises(ConditionError) as refusal:
        evaluate(text)
    assert message in str(refusal.value)


def test_the_error_names_the_line_and_the_reason() -> None:
    with pytest.raises(InputError) as refusal:
        parse_text("int x;\n#if 1 / 0\nint y;\n#endif\n")
    assert refusal.value.source_line is not None
    assert refusal.value.line == 2
    assert "divides by zero" in str(refusal.value)


def test_limits_can_be_compared_in_a_condition() -> None:
    unit = parse_text("#include <limits.h>\n#if ULLONG_MAX == 18446744073709551615ULL && LONG_MIN < 0\nint yes;\n#endif\n")
    assert unit.ast.ext[-1].name == "yes"
