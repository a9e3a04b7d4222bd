"""gcc's builtins that make one vector of the elements of others: ``__builtin_shuffle``, ``shufflevector``, ``convertvector``."""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.program.c_types.layout import size_of
from verilab.program.c_types.types import RecordType, is_vector
from verilab.program.expressions import Constant, Expression
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions import assignments, folding, operators, vectors
from verilab.program.lowering.expressions.reading import value_at
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.storage.places import Place, element_of
from verilab.program.lowering.types.constant_expressions import constant_integer
from verilab.program.lowering.types.declared_types import declared_type
from verilab.program.lowering.types.vector_types import vector_type
from verilab.program.types import INT

ANY = -1  # the index of an element that may hold anything


def _gathered(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> tuple[Place, list[RecordType]]:
    """The elements of vectors of one element type, one behind the other in an object of their own; and the vectors' types."""
    values = []
    for argument in arguments:
        value = ctx.value(argument)
        if not is_vector(value.type) or value.place is None:
            raise ctx.error(node, f"{node.name.name} takes vectors")
        values.append(assignments.saved(ctx, value))
    types = [value.type for value in values if isinstance(value.type, RecordType)]
    element, _ = vectors.shape(types[0])
    if any(vectors.shape(type)[0] != element for type in types):
        raise ctx.error(node, f"{node.name.name} takes vectors of one element type")
    together = vectors.elements_of(ctx.temporary_object(vector_type(ctx, element, sum(type.size for type in types))))
    position = 0
    for value, type in zip(values, types, strict=True):
        assert value.place is not None
        for i in range(vectors.shape(type)[1]):
            _assign(ctx, together, position, value_at(ctx, _element(ctx, vectors.elements_of(value.place), Constant(i, INT))), node)
            position += 1
    return together, types


def _element(ctx: Context, array: Place, index: Expression) -> Place:
    return element_of(array, index, ctx.model)


def _assign(ctx: Context, array: Place, position: int, value: Value, node: c_ast.Node) -> None:
    assignments.assign_value(ctx, _element(ctx, array, Constant(position, INT)), value, node)


def _shuffle(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """``__builtin_shuffle(a, mask)`` and ``(a, b, mask)``: element i is the one at ``mask[i]``, modulo the number of all elements."""
    if len(arguments) not in (2, 3):
        raise ctx.error(node, f"{node.name.name} takes 2 or 3 arguments, but {len(arguments)} are passed")
    source, types = _gathered(ctx, node, arguments[:-1])
    mask, _ = _gathered(ctx, node, arguments[-1:])
    result, (_, count) = ctx.temporary_object(types[0]), vectors.shape(types[0])
    for i in range(count):
        chosen = operators.require_expression(ctx, value_at(ctx, _element(ctx, mask, Constant(i, INT))), node)
        index = folding.binary("&", folding.cast(chosen, INT), Constant(count * len(types) - 1, INT))
        _assign(ctx, vectors.elements_of(result), i, value_at(ctx, _element(ctx, source, index)), node)
    return Value(types[0], None, result)


def _shufflevector(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """``__builtin_shufflevector(a, b, i, ...)``: as many elements as there are indices into those of both, -1 for any value."""
    if len(arguments) < 3:
        raise ctx.error(node, f"{node.name.name} takes two vectors and indices")
    source, types = _gathered(ctx, node, arguments[:2])
    indices = [constant_integer(ctx, argument) for argument in arguments[2:]]
    count = sum(vectors.shape(type)[1] for type in types)
    if not all(ANY <= index < count for index in indices):
        raise ctx.error(node, f"an index of {node.name.name} is not one of {count} elements")
    element, _ = vectors.shape(types[0])
    type = vector_type(ctx, element, len(indices) * size_of(element, ctx.model))
    result = ctx.temporary_object(type)
    for i, index in enumerate(indices):
        if index == ANY:
            value = ctx.unknown(element, "an element that a shuffle leaves open")
        else:
            value = value_at(ctx, _element(ctx, source, Constant(index, INT)))
        _assign(ctx, vectors.elements_of(result), i, value, node)
    return Value(type, None, result)


def _convert(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """``__builtin_convertvector(a, T)``: every element as by a cast."""
    source, (given,) = _gathered(ctx, node, arguments[:1])
    type = declared_type(ctx, arguments[1])
    if not isinstance(type, RecordType) or not is_vector(type) or vectors.shape(type)[1] != vectors.shape(given)[1]:
        raise ctx.error(node, f"{node.name.name} takes the type of a vector with as many elements")
    element, count = vectors.shape(type)
    result = ctx.temporary_object(type)
    for i in range(count):
        value = operators.convert(ctx, value_at(ctx, _element(ctx, source, Constant(i, INT))), element, node)
        _assign(ctx, vectors.elements_of(result), i, value, node)
    return Value(type, None, result)


KNOWN = {
    "__builtin_shuffle": _shuffle,
    "__builtin_shufflevector": _shufflevector,
    "__builtin_convertvector": _convert,
}
