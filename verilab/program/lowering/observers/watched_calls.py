"""Calls of watched functions that the file does not define, and the functions that stand for them behind a pointer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from verilab.program.c_types.types import CType, VoidType
from verilab.program.cfa import Function, Variable
from verilab.program.expressions import Read
from verilab.program.lowering.context import Context
from verilab.program.lowering.context import values as value_of_kind
from verilab.program.lowering.environment.aliases import synthetic_call
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.session import Session
from verilab.program.lowering.storage.objects import machine_type
from verilab.program.lowering.symbols import FunctionSymbol, Scopes
from verilab.program.operations import Assign, Return

BLOCKS = frozenset(("memcpy", "memmove", "memset"))
Lower = Callable[[list[Any]], Value]


class Evaluated:
    """Stands for an argument that has been evaluated: the call that is lowered next must not evaluate it again."""

    def __init__(self, value: Value, node: Any) -> None:
        self.value = value
        self.node = node
        self.coord = getattr(node, "coord", None)

    def children(self) -> tuple[tuple[str, Any], ...]:
        return ()

    def __iter__(self) -> Iterator[Any]:
        return iter(())


@value_of_kind("Evaluated")
def _evaluated(ctx: Context, node: Evaluated) -> Value:
    return node.value


def watched_call(ctx: Context, node: Any, name: str, arguments: list[Any], lower: Lower) -> Value:
    """A call of a function that the front end knows: its events around what ``lower`` makes of it."""
    weaver = ctx.session.weaver
    if not weaver.watches(name):
        return lower(arguments)
    values: list[Value] = []
    passed: list[Any] = []
    for argument in arguments:
        before = ctx.current
        values.append(ctx.value(argument))
        # What emits no edge has the same value again; allocators look at the argument's text for what they allocate.
        passed.append(argument if ctx.current is before else Evaluated(values[-1], argument))
    ctx.focus(node)
    shown = weaver.called(ctx, name, values, node)
    result = lower(passed)
    weaver.returned(ctx, name, shown, None if isinstance(result.type, VoidType) else result, node)
    return result


def stand_in(session: Session, symbol: FunctionSymbol) -> Function | None:
    """A function that calls one without a definition whose address is taken, with what such a call means.

    None where its parameters are not known integers or pointers; raises InputError where an automaton watches such a function.
    """
    types = symbol.type.parameters
    if types is None and symbol.name in session.error_names:
        types = ()  # its call is the violation, whatever is passed
    watched = session.weaver.watches(symbol.name)
    if types is None or symbol.type.variadic or any(machine_type(type, session.model) is None for type in types):
        if not watched:
            return None
        message = (
            f"the address of {symbol.name} is taken, which an automaton watches, but its parameters are not known integers or pointers"
        )
        raise session.error(None, message, f"declare {symbol.name} with its parameters")
    function = session.builder.function(symbol.name if watched else f"{symbol.name} by pointer")
    ctx = Context(session, function, Scopes(session.file_scope))
    ctx.current = function.entry
    values = [Value(type, Read(_variable(ctx, f"$argument{number}", type))) for number, type in enumerate(types, start=1)]
    function.parameters = tuple(value.expression.variable for value in values if isinstance(value.expression, Read))
    _pass_on(ctx, function, symbol, values)
    ctx.jump(function.exit)
    session.builder.edge(function.exit, function.exit, Return(), f"end of {symbol.name}", session.position(None))
    return function


def _pass_on(ctx: Context, function: Function, symbol: FunctionSymbol, values: list[Value]) -> None:
    """The call itself, as if the program contained it, and its result."""
    from verilab.program.lowering.calls.calls import call
    from verilab.program.lowering.expressions.operators import convert

    # A block function through a pointer copies byte by byte: its count is no constant.
    name = f"__verilab_{symbol.name}" if symbol.name in BLOCKS and not ctx.session.weaver.watches(symbol.name) else symbol.name
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
