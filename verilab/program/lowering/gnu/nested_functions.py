"""GNU C's functions inside functions: lowered per call like functions of a library, with the enclosing scopes around them.

The variables of the enclosing function are reached through their addresses, as pointers to them would.  A nested function that may call
itself or its encloser, that jumps out of itself, or that is declared before it is defined, is not modelled.
"""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.program.c_types.types import FunctionType
from verilab.program.lowering.context import Context, statements
from verilab.program.lowering.facts.call_graph import facts_of
from verilab.program.lowering.symbols import FunctionSymbol, ObjectSymbol, Scope
from verilab.program.lowering.types.declared_types import declared_type
from verilab.program.lowering.unsupported import give_up
from verilab.program.syntax.tree.nodes import NestedFunction


@statements(NestedFunction)
def _nested_function(ctx: Context, node: NestedFunction) -> None:
    definition = node.definition
    assert ctx.function is not None
    name = definition.decl.name
    facts = facts_of(definition.body)
    encloser = ctx.function.name.partition("#")[0]
    type_ = declared_type(ctx, definition.decl)
    assert isinstance(type_, FunctionType)
    called = {*facts.called, *(facts.named if facts.has_cleanups else ())}
    if name in called | facts.named or encloser in called or ctx.depth > 0 or _jumps_out(definition.body, facts.labels):
        ctx.focus(node)
        not_modelled(ctx, name, type_)
        return
    if type_.variadic:
        ctx.focus(node)
        not_modelled(ctx, name, type_, "nested function with variable arguments")
        return
    unique = ctx.session.unique_name(f"{encloser}::{name}()")
    ctx.session.calls.facts[unique] = facts
    home = Scope()
    for scope in ctx.scopes.snapshot().all():
        home.tags.update(scope.tags)
        for known, symbol in scope.names.items():
            home.names[known] = captured(symbol) if scope is not ctx.session.file_scope else symbol
    ctx.scopes.innermost.names[name] = FunctionSymbol(unique, type_, definition, home)


def not_modelled(ctx: Context, name: str, type_: FunctionType, reason: str = "nested function") -> None:
    """Leave a nested function out of the model; what follows may name it."""
    give_up(ctx, reason)
    ctx.scopes.innermost.names[name] = FunctionSymbol(name, type_)


def captured(symbol: Any) -> Any:
    """A variable of the enclosing function as its nested functions see it."""
    if not isinstance(symbol, ObjectSymbol) or symbol.stored is None:
        return symbol
    return ObjectSymbol(
        symbol.name,
        symbol.type,
        symbol.declaration,
        symbol.defined,
        symbol.volatile,
        symbol.stored,
        captured=True,
        extended=symbol.extended,
    )


def _jumps_out(body: Any, labels: tuple[str, ...]) -> bool:
    stack = [body]
    while stack:
        node = stack.pop()
        if isinstance(node, c_ast.Goto) and node.name not in labels:
            return True
        stack.extend(child for child in node if child is not None)
    return False
