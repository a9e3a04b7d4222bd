"""Python source for C's operators on values that are known or may be None.

A ``Text`` is an expression that gives its value whenever none of its ``guards`` (names of local variables) is None, together with an
interval that the value lies in; wrap-around is written only where the interval of the exact result leaves the type.
"""

from __future__ import annotations

from verilab.data_classes import dataclass
from verilab.program.expressions import COMPARISONS
from verilab.program.semantics import binary, unary
from verilab.program.types import IntType


@dataclass(frozen=True, slots=True)
class Text:
    """``source`` is an atom or in parentheses; ``truth`` is a cheaper form for where only zero or not matters."""

    source: str
    low: int
    high: int
    guards: tuple[str, ...] = ()
    truth: str | None = None

    @property
    def nullable(self) -> str:
        """The source that gives None where a guard is None."""
        if not self.guards or self.guards == (self.source,):
            return self.source
        return f"({self.source} if {not_none(self.guards)} else None)"

    @property
    def condition(self) -> str:
        return self.truth or self.source

    @property
    def constant(self) -> int | None:
        """The value where the source is a literal."""
        return self.low if self.low == self.high and self.source == literal(self.low) else None


def literal(value: int) -> str:
    return str(value) if value >= 0 else f"({value})"


def number(value: int) -> Text:
    return Text(literal(value), value, value)


def not_none(names: tuple[str, ...]) -> str:
    return " and ".join(f"{name} is not None" for name in names)


def some_none(names: tuple[str, ...]) -> str:
    return " or ".join(f"{name} is None" for name in names)


def joined(*texts: Text) -> tuple[str, ...]:
    """All guards, each once."""
    return tuple(dict.fromkeys(name for text in texts for name in text.guards))


def wrapped(source: str, low: int, high: int, type: IntType, guards: tuple[str, ...]) -> Text:
    """``source``, whose exact value lies in [low, high], brought into the type."""
    if type.minimum <= low and high <= type.maximum:
        return Text(f"({source})", low, high, guards)
    mask = (1 << type.width) - 1
    if not type.signed:
        return Text(f"(({source}) & {mask})", 0, mask, guards)
    half = 1 << (type.width - 1)
    return Text(f"((({source}) + {half} & {mask}) - {half})", type.minimum, type.maximum, guards)


def cast(operand: Text, type: IntType) -> Text:
    if type.minimum <= operand.low and operand.high <= type.maximum:
        return operand
    return wrapped(operand.source, operand.low, operand.high, type, operand.guards)


def negation(operator: str, operand: Text, type: IntType) -> Text:
    """The unary operators; ``type`` is the result's."""
    if operand.constant is not None:
        return number(unary(operator, operand.constant, type))
    source, low, high, guards = operand.source, operand.low, operand.high, operand.guards
    match operator:
        case "-":
            return wrapped(f"-{source}", -high, -low, type, guards)
        case "~" if type.signed:
            return Text(f"(~{source})", ~high, ~low, guards)
        case "~":
            return Text(f"({source} ^ {type.maximum})", 0, type.maximum, guards)
        case _:
            test = f"(not {operand.truth})" if operand.truth else f"({source} == 0)"
            return Text(f"(+{test})", 0, 1, guards, test)


def operation(operator: str, left: Text, right: Text, type: IntType) -> Text:
    """The binary operators but division, which needs its operands in variables; ``type`` is the left operand's."""
    if left.constant is not None and right.constant is not None:
        return number(binary(operator, left.constant, right.constant, type) or 0)
    guards = joined(left, right)
    first, second = left.source, right.source
    if operator in COMPARISONS:
        test = f"({first} {operator} {second})"
        return Text(f"(+{test})", 0, 1, guards, test)
    source = f"{first} {operator} {second}"
    match operator:
        case "+":
            return wrapped(source, left.low + right.low, left.high + right.high, type, guards)
        case "-":
            return wrapped(source, left.low - right.high, left.high - right.low, type, guards)
        case "*":
            corners = [x * y for x in (left.low, left.high) for y in (right.low, right.high)]
            return wrapped(source, min(corners), max(corners), type, guards)
        case "&" | "|" | "^":
            low, high = _bitwise_interval(operator, left, right, type)
            return Text(f"({source})", low, high, guards)
        case "<<" | ">>":
            return _shift(operator, left, right, type, guards)
    raise ValueError(f"unknown operator {operator!r}")


def _bitwise_interval(operator: str, left: Text, right: Text, type: IntType) -> tuple[int, int]:
    if operator == "&" and (left.low >= 0 or right.low >= 0):
        return 0, min(text.high for text in (left, right) if text.low >= 0)
    if left.low >= 0 and right.low >= 0:
        return 0, (1 << max(left.high.bit_length(), right.high.bit_length())) - 1
    return type.minimum, type.maximum


def _shift(operator: str, left: Text, right: Text, type: IntType, guards: tuple[str, ...]) -> Text:
    distance = right.source
    if right.constant is not None:
        distance = literal(right.constant % type.width)
    elif not (right.low >= 0 and right.high < type.width):
        distance = f"({right.source} % {type.width})"
    source = f"{left.source} {operator} {distance}"
    if operator == ">>":
        return Text(f"({source})", min(left.low, 0), max(left.high, 0), guards)
    top = type.width - 1
    return wrapped(source, min(left.low << top, left.low), max(left.high << top, left.high), type, guards)


def division(operator: str, name: str, interval: Text, divisor: int, type: IntType) -> Text:
    """``name / divisor`` or ``name % divisor`` toward zero, for a variable's name and a constant that is not zero."""
    low, high, size = interval.low, interval.high, abs(divisor)
    quotient = f"{name} // {size}" if low >= 0 else f"({name} // {size} if {name} >= 0 else -(-{name} // {size}))"
    rest = f"{name} % {size}" if low >= 0 else f"({name} % {size} if {name} >= 0 else -(-{name} % {size}))"
    if operator == "%":
        return Text(f"({rest})", max(low, 1 - size) if low < 0 else 0, max(0, min(high, size - 1)), interval.guards)
    sign = "" if divisor > 0 else "-"
    bound = max(abs(low), abs(high)) // size
    if divisor > 0 and low >= 0:
        return Text(f"({quotient})", low // size, high // size, interval.guards)
    return wrapped(f"{sign}({quotient})", -bound, bound, type, interval.guards)
