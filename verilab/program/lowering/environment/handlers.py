"""The handlers that ``exit`` and ``abort`` run, and those of faults, which are not modelled."""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.program.c_types.types import C_INT, VOID
from verilab.program.expressions import Constant
from verilab.program.lowering import unsupported
from verilab.program.lowering.calls import calls
from verilab.program.lowering.context import Context
from verilab.program.lowering.environment import library_sources
from verilab.program.lowering.environment.deferred import SIGNALLING, names_any
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.observers.watched_calls import Evaluated
from verilab.program.lowering.symbols import FunctionSymbol
from verilab.program.types import INT

ABORTED = 6  # SIGABRT
TRAPPED = 4  # SIGILL


def exit_handlers(ctx: Context) -> list[FunctionSymbol]:
    """The function that runs what ``atexit`` has registered; none where nothing is registered."""
    symbol = library_sources.symbol(ctx, "__verilab_run_exit_handlers") if names_any(ctx.session, "atexit") else None
    return [] if symbol is None else [symbol]


def before_exit(ctx: Context, node: c_ast.Node) -> None:
    """``exit`` runs the handlers."""
    for symbol in exit_handlers(ctx):
        calls.call_function(ctx, node, symbol.name, symbol, [])


def of_faults(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """A handler is registered that runs where memory is not the program's, or a quotient is none."""
    unsupported.possible_violation(ctx, "a handler of faults (signal)")
    return Value(VOID, None)


def no_more(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """More functions are registered than the model keeps."""
    unsupported.give_up(ctx, "many functions that run at the end (atexit)")
    return Value(VOID, None)


def before_death(ctx: Context, node: c_ast.Node, signal: int) -> None:
    """``abort`` raises a signal, which a program may handle, and so does a trap."""
    symbol = library_sources.symbol(ctx, "raise") if names_any(ctx.session, *SIGNALLING) else None
    if symbol is not None:
        calls.call_function(ctx, node, symbol.name, symbol, [Evaluated(Value(C_INT, Constant(signal, INT)), node)])
