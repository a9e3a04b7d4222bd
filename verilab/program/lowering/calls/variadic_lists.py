"""What ``sizeof`` says of ``va_list`` on x86-64: an array of one structure of 24 bytes there, where the model keeps one pointer."""

from __future__ import annotations

from verilab.program.c_types.types import ArrayType, CType, IntegerType, PointerType, RecordType
from verilab.program.expressions import Constant
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions.values import Value

TAG = "__va_list_tag"  # of the structure, in gcc and in the parser's declaration of __builtin_va_list
SIZE, ALIGNMENT = 24, 8


def inside(type: CType) -> bool:
    """Whether a type is ``va_list`` or contains one."""
    while isinstance(type, ArrayType):
        type = type.element
    if isinstance(type, RecordType):
        return any(inside(member.type) for member in type.members or ())
    return isinstance(type, PointerType) and isinstance(type.target, RecordType) and type.target.tag == TAG


def size(ctx: Context, operator: str, type: CType, result: IntegerType, *, named: bool) -> Value:
    """The size or alignment, ``named`` as a type.

    Not known is that of what contains a list, since our layout is another, and of an expression: a parameter is only a pointer to one.
    """
    if operator != "sizeof":
        return Value(result, Constant(ALIGNMENT, result.machine))
    return (
        Value(result, Constant(SIZE, result.machine)) if named and isinstance(type, PointerType) else ctx.unknown(result, "size of va_list")
    )
