"""Other names of library functions: ``__builtin_strlen``, the checked ``__builtin___memcpy_chk(d, s, n, size)``, glibc's ``__strcpy_chk``.

A checked function takes the size of its destination (and a flag, where it formats) and ends the program where that is exceeded, which
would be undefined behaviour without the check: the arguments are dropped.
"""

from __future__ import annotations

import re
from typing import Any

from pycparser import c_ast

from verilab.program.lowering.context import Context
from verilab.program.lowering.facts.library_names import defines
from verilab.program.lowering.symbols import FunctionSymbol

_CHECKED = re.compile(r"(?:__builtin_)?__(\w+)_chk$")
_DROPPED = {"sprintf": (1, 2), "vsprintf": (1, 2), "snprintf": (2, 3), "vsnprintf": (2, 3), "printf": (0,), "fprintf": (1,)}
_LAST = frozenset(f"{kind}{name}" for kind in ("mem", "str") for name in ("cpy", "move", "set", "ncpy", "cat", "ncat")) | frozenset(
    ("mempcpy", "stpcpy", "stpncpy", "read", "recv", "fgets", "gets")
)
PLAIN = {
    **{f"__{name}": name for name in ("strdup", "strndup", "mempcpy", "stpcpy", "memcpy", "memset")},
    **dict.fromkeys(("ssignal", "bsd_signal"), "signal"),
}


_INLINE = frozenset(
    (
        *("abs", "labs", "llabs", "imaxabs", "ffs", "ffsl", "ffsll", "alloca", "isnan", "isnanf", "isnanl", "isinf", "isinff", "isinfl"),
        *("fabs", "fabsf", "fabsl", "copysign", "copysignf", "copysignl", "finite", "finitef", "finitel"),
    )
)
"""Builtins of gcc that never become calls of the function whose name they have."""


def own_function(ctx: Context, name: str) -> str | None:
    """The program's own function that a builtin of gcc may become a call of; None where there is none.

    The library's name is reserved (C11 7.1.3): whether gcc calls the function or knows better depends on the arguments.
    """
    checked = _CHECKED.match(name)
    plain = checked[1] if checked is not None else name.removeprefix("__builtin_")
    if plain == name or plain in _INLINE or not defines(plain):
        return None
    symbol = ctx.session.file_scope.names.get(plain)
    return plain if isinstance(symbol, FunctionSymbol) and symbol.definition is not None else None


def plain_call(ctx: Context, node: c_ast.FuncCall, name: str, known: frozenset[str]) -> Any:
    """The call under its plain name, None where ``name`` is no other name of a function in ``known`` or one that the program declares."""
    checked = _CHECKED.match(name)
    arguments = list(node.args.exprs) if node.args is not None else []
    if checked is not None and (checked[1] in _LAST or checked[1] in _DROPPED):
        plain = checked[1]
        dropped = _DROPPED.get(plain, (len(arguments) - 1,))
        arguments = [argument for i, argument in enumerate(arguments) if i not in dropped]
    else:
        plain = name.removeprefix("__builtin_") if name.startswith("__builtin_") else PLAIN.get(name, name)
        if plain == name or (plain not in known and ctx.scopes.find(plain) is None):
            return None
    return synthetic_call(ctx, plain, arguments, node)


def synthetic_call(ctx: Context, name: str, arguments: list[Any], node: c_ast.Node | None) -> Any:
    """A call that is not in the source, in place of ``node``; it lives as long as the session, which remembers nodes by identity."""
    coord = None if node is None else node.coord
    call = c_ast.FuncCall(c_ast.ID(name, coord), c_ast.ExprList(arguments, coord), coord)
    ctx.session.synthetic.append(call)
    return call
