"""What generated code calls."""

from __future__ import annotations

from typing import Any

from verilab.program import floats, semantics
from verilab.program.expressions import FloatOperator
from verilab.program.types import IntType


def store(array: tuple[int | None, ...] | None, index: int | None, value: int | None, length: int) -> tuple[int | None, ...] | None:
    """The array after ``array[index] := value``; an unknown index makes all elements unknown, one out of bounds changes nothing."""
    if index is None:
        return None
    if not 0 <= index < length:
        return array
    if array is None:
        return None if value is None else (None,) * index + (value,) + (None,) * (length - index - 1)
    return (*array[:index], value, *array[index + 1 :])


def divide(left: int, right: int, width: int, signed: bool) -> int | None:
    return semantics.binary("/", left, right, IntType(width, signed))


def remainder(left: int, right: int, width: int, signed: bool) -> int | None:
    return semantics.binary("%", left, right, IntType(width, signed))


def operate(operator: str, width: int, signed: bool, result_width: int, result_signed: bool, *operands: int) -> int:
    """A floating-point operation by its name, of operands of one type."""
    types = (IntType(width, signed),) * len(operands)
    return floats.evaluate(FloatOperator[operator], operands, types, IntType(result_width, result_signed))


NAMESPACE: dict[str, Any] = {"store": store, "divide": divide, "remainder": remainder, "operate": operate, "__builtins__": {}}
