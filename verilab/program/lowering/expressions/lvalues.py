"""Lvalues: the places that names, members, elements and dereferences designate."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from pycparser import c_ast

from verilab.program.c_types.literals import string_literal
from verilab.program.c_types.types import ArrayType, CType, IntegerType, Member, PointerType, RecordType, is_vector, wide_type
from verilab.program.errors import InputError
from verilab.program.expressions import Constant
from verilab.program.lowering.context import Context
from verilab.program.lowering.context import places as place_of_kind
from verilab.program.lowering.expressions import operators, vectors
from verilab.program.lowering.expressions.reading import value_at
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.storage.places import Place, address_of_place, element_of, member_of, place_at, place_of
from verilab.program.lowering.symbols import FunctionSymbol, ObjectSymbol
from verilab.program.lowering.types.attributes import is_register
from verilab.program.lowering.types.declared_types import denotes_place, qualifiers
from verilab.program.lowering.types.selections import selected
from verilab.program.memory.objects.objects import ObjectKind
from verilab.program.operations import Havoc, NondetKind
from verilab.program.syntax.lexing.tokens import FUNCTION_NAME, Token
from verilab.program.syntax.tree.text import text_of
from verilab.program.types import INT

REGISTER = "a variable that is a register"


def undeclared(ctx: Context, node: c_ast.ID) -> InputError:
    """The error for a name that nothing declares."""
    near = get_close_matches(node.name, list(dict.fromkeys(ctx.scopes.visible_names())), 1)
    return ctx.error(node, f"'{node.name}' is not declared", f"did you mean '{near[0]}'?" if near else None)


@place_of_kind(c_ast.ID)
def _named_place(ctx: Context, node: c_ast.ID) -> Place:
    symbol = ctx.scopes.find(node.name)
    if isinstance(symbol, ObjectSymbol):
        return named_place(ctx, symbol)
    if symbol is None:
        raise undeclared(ctx, node)
    raise ctx.error(node, f"'{node.name}' is not a variable")


def named_place(ctx: Context, symbol: ObjectSymbol) -> Place:
    """The whole of a variable."""
    if symbol.allocated is not None:
        return replace(place_at(symbol.allocated[0], symbol.type), qualifiers=_qualifiers_of(ctx, symbol))
    stored = ctx.session.object_of(symbol)
    whole = place_of(stored, volatile=symbol.volatile, qualifiers=_qualifiers_of(ctx, symbol))
    if stored.cells and stored.kind is ObjectKind.GLOBAL and is_register(symbol.declaration):
        # A register of the machine's, which other variables may be, too, and every instruction may change.
        ctx.emit(Havoc(tuple(cell.storage for cell in stored.cells), NondetKind.IMPRECISE, REGISTER), REGISTER)
    if not (symbol.captured or symbol.extended):
        return whole
    return replace(place_at(address_of_place(whole, ctx.model), symbol.type), qualifiers=whole.qualifiers)


def _qualifiers_of(ctx: Context, symbol: ObjectSymbol) -> frozenset[str]:
    match symbol.type, symbol.declaration:
        case PointerType(), c_ast.Decl(type=c_ast.ArrayDecl(dim_quals=words)):  # a parameter: the others are those of its elements
            return frozenset(words) - {"static"}
        case _, declaration:
            known = ctx.session.qualifiers.get(id(declaration))
            return qualifiers(ctx, declaration) if known is None else known


def string_place(ctx: Context, node: c_ast.Node, text: str) -> Place:
    """The array that a string literal denotes."""
    literal = string_literal(text, wide_type(ctx.model))
    if literal is None:
        raise ctx.error(node, f"{text} is not a valid string")
    if isinstance(node.coord, Token) and node.coord.type == FUNCTION_NAME:  # an array of constant characters (C11 6.4.2.2)
        return place_of(ctx.session.string_object(replace(literal, word=node.coord.value)), qualifiers=frozenset({"const"}))
    return place_of(ctx.session.string_object(literal))


@place_of_kind(c_ast.Constant)
def _constant_place(ctx: Context, node: c_ast.Constant) -> Place:
    if node.type != "string" and not node.value.endswith('"'):
        raise ctx.error(node, f"{node.value} is not an lvalue")
    return string_place(ctx, node, node.value)


@place_of_kind(c_ast.StructRef)
def _member_place(ctx: Context, node: c_ast.StructRef) -> Place:
    if node.type == "->":
        base = dereference(ctx, node.name, node)
    elif type(node.name) in ctx.places and denotes_place(ctx, node.name):
        base = ctx.place(node.name)
    else:
        held = ctx.value(node.name)
        if held.place is None:
            raise ctx.error(node, f"{text_of(node.name)} has type {held.type}, which has no members")
        base = held.place
    return member_of(base, find_member(ctx, base.type, node))


def find_member(ctx: Context, type: CType, node: c_ast.StructRef) -> tuple[Member, ...]:
    """The path to the member that a StructRef node names."""
    name = node.field.name
    if not isinstance(type, RecordType):
        raise ctx.error(node, f"{text_of(node.name)} has type {type}, which has no member '{name}'")
    if type.members is None:
        raise ctx.error(node, f"{type} is declared but not defined, so it has no member '{name}'")
    path = type.by_name.get(name)
    if path is None:
        near = get_close_matches(name, list(type.by_name), 1)
        raise ctx.error(node, f"{type} has no member '{name}'", f"did you mean '{near[0]}'?" if near else None)
    return path


@place_of_kind(c_ast.ArrayRef)
def _element_place(ctx: Context, node: c_ast.ArrayRef) -> Place:
    base, subscript = node.name, node.subscript
    if isinstance(base, c_ast.Constant) and not base.value.endswith('"'):
        base, subscript = subscript, base  # 2[a]
    indexed = _array_or_pointer(ctx, base)
    index = ctx.value(subscript)
    if isinstance(indexed, Value) and is_vector(indexed.type) and indexed.place is not None:
        indexed = vectors.elements_of(indexed.place)
    if isinstance(indexed, Place):
        if not isinstance(index.type, IntegerType):
            raise ctx.error(node, f"the index {text_of(subscript)} has type {index.type}, not an integer type")
        position = operators.require_expression(ctx, index, node)
        if isinstance(indexed.type, ArrayType) and (indexed.type.length is None or indexed.type.variable):
            operators.note_walk(ctx, position)  # no compiler checks what has no length
        return element_of(indexed, position, ctx.model)
    if isinstance(index.type, PointerType):
        indexed, index = index, indexed
    return _pointed_to(ctx, operators.binary(ctx, "+", indexed, index, node), node)


def _array_or_pointer(ctx: Context, node: c_ast.Node) -> Place | Value:
    """The place of an expression of array type, else the expression's value."""
    if not denotes_place(ctx, node):
        return ctx.value(node)
    place = ctx.place(node)
    if is_vector(place.type):
        return vectors.elements_of(place)
    return place if isinstance(place.type, ArrayType) else value_at(ctx, place)


