"""Integer promotions, the usual arithmetic conversions, and the types of integer constants (C11 6.3.1, 6.4.4.1).

The two target families, ILP32 and LP64, follow gcc: a bit-field wider than ``int`` keeps its own width in arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterator

from verilab.program.c_types.types import (
    C_INT,
    INT128,
    LONG_LONG,
    UNSIGNED_INT,
    UNSIGNED_LONG_LONG,
    IntegerType,
    long_type,
)
from verilab.program.types import DataModel, IntType


def promote(type: IntegerType) -> IntegerType:
    """The integer promotions: everything narrower than ``int`` becomes ``int``."""
    machine = type.machine
    if machine.width < C_INT.machine.width:
        return C_INT
    if machine.width == C_INT.machine.width and type.field:
        return C_INT if machine.signed else UNSIGNED_INT
    return type


def usual(left: IntegerType, right: IntegerType, model: DataModel) -> IntegerType:
    """The usual arithmetic conversions: the common type of two integer operands.

    As in gcc the wider type wins before ranks are compared: a wide bit-field of ``long long`` has fewer bits than ``long``.
    """
    left, right = promote(left), promote(right)
    if left is right or left == right:
        return left
    if left.machine.width != right.machine.width:
        return left if left.machine.width > right.machine.width else right
    if left.machine.signed == right.machine.signed:
        return left if left.rank >= right.rank else right
    unsigned, signed = (right, left) if left.machine.signed else (left, right)
    if unsigned.rank >= signed.rank:
        return unsigned
    return unsigned_counterpart(signed, model)


def unsigned_counterpart(type: IntegerType, model: DataModel) -> IntegerType:
    """The unsigned type of the same rank."""
    known = {C_INT.rank: UNSIGNED_INT, 4: long_type(model, signed=False), LONG_LONG.rank: UNSIGNED_LONG_LONG}
    counterpart = known.get(type.rank)
    if counterpart is not None and counterpart.machine.width == type.machine.width:
        return counterpart
    return IntegerType(f"unsigned {type.name}", IntType(type.machine.width, False), type.rank)


def constant_type(value: int, suffix: str, model: DataModel, *, decimal: bool) -> IntegerType:
    """The first type of the list in C11 6.4.4.1 that holds a value of at most 64 bits; ``suffix`` in lower case."""
    for candidate in _candidates(suffix, model, decimal=decimal):
        if value <= candidate.machine.maximum:
            return candidate
    # Decimal constants have no unsigned type; gcc's greatest integer type is ``long long`` where there is no ``__int128``.
    return INT128 if model is DataModel.LP64 else LONG_LONG


def _candidates(suffix: str, model: DataModel, *, decimal: bool) -> Iterator[IntegerType]:
    unsigned_only = "u" in suffix
    longs = suffix.count("l")
    pairs = (
        (C_INT, UNSIGNED_INT),
        (long_type(model, signed=True), long_type(model, signed=False)),
        (LONG_LONG, UNSIGNED_LONG_LONG),
    )
    for signed, unsigned in pairs[longs:]:
        if not unsigned_only:
            yield signed
        if unsigned_only or not decimal:
            yield unsigned
