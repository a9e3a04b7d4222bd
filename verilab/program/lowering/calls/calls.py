"""Function calls: of defined functions, through pointers, of library functions and of functions that only have a declaration."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pycparser import c_ast

from verilab.program.c_types.conversions import promote
from verilab.program.c_types.floating import promoted_float
from verilab.program.c_types.types import (
    C_INT,
    CType,
    FloatType,
    FunctionType,
    IntegerType,
    PointerType,
    RecordType,
    VoidType,
)
from verilab.program.cfa import Call
from verilab.program.expressions import Constant, Expression, Read
from verilab.program.lowering import unsupported
from verilab.program.lowering.calls import jumps, old_style, variadic, variadic_lists
from verilab.program.lowering.calls.beyond_bound import beyond_bound
from verilab.program.lowering.calls.pointer_calls import prepare_instances
from verilab.program.lowering.calls.recursive_calls import recursive_call
from verilab.program.lowering.context import Context
from verilab.program.lowering.context import effects as effect_of_kind
from verilab.program.lowering.context import immediates as immediate_of_kind
from verilab.program.lowering.context import values as value_of_kind
from verilab.program.lowering.environment import (
    deferred,
    kept_memory,
    known,
    library_sources,
    library_variables,
    repeated_results,
    standard,
    undeclared,
)
from verilab.program.lowering.environment.aliases import own_function, synthetic_call
from verilab.program.lowering.environment.externals import havoc_arguments, recall_result
from verilab.program.lowering.environment.provided import pointer_from
from verilab.program.lowering.expressions import assignments, folding, operators
from verilab.program.lowering.expressions.lvalues import designated_function
from verilab.program.lowering.expressions.reading import value_at
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.facts.library_names import defines, implements
from verilab.program.lowering.facts.magnitudes import COMPARING
from verilab.program.lowering.observers import weaving
from verilab.program.lowering.observers.watched_calls import Evaluated, watched_call
from verilab.program.lowering.session import FunctionInstance
from verilab.program.lowering.storage.objects import machine_type
from verilab.program.lowering.storage.places import place_of
from verilab.program.lowering.symbols import FunctionSymbol
from verilab.program.memory.raw.operations import Argument, Structure, external_pointer, indirect_call
from verilab.program.operations import NondetKind
from verilab.program.storages import Variable
from verilab.program.syntax.tree.text import text_of
from verilab.program.types import INT


@value_of_kind(c_ast.FuncCall)
def _call_value(ctx: Context, node: c_ast.FuncCall) -> Value:
    return assignments.saved(ctx, call(ctx, node, needed=True))


@immediate_of_kind(c_ast.FuncCall)
def _call_immediate(ctx: Context, node: c_ast.FuncCall) -> Value:
    return call(ctx, node, needed=True)


@effect_of_kind(c_ast.FuncCall)
def _call_only(ctx: Context, node: c_ast.FuncCall) -> None:
    call(ctx, node, needed=False)


def call(ctx: Context, node: c_ast.FuncCall, *, needed: bool) -> Value:
    """The call's effect; the value is valid until the next call only."""
    callee = designated_function(ctx, node.name) or node.name
    arguments = node.args.exprs if node.args is not None else []
    if not isinstance(callee, c_ast.ID):
        return _call_through_pointer(ctx, node, arguments, needed=needed)
    symbol = ctx.scopes.find(callee.name)
    # A name may stand for another function (gnu/aliases.py); a call by the name of an error function is an error either way.
    name = symbol.name if isinstance(symbol, FunctionSymbol) and callee.name not in ctx.session.error_names else callee.name
    if symbol is None or (isinstance(symbol, FunctionSymbol) and symbol.definition is None):
        own = own_function(ctx, name)
        if own is not None:
            ctx.focus(node)
            unsupported.possible_violation(ctx, f"{name} of a program that defines {own}")
        plain = known.plain(ctx, node, name)
        if plain is not None:
            return call(ctx, plain, needed=needed)
    if symbol is None or isinstance(symbol, FunctionSymbol):
        lower = known.lookup(ctx, name, symbol)
        if lower is not None:
            if name != callee.name or callee is not node.name:  # what is known of a function is known of it by any name
                node = synthetic_call(ctx, name, arguments, node)
            return watched_call(ctx, node, name, arguments, lambda passed: _lower_known(ctx, node, name, passed, lower, needed=needed))
        return call_function(ctx, node, name, symbol, arguments)
    return _call_through_pointer(ctx, node, arguments, needed=needed)


