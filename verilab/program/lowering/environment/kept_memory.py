"""Memory that functions of the C library keep, for later functions to change or to return: ``setvbuf``, ``open_memstream``, ``putenv``.

    kept := argument    at a call of a function that keeps;    a later call may write to whatever ``kept`` points to in any run

One variable stands for all that is kept: of the analysis of pointers, which knows no order, it gets all targets.
"""

from __future__ import annotations

from verilab.program.c_types.types import VOID, PointerType
from verilab.program.expressions import Expression
from verilab.program.lowering.context import Context
from verilab.program.lowering.environment.deferred import names_any
from verilab.program.lowering.expressions.reading import value_at
from verilab.program.lowering.storage.places import Place, place_of, write
from verilab.program.lowering.symbols import ObjectSymbol
from verilab.program.memory.objects.objects import ObjectKind
from verilab.program.memory.raw.operations import external_call

KEEPING = frozenset(
    (
        *("setvbuf", "setbuf", "setbuffer", "fmemopen", "open_memstream", "open_wmemstream"),
        *("putenv", "hsearch", "hsearch_r", "pthread_setspecific", "tss_set", "sigaltstack"),
        "tsearch",
        *("initstate", "initstate_r", "setstate", "setstate_r"),
    )
)
"""Those that keep pointers but no functions: see ``deferred`` for these."""


ENVIRONMENT = ("environ", "__environ", "_environ")
"""The variable through which a program gives the library its environment."""


def keep(ctx: Context, name: str, given: tuple[Expression, ...]) -> None:
    """After a call of a function of the library that got these pointers."""
    if name in KEEPING:
        for pointer in given:
            ctx.emit(write(_place(ctx), pointer, ctx.model), f"{name} keeps a pointer")


def kept(ctx: Context) -> tuple[Expression, ...]:
    """What a function of the library may know beside its arguments."""
    places = [_place(ctx)] if names_any(ctx.session, *KEEPING) else []
    for name in ENVIRONMENT:
        symbol = ctx.session.file_scope.names.get(name)
        if isinstance(symbol, ObjectSymbol) and not symbol.defined and isinstance(symbol.type, PointerType):
            places.append(place_of(ctx.session.object_of(symbol)))
    values = [value_at(ctx, place).expression for place in places]
    return tuple(value for value in values if value is not None)


def may_change(ctx: Context, name: str) -> None:
    """After a call of any function of the library that does something: what is kept is its choice."""
    pointers = kept(ctx)
    if pointers:
        reason = f"memory that the library keeps, after {name}"
        ctx.emit(external_call((), (), pointers, (), reason, fixed=True), reason)


def _place(ctx: Context) -> Place:
    session = ctx.session
    if session.kept is None:
        session.kept = session.make_object("$kept", PointerType(VOID), ObjectKind.GLOBAL, None)
    return place_of(session.kept)
