"""``_Alignof`` and ``__alignof__``, as gcc computes them: of a type, or of what an expression denotes."""

from __future__ import annotations

from pycparser import c_ast

from verilab.program.c_types.layout import alignment_of, preferred_alignment_of
from verilab.program.c_types.types import ArrayType, CType, Member, PointerType, RecordType, is_vector
from verilab.program.lowering.context import Context
from verilab.program.lowering.symbols import ObjectSymbol
from verilab.program.lowering.types import attributes
from verilab.program.lowering.types.declared_types import decayed, type_of
from verilab.program.syntax.tree.nodes import nodes_of

_LARGEST = 16
"""What ``_Alignof`` says at most where no attribute does, even of vectors whose alignment is larger."""


def alignment(ctx: Context, node: c_ast.UnaryOp, type: CType) -> int | None:
    """In bytes, of the operand, whose type is given; None where it is not known.

    ``_Alignof`` a type is the one that it has in a record, which for some types of i386 is smaller than that of an object; of an expression
    both operators say the same.
    """
    operand = node.expr
    if not isinstance(operand, c_ast.Typename):
        return _of_expression(ctx, operand, type)
    said = attributes.asked_alignment(ctx, operand) or attributes.named_alignment(ctx, operand)
    if said or node.op != "_Alignof":
        return said or preferred_alignment_of(type, ctx.model)
    inside = alignment_of(type, ctx.model)
    if inside <= _LARGEST or not _has_vector(type):
        return inside
    return _LARGEST if is_vector(type) else None  # of a record it depends on whether an attribute aligns some member


def _has_vector(type: CType) -> bool:
    """Whether there is a vector in an object of the type."""
    while isinstance(type, ArrayType):
        type = type.element
    return is_vector(type) or (isinstance(type, RecordType) and any(_has_vector(member.type) for member in type.members or ()))


def _of_expression(ctx: Context, node: c_ast.Node, type: CType) -> int | None:
    """Variables and members have what is declared of them, other expressions what their type has (gcc's ``c_alignof_expr``)."""
    symbol = ctx.scopes.find(node.name) if isinstance(node, c_ast.ID) else None
    if isinstance(symbol, ObjectSymbol):
        said = attributes.said_alignment(ctx, symbol.declaration)
        return said or preferred_alignment_of(type, ctx.model)
    if isinstance(node, c_ast.StructRef):
        return _member(ctx, node).alignment
    if isinstance(node, c_ast.UnaryOp | c_ast.ArrayRef) and _converts(node):
        return None
    return None if attributes.may_be_aligned_by_name(ctx, type) else preferred_alignment_of(type, ctx.model)


def _member(ctx: Context, node: c_ast.StructRef) -> Member:
    base = type_of(ctx, node.name)
    if node.type == "->":
        pointer = decayed(base)
        assert isinstance(pointer, PointerType)
        base = pointer.target
    assert isinstance(base, RecordType)
    return base.by_name[node.field.name][-1]


def _converts(node: c_ast.Node) -> bool:
    """Whether a dereferenced pointer may come from another one, whose target's alignment counts for gcc if it is larger."""
    return any(isinstance(part, c_ast.Cast) or (isinstance(part, c_ast.UnaryOp) and part.op == "&") for part in nodes_of(node))
