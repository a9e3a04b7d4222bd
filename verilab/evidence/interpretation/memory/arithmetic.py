"""Operators on numbers, addresses and unknown values.

address + number, address - number        an address of the same block
p - q, p < q of one block                 those of their distances from its start
p == q of two blocks                      0 where both are of bytes of their blocks, no block lies where the other may have been,
                                          and not both are constant literals, which may share their bytes
p == n, p < n                             known for null, other numbers below every object, and error codes
everything else on addresses              unknown: it depends on where objects lie
"""

from __future__ import annotations

from verilab.evidence.interpretation.evaluation import Fault, Poison, binary, unary
from verilab.evidence.interpretation.memory.blocks import Address, Fragment, Result
from verilab.program.expressions import COMPARISONS
from verilab.program.memory.objects.objects import ObjectKind
from verilab.program.memory.objects.placement import FIRST_ADDRESS, LAST_PAGE
from verilab.program.types import IntType

PLACED = Poison("the value depends on where objects lie", None)


def apply_binary(operator: str, left: Result, right: Result, type: IntType) -> Result:
    """``left operator right``; ``type`` is the left operand's.  A fault outweighs an unknown value, that an address."""
    if isinstance(left, int) and isinstance(right, int):
        value, notes = binary(operator, left, right, type)
        if notes:
            return Fault(min(notes, key=lambda kind: kind.value))
        assert not isinstance(value, Poison)
        return value
    for kind in (Fault, Poison):
        for operand in (left, right):
            if isinstance(operand, kind):
                return operand
    if operator in COMPARISONS:
        return _compared(operator, left, right, type)
    match left, right:
        case Address(), int() if operator in ("+", "-"):
            return _moved(left, right if operator == "+" else -right, type)
        case int(), Address() if operator == "+":
            return _moved(right, left, type)
        case Address(), Address() if operator == "-" and left.block is right.block and left.is_inside and right.is_inside:
            return type.wrap(left.offset - right.offset)
    return PLACED


def same_label(left: Result, right: Result) -> Result:
    """Whether two addresses are those of one label; others may be at the same place, but say so themselves."""
    match left, right:
        case Address(offset=0), Address(offset=0) if left.block.label and right.block.label:
            return int(left.block is right.block)
    return next((operand for operand in (left, right) if isinstance(operand, Fault | Poison)), PLACED)


def _moved(address: Address, distance: int, type: IntType) -> Address:
    """Distances are modulo the width: the number of a negative one is large."""
    return Address(address.block, IntType(type.width, True).wrap(address.offset + distance))


def _compared(operator: str, left: Result, right: Result, type: IntType) -> Result:
    match left, right:
        case Address(), Address() if not (left.is_inside and right.is_inside):
            return PLACED
        case Address(), Address() if left.block is right.block:
            return binary(operator, left.offset, right.offset, IntType(64, True))[0]
        case Address(), Address():
            return int(operator == "!=") if operator in ("==", "!=") and are_apart(left, right) else PLACED
        case Address(), int():
            return _with_number(operator, left, right, type)
        case int(), Address():
            mirrored = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
            return _with_number(mirrored.get(operator, operator), right, left, type)
    return PLACED


def are_apart(left: Address, right: Address) -> bool:
    """Whether two addresses of different blocks differ wherever these lie."""
    one, other = left.block, right.block
    if not (left.offset < one.size and right.offset < other.size):
        return False  # behind one of them the other may begin
    if (one.shared and other.shared) or one.label or other.label:
        return False
    return not (one.kind is other.kind is ObjectKind.HEAP and (one.anew or other.anew))


def _with_number(operator: str, address: Address, number: int, type: IntType) -> Result:
    unsigned = number & (1 << type.width) - 1
    is_low, is_high = unsigned < FIRST_ADDRESS, unsigned >= (1 << type.width) - LAST_PAGE
    if not address.is_inside or not (is_low or is_high):
        return PLACED
    if operator in ("==", "!="):
        return int(operator == "!=")
    if type.signed:
        return PLACED
    return int((operator in (">", ">=")) == is_low)


def apply_unary(operator: str, operand: Result, type: IntType) -> Result:
    if isinstance(operand, int):
        value, notes = unary(operator, operand, type)
        if notes:
            return Fault(min(notes, key=lambda kind: kind.value))
        assert not isinstance(value, Poison)
        return value
    if isinstance(operand, Address):
        return 0 if operator == "!" and operand.is_inside else PLACED
    return PLACED if isinstance(operand, Fragment) else operand


def converted(operand: Result, of: IntType, to: IntType) -> Result:
    """A conversion; an address stays one in types of its width, and a byte of one."""
    if isinstance(operand, int):
        return to.wrap(operand)
    if isinstance(operand, Address | Fragment) and of.width != to.width:
        return PLACED
    return operand


def truth(value: Result) -> bool | Poison | Fault:
    """Whether a condition holds."""
    if isinstance(value, Address):
        return True if value.is_inside else PLACED
    if isinstance(value, Fragment):
        return PLACED
    return value != 0 if isinstance(value, int) else value
