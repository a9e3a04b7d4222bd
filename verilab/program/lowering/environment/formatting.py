"""``sprintf``, ``snprintf`` and ``asprintf`` with a literal format: one call of our library per piece of the format.

Formats with floating-point conversions, ``*``, ``%n``, or strings that are not arrays of the program are left to the caller.
"""

from __future__ import annotations

import re
from typing import Any

from pycparser import c_ast

from verilab.data_classes import dataclass
from verilab.program.c_types.literals import string_literal
from verilab.program.c_types.types import (
    C_INT,
    CHAR,
    LONG_LONG,
    UNSIGNED_INT,
    UNSIGNED_LONG_LONG,
    ArrayType,
    IntegerType,
    long_type,
    size_type,
)
from verilab.program.expressions import Constant, Expression
from verilab.program.lowering.calls import calls
from verilab.program.lowering.context import Context
from verilab.program.lowering.environment import library_sources
from verilab.program.lowering.expressions import folding, operators
from verilab.program.lowering.expressions.assignments import saved
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.observers.watched_calls import Evaluated
from verilab.program.lowering.types.declared_types import type_of
from verilab.program.types import INT

_LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
_PIECE = re.compile(
    r"%(?P<zero>0?)(?P<width>\d{0,2})(?P<length>l|ll|z|)(?P<kind>[diuxcs%])|(?P<text>(?:[^%\\]|\\.)+)|(?P<other>.)", re.DOTALL
)
_EVERYTHING = -1


@dataclass(frozen=True, slots=True)
class _Output:
    """What is written to: a buffer, its size, and the values of both as arguments."""

    ctx: Context
    node: Any
    buffer: Any
    size: Any

    def put(self, name: str, done: Value, *arguments: Any) -> Value:
        """A call of a function of ``formatting.c``; its result."""
        return _called(self.ctx, self.node, f"put_{name}", self.buffer, self.size, Evaluated(done, self.node), *arguments)


def _called(ctx: Context, node: Any, name: str, *arguments: Any) -> Value:
    """A call of a function of ``formatting.c``; its result."""
    symbol = library_sources.symbol(ctx, f"__verilab_{name}")
    assert symbol is not None
    return saved(ctx, calls.call_function(ctx, node, symbol.name, symbol, list(arguments)))


def pieces(text: str) -> list[re.Match[str]] | None:
    """The pieces of a format as it stands in the source; None where it has others than we know."""
    literal = _LITERAL.fullmatch(text)
    if literal is None:
        return None
    matches = list(_PIECE.finditer(literal[1]))
    if any(
        piece["other"]
        or (piece["kind"] in ("c", "s", "%") and (piece["width"] or piece["length"] or piece["zero"]))
        or (piece["text"] and not _is_plain(piece["text"]))
        for piece in matches
    ):
        return None
    return matches


def _is_plain(text: str) -> bool:
    """Whether a text has neither the format's end nor a conversion inside, written as escapes (``\\0``, ``\\45``)."""
    literal = string_literal(f'"{text}"', C_INT)
    return literal is not None and 0 not in literal.units and ord("%") not in literal.units