def call_by_name(ctx: Context, node: c_ast.Node, name: str, arguments: list[Any]) -> Value:
    """A call that is not in the source, of what the name means in the file: a function that the front end knows, or another one."""
    symbol = ctx.session.file_scope.names.get(name)
    function = symbol if isinstance(symbol, FunctionSymbol) else None
    if function is not None and name not in ctx.session.error_names:
        name = function.name
    lower = known.lookup(ctx, name, function)
    if lower is None:
        return call_function(ctx, node, name, function, arguments)
    expanded = synthetic_call(ctx, name, arguments, node)
    return watched_call(ctx, expanded, name, arguments, lambda passed: _lower_known(ctx, expanded, name, passed, lower, needed=False))


def _lower_known(ctx: Context, node: c_ast.FuncCall, name: str, arguments: list[Any], lower: known.Known, *, needed: bool) -> Value:
    ctx.needed = needed
    result = lower(ctx, node, arguments)
    library_variables.may_change(ctx, name)
    return result


def call_function(ctx: Context, node: c_ast.Node, name: str, symbol: FunctionSymbol | None, arguments: list[Any]) -> Value:
    """A call of a function of which the front end knows nothing but what the file says."""
    if symbol is None or symbol.definition is None:
        own = library_sources.symbol(ctx, name, symbol.type if symbol is not None else None)
        if own is not None:
            declared = undeclared.without_declaration(ctx, name, own.type) if symbol is None else symbol.type
            return _call_library(ctx, node, own, declared, arguments)
        type = undeclared.implicit_type(ctx, node, name) if symbol is None else symbol.type
        return _call_unknown(ctx, node, name if symbol is None else symbol.name, type, arguments)
    if symbol.home is not None:
        return _call_library(ctx, node, symbol, symbol.type, arguments)
    return _call_defined(ctx, node, symbol, arguments)


def argument_values(ctx: Context, type: FunctionType, arguments: list[Any], node: c_ast.Node) -> list[Value]:
    """The arguments' values, converted to the parameters' types or promoted."""
    purity = ctx.session.purity
    last_call = max((i for i, argument in enumerate(arguments) if purity.has_call(argument)), default=-1)
    values: list[Value] = []
    for i, argument in enumerate(arguments):
        value = ctx.immediate(argument) if i == last_call else ctx.value(argument)
        if type.parameters is not None and i < len(type.parameters):
            value = operators.convert(ctx, value, type.parameters[i], argument)
        elif isinstance(value.type, IntegerType):
            value = operators.convert(ctx, value, promote(value.type), argument)
        elif isinstance(value.type, FloatType):
            value = operators.convert(ctx, value, promoted_float(value.type, ctx.model), argument)
        elif isinstance(value.type, VoidType):
            raise ctx.error(argument, f"the argument {text_of(argument)} has type void")
        values.append(variadic_lists.passed(ctx, argument, value))
    ctx.focus(node)
    return values


def _check_count(ctx: Context, node: Any, type: FunctionType, arguments: list[Any]) -> None:
    expected = type.parameters
    if expected is None:
        return
    if len(arguments) < len(expected) or (len(arguments) > len(expected) and not type.variadic):
        raise ctx.error(node, f"{text_of(node.name)} takes {len(expected)} arguments, but {len(arguments)} are passed")


def _precedes_prototype(ctx: Context, caller: str, symbol: FunctionSymbol) -> bool:
    """Whether a call in this function knows no parameters of the callee: ``int f();``, or nothing, is all that is declared before it.

    With too few arguments, or too many, it is valid as long as the callee does not look for them.
    """
    calling = ctx.session.file_scope.names.get(caller)
    return isinstance(calling, FunctionSymbol) and calling.defined < symbol.prototyped


