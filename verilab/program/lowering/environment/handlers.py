"""Functions that run without being called where they are registered: at the program's end, on a signal, in a thread."""

from __future__ import annotations

from typing import Any

from verilab.program.c_types.types import C_INT
from verilab.program.expressions import Constant
from verilab.program.lowering.calls import calls
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.observers.watched_calls import Evaluated
from verilab.program.lowering.session import Session
from verilab.program.lowering.symbols import FunctionSymbol
from verilab.program.types import INT

ABORTED = 6  # SIGABRT
_REGISTERING = frozenset(("on_exit", "at_quick_exit", "__cxa_atexit", "sigaction", "sigqueue", "pthread_atfork"))
_THREADS = frozenset(("kthread_run", "kthread_create", "kthread_create_on_node", "kernel_thread", "vfork", "makecontext"))
_SIGNALS = frozenset(
    ("kill", "killpg", "pthread_kill", "tgkill", "alarm", "ualarm", "setitimer", "timer_create", "sigprocmask", "sigsuspend")
)


def calls_by_name(session: Session, *names: str) -> bool:
    """Whether a function of the file calls one of these."""
    return any(name in facts.called for facts in session.calls.facts.values() for name in names)


def exit_handlers(ctx: Context) -> list[FunctionSymbol]:
    """The function that runs what ``atexit`` has registered; none where nothing is registered."""
    symbol = ctx.session.room.symbol(ctx, "__verilab_run_exit_handlers") if calls_by_name(ctx.session, "atexit") else None
    return [] if symbol is None else [symbol]


def before_exit(ctx: Context, node: Any) -> None:
    """``exit`` runs the handlers."""
    for symbol in exit_handlers(ctx):
        calls.call_function(ctx, node, symbol.name, symbol, [])


def before_abort(ctx: Context, node: Any) -> None:
    """``abort`` raises a signal, which a program may handle."""
    symbol = ctx.session.room.symbol(ctx, "raise") if calls_by_name(ctx.session, "signal") else None
    if symbol is not None:
        calls.call_function(ctx, node, symbol.name, symbol, [Evaluated(Value(C_INT, Constant(ABORTED, INT)), node)])


def may_run_later(ctx: Context, name: str) -> str | None:
    """Why functions may run after a call of ``name`` whenever they want; None where they do not."""
    if name in _THREADS:
        return f"concurrency ({name})"
    if name in _REGISTERING or (name in _SIGNALS and calls_by_name(ctx.session, "signal", "sigaction")):
        return f"a handler ({name})"
    return None
