"""Integer constant expressions: array lengths, bit-field widths, enumerators, case labels."""

from __future__ import annotations

from typing import Any, Literal, overload

from verilab.program import semantics
from verilab.program.lowering.context import Context
from verilab.program.lowering.render import text_of
from verilab.program.memory.raw import AddressOf, Load, raw_postorder


@overload
def constant_integer(ctx: Context, node: Any, required: Literal[True] = ...) -> int: ...
@overload
def constant_integer(ctx: Context, node: Any, required: bool) -> int | None: ...


def constant_integer(ctx: Context, node: Any, required: bool = True) -> int | None:
    """The value of an integer constant expression; None where it is not constant and need not be (else InputError)."""
    with ctx.muted():
        expression = ctx.value(node).expression
    value = None
    if expression is not None and not any(isinstance(part, AddressOf | Load) for part in raw_postorder(expression)):
        value = semantics.constant_value(expression)
    if value is None and required:
        raise ctx.error(node, f"{text_of(node)} is not an integer constant")
    return value