def _call_defined(ctx: Context, node: c_ast.Node, symbol: FunctionSymbol, arguments: list[Any]) -> Value:
    caller = ctx.function.name.partition("#")[0] if ctx.function is not None else ""
    if not _precedes_prototype(ctx, caller, symbol):
        _check_count(ctx, node, symbol.type, arguments)
    values = argument_values(ctx, symbol.type, arguments, node)
    if ctx.function is None:
        return ctx.unknown(symbol.type.result, "call outside of a function")
    recursive = ctx.session.calls.is_recursive_call(caller, symbol.name)
    if recursive and ctx.session.options.recursive_calls:
        return recursive_call(ctx, symbol, values, node)
    depth = ctx.depth + 1 if recursive else 0
    if depth > ctx.session.calls.bound(symbol.name, ctx.session.options.recursion_bound):
        beyond = beyond_bound(ctx, symbol, values, node)
        jumps.after_call(ctx)
        return beyond
    instance = ctx.session.instance(symbol, depth)
    for stored, value in zip(instance.parameters, values, strict=False):
        if symbol.type.parameters is None:
            old_style.pass_truth(ctx, stored, value)
        assignments.assign_value(ctx, place_of(stored), value, node)
    if variadic.reads_arguments(ctx.session, symbol.name):
        variadic.pass_arguments(ctx, values[len(instance.parameters) :], node)
    for stored in instance.parameters[len(values) :]:  # too few arguments for an old-style definition, or in front of the prototype
        assignments.havoc_object(ctx, stored, NondetKind.UNINITIALISED, "missing argument")
    return enter(ctx, instance, node)


def _call_library(ctx: Context, node: c_ast.Node, symbol: FunctionSymbol, declared: FunctionType, arguments: list[Any]) -> Value:
    """A call of a function that the program does not define, by its definition in our library."""
    _check_count(ctx, node, symbol.type, arguments)
    values = argument_values(ctx, symbol.type, arguments, node)
    result = symbol.type.result
    if ctx.function is None:
        return ctx.unknown(declared.result, "call outside of a function")
    if ctx.current is None:
        machine = machine_type(result, ctx.model)
        return Value(declared.result, Read(ctx.temporary(machine)) if machine is not None else None)
    instance = ctx.session.instance(symbol, ctx.session.next_instance(symbol))
    for stored, value in zip(instance.parameters, values, strict=True):
        assignments.assign_value(ctx, place_of(stored), value, node)
    returned = enter(ctx, instance, node)
    if symbol.name in COMPARING and _looks_beyond_sign(ctx, arguments[0]):
        returned = _of_sign(ctx, returned)
    return returned if isinstance(result, VoidType) else operators.convert(ctx, returned, declared.result, node)


def _looks_beyond_sign(ctx: Context, first: Any) -> bool:
    """Whether more than its sign matters of what a comparison of this argument returns; one by a pointer has evaluated arguments."""
    used = ctx.session.magnitudes_used
    return id(first) in used.arguments or (used.by_pointer and isinstance(first, Evaluated))


def _of_sign(ctx: Context, compared: Value) -> Value:
    """Any number of the result's sign, as the library chooses."""
    if compared.expression is None or ctx.current is None:
        return compared
    order, machine = ctx.save(compared.expression), compared.expression.type
    zero = Constant(0, machine)
    chosen = ctx.nondet(machine, NondetKind.IMPRECISE, "magnitude of a comparison")
    below, above = (standard.within(chosen, *bounds) for bounds in ((machine.minimum, -1), (1, machine.maximum)))
    unequal = folding.conditional(folding.binary("<", order, zero), below, above)
    return Value(compared.type, folding.conditional(folding.binary("==", order, zero), zero, unequal))


def enter(ctx: Context, instance: FunctionInstance, node: c_ast.Node) -> Value:
    """The call edge, and the result as it is right after."""
    ctx.focus(node)
    if ctx.current is not None:
        back = ctx.location()
        ctx.session.builder.edge(ctx.current, instance.function.entry, Call(instance.function, back), ctx.text, ctx.position)
        ctx.current = back
        jumps.after_call(ctx)
    if instance.result is None:
        return Value(instance.symbol.type.result, None)
    return value_at(ctx, instance.result)


