"""Calls of watched functions that the file does not define, and the functions that stand for them behind a pointer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from verilab.program.c_types.types import CType, FunctionType, PointerType, VoidType
from verilab.program.cfa import Function, Variable
from verilab.program.expressions import Constant, Read
from verilab.program.lowering.context import Context
from verilab.program.lowering.context import values as value_of_kind
from verilab.program.lowering.objects import machine_type
from verilab.program.lowering.session import Session
from verilab.program.lowering.symbols import FunctionSymbol, Scopes
from verilab.program.lowering.values import Value
from verilab.program.memory.raw import havoc_through
from verilab.program.operations import Assign, NondetKind, Return

Lower = Callable[[list[Any]], Value]


class Evaluated:
    """Stands for an argument that has been evaluated: the call that is lowered next must not evaluate it again."""

    def __init__(self, value: Value, node: Any) -> None:
        self.value = value
        self.node = node
        self.coord = node.coord

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
    """The body of a watched function without a definition whose address is taken: its events and an arbitrary effect, else None."""
    if symbol.definition is not None or not session.weaver.watches(symbol.name):
        return None
    types = symbol.type.parameters
    if types is None or symbol.type.variadic or any(machine_type(type, session.model) is None for type in types):
        message = (
            f"the address of {symbol.name} is taken, which an automaton watches, but its parameters are not known integers or pointers"
        )
        raise session.error(None, message, f"declare {symbol.name} with its parameters")
    function = session.builder.function(symbol.name)
    ctx = Context(session, function, Scopes(session.file_scope))
    ctx.current = function.entry
    values = [Value(type, Read(_variable(ctx, f"$argument{number}", type))) for number, type in enumerate(types, start=1)]
    function.parameters = tuple(value.expression.variable for value in values if isinstance(value.expression, Read))
    shown = session.weaver.called(ctx, symbol.name, values, None)
    havoc_arguments(ctx, symbol.name, symbol.type, values)
    result = _arbitrary_result(ctx, function, symbol)
    session.weaver.returned(ctx, symbol.name, shown, result, None)
    ctx.jump(function.exit)
    session.builder.edge(function.exit, function.exit, Return(), f"end of {symbol.name}", session.position(None))
    return function


def _variable(ctx: Context, name: str, type: CType) -> Variable:
    assert ctx.function is not None
    machine = machine_type(type, ctx.model)
    assert machine is not None
    return ctx.session.builder.variable(ctx.session.unique_name(f"{ctx.function.name}::{name}"), machine, ctx.function.name)


def _arbitrary_result(ctx: Context, function: Function, symbol: FunctionSymbol) -> Value | None:
    from verilab.program.lowering.calls import external_result

    type = symbol.type.result
    if isinstance(type, VoidType) or machine_type(type, ctx.model) is None:
        return None
    value = external_result(ctx, type, symbol.name)
    assert value.expression is not None
    function.result = _variable(ctx, "$result", type)
    ctx.emit(Assign(function.result, value.expression))
    return Value(type, Read(function.result))


def havoc_arguments(ctx: Context, name: str, type: FunctionType, values: list[Value]) -> None:
    """What the pointer arguments of a function without a definition point to may change, unless they are const."""
    for i, value in enumerate(values):
        if not isinstance(value.type, PointerType) or value.expression is None or isinstance(value.expression, Constant):
            continue
        declared = type.parameters[i] if type.parameters is not None and i < len(type.parameters) else value.type
        constant = isinstance(declared, PointerType) and declared.constant
        if not constant and not isinstance(value.type.target, FunctionType):
            ctx.emit(havoc_through(value.expression, NondetKind.IMPRECISE, f"external function {name}"), f"external function {name}")
