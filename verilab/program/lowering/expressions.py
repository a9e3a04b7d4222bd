"""Expressions without effects of their own: names, constants, members, elements, dereferences, operators, casts, sizeof."""

from __future__ import annotations

from typing import Any

from verilab.program.c_types.layout import IncompleteTypeError, alignment_of, size_of
from verilab.program.c_types.types import (
    C_INT,
    VOID,
    ArrayType,
    CType,
    FloatType,
    FunctionType,
    IntegerType,
    Member,
    PointerType,
    RecordType,
    UNSIGNED_INT,
    double_type,
    size_type,
)
from verilab.program.expressions import Constant
from verilab.program.lowering import folding, operators, places
from verilab.program.lowering.context import Context
from verilab.program.lowering.context import places as place_of_kind
from verilab.program.lowering.context import values as value_of_kind
from verilab.program.lowering.declared_types import declared_type, type_of
from verilab.program.lowering.literals import character_literal, integer_literal, string_literal
from verilab.program.lowering.places import Place, address_of_place, element_of, member_of, place_at, place_of
from verilab.program.lowering.render import text_of
from verilab.program.lowering.symbols import EnumeratorSymbol, FunctionSymbol, ObjectSymbol
from verilab.program.lowering.values import Value
from verilab.program.memory.raw import address_of
from verilab.program.operations import NondetKind
from verilab.program.types import INT


def value_at(ctx: Context, place: Place) -> Value:
    """The value that a place holds; an array becomes the address of its first element."""
    type = place.type
    if isinstance(type, ArrayType):
        return Value(PointerType(type.element, place.constant), address_of_place(place, ctx.model))
    if isinstance(type, FunctionType):
        return Value(PointerType(type), address_of_place(place, ctx.model))
    if isinstance(type, RecordType):
        return Value(type, None, place)
    if place.volatile and isinstance(type, IntegerType):
        return Value(type, ctx.nondet(type.machine, NondetKind.INPUT, "volatile"))
    return Value(type, places.read(place, ctx.model))


@value_of_kind("ID")
def _name(ctx: Context, node: Any) -> Value:
    symbol = ctx.scopes.find(node.name)
    match symbol:
        case ObjectSymbol():
            return value_at(ctx, place_of(ctx.session.object_of(symbol), volatile=symbol.volatile))
        case EnumeratorSymbol(value=value, type=type):
            return Value(type, Constant(value, type.machine))
        case FunctionSymbol(type=type):
            return Value(PointerType(type), address_of(ctx.session.function_object(symbol), 0, ctx.pointer))
    return _undeclared(ctx, node)


def _undeclared(ctx: Context, node: Any) -> Value:
    if node.name in ("__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"):
        return _string(ctx, node, f'"{ctx.function.name if ctx.function else ""}"')
    from difflib import get_close_matches

    near = get_close_matches(node.name, list(dict.fromkeys(ctx.scopes.visible_names())), 1)
    ctx.error(node, f"'{node.name}' is not declared", f"did you mean '{near[0]}'?" if near else None)


@place_of_kind("ID")
def _named_place(ctx: Context, node: Any) -> Place:
    symbol = ctx.scopes.find(node.name)
    if isinstance(symbol, ObjectSymbol):
        return place_of(ctx.session.object_of(symbol), volatile=symbol.volatile)
    if symbol is None:
        _undeclared(ctx, node)
    ctx.error(node, f"'{node.name}' is not a variable")


@value_of_kind("Constant")
def _constant(ctx: Context, node: Any) -> Value:
    text = node.value
    if node.type == "string" or text.endswith('"'):
        return _string(ctx, node, text)
    wide = UNSIGNED_INT if text.startswith(("u", "U")) else C_INT
    literal = character_literal(text, wide) if text.endswith("'") else integer_literal(text, ctx.model)
    if literal is not None:
        return Value(literal.type, Constant(literal.value, literal.type.machine))
    if "float" in node.type or "double" in node.type:
        return Value(double_type(ctx.model), None)
    ctx.error(node, f"{text} is not a valid constant")


def _string(ctx: Context, node: Any, text: str) -> Value:
    place = string_place(ctx, node, text)
    assert isinstance(place.type, ArrayType)
    return Value(PointerType(place.type.element, True), address_of_place(place, ctx.model))


