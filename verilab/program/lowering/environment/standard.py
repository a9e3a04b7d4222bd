"""Functions of the C library without a definition of ours: their results are fixed by the library, so that they are imprecise.

The exception are those whose results the surroundings choose: these are inputs, in the range that the manual gives.
``stubs/library/names.txt`` lists the functions of the GNU C library 2.36 and its mathematical library that a program may call.
"""

from __future__ import annotations

from functools import cache

from verilab.program.c_types.types import CType, FloatType, IntegerType
from verilab.program.expressions import Expression
from verilab.program.lowering.context import Context
from verilab.program.lowering.environment.library_sources import LIBRARY
from verilab.program.lowering.expressions import folding
from verilab.program.lowering.expressions.values import Value
from verilab.program.operations import Assume, NondetKind

_BYTE_OR_END = (-1, 255)
_LARGEST = 2_147_483_647
_CHOSEN: dict[str, tuple[int, int]] = {
    **dict.fromkeys(("getchar", "getc", "fgetc", "getchar_unlocked", "getc_unlocked", "fgetc_unlocked"), _BYTE_OR_END),
    **dict.fromkeys(("rand", "random", "rand_r", "lrand48", "nrand48"), (0, _LARGEST)),
    **dict.fromkeys(("mrand48", "jrand48"), (-_LARGEST - 1, _LARGEST)),
    **dict.fromkeys(("getpid", "getppid", "gettid"), (1, _LARGEST)),
    "fork": (-1, _LARGEST),
    "isatty": (0, 1),
}


@cache
def names() -> frozenset[str]:
    """The functions that the C library defines."""
    return frozenset((LIBRARY / "names.txt").read_text().split())


def defines(name: str) -> bool:
    """Whether the C library or the compiler defines a function, so that its result is no free choice of the surroundings."""
    return name.startswith("__builtin_") or name in names()


def chosen(ctx: Context, type: CType, name: str) -> Value | None:
    """The result of a library function that returns a number; None where the name is none of the library's."""
    if not isinstance(type, IntegerType | FloatType) or not defines(name):
        return None
    bounds = _CHOSEN.get(name)
    if bounds is None or isinstance(type, FloatType):
        return ctx.unknown(type, f"result of {name}")
    return Value(type, bounded(ctx, ctx.nondet(type.machine, NondetKind.INPUT, name), *bounds))


def bounded(ctx: Context, value: Expression, low: int, high: int) -> Expression:
    """A value that is known to lie in this range."""
    machine = value.type
    for operator, bound in ((">=", low), ("<=", high)):
        if machine.minimum < bound < machine.maximum:
            inside = folding.binary(operator, value, folding.constant(bound, machine))
            ctx.emit(Assume(inside, True), text=f"[{low} <= value <= {high}]")
    return value
