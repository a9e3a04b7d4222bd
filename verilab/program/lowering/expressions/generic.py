"""``_Generic``: what it selects is what is lowered; of the other associations only the tags that they declare count."""

from __future__ import annotations

from pycparser import c_ast

from verilab.program.lowering.context import Context
from verilab.program.lowering.context import effects as effect_of_kind
from verilab.program.lowering.context import places as place_of_kind
from verilab.program.lowering.context import values as value_of_kind
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.storage.places import Place
from verilab.program.lowering.types.selections import selected
from verilab.program.lowering.types.unevaluated_tags import declare_tags


@value_of_kind(c_ast.GenericSelection)
def _value(ctx: Context, node: c_ast.GenericSelection) -> Value:
    return ctx.value(_chosen(ctx, node))


@effect_of_kind(c_ast.GenericSelection)
def _effect(ctx: Context, node: c_ast.GenericSelection) -> None:
    ctx.effect(_chosen(ctx, node))


@place_of_kind(c_ast.GenericSelection)
def _place(ctx: Context, node: c_ast.GenericSelection) -> Place:
    return ctx.place(_chosen(ctx, node))


@place_of_kind(c_ast.FuncCall)
def _chosen_place(ctx: Context, node: c_ast.FuncCall) -> Place:
    """The one call that may be a place is ``__builtin_choose_expr``."""
    chosen = selected(ctx, node)
    if chosen is node:
        raise ctx.not_a_place(node)
    for operand in node.args.exprs[1:]:
        if operand is not chosen:
            declare_tags(ctx, operand)
    return ctx.place(chosen)


def _chosen(ctx: Context, node: c_ast.GenericSelection) -> c_ast.Node:
    chosen: c_ast.Node = selected(ctx, node)
    for association in node.associations:
        if association.expr is not chosen:
            declare_tags(ctx, association.expr)
    return chosen