def designated_function(ctx: Context, node: c_ast.Node) -> c_ast.ID | None:
    """The name of a function behind any number of ``*`` and ``&``, which all designate it."""
    node = selected(ctx, node)
    while isinstance(node, c_ast.UnaryOp) and node.op in ("*", "&"):
        node = selected(ctx, node.expr)
    return node if isinstance(node, c_ast.ID) and isinstance(ctx.scopes.find(node.name), FunctionSymbol) else None


def dereference(ctx: Context, pointer: Any, node: c_ast.Node) -> Place:
    """``*pointer``; ``*&x`` is x and ``*(a + i)`` is a[i]."""
    pointer = selected(ctx, pointer)
    if isinstance(pointer, c_ast.UnaryOp) and pointer.op == "&" and type(pointer.expr) in ctx.places:
        return ctx.place(pointer.expr)
    if isinstance(pointer, c_ast.BinaryOp) and pointer.op == "+":
        base = _array_or_pointer(ctx, pointer.left)
        offset = ctx.value(pointer.right)
        if isinstance(base, Value):
            return _pointed_to(ctx, operators.binary(ctx, "+", base, offset, pointer), node)
        if isinstance(offset.type, IntegerType):
            distance = operators.require_expression(ctx, offset, node)
            operators.note_walk(ctx, distance)
            return element_of(base, distance, ctx.model)
        raise ctx.error(node, f"a pointer is added to a value of type {offset.type}")
    base = _array_or_pointer(ctx, pointer)
    return element_of(base, Constant(0, INT), ctx.model) if isinstance(base, Place) else _pointed_to(ctx, base, node)


def _pointed_to(ctx: Context, value: Value, node: c_ast.Node) -> Place:
    if not isinstance(value.type, PointerType):
        raise ctx.error(node, f"the dereferenced expression has type {value.type}, not a pointer type")
    ctx.session.dereferences = True
    place = place_at(operators.require_expression(ctx, value, node), value.type.target)
    return replace(place, qualifiers=qualified) if (qualified := value.type.all_qualifiers) else place


@place_of_kind(c_ast.UnaryOp)
def _dereferenced(ctx: Context, node: c_ast.UnaryOp) -> Place:
    if node.op != "*":
        if node.op in ("__real__", "__imag__"):
            return ctx.place(node.expr)
        raise ctx.error(node, f"{text_of(node)} is not an lvalue")
    return dereference(ctx, node.expr, node)


@place_of_kind(c_ast.Cast)
def _cast_place(ctx: Context, node: c_ast.Cast) -> Place:
    """A cast of a structure to its own type is the only cast with a place."""
    value = ctx.value(node)
    if value.place is None:
        raise ctx.error(node, f"{text_of(node)} is not an lvalue")
    return value.place


@place_of_kind(c_ast.ExprList)
def _comma_place(ctx: Context, node: c_ast.ExprList) -> Place:
    for item in node.exprs[:-1]:
        ctx.effect(item)
    return ctx.place(node.exprs[-1])
