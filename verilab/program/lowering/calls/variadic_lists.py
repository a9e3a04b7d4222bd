"""``va_list`` on x86-64: an array of one structure of 24 bytes there, where the model keeps one pointer.

What ``sizeof`` says of it, and that a function which is given a list moves on that of its caller, too.
"""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.program.c_types.types import ArrayType, CType, IntegerType, PointerType, RecordType
from verilab.program.expressions import Constant
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.storage.places import write
from verilab.program.operations import Nondet, NondetKind
from verilab.program.types import DataModel

TAG = "__va_list_tag"  # of the structure, in gcc and in the parser's declaration of __builtin_va_list
SIZE, ALIGNMENT = 24, 8
_USED = "a va_list that a call has used"


def inside(type: CType) -> bool:
    """Whether a type is ``va_list`` or contains one."""
    while isinstance(type, ArrayType):
        type = type.element
    if isinstance(type, RecordType):
        return any(inside(member.type) for member in type.members or ())
    return isinstance(type, PointerType) and isinstance(type.target, RecordType) and type.target.tag == TAG


def _is_list(type: CType) -> bool:
    return isinstance(type, PointerType) and inside(type)


def passed(ctx: Context, argument: Any, value: Value) -> Value:
    """An argument as it is passed: a list that is a variable is indeterminate for the caller from then on (C11 7.16p3)."""
    is_variable = isinstance(argument, c_ast.ID | c_ast.StructRef)
    if ctx.model is not DataModel.LP64 or not is_variable or not _is_list(value.type) or value.expression is None or ctx.current is None:
        return value
    held = Value(value.type, ctx.save(value.expression))
    ctx.emit(write(ctx.place(argument), Nondet(ctx.pointer, NondetKind.IMPRECISE, _USED), ctx.model), _USED)
    return held


def size(ctx: Context, operator: str, type: CType, result: IntegerType, *, named: bool) -> Value:
    """The size or alignment, ``named`` as a type.

    Not known is that of what contains a list, since our layout is another, and of an expression: a parameter is only a pointer to one.
    """
    if operator != "sizeof":
        return Value(result, Constant(ALIGNMENT, result.machine))
    return (
        Value(result, Constant(SIZE, result.machine)) if named and isinstance(type, PointerType) else ctx.unknown(result, "size of va_list")
    )
