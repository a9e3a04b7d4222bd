"""Expressions without effects of their own: names, constants, reads of places, operators, casts, sizeof."""

from __future__ import annotations

from pycparser import c_ast

from verilab.program.c_types import floating
from verilab.program.c_types.layout import IncompleteTypeError, alignment_of, is_list, size_of
from verilab.program.c_types.literals import character_literal, integer_literal
from verilab.program.c_types.types import (
    UNSIGNED_INT,
    ArrayType,
    FloatType,
    IntegerType,
    PointerType,
    is_variable_length,
    size_type,
    wide_type,
)
from verilab.program.expressions import Constant
from verilab.program.lowering.calls import variadic_lists
from verilab.program.lowering.context import Context
from verilab.program.lowering.context import effects as effect_of_kind
from verilab.program.lowering.context import immediates as immediate_of_kind
from verilab.program.lowering.context import values as value_of_kind
from verilab.program.lowering.declarations import variable_lengths
from verilab.program.lowering.expressions import alignments, assignments, conditions, floats, folding, operators
from verilab.program.lowering.expressions.lvalues import dereference, designated_function, named_place, string_place, undeclared
from verilab.program.lowering.expressions.predefined import predefined_constant
from verilab.program.lowering.expressions.reading import value_at
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.storage.places import address_of_place
from verilab.program.lowering.symbols import EnumeratorSymbol, FunctionSymbol, ObjectSymbol
from verilab.program.lowering.types.constant_expressions import settled_float, settled_value
from verilab.program.lowering.types.declared_types import declared_type, follow_evaluation, type_of
from verilab.program.lowering.types.selections import selected
from verilab.program.memory.raw.expressions import address_of
from verilab.program.syntax.tree.text import text_of
from verilab.program.types import DataModel

_IMMEDIATE_BINARY = frozenset({"+", "-", "*", "&", "|", "^", "<<", ">>", "==", "!=", "<", "<=", ">", ">=", "/", "%"})


@value_of_kind(c_ast.ID)
def _name(ctx: Context, node: c_ast.ID) -> Value:
    symbol = ctx.scopes.find(node.name)
    match symbol:
        case ObjectSymbol(value=int(value), type=IntegerType() as type):
            return Value(type, Constant(value, type.machine))
        case ObjectSymbol():
            if ctx.settled and isinstance(symbol.type, IntegerType) and (known := settled_value(ctx, symbol)) is not None:
                return Value(symbol.type, folding.constant(known, symbol.type.machine))
            if isinstance(symbol.type, FloatType) and (held := settled_float(ctx, symbol)) is not None:
                return held
            return value_at(ctx, named_place(ctx, symbol))
        case EnumeratorSymbol(value=value, type=type):
            return Value(type, Constant(value, type.machine))
        case FunctionSymbol(type=type):
            if symbol.definition is None and symbol.name in ctx.session.weak:
                return ctx.unknown(PointerType(type), "address of a weak symbol")
            return Value(PointerType(type), address_of(ctx.session.function_object(symbol), 0, ctx.pointer))
        case None:
            predefined = predefined_constant(ctx, node.name)
            if predefined is not None:
                return predefined
    raise undeclared(ctx, node)


@value_of_kind(c_ast.Constant)
def _constant(ctx: Context, node: c_ast.Constant) -> Value:
    text = node.value
    known = ctx.session.literals.get(text)
    if known is not None:
        return known
    if node.type == "string" or text.endswith('"'):
        return _string(ctx, node, text)
    wide = UNSIGNED_INT if text.startswith(("u", "U")) else wide_type(ctx.model)
    literal = character_literal(text, wide) if text.endswith("'") else integer_literal(text, ctx.model)
    if literal is not None and not text.endswith("'") and text[-1] not in "0123456789" and set(text) & set("iIjJ"):
        part = literal.type
        return floats.constant(ctx, floating.complex_integer_type(part, size_of(part, ctx.model), alignment_of(part, ctx.model)), None)
    if literal is not None:
        value = ctx.session.literals[text] = Value(literal.type, Constant(literal.value, literal.type.machine))
        return value
    if "float" in node.type or "double" in node.type:
        return floats.constant(ctx, *floating.literal(text, ctx.model))
    raise ctx.error(node, f"{text} is not a valid constant")