def _call_through_pointer(ctx: Context, node: c_ast.FuncCall, arguments: list[Any], *, needed: bool) -> Value:
    pointer = ctx.value(node.name)
    type = pointer.type.target if isinstance(pointer.type, PointerType) else pointer.type
    if not isinstance(type, FunctionType):
        raise ctx.error(node, f"{text_of(node.name)} has type {pointer.type} and cannot be called")
    _check_count(ctx, node, type, arguments)
    address = operators.require_expression(ctx, pointer, node)
    if ctx.session.purity.has_call(node.name):
        address = ctx.save(address)
    values = argument_values(ctx, type, arguments, node)
    if type.variadic and variadic.any_reads_arguments(ctx.session):
        variadic.pass_arguments(ctx, values[len(type.parameters or ()) :], node)
    passed = tuple([_passed(ctx, value) for value in values])
    prepare_instances(ctx)
    if isinstance(type.result, RecordType):
        place = ctx.temporary_object(type.result)
        assert place.stored is not None
        ctx.emit(indirect_call(address, passed, Structure(tuple(cell.storage for cell in place.stored.cells))))
        jumps.after_call(ctx)
        return Value(type.result, None, place)
    machine = machine_type(type.result, ctx.model)
    result: Variable | None = None
    if machine is not None and needed:
        result = ctx.temporary(machine)
    ctx.emit(indirect_call(address, passed, result))
    jumps.after_call(ctx)
    if machine is None:
        return Value(type.result, None)
    return Value(type.result, Read(result) if result is not None else Constant(0, machine))


def _passed(ctx: Context, value: Value) -> Argument:
    """A value as a call through a pointer passes it: a structure in an object of its own, or in the one that it is all of."""
    if value.place is None:
        return Structure(()) if value.expression is None else value.expression
    held = value.place
    if held.stored is None or held.node is None or held.node is not held.stored.root:
        held = ctx.temporary_object(value.type)
        assignments.copy(ctx, held, value.place)
    assert held.stored is not None
    assignments.escape_structure(ctx, held)
    return Structure(tuple(cell.storage for cell in held.stored.cells))


def _call_unknown(ctx: Context, node: c_ast.Node, name: str, type: FunctionType, arguments: list[Any]) -> Value:
    """A function without a definition: any result; what its pointer arguments point to may change, unless they are const."""
    values = argument_values(ctx, type, arguments, node)
    shown = weaving.called(ctx, name, values, node)
    given = havoc_arguments(ctx, name, type, values)
    later = deferred.may_run_later(ctx, name, type)
    if later is not None:
        unsupported.possible_violation(ctx, later)
    if unsupported.call(ctx, name):
        return Value(C_INT, Constant(0, INT))
    if name in ctx.session.no_return:
        ctx.end_path()
        return Value(type.result, None)
    if defines(name):
        kept_memory.keep(ctx, name, given)
        given += kept_memory.kept(ctx)
    else:
        library_variables.may_report(ctx, name)
    library_variables.may_change(ctx, name, given)
    fixed = repeated_results.is_fixed(ctx, name, arguments)
    result = external_result(ctx, type.result, name, given, fixed=fixed)
    if not fixed and result.expression is not None:
        repeated_results.agree(ctx, name, result.expression)
    recall_result(ctx, name, type, result)
    weaving.returned(ctx, name, shown, None if isinstance(type.result, VoidType) else result, node)
    return result


def _pointers_in(type: RecordType, start: int = 0) -> Iterator[int]:
    """At which bytes of a structure pointers are, those in arrays excepted."""
    for member in type.members or ():
        if isinstance(member.type, PointerType):
            yield start + member.offset
        elif isinstance(member.type, RecordType):
            yield from _pointers_in(member.type, start + member.offset)


def external_result(ctx: Context, type: CType, name: str, given: tuple[Expression, ...] = (), *, fixed: bool = False) -> Value:
    """An arbitrary result that the environment chooses, unless it is ``fixed``; a pointer may be to memory of its own, or one it got."""
    if isinstance(type, RecordType):
        place = ctx.temporary_object(type)
        assignments.havoc_object(ctx, place.stored, NondetKind.IMPRECISE if implements(name) else NondetKind.INPUT, name)
        offsets = set(_pointers_in(type)) if given else set()
        for cell in place.stored.cells if place.stored is not None else ():
            if isinstance(cell.storage, Variable) and cell.offset in offsets:
                ctx.emit(external_pointer(cell.storage, given, f"pointer from {name}"), f"pointer from {name}")
        return Value(type, None, place)
    machine = machine_type(type, ctx.model)
    if machine is None:
        return Value(type, None)
    if isinstance(type, PointerType):
        return Value(type, pointer_from(ctx, type, name, given))
    chosen = standard.chosen(ctx, type, name, fixed=fixed)
    return chosen if chosen is not None else Value(type, ctx.nondet(machine, NondetKind.INPUT, name))
