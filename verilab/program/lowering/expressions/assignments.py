"""Assignments: simple, compound, ++ and --, and the copy of structures leaf by leaf."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pycparser import c_ast

from verilab.program.c_types import floating
from verilab.program.c_types.layout import IncompleteTypeError, size_of
from verilab.program.c_types.types import C_INT, ArrayType, CType, FunctionType, PointerType, RecordType, VoidType, is_vector
from verilab.program.expressions import Constant, Read, Select
from verilab.program.lowering.context import Context
from verilab.program.lowering.context import effects as effect_of_kind
from verilab.program.lowering.context import values as value_of_kind
from verilab.program.lowering.expressions import operators
from verilab.program.lowering.expressions.reading import value_at
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.storage import places
from verilab.program.lowering.storage.objects import FloatNode, ScalarNode, machine_type
from verilab.program.lowering.storage.places import Place, address_of_place, is_variable, parts_of
from verilab.program.lowering.symbols import FunctionSymbol
from verilab.program.memory.raw.expressions import Load, raw_postorder
from verilab.program.memory.raw.operations import copy_bytes, escape, escape_bytes, havoc_through
from verilab.program.operations import Assign, Havoc, Nondet, NondetKind
from verilab.program.storages import Array, Variable

INCREMENTS = {"++": "+", "--": "-", "p++": "+", "p--": "-"}


@effect_of_kind(c_ast.Assignment)
def _assignment_only(ctx: Context, node: c_ast.Assignment) -> None:
    assign(ctx, node, needed=False)


@effect_of_kind(c_ast.UnaryOp)
def _unary_only(ctx: Context, node: c_ast.UnaryOp) -> None:
    if node.op in INCREMENTS:
        increment(ctx, node, needed=False)
    else:
        ctx.value(node)


@value_of_kind(c_ast.Assignment)
def _assignment(ctx: Context, node: c_ast.Assignment) -> Value:
    return assign(ctx, node, needed=True)


def assign(ctx: Context, node: c_ast.Assignment, *, needed: bool) -> Value:
    """``lvalue op= rvalue``; the value, where it is needed, is the one stored."""
    focused = ctx.node
    if node.op == "=":
        is_first = id(node) in ctx.session.orders.places_first
        if id(node) in ctx.session.orders.found_before and not _is_of_one_type(ctx, node):
            ctx.refuse_order(node)
        if not is_first and _allocates_into(ctx, node.lvalue, node.rvalue):
            with ctx.muted():
                type = ctx.place(node.lvalue).type
            with ctx.awaiting(type):
                value = ctx.value(node.rvalue)
            place = ctx.place(node.lvalue)
        else:
            place = ctx.place(node.lvalue)
            place = _held(ctx, place) if is_first else place
            with ctx.awaiting(place.type):
                value = ctx.immediate(node.rvalue)
    else:
        place = ctx.place(node.lvalue)
        value = operators.binary(ctx, node.op[:-1], value_at(ctx, place), ctx.immediate(node.rvalue), node)
    ctx.focus(focused if focused is not None and not needed else node)
    stored = assign_value(ctx, place, value, node, needed=needed)
    ctx.focus(focused)
    return stored


def increment(ctx: Context, node: c_ast.UnaryOp, *, needed: bool) -> Value:
    """``++x``, ``x++`` and their counterparts."""
    place = ctx.place(node.expr)
    old = value_at(ctx, place)
    if floating.lacks_patterns(old.type):
        forget_float(ctx, place)
        return Value(old.type, None)
    if is_vector(old.type):
        kept = ctx.temporary_object(old.type)
        assign_value(ctx, kept, old, node)
        old = value_at(ctx, kept)
    elif needed and node.op.startswith("p"):
        old = Value(old.type, ctx.save(old.expression or operators.require_expression(ctx, old, node)))
    one = Value(C_INT, Constant(1, C_INT.machine))
    changed = operators.binary(ctx, INCREMENTS[node.op], old, one, node)
    stored = assign_value(ctx, place, changed, node, needed=needed and not node.op.startswith("p"))
    return old if node.op.startswith("p") else stored


def _allocates_into(ctx: Context, target: Any, source: Any) -> bool:
    """Whether the right side calls something, so that the place on the left is better evaluated after it."""
    return ctx.session.purity.has_call(source) and not isinstance(target, c_ast.ID)


def _is_of_one_type(ctx: Context, node: c_ast.Assignment) -> bool:
    """Whether the function that is called on the right returns what the place on the left takes without a conversion."""
    callee = node.rvalue.name
    symbol = ctx.scopes.find(callee.name) if isinstance(callee, c_ast.ID) else None
    if isinstance(callee, c_ast.ID) and symbol is None:
        return False
    with ctx.muted():
        place = ctx.place(node.lvalue)
        called = symbol.type if isinstance(symbol, FunctionSymbol) else ctx.value(callee).type
    function = called.target if isinstance(called, PointerType) else called
    if place.bit_field or not isinstance(function, FunctionType):
        return False
    return function.result == place.type or (isinstance(function.result, PointerType) and isinstance(place.type, PointerType))


def _stays(place: Place) -> bool:
    """Whether nothing that is assigned can change where a place is."""
    found_by = (place.address, place.index, *(index for index, _, _ in place.steps))
    nodes = (node for expression in found_by if expression is not None for node in raw_postorder(expression))
    return not any(isinstance(node, Load | Select) or (isinstance(node, Read) and not node.variable.temporary) for node in nodes)


def _held(ctx: Context, place: Place) -> Place:
    """The same place, which stays where it is whatever happens to the variables that it was found by."""
    if place.address is not None:
        place = replace(place, address=ctx.save(place.address))
    if place.index is not None:
        place = replace(place, index=ctx.save(place.index))
    return replace(place, steps=tuple((ctx.save(index), stride, length) for index, stride, length in place.steps))


def assign_value(ctx: Context, place: Place, value: Value, node: c_ast.Node, *, needed: bool = False) -> Value:
    """Store a value into a place, converted to the place's type."""
    type = place.type
    if isinstance(type, RecordType):
        if is_vector(type) and is_vector(value.type):  # a comparison's result is a vector of any elements of their size
            value = operators.convert(ctx, value, type, node)
        if value.type is not type or value.place is None:
            raise ctx.error(node, f"a value of type {value.type} cannot be assigned to {type}")
        copy(ctx, place, value.place)
        return Value(type, None, place)
    if isinstance(type, ArrayType | FunctionType | VoidType):
        raise ctx.error(node, f"a place of type {type} cannot be assigned to")
    machine = machine_type(type, ctx.model)
    if machine is None:
        operators.convert(ctx, value, type, node)
        forget_float(ctx, place)
        return Value(type, None)
    expression = operators.convert(ctx, value, type, node).expression
    if expression is None:
        raise ctx.error(node, f"a value of type {value.type} cannot be assigned to {type}")
    if needed and not is_variable(place):
        expression = ctx.save(expression)
    if not (isinstance(expression, Read) and _redirect(ctx, place, expression.variable)):
        ctx.emit(places.write(place, expression, ctx.model))
    return Value(type, expression) if not is_variable(place) else Value(type, places.read(place, ctx.model))


