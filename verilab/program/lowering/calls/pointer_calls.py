"""Recursion through function pointers, unfolded to the bound of direct recursion.

Where a pointer leads is known only when everything is lowered.  A program in which such a call was cut as recursive is lowered again, with
all calls through pointers in its call graph: what is recursive by them has instances, and a call inside the k-th enters the next.
"""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from verilab.program.cfa import Function
from verilab.program.lowering.context import Context
from verilab.program.lowering.facts.call_graph import LARGEST_UNFOLDING, CallGraph
from verilab.program.lowering.options import LoweringOptions
from verilab.program.lowering.session import Session
from verilab.program.lowering.symbols import FunctionSymbol
from verilab.program.memory.objects.objects import MemoryObject
from verilab.program.memory.resolution.calls import Instance, PointerCalls, plain_name

LEAST_INSTANCES = 4
"""A component that is too large for as many is not unfolded: pointers may lead to fewer functions than we know."""


def is_unfolded(calls: PointerCalls, definitions: Mapping[str, c_ast.FuncDef], options: LoweringOptions) -> bool:
    """Whether a program whose calls came to this is to be lowered again."""
    if not calls.cut or options.pointer_calls or options.recursive_calls or any(not definitions.keys() >= set(call) for call in calls.cut):
        return False
    graph = CallGraph(dict(definitions), [call for call in calls.resolved if definitions.keys() >= set(call)])
    cut = {graph.component[caller] for caller, _ in calls.cut}
    size = sum(graph.facts[member].size for number in cut for member in graph.members[number])
    return size * LEAST_INSTANCES <= LARGEST_UNFOLDING


def prepare_instances(ctx: Context) -> None:
    """The instances that a call through a pointer, inside the function that is lowered, may enter: they are lowered too."""
    session = ctx.session
    if ctx.function is None or not session.options.pointer_calls:
        return
    name = plain_name(ctx.function)
    for caller, callee in sorted(session.options.pointer_calls):
        symbol = session.file_scope.names.get(callee)
        if caller != name or not isinstance(symbol, FunctionSymbol) or not session.calls.is_recursive_call(caller, callee):
            continue
        if ctx.depth < session.calls.bound(callee, session.options.recursion_bound):
            entered, called = session.instance(symbol, ctx.depth + 1).function, session.function_object(symbol)
            if entered not in called.instances:
                called.instances.append(entered)


def instance_of(session: Session) -> Instance:
    """Which instance a call through a pointer enters; None beyond the bound."""

    def instance(caller: Function, called: MemoryObject) -> Function | None:
        name, _, number = caller.name.partition("#")
        if (name, called.name) not in session.options.pointer_calls or not session.calls.is_recursive_call(name, called.name):
            return called.function
        entered = session.instances.get((called.name, int(number or 0) + 1))
        return entered.function if entered is not None and entered.function in called.instances else None

    return instance
