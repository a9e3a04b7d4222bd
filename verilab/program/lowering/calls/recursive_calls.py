"""Recursive calls that are not unfolded: one instance per function, and an edge from before the call to behind it.

The arguments are left in variables of their own (the *call frame* of the callee), so that the caller's activation keeps its locals, and the
result is found there.  This takes functions whose activations share nothing but what has static storage duration: where the address of a
local is taken, or anything is reached through pointers, it is refused.
"""

from __future__ import annotations

from pycparser import c_ast

from verilab.program.c_types.types import FloatType, RecordType
from verilab.program.cfa import Function, RecursiveCall
from verilab.program.lowering.calls import variadic
from verilab.program.lowering.calls.beyond_bound import Storage, callees_of, effect_of
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions import assignments
from verilab.program.lowering.expressions.reading import value_at
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.options import NotModular
from verilab.program.lowering.session import FunctionInstance, Session
from verilab.program.lowering.storage.objects import StoredObject
from verilab.program.lowering.storage.places import place_of
from verilab.program.lowering.symbols import FunctionSymbol
from verilab.program.operations import Havoc, NondetKind
from verilab.program.storages import Variable
from verilab.program.types import INT


def recursive_call(ctx: Context, symbol: FunctionSymbol, values: list[Value], node: c_ast.Node) -> Value:
    """The arguments to the callee's call frame, and the edge of the call; raises NotModular."""
    entered, frame = ctx.session.instance(symbol, 0), ctx.session.call_frame(symbol)
    _require_scalars(ctx, frame, values)
    for stored, value in zip(frame.parameters, values, strict=True):
        assignments.assign_value(ctx, place_of(stored), value, node)
    if ctx.current is not None:
        here = len(ctx.session.builder.edges)
        ctx.focus(node)
        ctx.emit(Havoc((), NondetKind.IMPRECISE, "recursion"), "recursion")
        ctx.session.recursive_calls.append((ctx.session.builder.edges[here], entered, frame))
    return Value(symbol.type.result, None) if frame.result is None else value_at(ctx, frame.result)


def _require_scalars(ctx: Context, frame: FunctionInstance, values: list[Value]) -> None:
    name, result = frame.symbol.name, frame.symbol.type.result
    if len(values) != len(frame.parameters) or variadic.reads_arguments(ctx.session, name):
        raise NotModular(f"{name} takes a variable number of arguments")
    if isinstance(result, RecordType | FloatType) or any(_scalar(stored) is None for stored in frame.parameters):
        raise NotModular(f"{name} takes or returns what is no integer")


def _scalar(stored: StoredObject) -> Variable | None:
    storage = stored.cells[0].storage if len(stored.cells) == 1 else None
    return storage if isinstance(storage, Variable) else None


class RecursiveCalls:
    """The recursive calls of a program whose dereferences were resolved: gives each edge its effect.

    ``callees`` and ``storages`` have to outlive the compaction, after which ``calls`` are made.  Raises NotModular.
    """

    def __init__(self, session: Session) -> None:
        self._recursive_calls = session.recursive_calls
        self.callees: tuple[Function, ...] = tuple(dict.fromkeys(entered.function for _, entered, _ in self._recursive_calls))
        self.storages: set[Storage] = set()
        if not self._recursive_calls:
            return
        if session.has_raw_nodes:
            raise NotModular("the program uses pointers")
        callees = callees_of(session)
        effects: dict[int, tuple[Storage, ...]] = {}
        for edge, entered, frame in self._recursive_calls:
            component = session.calls.component[entered.symbol.name]
            if component not in effects:
                effects[component], _ = effect_of(session, component, callees, set())
            result = self._result(session, frame)
            edge.operation = Havoc((*effects[component], result), NondetKind.IMPRECISE, "recursion")
            own = [_scalar(stored) for instance in (entered, frame) for stored in instance.parameters]
            self.storages.update(variable for variable in (*own, entered.function.result) if variable is not None)
            self.storages.update(edge.operation.targets)

    @staticmethod
    def _result(session: Session, frame: FunctionInstance) -> Variable:
        """Where the call's value is found; of a function without one a variable that nothing reads: the edge is never blank."""
        if frame.function.result is None:
            frame.function.result = session.builder.variable(f"{frame.function.name}::$called", INT, frame.function.name)
        return frame.function.result

    def calls(self) -> tuple[RecursiveCall, ...]:
        calls = []
        for edge, entered, frame in self._recursive_calls:
            passed = tuple([variable for stored in frame.parameters if (variable := _scalar(stored)) is not None])
            result = None if frame.result is None else frame.function.result
            calls.append(RecursiveCall(edge, entered.function, passed, result))
        return tuple(calls)
