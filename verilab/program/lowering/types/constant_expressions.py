"""Integer constant expressions: array lengths, bit-field widths, enumerators, case labels.

The length of a variable-length array often is a variable that the program initialises with a constant and never changes; such a length
counts as constant, so that the array can be modelled.
"""

from __future__ import annotations

from typing import Literal, overload

from pycparser import c_ast

from verilab.program import semantics
from verilab.program.c_types.types import FloatType
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions import floats
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.facts.changes import names_in
from verilab.program.lowering.symbols import ObjectSymbol
from verilab.program.memory.raw.expressions import AddressOf, Load, raw_postorder
from verilab.program.syntax.tree.text import text_of


@overload
def constant_integer(ctx: Context, node: c_ast.Node, required: Literal[True] = ...) -> int: ...
@overload
def constant_integer(ctx: Context, node: c_ast.Node, required: bool) -> int | None: ...


def constant_integer(ctx: Context, node: c_ast.Node, required: bool = True) -> int | None:
    """The value of an integer constant expression; None where it is not constant and need not be (else InputError)."""
    with ctx.muted():
        operand = ctx.value(node)
        expression = None if isinstance(operand.type, FloatType) else operand.expression
    value = None
    if expression is not None and not any(isinstance(part, AddressOf | Load) for part in raw_postorder(expression)):
        value = semantics.constant_value(expression)
    if value is None and required:
        raise ctx.error(node, f"{text_of(node)} is not an integer constant")
    return value


def settled_integer(ctx: Context, node: c_ast.Node) -> int | None:
    """The value of an expression over constants and variables that never change; None where it has others."""
    kept, ctx.settled = ctx.settled, True
    try:
        return constant_integer(ctx, node, required=False)
    finally:
        ctx.settled = kept


def settled_value(ctx: Context, symbol: ObjectSymbol) -> int | None:
    """The value of a variable with a constant initialiser that no assignment and no pointer can change."""
    if not _keeps_its_initialiser(ctx, symbol):
        return None
    ctx.session.settling.add(symbol)
    try:
        return settled_integer(ctx, symbol.declaration.init)
    finally:
        ctx.session.settling.discard(symbol)


def settled_float(ctx: Context, symbol: ObjectSymbol) -> Value | None:
    """The same of a floating-point variable, which besides must not be passed by: what it would hold then is not its initialiser."""
    declaration = symbol.declaration
    if not symbol.defined or symbol.volatile or ctx.session.changes.rounding or not _keeps_its_initialiser(ctx, symbol):
        return None
    if "volatile" in declaration.quals or declaration.name in ctx.session.changes.skippable:
        return None
    ctx.session.settling.add(symbol)
    try:
        with ctx.muted():
            value = ctx.value(declaration.init)
            if not isinstance(symbol.type, FloatType) or floats.number_of(value) is None:
                return None
            held = floats.converted(ctx, value, symbol.type)
            number = floats.number_of(held)
            return held if number is not None and number == number else None  # of a NaN the compiler may make another one
    finally:
        ctx.session.settling.discard(symbol)


def _keeps_its_initialiser(ctx: Context, symbol: ObjectSymbol) -> bool:
    """Whether a variable is what its initialiser says, and that means the same here as there: no name in it has a second meaning."""
    declaration = symbol.declaration
    initialiser = declaration.init if isinstance(declaration, c_ast.Decl) else None
    if initialiser is None or isinstance(initialiser, c_ast.InitList) or symbol in ctx.session.settling:  # int n = n;
        return False
    changes = ctx.session.changes
    return declaration.name not in changes.changing and names_in(initialiser).isdisjoint(changes.repeated)
