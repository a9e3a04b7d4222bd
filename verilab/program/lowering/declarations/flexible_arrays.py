"""Objects whose initialiser gives a flexible array member elements (GNU C): they are as long as it says, their type is not."""

from __future__ import annotations

from dataclasses import replace

from pycparser import c_ast

from verilab.program.c_types.layout import size_of
from verilab.program.c_types.types import ArrayType, CType, RecordType
from verilab.program.lowering.context import Context
from verilab.program.lowering.declarations.sub_objects import sub_objects


def extended(ctx: Context, type: CType, node: c_ast.Node) -> RecordType | None:
    """The structure with as many elements at its end as ``node`` initialises; None where the type has no such end or gets none."""
    if node is None or not isinstance(type, RecordType) or type.is_union or not type.members:
        return None
    last = type.members[-1]
    if not isinstance(last.type, ArrayType) or last.type.length is not None or last.type.variable:
        return None
    with ctx.muted():
        tail = sub_objects(ctx, type, node, static=True).parts.get(len(type.members) - 1)
    length = 0 if tail is None else tail.length
    if length <= 0:
        return None
    stride = size_of(last.type.element, ctx.model)
    longer = replace(last, type=ArrayType(last.type.element, length))
    members = (*type.members[:-1], longer)
    names = {name: tuple(longer if part is last else part for part in path) for name, path in type.by_name.items()}
    return RecordType(type.kind, type.tag, members, max(type.size, last.offset + length * stride), type.alignment, names)