def _string(ctx: Context, node: c_ast.Node, text: str) -> Value:
    place = string_place(ctx, node, text)
    assert isinstance(place.type, ArrayType)
    return Value(PointerType.to(place.type.element, place.qualifiers), address_of_place(place, ctx.model))


@value_of_kind(c_ast.StructRef, c_ast.ArrayRef)
def _read(ctx: Context, node: c_ast.StructRef | c_ast.ArrayRef) -> Value:
    if isinstance(node, c_ast.ArrayRef) and isinstance(node.name, c_ast.ID) and isinstance(node.subscript, c_ast.ID):
        arguments = ctx.session.main_arguments
        in_main = ctx.function is not None and ctx.function.name.partition("#")[0] == "main"
        if arguments is not None and in_main and (node.subscript.name, node.name.name) == arguments:
            vector = ctx.value(node.name).type
            if isinstance(vector, PointerType) and isinstance(vector.target, PointerType):
                return Value(vector.target, Constant(0, ctx.pointer))  # argv[argc]
    return value_at(ctx, ctx.place(node))


@value_of_kind(c_ast.UnaryOp)
def _unary(ctx: Context, node: c_ast.UnaryOp) -> Value:
    operator = node.op
    if operator == "!":
        return conditions.boolean(ctx, node)
    if operator in ("++", "--", "p++", "p--"):
        return assignments.increment(ctx, node, needed=True)
    named = designated_function(ctx, node) if operator in ("*", "&") else None
    if named is not None:
        return ctx.value(named)
    if operator == "*":
        value = dereference(ctx, node.expr, node)
        return value_at(ctx, value)
    if operator == "&":
        return _address(ctx, node)
    if operator in ("sizeof", "_Alignof", "__alignof__"):
        return _size(ctx, node)
    if operator in ("__real__", "__imag__"):
        return floats.part(ctx, operator, ctx.value(node.expr))
    return operators.negate(ctx, operator, ctx.value(node.expr), node)


def _address(ctx: Context, node: c_ast.UnaryOp) -> Value:
    operand = selected(ctx, node.expr)
    place = ctx.place(operand)
    symbol = ctx.scopes.find(operand.name) if isinstance(operand, c_ast.ID) else None
    if isinstance(symbol, ObjectSymbol) and not symbol.defined and symbol.name in ctx.session.weak:
        return ctx.unknown(PointerType.to(place.type, place.qualifiers), "address of a weak symbol")
    if place.bit_field:
        raise ctx.error(node, f"the address of the bit-field {text_of(operand)} cannot be taken")
    return Value(PointerType.to(place.type, place.qualifiers), address_of_place(place, ctx.model))


def _size(ctx: Context, node: c_ast.UnaryOp) -> Value:
    operand = type_of(ctx, node.expr)
    result = size_type(ctx.model)
    if node.op == "sizeof" and is_variable_length(operand):
        return _variable_size(ctx, node.expr, result)
    if node.op == "sizeof":
        follow_evaluation(ctx, node.expr, operand)
    if isinstance(node.expr, c_ast.ID) and isinstance(ctx.scopes.find(node.expr.name), FunctionSymbol):
        return Value(result, Constant(1, result.machine)) if node.op == "sizeof" else ctx.unknown(result, "alignment of a function")
    if is_list(operand) and ctx.model is DataModel.LP64:
        return variadic_lists.size(ctx, node.op, result, named=isinstance(node.expr, c_ast.Typename))
    try:
        number = size_of(operand, ctx.model) if node.op == "sizeof" else alignments.alignment(ctx, node, operand)
    except IncompleteTypeError as problem:
        raise ctx.error(node, f"the operand of {node.op} has an incomplete type: {problem}") from None
    return ctx.unknown(result, "alignment of an expression") if number is None else Value(result, Constant(number, result.machine))