def formatted(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value | None:
    """``sprintf(buffer, format, ...)``, ``snprintf(buffer, size, format, ...)`` or ``asprintf(pointer, format, ...)``.

    None where the format is not modelled.
    """
    place = 2 if "snprintf" in node.name.name else 1
    if len(arguments) <= place or not isinstance(arguments[place], c_ast.Constant):
        return None
    conversions = pieces(arguments[place].value)
    operands = arguments[place + 1 :]
    wanted = [piece for piece in conversions or () if piece["kind"] and piece["kind"] != "%"]
    if conversions is None or len(wanted) != len(operands) or not all(map(_modelled, [ctx] * len(wanted), wanted, operands)):
        return None
    size = size_type(ctx.model)
    room = ctx.value(arguments[1]) if place == 2 else Value(size, folding.constant(_EVERYTHING, size.machine))
    values = [_kept(ctx, ctx.value(operand), node) for operand in operands]
    target = _kept(ctx, ctx.value(arguments[0]), node)
    if node.name.name.endswith("asprintf"):
        return _into_new_object(ctx, node, conversions, values, target)
    return _all_put(_Output(ctx, node, target, _kept(ctx, operators.convert(ctx, room, size, node), node)), conversions, values)


def _into_new_object(
    ctx: Context, node: c_ast.FuncCall, conversions: list[re.Match[str]], values: list[Evaluated], pointer: Evaluated
) -> Value:
    """What ``asprintf`` writes: measured first, for the object has as many bytes."""
    none = _number(0)
    length = _kept(ctx, _all_put(_Output(ctx, node, none, none), conversions, values), node)
    size = size_type(ctx.model)
    everything = Evaluated(Value(size, folding.constant(_EVERYTHING, size.machine)), node)
    made = Evaluated(_called(ctx, node, "make_room", length), node)
    _all_put(_Output(ctx, node, made, everything), conversions, values)
    return _called(ctx, node, "hand_over", pointer, made, length)


def _all_put(output: _Output, conversions: list[re.Match[str]], values: list[Evaluated]) -> Value:
    size = size_type(output.ctx.model)
    done = Value(size, folding.constant(0, size.machine))
    operands = iter(values)
    for piece in conversions:
        done = _put(output, done, piece, operands)
    return output.put("end", done)


def _modelled(ctx: Context, piece: re.Match[str], operand: c_ast.Node) -> bool:
    type = type_of(ctx, operand)
    return piece["kind"] != "s" or (isinstance(type, ArrayType) and type.element == CHAR)


def _kept(ctx: Context, value: Value, node: c_ast.Node) -> Evaluated:
    expression = operators.require_expression(ctx, value, node)
    return Evaluated(Value(value.type, expression if isinstance(expression, Constant) else ctx.save(expression)), node)


def _put(output: _Output, done: Value, piece: re.Match[str], values: Any) -> Value:
    if piece["text"]:
        text = c_ast.Constant("string", f'"{piece["text"]}"')
        output.ctx.session.synthetic.append(text)
        return output.put("string", done, text, _number(_EVERYTHING))
    kind = piece["kind"]
    if kind == "%":
        return output.put("character", done, _number(ord("%")))
    operand = next(values)
    if kind == "c":
        return output.put("character", done, operand)
    if kind == "s":
        return output.put("string", done, operand, _number(_EVERYTHING))
    return _put_number(output, done, piece, operand)


def _put_number(output: _Output, done: Value, piece: re.Match[str], operand: Evaluated) -> Value:
    ctx, signed = output.ctx, piece["kind"] in ("d", "i")
    value = operators.convert(ctx, operand.value, number_type(ctx, piece["length"], signed=signed), output.node)
    wide = operators.convert(ctx, value, LONG_LONG if signed else UNSIGNED_LONG_LONG, output.node).expression
    assert wide is not None
    sign: Expression = Constant(0, INT)
    magnitude = folding.cast(wide, UNSIGNED_LONG_LONG.machine)
    if signed:
        negative = folding.binary("<", wide, folding.constant(0, wide.type))
        sign = folding.conditional(negative, Constant(ord("-"), INT), sign)
        magnitude = folding.conditional(negative, folding.unary("-", magnitude), magnitude)
    return output.put(
        "number",
        done,
        Evaluated(Value(UNSIGNED_LONG_LONG, magnitude), output.node),
        Evaluated(Value(C_INT, sign), output.node),
        _number(16 if piece["kind"] == "x" else 10),
        _number(int(piece["width"] or 0)),
        _number(ord("0" if piece["zero"] else " ")),
    )


def number_type(ctx: Context, length: str, *, signed: bool) -> IntegerType:
    """The type that a conversion takes: of ``ll``, ``l``, ``z`` or no length."""
    if length == "z":
        return size_type(ctx.model)
    if length == "l":
        return long_type(ctx.model, signed=signed)
    return (LONG_LONG if signed else UNSIGNED_LONG_LONG) if length else (C_INT if signed else UNSIGNED_INT)


def _number(value: int) -> Evaluated:
    return Evaluated(Value(C_INT, Constant(value, INT)), None)
