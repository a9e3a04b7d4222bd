"""The types of gcc's vectors: the attribute ``vector_size``."""

from __future__ import annotations

from dataclasses import replace

from pycparser import c_ast

from verilab.program.c_types.layout import FieldDeclaration, Packing, lay_out, size_of
from verilab.program.c_types.types import ArrayType, CType, FloatType, FunctionType, IntegerType, PointerType, RecordType
from verilab.program.lowering.context import Context
from verilab.program.lowering.types import attributes
from verilab.program.lowering.types.constant_expressions import constant_integer


def attributed(ctx: Context, node: c_ast.Node, type: CType) -> CType:
    """The type with the attribute ``vector_size`` of its declaration applied: to the element of an array, the target
    of a pointer, the result of a function."""
    vector_size = attributes.attribute(node, "vector_size")
    if vector_size is None or not vector_size.arguments:
        return type
    return _vectorised(ctx, type, constant_integer(ctx, vector_size.arguments[0]), node)


def _vectorised(ctx: Context, type: CType, size: int, node: c_ast.Node) -> CType:
    match type:
        case PointerType(target=target, all_qualifiers=qualifiers):
            return PointerType.to(_vectorised(ctx, target, size, node), qualifiers)
        case ArrayType(element=element, length=length, variable=variable):
            return ArrayType(_vectorised(ctx, element, size, node), length, variable)
        case FunctionType(result=result):
            return replace(type, result=_vectorised(ctx, result, size, node))
        case IntegerType() | FloatType():
            if size <= 0 or size % size_of(type, ctx.model):
                raise ctx.error(node, f"a vector of {size} bytes cannot hold elements of type {type}")
            return vector_type(ctx, type, size)
    return type


def vector_type(ctx: Context, element: CType, size: int) -> RecordType:
    """The vector of that many bytes; the same one whenever it is asked for."""
    known = ctx.session.vectors.get((element, size))
    if known is None:
        known = ctx.session.vectors[element, size] = RecordType("vector", f"of {element}")
        array = ArrayType(element, size // size_of(element, ctx.model))
        lay_out(known, [FieldDeclaration("<elements>", array)], ctx.model, Packing(alignment=size))
    return known
