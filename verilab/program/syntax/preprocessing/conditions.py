"""The value of the condition of ``#if`` (C11 6.10.1): every integer has 64 bits, signed or unsigned, and an unknown name is 0."""

from __future__ import annotations

import re
from collections.abc import Callable

from verilab.data_classes import dataclass
from verilab.program.c_types.literals import character_literal, integer_literal
from verilab.program.c_types.types import C_INT
from verilab.program.types import DataModel

_MASK = (1 << 64) - 1
_TOKEN = re.compile(
    r"""\s+ | /\*.*?\*/ | //[^\n]*
    | (?P<number>\.?[0-9](?:[eEpP][+-]|['\w.])*) | (?P<name>[A-Za-z_]\w*(?!['\w])) | (?P<character>(?:u8|[uUL])?'(?:\\.|[^'\\])*')
    | (?P<operator><<|>>|<=|>=|==|!=|&&|\|\||[-+~!*/%<>&^|?:(),])""",
    re.VERBOSE | re.DOTALL,
)
_BINDING = (("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", "<=", ">", ">="), ("<<", ">>"), ("+", "-"), ("*", "/", "%"))


class ConditionError(ValueError):
    """A condition that has no value; the message says why."""


@dataclass(frozen=True, slots=True)
class Integer:
    """A number of type intmax_t or uintmax_t; ``value`` is in the range of its type."""

    number: int
    unsigned: bool = False

    @staticmethod
    def of(number: int, unsigned: bool = False) -> Integer:
        """The number wrapped to 64 bits."""
        bits = number & _MASK
        return Integer(bits if unsigned or bits >> 63 == 0 else bits - (1 << 64), unsigned)

    def value(self) -> int:
        """The number, as the preprocessor asks for it."""
        return self.number


_ZERO, _ONE = Integer(0), Integer(1)


def evaluate(text: str) -> Integer:
    """The value of a condition's text, in which ``defined`` and the macros have been replaced.

    ConditionError for what is no constant expression, and for a division by zero that is evaluated.
    """
    return _Parser(text).condition()


class _Parser:
    """Operator precedence parsing; ``live`` is False where the value does not count: behind ``0 &&`` a division by zero may stand."""

    def __init__(self, text: str) -> None:
        self._tokens: list[str] = []
        place = 0
        while place < len(text):
            match = _TOKEN.match(text, place)
            if match is None:
                raise ConditionError(f"'{text[place : place + 20]}' cannot stand in the condition of #if")
            if match.lastgroup is not None:
                self._tokens.append(match[0])
            place = match.end()
        self._tokens.append("")
        self._next = 0

    def condition(self) -> Integer:
        result = self._conditional(True)
        if self._tokens[self._next]:
            raise ConditionError(f"'{self._tokens[self._next]}' is not expected in the condition of #if")
        return result

    def _take(self, *expected: str) -> bool:
        if self._tokens[self._next] in expected:
            self._next += 1
            return True
        return False

    def _require(self, expected: str) -> None:
        if not self._take(expected):
            raise ConditionError(f"'{expected}' is missing in the condition of #if")

    def _conditional(self, live: bool) -> Integer:
        test = self._binary(0, live)
        if not self._take("?"):
            return test
        first = self._conditional(live and test.number != 0)
        self._require(":")
        second = self._conditional(live and test.number == 0)
        # Both branches have their common type.
        return Integer.of((first if test.number else second).number, first.unsigned or second.unsigned)

    def _binary(self, level: int, live: bool) -> Integer:
        if level == len(_BINDING):
            return self._unary(live)
        left = self._binary(level + 1, live)
        while (operator := self._tokens[self._next]) in _BINDING[level]:
            self._next += 1
            matters = live and not (operator == "&&" and not left.number) and not (operator == "||" and left.number)
            right = self._binary(level + 1, matters)
            left = _apply(operator, left, right, matters)
        return left

    def _unary(self, live: bool) -> Integer:
        signs = []
        while self._tokens[self._next] in ("+", "-", "~", "!") and self._tokens[self._next]:
            signs.append(self._tokens[self._next])
            self._next += 1
        result = self._primary(live)
        for sign in reversed(signs):
            match sign:
                case "-":
                    result = Integer.of(-result.number, result.unsigned)
                case "~":
                    result = Integer.of(~result.number, result.unsigned)
                case "!":
                    result = _ONE if result.number == 0 else _ZERO
        return result

    def _primary(self, live: bool) -> Integer:
        if self._take("("):
            result = self._conditional(live)
            while self._take(","):
                result = self._conditional(live)
            self._require(")")
            return result
        token = self._tokens[self._next]
        self._next += 1
        if (token[:1].isalpha() and "'" not in token) or token[:1] == "_":
            self._skip_arguments()
            return _ZERO
        if "'" in token and not token[:1].isdigit():
            character = character_literal(token, C_INT)
            if character is not None:
                return Integer.of(character.value)
        number = integer_literal(token, DataModel.LP64) if token else None
        if number is None:
            raise ConditionError(f"'{token}' is no integer" if token else "the condition of #if ends too early")
        return Integer.of(number.value, "u" in token.lower() or not -(1 << 63) <= number.value < 1 << 63)

    def _skip_arguments(self) -> None:
        """An unknown function, ``__has_feature(x)`` for one, is 0 whatever its arguments are."""
        depth = 0
        while True:
            if self._tokens[self._next] == "(":
                depth += 1
            elif not depth:
                return
            elif self._tokens[self._next] == ")":
                depth -= 1
            elif not self._tokens[self._next]:
                raise ConditionError("')' is missing in the condition of #if")
            self._next += 1


def _apply(operator: str, left: Integer, right: Integer, live: bool) -> Integer:
    if operator in ("&&", "||"):
        pair = (left.number != 0, right.number != 0)
        return _ONE if (all(pair) if operator == "&&" else any(pair)) else _ZERO
    if operator in ("<<", ">>"):
        distance = right.number % 64
        return Integer.of(left.number << distance if operator == "<<" else left.number >> distance, left.unsigned)
    unsigned = left.unsigned or right.unsigned
    a, b = Integer.of(left.number, unsigned).number, Integer.of(right.number, unsigned).number
    if operator in _COMPARISONS:
        return _ONE if _COMPARISONS[operator](a, b) else _ZERO
    if operator in ("/", "%") and b == 0:
        if live:
            raise ConditionError("the condition of #if divides by zero")
        return Integer(0, unsigned)
    return Integer.of(_ARITHMETIC[operator](a, b), unsigned)


def _quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _quotient,
    "%": lambda a, b: a - b * _quotient(a, b),
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
}
