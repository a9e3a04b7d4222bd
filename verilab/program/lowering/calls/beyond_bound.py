"""What a call beyond the recursion bound may do, filled in once all of the program is known.

The call stands for any number of further calls inside its strongly connected component C of the call graph.  It may change every variable
that outlives a call (file scope, static, address taken) and that some function reachable from C writes, and every addressable local of C
itself, of which deeper instances have copies; and it may violate a property if some function reachable from C contains an error location
of it.

What it writes through pointers is what an instance may write: its arguments are those of the deepest one, too, and its result is one of
that one's, as far as the points-to analysis sees it.
"""

from __future__ import annotations

from pycparser import c_ast

from verilab.program.c_types.types import RecordType
from verilab.program.cfa import Call, Function, Location
from verilab.program.expressions import Read
from verilab.program.lowering.calls import variadic
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions import assignments, folding
from verilab.program.lowering.expressions.reading import value_at
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.session import Session
from verilab.program.lowering.storage.places import place_of
from verilab.program.lowering.symbols import FunctionSymbol
from verilab.program.lowering.violations import detour
from verilab.program.operations import Assign, Havoc, NondetKind, Store
from verilab.program.storages import Array, Variable
from verilab.program.types import INT

Storage = Variable | Array


def beyond_bound(ctx: Context, symbol: FunctionSymbol, values: list[Value], node: c_ast.Node) -> Value:
    """A call beyond the recursion bound may do anything that the function can do: its effect is filled in when all of it is known."""
    if ctx.current is not None:
        errors = [_may_violate(ctx, property) for property in ctx.session.properties]
        here = len(ctx.session.builder.edges)
        ctx.emit(Havoc((), NondetKind.IMPRECISE, "recursion"), "recursion")
        ctx.session.beyond_bound.append((ctx.session.builder.edges[here], symbol.name, errors))
    type = symbol.type.result
    result = _unknown_record(ctx, type, "recursion") if isinstance(type, RecordType) else ctx.unknown(type, "recursion")
    if ctx.current is not None:
        _lead_on(ctx, symbol, values, result, node)
    return result


def _lead_on(ctx: Context, symbol: FunctionSymbol, values: list[Value], result: Value, node: c_ast.Node) -> None:
    """The arguments and the result as a call of the deepest instance has them, where control never comes: only pointers are followed."""
    depths = [depth for name, depth in ctx.session.instances if name == symbol.name]
    depth = max(depths, default=ctx.session.calls.bound(symbol.name, ctx.session.options.recursion_bound))
    instance = ctx.session.instance(symbol, depth)
    here, ctx.current = ctx.current, ctx.location()
    for stored, value in zip(instance.parameters, values, strict=False):
        assignments.assign_value(ctx, place_of(stored), value, node)
    if variadic.reads_arguments(ctx.session, symbol.name):
        variadic.pass_arguments(ctx, values[len(instance.parameters) :], node)
    if instance.result is not None:
        returned = value_at(ctx, instance.result)
        if result.place is not None:
            assignments.assign_value(ctx, result.place, returned, node)
        elif isinstance(result.expression, Read) and returned.expression is not None:
            ctx.emit(Assign(result.expression.variable, returned.expression))
    ctx.current = here


def _may_violate(ctx: Context, property: str) -> Location:
    """What lies beyond the recursion bound may violate the property: the location of that error, which control may pass by."""
    with detour(ctx, property):
        unknown = ctx.nondet(INT, NondetKind.IMPRECISE, "recursion")
        error, after = ctx.location("error"), ctx.location()
        error.property = property
        ctx.branch_on(folding.truth(unknown), error, after)
        ctx.current = after
    return error


def _unknown_record(ctx: Context, type: RecordType, reason: str) -> Value:
    place = ctx.temporary_object(type)
    assignments.havoc_object(ctx, place.stored, NondetKind.IMPRECISE, reason)
    return Value(type, None, place)


def fill_in(session: Session) -> None:
    """Give each call beyond the bound its effect; to be called after dereferences were resolved."""
    if not session.beyond_bound:
        return
    callees = callees_of(session)
    addressable = {cell.storage for stored in session.objects if stored.memory is not None for cell in stored.cells}
    effects: dict[int, tuple[tuple[Storage, ...], set[str]]] = {}
    for edge, name, errors in session.beyond_bound:
        component = session.calls.component[name]
        if component not in effects:
            effects[component] = effect_of(session, component, callees, addressable)
        written, violated = effects[component]
        edge.operation = Havoc(written, NondetKind.IMPRECISE, "recursion")
        for error in errors:
            error.is_error = error.property in violated
            if error.is_error:
                for entering in error.entering:
                    entering.imprecise = "recursion"


def callees_of(session: Session) -> dict[Function, list[Function]]:
    """The functions that each function calls, by call edges."""
    callees: dict[Function, list[Function]] = {}
    for edge in session.builder.edges:
        if isinstance(edge.operation, Call):
            callees.setdefault(edge.source.function, []).append(edge.operation.callee)
    return callees


def effect_of(
    session: Session, component: int, callees: dict[Function, list[Function]], addressable: set[Storage]
) -> tuple[tuple[Storage, ...], set[str]]:
    """What the component's functions, and those they call, may write; and which properties their error locations violate."""
    members = set(session.calls.members[component])
    roots = [instance.function for (name, _), instance in session.instances.items() if name in members]
    reached = set(roots)
    stack = list(roots)
    while stack:
        for callee in callees.get(stack.pop(), ()):
            if callee not in reached:
                reached.add(callee)
                stack.append(callee)
    written: set[Storage] = set()
    for edge in session.builder.edges:
        if edge.source.function in reached:
            match edge.operation:
                case Assign(target=target):
                    written.add(target)
                case Store(array=array):
                    written.add(array)
                case Havoc(targets=targets):
                    written.update(targets)
    own = {function.name for function in roots}
    lasting = {storage for storage in written if storage.function is None or storage in addressable}
    lasting |= {storage for storage in addressable if storage.function in own}
    own_errors = {error for _, _, errors in session.beyond_bound for error in errors}
    error_locations = [
        location for function in reached for location in function.locations if location.is_error and location not in own_errors
    ]
    violated = {location.property for location in error_locations}
    # An error of no property by name stands for each of them.
    every = set(session.properties) if "" in violated else violated
    return tuple(storage for storage in session.builder.storages if storage in lasting), every
