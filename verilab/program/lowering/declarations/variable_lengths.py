"""Arrays of variable length (C11 6.7.6.2p4): allocations of computed size, whose last one is gone where the next one is made."""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.program.c_types.layout import IncompleteTypeError, size_of
from verilab.program.c_types.types import ArrayType, CType, is_variable_length, size_type
from verilab.program.expressions import Constant, Expression, IfThenElse, Read
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions import folding, operators
from verilab.program.lowering.storage.layouts import layout_of
from verilab.program.lowering.types.declared_types import declared_type
from verilab.program.memory.raw.operations import AllocationSite, allocate


def allocated(ctx: Context, node: c_ast.Decl, type: CType) -> tuple[Expression, Expression] | None:
    """The address and the size in bytes of a declared array, which is made here; None where it is no such array.

    Neither for an array whose elements' size is computed, nor for one whose length stands in a type's definition.
    """
    if not isinstance(type, ArrayType) or not type.variable or is_variable_length(type.element) or ctx.current is None:
        return None
    if not isinstance(node.type, c_ast.ArrayDecl) or node.attributes:
        return None
    try:
        stride = size_of(type.element, ctx.model)
    except IncompleteTypeError:
        return None
    result = size_type(ctx.model)
    length = operators.require_expression(ctx, operators.convert(ctx, ctx.value(node.type.dim), result, node), node)
    ctx.focus(node)
    size = _bytes(length, stride)
    size = size if isinstance(size, Constant) else ctx.save(size)
    target = ctx.temporary(ctx.pointer)
    name = ctx.session.unique_name(f"{ctx.function.name if ctx.function else ''}::{node.name}")
    ctx.emit(allocate(target, size, AllocationSite(name, layout_of(type.element, size, ctx.model), scoped=True)))
    return Read(target), size


def evaluate(ctx: Context, declaration: Any) -> None:
    """The effects of the array lengths in a declared type or type name, in gcc's order, which C leaves open: those of the elements first.

    At its declaration, a parameter at the entry, a cast before its operand (C11 6.7.6.2p5, 6.9.1p10).
    """
    part, lengths = declaration.type if isinstance(declaration, c_ast.Decl | c_ast.Typedef | c_ast.Typename) else None, []
    while isinstance(part, c_ast.ArrayDecl | c_ast.PtrDecl | c_ast.FuncDecl):  # also those of what a function returns
        if isinstance(part, c_ast.ArrayDecl) and part.dim is not None and not ctx.session.purity.is_total(part.dim):
            lengths.append(part.dim)
        part = part.type
    while isinstance(part, c_ast.TypeDecl):
        part = part.type
    if isinstance(part, c_ast.TypeOf) and ctx.session.purity.has_effect(part):
        declared_type(ctx, part)  # refuses an operand that is evaluated, also where nobody asks for the type
    for length in reversed(lengths):
        ctx.effect(length)


def _bytes(length: Expression, stride: int) -> Expression:
    """length * stride, the largest number where that is larger: no such array fits into memory."""
    type = length.type
    if isinstance(length, Constant):
        return folding.constant(min(length.value * stride, type.maximum), type)
    most = folding.constant(type.maximum // max(stride, 1), type)
    product = folding.binary("*", length, folding.constant(stride, type))
    return IfThenElse(folding.binary("<=", length, most), product, folding.constant(type.maximum, type))
