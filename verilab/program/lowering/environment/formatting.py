"""``sprintf``, ``snprintf`` and ``asprintf`` with a literal format: one call of our library per piece of the format.

Formats with floating-point conversions, ``%n``, ``%p``, or strings that are not arrays of the program are left to the caller, as are flags
that C defines nothing for (C11 7.21.6.1p6).
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
    SHORT,
    SIGNED_CHAR,
    UNSIGNED_CHAR,
    UNSIGNED_INT,
    UNSIGNED_LONG_LONG,
    UNSIGNED_SHORT,
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
from verilab.program.types import INT, DataModel

_LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
_PIECE = re.compile(
    r"%(?P<flags>[-+ #0]*)(?P<width>\*|\d{0,3})(?:\.(?P<precision>\*|\d{0,3}))?(?P<length>hh?|ll?|[zjt]|)(?P<kind>[diuoxXcs%])"
    r"|(?P<text>(?:[^%\\]|\\.)+)|(?P<other>.)",
    re.DOTALL,
)
_EVERYTHING = -1
_ABSENT = -1
"""The precision of a conversion that has none, as has one with a negative precision (C11 7.21.6.1p5)."""
_BASES = {"o": 8, "x": 16, "X": 16}
SIGNED = frozenset("di")


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
    return matches if all(map(_is_known, matches)) else None


def _is_known(piece: re.Match[str]) -> bool:
    if piece["text"]:
        return _is_plain(piece["text"])
    flags, kind = piece["flags"] or "", piece["kind"]
    match kind:
        case "%":
            return piece[0] == "%%"
        case "c" | "s":
            return not piece["length"] and not set(flags) - {"-"} and (kind == "s" or piece["precision"] is None)
        case "o" | "x" | "X":
            return True
        case "d" | "i" | "u":
            return "#" not in flags
    return False


def operands_of(piece: re.Match[str]) -> str:
    """What a piece takes from the arguments: ``*`` for a width or precision, and its kind."""
    if piece["kind"] in (None, "%"):
        return ""
    return "*" * (piece["width"] == "*") + "*" * (piece["precision"] == "*") + str(piece["kind"])


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
    wanted = "".join(map(operands_of, conversions or ()))
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


def _modelled(ctx: Context, kind: str, operand: c_ast.Node) -> bool:
    if kind != "s":
        return True
    type = type_of(ctx, operand)
    return isinstance(type, ArrayType) and type.element == CHAR


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
    width, precision = (_dimension(output, piece[name], values) for name in ("width", "precision"))
    operand = next(values)
    left = "-" in piece["flags"]
    if kind in ("c", "s") and not piece["width"] and piece["precision"] is None:
        return output.put("character", done, operand) if kind == "c" else output.put("string", done, operand, _number(_EVERYTHING))
    if kind == "c":
        return output.put("padded_character", done, operand, width, _number(left))
    if kind == "s":
        return output.put("padded_string", done, operand, precision, width, _number(left))
    return _put_number(output, done, piece, operand, width, precision)


def _dimension(output: _Output, text: str | None, values: Any) -> Evaluated:
    """A width or precision: ``*`` stands for an argument, digits for themselves, nothing but the point for 0."""
    if text == "*":
        given = next(values)
        return Evaluated(operators.convert(output.ctx, given.value, C_INT, output.node), output.node)
    return _number(_ABSENT if text is None else int(text or 0))


def _put_number(output: _Output, done: Value, piece: re.Match[str], operand: Evaluated, width: Evaluated, precision: Evaluated) -> Value:
    ctx, kind, flags = output.ctx, piece["kind"], piece["flags"]
    signed = kind in SIGNED
    value = operators.convert(ctx, operand.value, number_type(ctx, piece["length"], signed=signed), output.node)
    wide = operators.convert(ctx, value, LONG_LONG if signed else UNSIGNED_LONG_LONG, output.node).expression
    assert wide is not None
    sign: Expression = Constant(0, INT)
    magnitude = folding.cast(wide, UNSIGNED_LONG_LONG.machine)
    if signed:
        negative = folding.binary("<", wide, folding.constant(0, wide.type))
        positive = "+" if "+" in flags else " " if " " in flags else "\0"
        sign = folding.conditional(negative, Constant(ord("-"), INT), Constant(ord(positive), INT))
        magnitude = folding.conditional(negative, folding.unary("-", magnitude), magnitude)
    number = (
        Evaluated(Value(UNSIGNED_LONG_LONG, magnitude), output.node),
        Evaluated(Value(C_INT, sign), output.node),
        _number(_BASES.get(kind, 10)),
    )
    zeros = "0" in flags and "-" not in flags
    if kind != "X" and piece["width"] != "*" and piece["precision"] is None and not set(flags) & {"-", "#"}:
        return output.put("number", done, *number, width, _number(ord("0" if zeros else " ")))
    letters = _number(ord("A" if kind == "X" else "a"))
    return output.put("padded_number", done, *number, letters, precision, width, _number(("-" in flags) + 2 * zeros + 4 * ("#" in flags)))


def number_type(ctx: Context, length: str, *, signed: bool) -> IntegerType:
    """The type that a conversion takes: of ``hh`` to ``ll``, ``j``, ``z``, ``t`` or no length (C11 7.21.6.1p7)."""
    match length:
        case "z" | "t":  # as wide as each other, and as long
            unsigned = size_type(ctx.model)
            return unsigned if not signed else C_INT if ctx.model is DataModel.ILP32 else long_type(ctx.model, signed=True)
        case "l":
            return long_type(ctx.model, signed=signed)
        case "ll" | "j":
            return LONG_LONG if signed else UNSIGNED_LONG_LONG
        case "hh":
            return SIGNED_CHAR if signed else UNSIGNED_CHAR
        case "h":
            return SHORT if signed else UNSIGNED_SHORT
        case _:
            return C_INT if signed else UNSIGNED_INT


def length_of_number(piece: re.Match[str], value: int) -> int:
    """How many characters a constant becomes that the piece converts, which takes neither its width nor its precision from an argument."""
    flags, kind = piece["flags"], piece["kind"]
    digits = format(abs(value), {"o": "o", "x": "x", "X": "x"}.get(kind, "d"))
    precision = None if piece["precision"] is None else int(piece["precision"] or 0)
    if value == 0 and precision == 0:
        digits = ""
    length = max(len(digits), precision or 0)
    if "#" in flags:
        length += 2 * (kind != "o" and value != 0) + (kind == "o" and length == len(digits) and digits[:1] != "0")
    length += kind in SIGNED and (value < 0 or "+" in flags or " " in flags)
    return max(length, int(piece["width"] or 0))


def _number(value: int) -> Evaluated:
    return Evaluated(Value(C_INT, Constant(value, INT)), None)