def string_place(ctx: Context, node: Any, text: str) -> Place:
    """The array that a string literal denotes."""
    literal = string_literal(text, C_INT)
    if literal is None:
        ctx.error(node, f"{text} is not a valid string")
    return place_of(ctx.session.string_object(literal, len(literal.units) + 1))


@place_of_kind("Constant")
def _constant_place(ctx: Context, node: Any) -> Place:
    if node.type != "string" and not node.value.endswith('"'):
        ctx.error(node, f"{node.value} is not an lvalue")
    return string_place(ctx, node, node.value)


@place_of_kind("StructRef")
def _member_place(ctx: Context, node: Any) -> Place:
    if node.type == "->":
        base = dereference(ctx, node.name, node)
    elif type(node.name).__name__ in ctx.places:
        base = ctx.place(node.name)
    else:
        held = ctx.value(node.name)
        if held.place is None:
            ctx.error(node, f"{text_of(node.name)} has type {held.type}, which has no members")
        base = held.place
    return member_of(base, find_member(ctx, base.type, node))


def find_member(ctx: Context, type: CType, node: Any) -> tuple[Member, ...]:
    """The path to the member that a StructRef node names."""
    name = node.field.name
    if not isinstance(type, RecordType):
        ctx.error(node, f"{text_of(node.name)} has type {type}, which has no member '{name}'")
    if type.members is None:
        ctx.error(node, f"{type} is declared but not defined, so it has no member '{name}'")
    path = type.by_name.get(name)
    if path is None:
        from difflib import get_close_matches

        near = get_close_matches(name, list(type.by_name), 1)
        ctx.error(node, f"{type} has no member '{name}'", f"did you mean '{near[0]}'?" if near else None)
    return path


@place_of_kind("ArrayRef")
def _element_place(ctx: Context, node: Any) -> Place:
    base, subscript = node.name, node.subscript
    if type(base).__name__ == "Constant" and not base.value.endswith('"'):
        base, subscript = subscript, base  # 2[a]
    array = _array_place(ctx, base)
    index = ctx.value(subscript)
    if array is not None:
        if not isinstance(index.type, IntegerType):
            ctx.error(node, f"the index {text_of(subscript)} has type {index.type}, not an integer type")
        return element_of(array, operators.require_expression(ctx, index, node), ctx.model)
    pointer = ctx.value(base)
    if isinstance(index.type, PointerType):
        pointer, index = index, pointer
    return _pointed_to(ctx, operators.binary(ctx, "+", pointer, index, node), node)


def _array_place(ctx: Context, node: Any) -> Place | None:
    """The place of an expression of array type; None where it is none, then nothing was emitted."""
    kind = type(node).__name__
    if kind not in ("ID", "StructRef", "ArrayRef", "Constant", "UnaryOp", "CompoundLiteral") or (kind == "UnaryOp" and node.op != "*"):
        return None
    if kind == "ID" and not isinstance(ctx.scopes.find(node.name), ObjectSymbol):
        return None
    if not isinstance(type_of(ctx, node), ArrayType):
        return None
    return ctx.place(node)


def dereference(ctx: Context, pointer: Any, node: Any) -> Place:
    """``*pointer``; ``*&x`` is x and ``*(a + i)`` is a[i]."""
    kind = type(pointer).__name__
    if kind == "UnaryOp" and pointer.op == "&" and type(pointer.expr).__name__ in ctx.places:
        return ctx.place(pointer.expr)
    if kind == "BinaryOp" and pointer.op == "+":
        array = _array_place(ctx, pointer.left)
        if array is not None:
            index = ctx.value(pointer.right)
            if isinstance(index.type, IntegerType):
                return element_of(array, operators.require_expression(ctx, index, node), ctx.model)
    array = _array_place(ctx, pointer)
    if array is not None:
        return element_of(array, Constant(0, INT), ctx.model)
    return _pointed_to(ctx, ctx.value(pointer), node)


def _pointed_to(ctx: Context, value: Value, node: Any) -> Place:
    if not isinstance(value.type, PointerType):
        ctx.error(node, f"the dereferenced expression has type {value.type}, not a pointer type")
    return place_at(operators.require_expression(ctx, value, node), value.type.target)


@place_of_kind("UnaryOp")
def _dereferenced(ctx: Context, node: Any) -> Place:
    if node.op != "*":
        if node.op in ("__real__", "__imag__"):
            return ctx.place(node.expr)
        ctx.error(node, f"{text_of(node)} is not an lvalue")
    return dereference(ctx, node.expr, node)


