"""What runs without being called: ``constructor`` before main, ``destructor`` at the program's end, ``cleanup`` where a scope is left.

Constructors run in ascending order of their priorities, those without one last, equals in the order of their definitions; destructors in
the opposite order.  Cleanups run in the opposite order of their variables' declarations, however control leaves the scope; the end of the
program, by ``exit``, leaves none.
"""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.data_classes import dataclass
from verilab.program.c_types.types import PointerType
from verilab.program.lowering.calls import calls
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.observers.watched_calls import Evaluated
from verilab.program.lowering.session import FunctionInstance
from verilab.program.lowering.storage.places import Place, address_of_place
from verilab.program.lowering.symbols import FunctionSymbol
from verilab.program.lowering.types.attributes import attribute, names_in
from verilab.program.lowering.types.constant_expressions import constant_integer
from verilab.program.syntax.tree.nodes import StatementExpression

LAST_PRIORITY = 65535

_SCOPES = (c_ast.Compound, c_ast.For, StatementExpression)


@dataclass(frozen=True, slots=True, eq=False)
class Cleanup:
    """A variable in scope whose cleanup is due, and the function that does it; ``nested`` where that is defined inside a function."""

    function: str
    nested: FunctionSymbol | None
    place: Place
    node: Any


def constructors(ctx: Context) -> list[FunctionSymbol]:
    """Those of the file in the order in which they run."""
    return _ordered(ctx, "constructor")


def destructors(ctx: Context) -> list[FunctionSymbol]:
    """Those of the file in the order in which they run, when main has returned or at a call of ``exit``."""
    return list(reversed(_ordered(ctx, "destructor")))


def run_destructors(ctx: Context) -> None:
    """At a call of ``exit``."""
    for symbol in destructors(ctx):
        if ctx.current is not None:
            calls.call_by_name(ctx, symbol.definition.decl, symbol.name, [])


def run_unasked(ctx: Context, instance: FunctionInstance) -> None:
    """A function of the file runs before or after main; where it is the error function, that is the violation."""
    declaration = instance.symbol.definition.decl
    if instance.symbol.name in ctx.session.error_names:
        calls.call_by_name(ctx, declaration, instance.symbol.name, [])
    else:
        calls.enter(ctx, instance, declaration)


def _ordered(ctx: Context, kind: str) -> list[FunctionSymbol]:
    functions: list[tuple[int, FunctionSymbol]] = []
    for name, attributed in ctx.session.unasked.get(kind, {}).items():
        symbol = ctx.session.file_scope.names.get(name)
        if isinstance(symbol, FunctionSymbol) and symbol.definition is not None:
            priority = constant_integer(ctx, attributed.arguments[0]) if attributed.arguments else LAST_PRIORITY
            functions.append((priority, symbol))
    order = {name: number for number, name in enumerate(ctx.session.calls.facts)}
    functions.sort(key=lambda entry: (entry[0], order.get(entry[1].name, 0)))
    return [symbol for _, symbol in functions]


def note_function(ctx: Context, name: str, node: c_ast.Node) -> None:
    """A declaration of a function that may run unasked."""
    for kind in ("constructor", "destructor"):
        attributed = attribute(node, kind)
        if attributed is not None:
            ctx.session.unasked.setdefault(kind, {})[name] = attributed


def note_variable(ctx: Context, node: c_ast.Node, place: Place) -> None:
    """A local variable has come into being; remember its cleanup."""
    cleanup = attribute(node, "cleanup")
    if cleanup is not None and cleanup.arguments:
        for function in names_in(cleanup.arguments[:1]):
            symbol = ctx.scopes.find(function)  # here, not where the scope is left: another one may have the name there
            nested = symbol if isinstance(symbol, FunctionSymbol) and symbol.home is not None else None
            ctx.cleanups.append(Cleanup(function, nested, place, node))


def leave(ctx: Context, mark: int) -> None:
    """Control leaves the scopes of all variables with a cleanup but the first ``mark``; they stay due on other ways out."""
    kept = ctx.cleanups
    for due in reversed(kept[mark:]):
        if ctx.current is None:
            break
        ctx.cleanups = kept[: kept.index(due)]
        address = Value(PointerType(due.place.type), address_of_place(due.place, ctx.model))
        if due.nested is not None:
            calls.call_function(ctx, due.node, due.function, due.nested, [Evaluated(address, due.node)])
        else:
            calls.call_by_name(ctx, due.node, due.function, [Evaluated(address, due.node)])
    ctx.cleanups = kept


def end(ctx: Context, mark: int) -> None:
    """A scope ends: its cleanups run where control reaches the end, and are due no longer."""
    leave(ctx, mark)
    del ctx.cleanups[mark:]


def due_at_labels(body: Any) -> dict[str, tuple[int, ...]]:
    """For every label of a function, the declarations with a cleanup (by identity) whose scope it is in, outermost first."""
    by_label: dict[str, tuple[int, ...]] = {}

    def walk(node: c_ast.Node, due: tuple[int, ...]) -> tuple[int, ...]:
        if isinstance(node, c_ast.Decl) and attribute(node, "cleanup") is not None:
            due = (*due, id(node))
        elif isinstance(node, c_ast.Label):
            by_label[node.name] = due
        if isinstance(node, _SCOPES):
            inner = due
            for child in node:
                if child is not None:
                    inner = walk(child, inner)
            return due
        for child in node:
            if child is not None:
                due = walk(child, due)
        return due

    walk(body, ())
    return by_label
