"""What cannot be lowered but is valid C: from there on anything may happen, so that no proof and no violation depends on it."""

from __future__ import annotations

from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions import folding
from verilab.program.lowering.violations import detour
from verilab.program.operations import ALTERNATIVE, NondetKind, Skip
from verilab.program.types import INT


def possible_violation(ctx: Context, reason: str) -> None:
    """What is not modelled may violate every property; where it does not, control goes on."""
    for property in ctx.session.properties:
        if ctx.current is None:
            return
        with detour(ctx, property):
            unknown = ctx.nondet(INT, NondetKind.IMPRECISE, reason)
            error, after = ctx.location("error"), ctx.location()
            error.is_error = True
            error.property = property
            ctx.branch_on(folding.truth(unknown), error, after, reason)
            ctx.current = after


def possible_alternative(ctx: Context, reason: str) -> None:
    """What the model does is one of several things that may happen, of which another may violate every property.

    That it is another is an input: an execution without it is one that C allows the program, and whether it is the program's only the
    compiled program tells (``Harness.alternatives``).
    """
    if ctx.current is None:
        return
    otherwise, after = ctx.location(), ctx.location()
    ctx.branch_on(folding.truth(ctx.nondet(INT, NondetKind.INPUT, f"{ALTERNATIVE}{reason}")), otherwise, after, reason)
    ctx.current = otherwise
    give_up(ctx, reason)
    ctx.current = after


def give_up(ctx: Context, reason: str) -> None:
    """The path ends here, and may violate every property; ``reason`` names what is not modelled."""
    if ctx.current is None:
        return
    possible_violation(ctx, reason)
    ctx.emit_to(Skip(), ctx.location("end"))
    ctx.current = None


RETURNS_TWICE = frozenset({"setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp", "__builtin_setjmp", "getcontext"})
CALLS = frozenset(
    ("longjmp", "_longjmp", "siglongjmp", "__builtin_longjmp", "setcontext", "swapcontext", "pthread_create", "thrd_create", "clone")
)


def call(ctx: Context, name: str) -> bool:
    """Whether the call of an external function returns 0, as ``setjmp`` does first (the jump, which is not modelled, returns again)."""
    if name in RETURNS_TWICE:
        return True
    if name in CALLS or name in ctx.session.assembled:
        give_up(ctx, name)
    return False
