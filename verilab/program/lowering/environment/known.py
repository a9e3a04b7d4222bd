"""Which functions the front end knows; how it lowers them is registered here by ``known_functions.py``, whose calls call them in turn.

A name is looked up here only where it is called; a definition in the file goes first, except for the error functions, whose call *is* the
violation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from pycparser import c_ast

from verilab.program.lowering.calls import jumps
from verilab.program.lowering.context import Context
from verilab.program.lowering.environment.aliases import PLAIN, plain_call
from verilab.program.lowering.environment.library_sources import index
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.facts.library_names import implements
from verilab.program.lowering.symbols import FunctionSymbol

Known = Callable[[Context, c_ast.FuncCall, list[Any]], Value]
"""Lowers a call, given its node and its arguments; ``ctx.needed`` says whether anybody uses the result."""

NO_EFFECT = frozenset(
    (
        "printf",
        "fprintf",
        "puts",
        "putchar",
        "fputs",
        "fputc",
        "putc",
        "fflush",
        "perror",
        "vprintf",
        "vfprintf",
        "printk",
        "__builtin_printf",
        "__builtin_puts",
        "__builtin_putchar",
        "free",
        "kfree",
        "vfree",
        "__builtin_free",
        "__VERIFIER_atomic_begin",
        "__VERIFIER_atomic_end",
        "__builtin_prefetch",
        "srand",
        "usleep",
        "sleep",
    )
)

_JUMPS = frozenset((*jumps.SETTING, *jumps.JUMPING))
_BY_NAME: dict[str, Known] = {}
_ERROR, _NONDET, _OUTPUT = "<error>", "<nondet>", "<output>"
_ROLES: dict[str, Known] = {}


def register(by_name: Mapping[str, Known], *, error: Known, nondet: Known, output: Known) -> None:
    """Fix how functions are lowered: by name, the error functions, ``__VERIFIER_nondet_*``, and what has no effect."""
    _BY_NAME.update(by_name)
    _ROLES.update({_ERROR: error, _NONDET: nondet, _OUTPUT: output})


def lookup(ctx: Context, name: str, symbol: FunctionSymbol | None) -> Known | None:
    """How to lower a call of ``name``, None where it is an ordinary function."""
    if name in ctx.session.error_names:
        return _ROLES[_ERROR]
    defined = symbol is not None and symbol.definition is not None
    if defined and name != "__VERIFIER_assume":
        return None
    if name.startswith("__VERIFIER_nondet_") and name not in _BY_NAME:
        return _ROLES[_NONDET]
    if name in _JUMPS and not jumps.has_jumps(ctx.session):
        return None
    return _BY_NAME.get(name) or (_ROLES[_OUTPUT] if name in NO_EFFECT else None)


def is_known(name: str) -> bool:
    """Whether a function of that name that no file defines is the implementation's or one of the conventions'."""
    return implements(name) or name.startswith("__VERIFIER_") or name in _BY_NAME or name in NO_EFFECT


def plain(ctx: Context, node: c_ast.FuncCall, name: str) -> Any:
    """The same call under the function's plain name; None where it has no other name."""
    if not (name.startswith("__") or name in PLAIN) or name in _BY_NAME or name in ctx.session.error_names:
        return None
    return plain_call(ctx, node, name, _plain_names())


@cache
def _plain_names() -> frozenset[str]:
    return frozenset(index()) | frozenset(_BY_NAME) | NO_EFFECT
