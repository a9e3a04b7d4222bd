"""``_Generic`` and ``__builtin_choose_expr`` stand for the operand that they select, as parentheses do: a place, an array, a function."""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.program.c_types.layout import is_list
from verilab.program.c_types.types import CHAR, ArrayType, CType, FunctionType, IntegerType, PointerType
from verilab.program.lowering.context import Context
from verilab.program.lowering.types import declared_types
from verilab.program.lowering.types.constant_expressions import constant_integer
from verilab.program.syntax.tree.nodes import CHOOSING
from verilab.program.types import DataModel


def selected(ctx: Context, node: Any) -> Any:
    """The operand that a selection stands for; any other expression itself."""
    while True:
        match node:
            case c_ast.GenericSelection():
                known = ctx.session.selections.get(id(node))
                if known is None:
                    known = ctx.session.selections[id(node)] = (node, _associated(ctx, node))
                node = known[1]
            case c_ast.FuncCall(name=c_ast.ID(name=name), args=arguments) if name == CHOOSING:
                operands = arguments.exprs if arguments is not None else []
                if len(operands) != 3:
                    raise ctx.error(node, f"{CHOOSING} takes 3 arguments, but {len(operands)} are passed")
                node = operands[1 if constant_integer(ctx, operands[0]) else 2]
            case _:
                return node


def _associated(ctx: Context, node: c_ast.GenericSelection) -> Any:
    with ctx.muted():
        controlling = ctx.value(node.expr).type
    chosen = default = None
    for association in node.associations:
        if association.type is None:
            default = association.expr
        elif chosen is None and not declared_types.qualifiers(ctx, association.type):
            if compatible(declared_types.declared_type(ctx, association.type), controlling, ctx.model):
                chosen = association.expr
        else:
            declared_types.declared_type(ctx, association.type)
    chosen = chosen or default
    if chosen is None:
        raise ctx.error(node, f"no association of _Generic has type {controlling}")
    return chosen


def compatible(left: CType, right: CType, model: DataModel) -> bool:
    """Whether two types are compatible (C11 6.2.7): an array without a length with any, a function without parameters with any."""
    if model is DataModel.ILP32:
        left, right = (PointerType(CHAR) if is_list(type) else type for type in (left, right))
    match left, right:
        case IntegerType(enumeration=first), IntegerType(enumeration=second) if first is not None and second is not None:
            return first is second  # an enumeration is compatible with its integer type, but with no other enumeration
        case ArrayType(element=first, length=some), ArrayType(element=second, length=other):
            return compatible(first, second, model) and (some is None or other is None or some == other)
        case PointerType(target=first, all_qualifiers=some), PointerType(target=second, all_qualifiers=other):
            return some == other and compatible(first, second, model)
        case FunctionType(), FunctionType():
            if not compatible(left.result, right.result, model):
                return False
            if left.parameters is None or right.parameters is None:
                return True
            same = len(left.parameters) == len(right.parameters) and left.variadic == right.variadic
            return same and all(compatible(one, two, model) for one, two in zip(left.parameters, right.parameters, strict=True))
    return left == right
