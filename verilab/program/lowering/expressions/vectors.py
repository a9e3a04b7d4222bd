"""gcc's vectors: a record of one array of elements, with operators that work element by element; and conversions to unions."""

from __future__ import annotations

from collections.abc import Callable

from pycparser import c_ast

from verilab.program.c_types.layout import size_of
from verilab.program.c_types.types import ArrayType, CType, IntegerType, PointerType, RecordType, is_vector
from verilab.program.expressions import COMPARISONS, Constant
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions import assignments, folding, operators
from verilab.program.lowering.expressions.reading import value_at
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.storage.places import Place, address_of_place, element_of, member_of
from verilab.program.lowering.types.vector_types import vector_type
from verilab.program.memory.raw.operations import copy_bytes
from verilab.program.types import INT, IntType


def elements_of(place: Place) -> Place:
    """The array inside a vector."""
    assert isinstance(place.type, RecordType)
    assert place.type.members is not None
    return member_of(place, place.type.members[:1])


def shape(type: RecordType) -> tuple[CType, int]:
    """The type of a vector's elements, and how many there are."""
    assert type.members is not None
    array = type.members[0].type
    assert isinstance(array, ArrayType)
    assert array.length is not None
    return array.element, array.length


def binary(ctx: Context, operator: str, left: Value, right: Value, node: c_ast.Node) -> Value:
    """Element by element; a scalar operand stands for a vector of it.  Comparisons give 0 or -1 in signed elements of the same size.

    Of vectors whose elements differ in their sign the left one's elements are those of the result, but they are compared without sign.
    """
    type = left.type if is_vector(left.type) else right.type
    assert isinstance(type, RecordType)
    element, _ = shape(type)
    result = element
    if operator in COMPARISONS:
        width = 8 * size_of(element, ctx.model)
        result = next(
            (known for known in operators.signed_types(ctx.model) if known.machine.width == width),
            IntegerType(f"int{width}", IntType(width, True), 3),
        )
    common = _compared_element(type, right.type) if operator in COMPARISONS else element
    sides = [side if is_vector(side.type) else operators.convert(ctx, side, element, node) for side in (left, right)]

    def apply(first: Value, second: Value) -> Value:
        if operator not in ("<<", ">>"):
            first, second = (operators.convert(ctx, side, common, node) for side in (first, second))
        value = operators.binary(ctx, operator, first, second, node)
        if operator in COMPARISONS and value.expression is not None:
            value = operators.negate(ctx, "-", value, node)
        return value

    return _map(ctx, vector_type(ctx, result, type.size), apply, sides, node)


def _compared_element(left: RecordType, right: CType) -> CType:
    element, _ = shape(left)
    other, _ = shape(right) if isinstance(right, RecordType) else (element, 0)
    return other if isinstance(other, IntegerType) and not other.machine.signed else element


def unary(ctx: Context, operator: str, value: Value, node: c_ast.Node) -> Value:
    """``-``, ``+`` and ``~`` of every element."""
    assert isinstance(value.type, RecordType)
    return _map(ctx, value.type, lambda element: operators.negate(ctx, operator, element, node), [value], node)


def _map(ctx: Context, type: RecordType, apply: Callable[..., Value], sides: list[Value], node: c_ast.Node) -> Value:
    result = ctx.temporary_object(type)
    target = elements_of(result)
    for i in range(shape(type)[1]):
        at = Constant(i, INT)
        parts = [value_at(ctx, element_of(elements_of(side.place), at, ctx.model)) if side.place is not None else side for side in sides]
        assignments.assign_value(ctx, element_of(target, at, ctx.model), apply(*parts), node)
    return Value(type, None, result)


def convert(ctx: Context, value: Value, target: CType, node: c_ast.Node) -> Value:
    """A cast between vectors, and between vectors and integers, of one size: the same bytes."""
    if size_of(value.type, ctx.model) != size_of(target, ctx.model):
        raise ctx.error(node, f"a value of type {value.type} cannot be converted to {target}: their sizes differ")
    source = value.place
    if source is None:
        source = ctx.temporary_object(value.type)
        assignments.assign_value(ctx, source, value, node)
    result = ctx.temporary_object(target)
    count = folding.constant(size_of(target, ctx.model), ctx.pointer)
    ctx.emit(copy_bytes(address_of_place(result, ctx.model), address_of_place(source, ctx.model), count))
    return value_at(ctx, result)


def into_union(ctx: Context, value: Value, target: RecordType, node: c_ast.Node) -> Value:
    """GNU's cast to a union, and an argument for a transparent one: the first member of the value's type holds it."""
    members = target.members or ()
    chosen = next((member for member in members if member.type == value.type), None)
    if chosen is None and isinstance(value.type, PointerType | IntegerType):
        chosen = next((member for member in members if isinstance(member.type, PointerType)), None)
    if chosen is None:
        raise ctx.error(node, f"a value of type {value.type} cannot be converted to {target}")
    place = ctx.temporary_object(target)
    assignments.assign_value(ctx, member_of(place, (chosen,)), value, node)
    return Value(target, None, place)
