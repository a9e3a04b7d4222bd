"""Output functions: no effect on the program, and results within what the library may return (C11 7.21.6, 7.21.7).

    r := n  where all is written;   r := -1  where it is not, which a proof has to expect and a violation must not rely on

n is known where the format is a literal and all that it converts are constants; that everything is written is an input which no harness
has to fix.  Else n is arbitrary, and imprecise.

Where the program reads too, it may read again what it has written: addresses among that leave what is modelled.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pycparser import c_ast

from verilab.program.c_types.literals import string_literal
from verilab.program.c_types.types import C_INT, UNSIGNED_CHAR, ArrayType, IntegerType, PointerType
from verilab.program.expressions import Constant, Expression, Read
from verilab.program.lowering.calls import calls
from verilab.program.lowering.context import Context
from verilab.program.lowering.environment import formatting, standard
from verilab.program.lowering.environment.deferred import names_any
from verilab.program.lowering.expressions import assignments, folding
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.facts.library_names import implements
from verilab.program.lowering.symbols import FunctionSymbol
from verilab.program.lowering.types.declared_types import type_of
from verilab.program.lowering.violations import detour
from verilab.program.memory.raw.operations import format_check
from verilab.program.operations import NondetKind
from verilab.program.types import INT

_COUNTED = re.compile(r"%[-+ #0-9.*$'hlqjztLI]*n")  # stores how much was written
_FORMATS = {"printf": 0, "__builtin_printf": 0, "fprintf": 1}
_FROM_FAILURE = frozenset((*_FORMATS, "vprintf", "vfprintf", "puts", "fputs", "__builtin_puts"))
_CHARACTERS = frozenset(("putchar", "putc", "fputc", "__builtin_putchar"))
_READING = (
    *("scanf", "fscanf", "vscanf", "vfscanf", "wscanf", "fwscanf"),
    *("__isoc99_scanf", "__isoc99_fscanf", "__isoc23_scanf", "__isoc23_fscanf"),
    *("fgets", "gets", "fgetc", "getc", "getchar", "getc_unlocked", "getchar_unlocked", "fgetc_unlocked", "fgets_unlocked", "getw"),
    *("fgetws", "fgetwc", "getwc", "getwchar", "getline", "getdelim", "__getdelim", "fread", "fread_unlocked"),
    *("read", "pread", "pread64", "readv", "preadv", "mmap", "mmap64", "recv", "recvfrom", "recvmsg", "fmemopen", "open_memstream"),
)
"""Functions by which a program may read again what it has written."""
_FAILURE = -1
BUILT = "a format that is built at run time, which may store through an argument (%n)"


def output(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """A call of an output function; one that stores how much was written is a function without a body."""
    needed = ctx.needed
    symbol = ctx.scopes.find(node.name.name)
    rereads = _writes(node.name.name) and names_any(ctx.session, *_READING)
    if (ctx.session.calls.counts and _may_count(node.name.name, arguments)) or (rereads and node.name.name.startswith("v")):
        return calls.call_function(ctx, node, node.name.name, symbol if isinstance(symbol, FunctionSymbol) else None, arguments)
    purity = ctx.session.purity
    checked = _checked(ctx, node.name.name, arguments)
    format: Expression | None = None
    for argument in arguments:
        if argument is checked:
            format = ctx.value(argument).expression
        elif rereads and not isinstance(argument, c_ast.Constant):  # an address may be read again, as a text or byte by byte
            assignments.escape_value(ctx, argument)
        elif not purity.is_total(argument):
            ctx.effect(argument)
    ctx.focus(node)
    if format is not None:
        _check(ctx, format)
    result = symbol.type.result if isinstance(symbol, FunctionSymbol) else C_INT
    if not isinstance(result, IntegerType) or not needed:
        return Value(result, None)
    name = node.name.name
    if not implements(name):
        return Value(result, ctx.nondet(result.machine, NondetKind.INPUT, name))
    return Value(result, _result(ctx, name, result, arguments))


def _writes(name: str) -> bool:
    return _formats(name) or name in _CHARACTERS


def _checked(ctx: Context, name: str, arguments: list[Any]) -> Any:
    """The format of a call that may store through an argument, if it is no literal; None where there is no such."""
    place = _place(name)
    if not _formats(name) or len(arguments) <= place or isinstance(arguments[place], c_ast.Constant):
        return None
    types = [type_of(ctx, argument) for argument in arguments[place + 1 :]]
    writable = any(isinstance(type, ArrayType) or (isinstance(type, PointerType) and not type.constant) for type in types)
    return arguments[place] if writable else None


def _check(ctx: Context, format: Expression) -> None:
    """What is printed may be told by a format that is put together at run time, with ``%n`` inside: that is not modelled."""
    for property in ctx.session.properties:
        if ctx.current is None:
            return
        with detour(ctx, property):
            flag = ctx.temporary(INT)
            ctx.emit(format_check(flag, format, BUILT))
            error, after = ctx.location("error"), ctx.location()
            error.is_error, error.property = True, property
            ctx.branch_on(Read(flag), error, after, BUILT)
            ctx.current = after


def _place(name: str) -> int:
    return _FORMATS.get(name, 1 if name.startswith("vf") else 0)


def _formats(name: str) -> bool:
    return "printf" in name or name == "printk"


def _may_count(name: str, arguments: list[Any]) -> bool:
    """Whether a call may store how much was written: its format does, or is none that is written here."""
    place = _place(name)
    if not _formats(name) or len(arguments) <= place:
        return False
    format = arguments[place]
    literal = string_literal(format.value, C_INT) if isinstance(format, c_ast.Constant) and format.type == "string" else None
    return literal is None or _COUNTED.search("".join(map(chr, literal.units))) is not None


def _result(ctx: Context, name: str, type: IntegerType, arguments: Sequence[Any]) -> Expression:
    any_value = ctx.nondet(type.machine, NondetKind.IMPRECISE, f"result of {name}")
    if type != C_INT:  # not as the library declares it
        return any_value
    if name in _CHARACTERS or name == "fflush":
        return standard.within(any_value, _FAILURE, UNSIGNED_CHAR.machine.maximum if name in _CHARACTERS else 0)
    if name not in _FROM_FAILURE:
        return any_value
    place = _FORMATS.get(name)
    length = None if place is None else _length(ctx, arguments, place)
    if length is None:
        return standard.within(any_value, _FAILURE, INT.maximum)
    fails = folding.truth(ctx.nondet(INT, NondetKind.INPUT, f"whether {name} fails"))
    return folding.conditional(fails, standard.within(any_value, _FAILURE, _FAILURE), Constant(length, INT))


def _length(ctx: Context, arguments: Sequence[Any], place: int) -> int | None:
    """How many characters a literal format with constants makes; None where that is not known."""
    if len(arguments) <= place or not isinstance(arguments[place], c_ast.Constant):
        return None
    pieces = formatting.pieces(arguments[place].value)
    operands = iter(arguments[place + 1 :])
    wanted = "".join(map(formatting.operands_of, pieces or ()))
    if pieces is None or "*" in wanted or len(wanted) != len(arguments) - place - 1:
        return None
    total = 0
    for piece in pieces:
        units = _text(piece["text"]) if piece["text"] else 1 if piece["kind"] == "%" else _converted(ctx, piece, next(operands))
        if units is None:
            return None
        total += units
    return total


def _text(body: str) -> int | None:
    """How many characters a piece of a literal is; None where it has the end of the string inside."""
    literal = string_literal(f'"{body}"', C_INT)
    return None if literal is None or 0 in literal.units else len(literal.units)


def _converted(ctx: Context, piece: re.Match[str], operand: Any) -> int | None:
    """How many characters a constant is."""
    width = int(piece["width"] or 0)
    if piece["kind"] == "c":
        return max(width, 1)
    if piece["kind"] == "s":
        is_text = isinstance(operand, c_ast.Constant) and operand.type == "string" and operand.value[:1] == '"'
        units = _text(operand.value[1:-1]) if is_text and '"' not in operand.value[1:-1].replace('\\"', "") else None
        precision = None if piece["precision"] is None else int(piece["precision"] or 0)
        return None if units is None else max(width, units if precision is None else min(units, precision))
    with ctx.muted():
        expression = ctx.value(operand).expression
    if not isinstance(expression, Constant):
        return None
    type = formatting.number_type(ctx, piece["length"], signed=piece["kind"] in formatting.SIGNED)
    return formatting.length_of_number(piece, type.machine.wrap(expression.value))
