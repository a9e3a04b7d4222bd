"""``scanf`` of decimal numbers: how many are read, and which, the environment chooses (C11 7.21.6.2).

    r := any of -1 .. n;   *p_k := any value  where r >= k,  for k = 1 .. n;   the call's result is r

The origins of these inputs say what they are, so that a harness can write the text that is read: ``scanf_of_n``, or ``scanf_of_n_space``
where spaces behind the numbers are read, too, and ``scanf_value``.
"""

from __future__ import annotations

import re
from typing import Any

from pycparser import c_ast

from verilab.program.c_types.literals import string_literal
from verilab.program.c_types.types import (
    C_INT,
    CHAR,
    LONG_LONG,
    UNSIGNED_INT,
    UNSIGNED_LONG_LONG,
    VOID,
    IntegerType,
    PointerType,
    long_type,
)
from verilab.program.expressions import Constant, Expression
from verilab.program.lowering.context import Context
from verilab.program.lowering.environment import standard
from verilab.program.lowering.expressions import assignments, folding, operators
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.storage.places import place_at
from verilab.program.operations import NondetKind
from verilab.program.types import INT

FORMATS = {"scanf": 0, "sscanf": 1, "fscanf": 1}
"""Which argument is the format."""
NOTHING = -1
"""What is returned where the input ends before anything is read."""
RESULT, SPACE_BEHIND, VALUE = "scanf_of_", "_space", "scanf_value"
_CONVERSION = re.compile(r"%%|%\*|(%)")
_SPACE = r"(?:\s|\\[nt])*"
_PIECE = re.compile(rf"{_SPACE}%(l?l?)([du])")
_FORMAT = re.compile(rf'"((?:{_PIECE.pattern})+{_SPACE})"')


def read_from_literal(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value | None:
    """``sscanf(text, format, ...)`` of two literals; None where anything but decimal numbers is asked for, or one does not fit its type."""
    if len(arguments) < 2 or not all(isinstance(operand, c_ast.Constant) and operand.type == "string" for operand in arguments[:2]):
        return None
    literal, text = _FORMAT.fullmatch(arguments[1].value), string_literal(arguments[0].value, C_INT)
    if literal is None or text is None or text.element != CHAR:
        return None
    types = [_type(ctx, piece[1], piece[2]) for piece in _PIECE.finditer(literal[1])]
    read = bytes(unit & 255 for unit in text.units).partition(b"\0")[0]
    numbers = _numbers(read, len(types))
    values = [value for value in numbers if value is not None]
    if read.endswith((b"+", b"-")):  # whether the text ends before a number, or does not match, nobody says
        return None
    if len(types) != len(arguments) - 2 or any(not _fits(value, type) for value, type in zip(values, types, strict=False)):
        return None
    places = [place_at(_address(ctx, argument, node), type) for type, argument in zip(types, arguments[2:], strict=True)]
    ctx.focus(node)
    for value, type, place in zip(values, types, places, strict=False):
        assignments.assign_value(ctx, place, Value(type, Constant(value, type.machine)), node)
    return Value(C_INT, Constant(NOTHING if numbers == [None] else len(values), INT))


def _numbers(text: bytes, most: int) -> list[int | None]:
    """The numbers that are read; None at the end where the text has ended before the first of them."""
    numbers: list[int | None] = []
    while len(numbers) < most:
        text = text.lstrip(b" \t\n\v\f\r")
        number = re.match(rb"[+-]?[0-9]+", text)
        if number is None:
            return numbers if text or numbers else [None]
        numbers.append(int(number[0]))
        text = text[number.end() :]
    return numbers


def _fits(value: int, type: IntegerType) -> bool:
    """Whether a number that is read is a value of the type; for another one C11 7.21.6.2p10 does not say what is stored."""
    return type.machine.minimum <= value <= type.machine.maximum


def most_read(name: str, arguments: list[Any]) -> int | None:
    """How many objects a call can read at most; None where its format is no literal."""
    place = FORMATS[name]
    if len(arguments) <= place or not isinstance(arguments[place], c_ast.Constant):
        return None
    return sum(map(bool, _CONVERSION.findall(str(arguments[place].value))))


def scanned(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value | None:
    """``scanf(format, ...)``; None where the format has anything but decimal numbers."""
    literal = _FORMAT.fullmatch(arguments[0].value) if arguments and isinstance(arguments[0], c_ast.Constant) else None
    if literal is None:
        return None
    types = [_type(ctx, piece[1], piece[2]) for piece in _PIECE.finditer(literal[1])]
    if len(types) != len(arguments) - 1:
        return None
    places = [place_at(_address(ctx, argument, node), type) for type, argument in zip(types, arguments[1:], strict=True)]
    ctx.focus(node)
    space = "" if literal[1].endswith(("d", "u")) else SPACE_BEHIND
    read = standard.bounded(ctx, ctx.nondet(INT, NondetKind.INPUT, f"{RESULT}{len(types)}{space}"), NOTHING, len(types))
    for number, (place, type) in enumerate(zip(places, types, strict=True)):
        if ctx.current is None:
            break
        here, after = ctx.location(), ctx.location()
        ctx.branch_on(folding.binary(">", read, Constant(number, INT)), here, after, "a number is read")
        ctx.current = here
        assignments.assign_value(ctx, place, Value(type, ctx.nondet(type.machine, NondetKind.INPUT, VALUE)), node)
        ctx.jump(after)
        ctx.current = after
    return Value(C_INT, read)


def _address(ctx: Context, argument: Any, node: c_ast.FuncCall) -> Expression:
    """Where a number goes, as it is before anything is read."""
    value = operators.convert(ctx, ctx.value(argument), PointerType(VOID), node)
    address = operators.require_expression(ctx, value, node)
    is_fixed = isinstance(argument, c_ast.UnaryOp) and argument.op == "&" and isinstance(argument.expr, c_ast.ID)
    return address if is_fixed else ctx.save(address)


def _type(ctx: Context, length: str, kind: str) -> IntegerType:
    if length == "l":
        return long_type(ctx.model, signed=kind == "d")
    signed, unsigned = (LONG_LONG, UNSIGNED_LONG_LONG) if length == "ll" else (C_INT, UNSIGNED_INT)
    return signed if kind == "d" else unsigned