def _redirect(ctx: Context, place: Place, held: Variable) -> bool:
    """Let the edge that has just put an arbitrary value into the temporary ``held`` put it into the place itself."""
    last = ctx.current.entering[0] if ctx.current is not None and len(ctx.current.entering) == 1 else None
    if last is None or not held.temporary or not isinstance(place.node, ScalarNode) or place.node.storage.type != held.type:
        return False
    operation = last.operation
    if not isinstance(operation, Assign) or operation.target is not held or not isinstance(operation.value, Nondet):
        return False
    if isinstance(place.node.storage, Array) and not isinstance(place.index, Constant | None):
        return False
    last.operation = places.write(place, operation.value, ctx.model)
    last.text, last.position = ctx.text, ctx.position
    return True


def havoc_object(ctx: Context, stored: Any, kind: NondetKind, origin: str) -> None:
    """Every scalar of an object becomes arbitrary, in one edge."""
    targets = tuple(cell.storage for cell in stored.cells)
    if targets:
        ctx.emit(Havoc(targets, kind, origin), origin if kind is NondetKind.IMPRECISE else None)


def forget_float(ctx: Context, place: Place) -> None:
    """A float was stored: whatever else shares its bytes (a union's other members) is unknown now."""
    if isinstance(place.node, FloatNode):
        return
    if isinstance(place.node, ScalarNode):
        ctx.emit(Havoc((place.node.storage,), NondetKind.IMPRECISE, "float"), "float")
    else:
        ctx.emit(havoc_through(address_of_place(place, ctx.model), NondetKind.IMPRECISE, "float"), "float")


