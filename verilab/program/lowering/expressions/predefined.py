"""The constants that C23 predefines: ``true``, ``false`` and ``nullptr`` where nothing of that name is in scope."""

from __future__ import annotations

from verilab.program.c_types.types import C_BOOL, VOID, PointerType
from verilab.program.expressions import Constant
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions.values import Value


def predefined_constant(ctx: Context, name: str) -> Value | None:
    """The value of the name; None where C23 predefines nothing by it.  ``nullptr_t`` is modelled as ``void *``."""
    if name in ("true", "false"):
        return Value(C_BOOL, Constant(int(name == "true"), C_BOOL.machine))
    return Value(PointerType(VOID), Constant(0, ctx.pointer)) if name == "nullptr" else None
