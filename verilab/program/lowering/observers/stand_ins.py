"""Functions that stand for those without a definition whose address is taken: what a call through the pointer enters."""

from __future__ import annotations

from verilab.program.c_types.types import CType
from verilab.program.cfa import Function, Return
from verilab.program.expressions import Read
from verilab.program.lowering.calls import jumps
from verilab.program.lowering.calls.calls import call
from verilab.program.lowering.context import Context
from verilab.program.lowering.environment.aliases import synthetic_call
from verilab.program.lowering.expressions.operators import convert
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.facts.library_names import implements
from verilab.program.lowering.observers.watched_calls import Evaluated
from verilab.program.lowering.session import Session
from verilab.program.lowering.storage.objects import machine_type
from verilab.program.lowering.symbols import FunctionSymbol, Scopes
from verilab.program.operations import Assign
from verilab.program.storages import Variable

BLOCKS = frozenset(("memcpy", "memmove", "memset"))


def stand_in(session: Session, symbol: FunctionSymbol) -> Function | None:
    """A function that calls one without a definition whose address is taken, with what such a call means.

    None where its parameters are not known integers or pointers; raises InputError where an automaton watches such a function.
    """
    watched = session.observers.watches(symbol.name)
    is_error = symbol.name in session.error_names and not watched
    types = () if is_error else symbol.type.parameters  # the call of an error function is the violation, whatever is passed
    if types is None or (symbol.type.variadic and not is_error) or any(machine_type(type, session.model) is None for type in types):
        if not watched:
            if implements(symbol.name):
                session.implemented.add(symbol.name)
            return None
        message = (
            f"the address of {symbol.name} is taken, which an automaton watches, but its parameters are not known integers or pointers"
        )
        raise session.error(None, message, f"declare {symbol.name} with its parameters")
    function = session.builder.function(symbol.name if watched else f"{symbol.name}{jumps.BY_POINTER}")
    ctx = Context(session, function, Scopes(session.file_scope))
    ctx.current = function.entry
    values = [Value(type, Read(_variable(ctx, f"$argument{number}", type))) for number, type in enumerate(types, start=1)]
    function.parameters = tuple(value.expression.variable for value in values if isinstance(value.expression, Read))
    _pass_on(ctx, function, symbol, values)
    ctx.jump(function.exit)
    jumps.unwind(ctx, None)
    session.builder.edge(function.exit, function.exit, Return(), f"end of {symbol.name}", session.position(None))
    return function


def _pass_on(ctx: Context, function: Function, symbol: FunctionSymbol, values: list[Value]) -> None:
    """The call itself, as if the program contained it, and its result."""
    # A block function through a pointer copies byte by byte: its count is no constant.
    name = f"__verilab_{symbol.name}" if symbol.name in BLOCKS and not ctx.session.observers.watches(symbol.name) else symbol.name
    node = synthetic_call(ctx, name, [Evaluated(value, None) for value in values], None)
    type = symbol.type.result
    machine = machine_type(type, ctx.model)
    value = call(ctx, node, needed=machine is not None)
    if machine is None:
        return
    function.result = _variable(ctx, "$result", type)
    if value.expression is not None:
        expression = convert(ctx, value, type, node).expression
        assert expression is not None
        ctx.emit(Assign(function.result, expression))


def _variable(ctx: Context, name: str, type: CType) -> Variable:
    assert ctx.function is not None
    machine = machine_type(type, ctx.model)
    assert machine is not None
    return ctx.session.builder.variable(ctx.session.unique_name(f"{ctx.function.name}::{name}"), machine, ctx.function.name)