@place_of_kind("Cast")
def _cast_place(ctx: Context, node: Any) -> Place:
    """A cast of a structure to its own type is the only cast with a place."""
    value = ctx.value(node)
    if value.place is None:
        ctx.error(node, f"{text_of(node)} is not an lvalue")
    return value.place


@value_of_kind("StructRef", "ArrayRef")
def _read(ctx: Context, node: Any) -> Value:
    return value_at(ctx, ctx.place(node))


@value_of_kind("UnaryOp")
def _unary(ctx: Context, node: Any) -> Value:
    operator = node.op
    if operator == "!":
        from verilab.program.lowering.conditions import boolean

        return boolean(ctx, node)
    if operator in ("++", "--", "p++", "p--"):
        from verilab.program.lowering.assignments import increment

        return increment(ctx, node, needed=True)
    if operator == "*":
        value = dereference(ctx, node.expr, node)
        return value_at(ctx, value)
    if operator == "&":
        return _address(ctx, node)
    if operator in ("sizeof", "_Alignof"):
        return _size(ctx, node)
    if operator in ("__real__", "__imag__"):
        return Value(double_type(ctx.model), None)
    return operators.negate(ctx, operator, ctx.value(node.expr), node)


def _address(ctx: Context, node: Any) -> Value:
    operand = node.expr
    if type(operand).__name__ == "ID" and isinstance(ctx.scopes.find(operand.name), FunctionSymbol):
        return ctx.value(operand)
    place = ctx.place(operand)
    if place.bit_field:
        ctx.error(node, f"the address of the bit-field {text_of(operand)} cannot be taken")
    return Value(PointerType(place.type), address_of_place(place, ctx.model))


def _size(ctx: Context, node: Any) -> Value:
    operand = type_of(ctx, node.expr)
    result = size_type(ctx.model)
    if isinstance(operand, ArrayType) and operand.variable:
        return ctx.unknown(result, "variable-length array")
    try:
        number = size_of(operand, ctx.model) if node.op == "sizeof" else alignment_of(operand, ctx.model)
    except IncompleteTypeError as problem:
        ctx.error(node, f"the operand of {node.op} has an incomplete type: {problem}")
    return Value(result, Constant(number, result.machine))


@value_of_kind("Cast")
def _cast(ctx: Context, node: Any) -> Value:
    target = declared_type(ctx, node.to_type)
    value = ctx.value(node.expr)
    return operators.convert(ctx, value, target, node, explicit=True)


@value_of_kind("BinaryOp")
def _binary(ctx: Context, node: Any) -> Value:
    if node.op in ("&&", "||"):
        from verilab.program.lowering.conditions import boolean

        return boolean(ctx, node)
    # A long chain a + b + c + ... leans to the left: its operands are collected first, so that recursion does not follow its length.
    spine = [node]
    while type(spine[-1].left).__name__ == "BinaryOp" and spine[-1].left.op not in ("&&", "||"):
        spine.append(spine[-1].left)
    value = ctx.value(spine[-1].left)
    for part in reversed(spine):
        value = operators.binary(ctx, part.op, value, ctx.value(part.right), part)
    return value


@value_of_kind("TernaryOp")
def _conditional(ctx: Context, node: Any) -> Value:
    from verilab.program.lowering.conditions import conditional

    return conditional(ctx, node)


@value_of_kind("ExprList")
def _comma(ctx: Context, node: Any) -> Value:
    from verilab.program.lowering.assignments import effect

    for item in node.exprs[:-1]:
        effect(ctx, item)
    return ctx.value(node.exprs[-1])


@place_of_kind("ExprList")
def _comma_place(ctx: Context, node: Any) -> Place:
    from verilab.program.lowering.assignments import effect

    for item in node.exprs[:-1]:
        effect(ctx, item)
    return ctx.place(node.exprs[-1])


@value_of_kind("GenericSelection")
def _generic(ctx: Context, node: Any) -> Value:
    with ctx.muted():
        controlling = ctx.value(node.expr).type
    default = None
    for association in node.associations:
        if association.type is None:
            default = association.expr
        elif declared_type(ctx, association.type) == controlling:
            return ctx.value(association.expr)
    if default is None:
        ctx.error(node, f"no association of _Generic has type {controlling}")
    return ctx.value(default)


__all__ = ["FloatType", "VOID", "dereference", "find_member", "folding", "value_at"]
