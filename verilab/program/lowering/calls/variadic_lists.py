"""``va_list`` on x86-64: an array of one structure of 24 bytes there, where the model keeps one pointer.

What ``sizeof`` says of it, and that a function which is given a list moves on that of its caller, too.
"""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.program.c_types.layout import LIST_SIZE, is_list
from verilab.program.c_types.types import ArrayType, CType, IntegerType, RecordType
from verilab.program.expressions import Constant
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.storage.places import write
from verilab.program.lowering.types.declared_types import type_of
from verilab.program.lowering.unsupported import possible_violation
from verilab.program.operations import Nondet, NondetKind
from verilab.program.types import DataModel

ALIGNMENT = 8
_USED = "a va_list that a call has used"


def inside(type: CType) -> bool:
    """Whether a type is ``va_list`` or contains one."""
    while isinstance(type, ArrayType):
        type = type.element
    if isinstance(type, RecordType):
        return any(inside(member.type) for member in type.members or ())
    return is_list(type)


def passed(ctx: Context, argument: Any, value: Value) -> Value:
    """An argument as it is passed: a list in a variable is indeterminate for the caller from then on (C11 7.16p3)."""
    may_be_list = is_list(value.type) or isinstance(argument, c_ast.Cast)
    if ctx.model is not DataModel.LP64 or not may_be_list or value.expression is None or ctx.current is None:
        return value
    lists = _lists(ctx, argument)
    if not lists:
        return value
    held = Value(value.type, ctx.save(value.expression))
    for node in lists:
        if ctx.session.purity.has_effect(node):  # which variable it is has been evaluated
            possible_violation(ctx, _USED)
        else:
            ctx.emit(write(ctx.place(node), Nondet(ctx.pointer, NondetKind.IMPRECISE, _USED), ctx.model), _USED)
    return held


def _lists(ctx: Context, argument: Any) -> list[Any]:
    """The lvalues of which one is the list that is passed."""
    lists: list[Any] = []
    pending = [argument]
    while pending:
        match pending.pop():
            case c_ast.Cast(expr=inner):
                pending.append(inner)
            case c_ast.ExprList(exprs=[*_, last]):
                pending.append(last)
            case c_ast.TernaryOp(iftrue=first, iffalse=second):
                pending += [first, second]
            case (c_ast.ID() | c_ast.StructRef() | c_ast.ArrayRef() | c_ast.UnaryOp(op="*")) as node if is_list(type_of(ctx, node)):
                lists.append(node)
    return lists


def size(ctx: Context, operator: str, result: IntegerType, *, named: bool) -> Value:
    """The size or alignment of a list, ``named`` as a type: that of an expression is not known, as a parameter is only a pointer to one."""
    if operator != "sizeof":
        return Value(result, Constant(ALIGNMENT, result.machine))
    return Value(result, Constant(LIST_SIZE, result.machine)) if named else ctx.unknown(result, "size of va_list")
