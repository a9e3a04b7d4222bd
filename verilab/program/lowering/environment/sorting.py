"""Sorts with the program's own comparison: our library compares the elements in one of the ways in which a library may."""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.program.c_types.types import C_INT, VOID
from verilab.program.expressions import Constant
from verilab.program.lowering import unsupported
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.facts.comparisons import comparisons_have_effects


def begins(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """A sort begins: another library's may have other effects."""
    if comparisons_have_effects(ctx.session.unit.ast):
        unsupported.possible_alternative(ctx, "which elements a sort compares")
    return Value(VOID, None)


def plain_comparisons(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """1 where comparisons have no effects, so that our library may make more of them to see what they say, else 0."""
    return Value(C_INT, Constant(int(not comparisons_have_effects(ctx.session.unit.ast)), C_INT.machine))


def equal_elements(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """Elements that can be told apart compare as equal: which comes first, or is found, C leaves open."""
    unsupported.possible_alternative(ctx, "which of equal elements comes first")
    return Value(VOID, None)
