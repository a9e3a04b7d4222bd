"""What earlier calls say about the result of a library function that the surroundings choose: it is no choice each time.

getpid() is the same each time        after an end, getchar() returns an end        rand() repeats with its seed
clock() does not go back
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pycparser import c_ast

from verilab.program.c_types.types import LONG_LONG
from verilab.program.expressions import Constant, Expression
from verilab.program.lowering.context import Context
from verilab.program.lowering.environment.deferred import names_any
from verilab.program.lowering.expressions import folding
from verilab.program.lowering.expressions.reading import value_at
from verilab.program.lowering.facts.call_graph import SEEDING
from verilab.program.lowering.storage.places import Place, place_of, write
from verilab.program.memory.objects.objects import ObjectKind
from verilab.program.operations import Assume

_OF_STREAM = frozenset(("getc", "fgetc", "getc_unlocked", "fgetc_unlocked"))
_CHARACTERS = frozenset(("getchar", "getchar_unlocked")) | _OF_STREAM
_STREAM_CHANGING = (
    *("ungetc", "ungetwc", "freopen", "fseek", "fseeko", "rewind", "fsetpos", "clearerr", "fclose", "setvbuf"),
    *("close", "dup2", "lseek"),
)
_SEQUENCES = frozenset(("rand", "random", "lrand48", "mrand48"))
_CLOCKS = ("time", "clock", "getpid", "gettimeofday", "clock_gettime", "times")
_BY_ARGUMENT = frozenset(("rand_r", "nrand48", "jrand48", "isatty"))
_CONSTANT = {
    **dict.fromkeys(("getpid", "gettid"), ("fork", "vfork", "clone")),
    **dict.fromkeys(("getuid", "geteuid"), ("setuid", "seteuid", "setreuid", "setresuid", "fork")),
    **dict.fromkeys(("getgid", "getegid"), ("setgid", "setegid", "setregid", "setresgid", "fork")),
}
"""Functions that return the same each time, and those that change what."""
_ADVANCING = frozenset(("clock", "times"))
"""Functions that return a time that has passed, or -1; in 32 bits it begins again from below."""


def is_fixed(ctx: Context, name: str, arguments: Sequence[Any]) -> bool:
    """Whether the result is not the surroundings' choice though it may be of this function."""
    if name in _OF_STREAM and not (arguments and isinstance(arguments[0], c_ast.ID) and arguments[0].name == "stdin"):
        return True
    if name in _CHARACTERS:
        return names_any(ctx.session, *_STREAM_CHANGING)
    if name in _SEQUENCES:
        return names_any(ctx.session, *SEEDING) and (ctx.session.calls.seeds_are_literal or not names_any(ctx.session, *_CLOCKS))
    return name in _BY_ARGUMENT or (name in _CONSTANT and names_any(ctx.session, *_CONSTANT[name]))


def agree(ctx: Context, name: str, value: Expression) -> None:
    """Let a result agree with earlier ones: ``last`` is one more than the last one that binds, 0 before."""
    if ctx.current is None:
        return
    if name in _ADVANCING:
        _advance(ctx, name, value)
    elif name in _CONSTANT or name in _CHARACTERS:
        _repeat(ctx, name, value)


def _repeat(ctx: Context, name: str, value: Expression) -> None:
    place = _last("getchar" if name in _CHARACTERS else name, ctx)
    last = value_at(ctx, place).expression
    assert last is not None
    machine = last.type
    number = folding.binary("+", folding.cast(value, machine), Constant(2, machine))  # so that -1 is not 0
    free = folding.binary("==", last, Constant(0, machine))
    same = folding.binary("==", last, number)
    ctx.emit(Assume(folding.conditional(folding.truth(free), folding.truth(free), folding.truth(same)), True), text=f"[{name} as before]")
    binds = number
    if name in _CHARACTERS:
        ended = folding.binary("==", number, Constant(1, machine))
        binds = folding.conditional(folding.truth(ended), number, Constant(0, machine))
    ctx.emit(write(place, binds, ctx.model))


def _advance(ctx: Context, name: str, value: Expression) -> None:
    """A time is not before the last one, where it cannot have begun again: ``last`` is the last one, 0 before."""
    if value.type.width < LONG_LONG.machine.width or not value.type.signed:
        return
    place = _last(name, ctx)
    last = value_at(ctx, place).expression
    assert last is not None
    fails = folding.truth(folding.binary("<", value, Constant(0, value.type)))
    ctx.emit(Assume(folding.conditional(fails, fails, folding.truth(folding.binary(">=", value, last))), True), text=f"[{name} goes on]")
    ctx.emit(write(place, folding.conditional(fails, last, value), ctx.model))


def _last(name: str, ctx: Context) -> Place:
    session = ctx.session
    stored = session.repeated.get(name)
    if stored is None:
        stored = session.repeated[name] = session.make_object(f"$last {name}", LONG_LONG, ObjectKind.GLOBAL, None)
    return place_of(stored)
