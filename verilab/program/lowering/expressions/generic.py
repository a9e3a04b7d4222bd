"""``_Generic`` and ``__builtin_types_compatible_p``: selections by type."""

from __future__ import annotations

from pycparser import c_ast

from verilab.program.c_types.layout import is_list
from verilab.program.c_types.types import CHAR, ArrayType, CType, FunctionType, IntegerType, PointerType
from verilab.program.lowering.context import Context
from verilab.program.lowering.context import values as value_of_kind
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.types.declared_types import declared_type, qualifiers
from verilab.program.lowering.types.unevaluated_tags import declare_tags
from verilab.program.types import DataModel


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


@value_of_kind(c_ast.GenericSelection)
def _generic(ctx: Context, node: c_ast.GenericSelection) -> Value:
    with ctx.muted():
        controlling = ctx.value(node.expr).type
    chosen = default = None
    for association in node.associations:
        if association.type is None:
            default = association.expr
        elif not qualifiers(ctx, association.type) and compatible(declared_type(ctx, association.type), controlling, ctx.model):
            chosen = chosen or association.expr
    chosen = chosen or default
    if chosen is None:
        raise ctx.error(node, f"no association of _Generic has type {controlling}")
    for association in node.associations:
        if association.expr is not chosen:
            declare_tags(ctx, association.expr)
    return ctx.value(chosen)