def _variable_size(ctx: Context, operand: c_ast.Node, result: IntegerType) -> Value:
    """The size of a variable-length array: the lengths in a type name are evaluated; that of an object was, when it came into being."""
    if isinstance(operand, c_ast.Typename):
        part, dimensions = operand.type, []
        while isinstance(part, c_ast.ArrayDecl):
            dimensions.append(part.dim)
            part = part.type
        total: Value | None = None
        for dimension in reversed(dimensions):  # in gcc's order
            length = operators.convert(ctx, ctx.value(dimension), result, dimension)
            total = length if total is None else operators.binary(ctx, "*", total, length, dimension)
        type = declared_type(ctx, part)
        try:
            element = folding.constant(size_of(type, ctx.model), result.machine)
        except IncompleteTypeError:
            return ctx.unknown(result, "variable-length array")
        if total is not None and not is_variable_length(type):
            return operators.binary(ctx, "*", total, Value(result, element), operand)
    elif isinstance(operand, c_ast.ID):
        symbol = ctx.scopes.find(operand.name)
        if isinstance(symbol, ObjectSymbol) and symbol.allocated is not None:
            return Value(result, symbol.allocated[1])
    else:
        ctx.value(operand)
    return ctx.unknown(result, "variable-length array")


@value_of_kind(c_ast.Cast)
def _cast(ctx: Context, node: c_ast.Cast) -> Value:
    variable_lengths.evaluate(ctx, node.to_type)
    target = declared_type(ctx, node.to_type)
    with ctx.awaiting(target):
        value = ctx.value(node.expr)
    return operators.convert(ctx, value, target, node)


@immediate_of_kind(c_ast.Cast)
def _immediate_cast(ctx: Context, node: c_ast.Cast) -> Value:
    if not isinstance(node.expr, c_ast.FuncCall | c_ast.Cast):
        return ctx.value(node)
    variable_lengths.evaluate(ctx, node.to_type)
    target = declared_type(ctx, node.to_type)
    with ctx.awaiting(target):
        value = ctx.immediate(node.expr)
    return operators.convert(ctx, value, target, node)


@effect_of_kind(c_ast.Cast)
def _cast_only(ctx: Context, node: c_ast.Cast) -> None:
    variable_lengths.evaluate(ctx, node.to_type)
    ctx.effect(node.expr)


@value_of_kind(c_ast.BinaryOp)
def _binary(ctx: Context, node: c_ast.BinaryOp) -> Value:
    if node.op in ("&&", "||"):
        return conditions.boolean(ctx, node)
    # A long chain a + b + c + ... leans to the left: its operands are collected first, so that recursion does not follow its length.
    spine = [node]
    while isinstance(spine[-1].left, c_ast.BinaryOp) and spine[-1].left.op not in ("&&", "||"):
        spine.append(spine[-1].left)
        ctx.follow_order(spine[-1])
    value = ctx.value(spine[-1].left)
    for part in reversed(spine):
        value = operators.binary(ctx, part.op, value, ctx.value(part.right), part)
    return value


@immediate_of_kind(c_ast.BinaryOp)
def _immediate_binary(ctx: Context, node: c_ast.BinaryOp) -> Value:
    if node.op in _IMMEDIATE_BINARY:
        if not ctx.session.purity.has_call(node.right):
            return operators.binary(ctx, node.op, ctx.immediate(node.left), ctx.value(node.right), node)
        if not ctx.session.purity.has_call(node.left):
            return operators.binary(ctx, node.op, ctx.value(node.left), ctx.immediate(node.right), node)
    return ctx.value(node)


@value_of_kind(c_ast.TernaryOp)
def _conditional(ctx: Context, node: c_ast.TernaryOp) -> Value:
    return conditions.conditional(ctx, node)


@value_of_kind(c_ast.ExprList)
def _comma(ctx: Context, node: c_ast.ExprList) -> Value:
    for item in node.exprs[:-1]:
        ctx.effect(item)
    return ctx.value(node.exprs[-1])


@effect_of_kind(c_ast.ExprList)
def _comma_only(ctx: Context, node: c_ast.ExprList) -> None:
    for item in node.exprs:
        ctx.effect(item)