def copy(ctx: Context, target: Place, source: Place) -> None:
    """``target := source`` of one structure type: leaf by leaf, or as bytes where there are too many or a union is inside."""
    model, limit = ctx.model, ctx.session.options.copy_limit
    direct = target.node is not None and source.node is not None
    if direct or not has_union(target.type):
        # The first part that is written may be what the others are found by, as in *p = *p->next.
        target, source = (place if _stays(place) else _held(ctx, place) for place in (target, source))
        targets, sources = parts_of(target, model, limit), parts_of(source, model, limit)
        if targets is not None and sources is not None and len(targets) == len(sources):
            for left, right in zip(targets, sources, strict=True):
                value = places.read(right, model)
                if value is not None:
                    ctx.emit(places.write(left, value, model))
                else:  # its bytes may hold what was put there as another member, or by a copy of bytes
                    _copy_bytes(ctx, left, right)
            return
    _copy_bytes(ctx, target, source)


def _copy_bytes(ctx: Context, target: Place, source: Place) -> None:
    model = ctx.model
    try:
        size = size_of(target.type, model)
    except IncompleteTypeError as problem:
        raise ctx.error(ctx.node, f"a value of incomplete type is copied: {problem}") from None
    addresses = (address_of_place(target, model), address_of_place(source, model))
    ctx.emit(copy_bytes(*addresses, Constant(size, ctx.pointer)))


def saved(ctx: Context, value: Value) -> Value:
    """The value in a temporary of its own: the next call of the same function would overwrite its result variable."""
    if isinstance(value.expression, Read) and not value.expression.variable.temporary:
        return Value(value.type, ctx.save(value.expression))
    if value.place is not None:
        held = ctx.temporary_object(value.type)
        copy(ctx, held, value.place)
        return Value(value.type, None, held)
    return value


def kept(ctx: Context, value: Value) -> Value:
    """The value as it is now, whatever is assigned later to what its expression reads."""
    if value.expression is None or isinstance(value.expression, Constant):
        return saved(ctx, value)
    return Value(value.type, ctx.save(value.expression))


def has_union(type: CType) -> bool:
    """Whether a union lies anywhere inside."""
    match type:
        case RecordType(is_union=True):
            return True
        case RecordType(members=members):
            return any(has_union(member.type) for member in members or ())
        case ArrayType(element=element):
            return has_union(element)
    return False


def escape_structure(ctx: Context, place: Place) -> None:
    """A structure is passed on by the storages of its parts: what has none, bytes of a float without patterns, is followed no longer."""
    if has_unpatterned(place.type):
        ctx.emit(escape_bytes(address_of_place(place, ctx.model)))


def has_unpatterned(type: CType) -> bool:
    """Whether a floating-point value without patterns lies anywhere inside."""
    match type:
        case RecordType(members=members):
            return any(has_unpatterned(member.type) for member in members or ())
        case ArrayType(element=element):
            return has_unpatterned(element)
    return floating.lacks_patterns(type)


def escape_value(ctx: Context, node: c_ast.Node) -> None:
    """Evaluate an expression whose value the model drops: what that points to may be reached from outside."""
    expression = ctx.value(node).expression
    if expression is not None and not isinstance(expression, Constant):
        ctx.emit(escape(expression))
