"""Sorts with the program's own comparison: our library compares the elements in one of the ways in which a library may."""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.program.c_types.types import VOID
from verilab.program.lowering import unsupported
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.facts.comparisons import comparisons_have_effects


def begins(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """A sort begins: another library's may have other effects."""
    if comparisons_have_effects(ctx.session.unit.ast):
        unsupported.possible_alternative(ctx, "which elements a sort compares")
    return Value(VOID, None)
