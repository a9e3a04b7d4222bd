"""The lowering of a whole translation unit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from pycparser import c_ast

from verilab.program.automata.model import Automaton
from verilab.program.c_types.literals import StringLiteral
from verilab.program.c_types.types import FunctionType, IntegerType
from verilab.program.cfa import Function, Program, Return
from verilab.program.errors import InputError
from verilab.program.expressions import Constant
from verilab.program.lowering.calls import calls, jumps
from verilab.program.lowering.calls.beyond_bound import fill_in as fill_in_beyond_bound
from verilab.program.lowering.calls.instances import declare_instance, lower_body
from verilab.program.lowering.calls.pointer_calls import instance_of, is_unfolded
from verilab.program.lowering.calls.recursive_calls import RecursiveCalls
from verilab.program.lowering.compaction import compact
from verilab.program.lowering.context import Context
from verilab.program.lowering.declarations import declarations
from verilab.program.lowering.declarations.initialisers import initialise, zero_all
from verilab.program.lowering.declarations.recording import declared_by
from verilab.program.lowering.environment import standard
from verilab.program.lowering.environment.handlers import exit_handlers
from verilab.program.lowering.expressions import assignments
from verilab.program.lowering.expressions.reading import value_at
from verilab.program.lowering.facts.call_graph import CallGraph
from verilab.program.lowering.facts.open_orders import Orders, open_orders
from verilab.program.lowering.gnu import lifetimes
from verilab.program.lowering.gnu.aliases import resolve_aliases
from verilab.program.lowering.observers import weaving
from verilab.program.lowering.observers.observers import Observers
from verilab.program.lowering.observers.stand_ins import stand_in
from verilab.program.lowering.options import LoweringOptions
from verilab.program.lowering.session import FunctionInstance, Session
from verilab.program.lowering.statements.decisions import constant_conditions
from verilab.program.lowering.statements.loops import name_scalars
from verilab.program.lowering.storage.objects import StoredObject
from verilab.program.lowering.storage.places import address_of_place, element_of, place_of, write
from verilab.program.lowering.symbols import FunctionSymbol, ObjectSymbol, Scopes
from verilab.program.lowering.types.declared_types import declared_type
from verilab.program.lowering.unsupported import possible_alternative
from verilab.program.memory.external.retention import forget
from verilab.program.memory.raw.operations import escape
from verilab.program.memory.resolution.calls import PointerCalls
from verilab.program.memory.resolution.resolve import resolve
from verilab.program.operations import Nondet, NondetKind
from verilab.program.syntax.tree.nodes import Asm
from verilab.program.syntax.tree.translation_unit import TranslationUnit
from verilab.program.tasks.properties import REACHABILITY
from verilab.program.types import INT, DataModel

ENTRY = "<entry>"


def lower_unit(
    unit: TranslationUnit,
    model: DataModel,
    error_names: Iterable[str],
    name: str,
    options: LoweringOptions,
    automata: Sequence[Automaton],
) -> Program:
    """See ``verilab.program.lowering.lower``; to be called with a deep stack."""
    definitions = {node.decl.name: node for node in unit.ast.ext if isinstance(node, c_ast.FuncDef)}
    orders = open_orders(unit.ast)
    program, calls = _lowered(unit, model, error_names, name, options, automata, definitions, orders)
    if not is_unfolded(calls, definitions, options):
        return program
    again = replace(options, pointer_calls=frozenset(call for call in calls.resolved if definitions.keys() >= set(call)))
    return _lowered(unit, model, error_names, name, again, automata, definitions, orders)[0]


def _lowered(
    unit: TranslationUnit,
    model: DataModel,
    error_names: Iterable[str],
    name: str,
    options: LoweringOptions,
    automata: Sequence[Automaton],
    definitions: dict[str, c_ast.FuncDef],
    orders: Orders,
) -> tuple[Program, PointerCalls]:
    """The program, and which calls through pointers it has."""
    externals = unit.ast.ext
    names = frozenset(error_names)
    properties = (*([REACHABILITY] if names else []), *(automaton.name for automaton in automata))
    _check_names(automata, properties)
    observers = Observers(automata)
    graph, refuse = CallGraph(definitions, options.pointer_calls, externals), possible_alternative
    session = Session(unit, model, names, name, options, graph, observers, declare_instance, stand_in, refuse, orders)
    session.properties = properties or ("",)
    file_context = Context(session, None, Scopes(session.file_scope))
    for node in externals:
        _declare(file_context, node)
    declarations.complete_tentative(session)
    resolve_aliases(session, externals)
    main = session.file_scope.names.get("main")
    if not isinstance(main, FunctionSymbol) or main.definition is None:
        raise session.error(None, "the program has no function 'main'", "the file must define 'int main(void)'")
    entry = _lower_everything(session, main)
    calls = PointerCalls()
    if session.has_raw_nodes and options.as_it_stands:
        program = session.builder.finish(entry, (unit.name,), properties)
        compared = tuple(session.builder.conversions.compared_pointers)
        return replace(program, declared=declared_by(session, externals), compared_pointers=compared, promises=_promises(session)), calls
    if session.has_raw_nodes:
        options = session.options
        builder, objects, blocks = session.builder, options.objects_limit, options.block_limit
        try:
            calls = resolve(
                builder,
                entry,
                instance_of(session),
                objects_limit=objects,
                block_limit=blocks,
                placement=options.placement,
                exact_bits=options.exact_bits,
            )
        except OverflowError as problem:
            raise session.error(main.definition.decl, str(problem), "no process has as many addresses: declare smaller objects") from None
    else:
        forget(session.builder)
    fill_in_beyond_bound(session)
    recursive = RecursiveCalls(session)
    main_function = session.builder.functions[main.name]
    kept = [main_function.result] if session.options.keeps_result and main_function.result is not None else []
    compact(session.builder, (entry, *recursive.callees), (*recursive.storages, *kept))
    name_scalars(session)
    constants = constant_conditions(session)
    program = session.builder.finish(entry, (unit.name,), properties)
    declared = declared_by(session, externals)
    program = replace(program, recursive_calls=recursive.calls(), declared=declared, walks=session.walks, constant_conditions=constants)
    return replace(program, promises=_promises(session)), calls


def _promises(session: Session) -> dict[str, frozenset[str]]:
    """Of the functions that the program declares and does not define."""
    names = session.file_scope.names
    defined = {name for name in session.promises if isinstance(symbol := names.get(name), FunctionSymbol) and symbol.definition is not None}
    return {name: frozenset(promised) for name, promised in session.promises.items() if name not in defined}


def _check_names(automata: Sequence[Automaton], properties: Sequence[str]) -> None:
    for automaton in automata:
        if properties.count(automaton.name) > 1:
            message = f"two properties have the name '{automaton.name}'"
            raise InputError(message, file=automaton.source.name, hint="give each automaton a name of its own")


def _declare(ctx: Context, node: c_ast.Node) -> None:
    """One declaration of the file."""
    match node:
        case c_ast.FuncDef(decl=declaration):
            type_ = declared_type(ctx, declaration)
            assert isinstance(type_, FunctionType)
            declarations.declare_function(ctx, declaration.name, type_, declaration, node)
        case c_ast.Typedef():
            declarations.declare_type(ctx, node)
        case Asm(template=template):
            ctx.session.assembled.update(re.findall(r"[A-Za-z_]\w*", template))
        case c_ast.StaticAssert():
            declarations.static_assert(ctx, node)
        case c_ast.Decl(name=name):
            declared = declarations.inferred_type(ctx, node) if declarations.is_inferred(node) else declared_type(ctx, node)
            if name is None:
                return
            if isinstance(declared, FunctionType):
                declarations.declare_function(ctx, name, declared, node)
            else:
                declarations.declare_global(ctx, node, declared)


def _lower_everything(session: Session, main: FunctionSymbol) -> Function:
    """The entry function, and everything that main can reach."""
    entry = session.builder.function(ENTRY)
    ctx = Context(session, entry, Scopes(session.file_scope))
    ctx.current = entry.entry
    weaving.declare(ctx)
    instance = session.instance(main, 0)
    _pass_arguments(ctx, instance)
    starting = [session.instance(symbol, 0) for symbol in lifetimes.constructors(ctx)]
    finishing = [session.instance(symbol, session.instance_number(symbol)) for symbol in (*exit_handlers(ctx), *lifetimes.destructors(ctx))]
    done = 0
    while session.pending or done < len(session.used_objects):
        while session.pending:
            lower_body(session, session.pending.popleft())
        while done < len(session.used_objects):
            _initialise(ctx, session.used_objects[done])
            done += 1
    ctx.focus(None)
    if session.variadic is not None:
        zero_all(ctx, place_of(session.variadic))
    for stored in (*session.repeated.values(), *([] if session.kept is None else [session.kept])):
        zero_all(ctx, place_of(stored))
    jumps.begin(ctx)
    for literal, stored in session.strings.items():
        _initialise_string(ctx, literal, stored)
    ctx.focus(main.definition.decl)
    weaving.begin(ctx)
    for constructor in starting:
        lifetimes.run_unasked(ctx, constructor)
    calls.enter(ctx, instance, main.definition.decl)
    for destructor in finishing:
        lifetimes.run_unasked(ctx, destructor)
    weaving.ended(ctx)
    ctx.jump(entry.exit)
    session.builder.edge(entry.exit, entry.exit, Return(), "end of the program", session.position(main.definition.decl))
    return entry


def _pass_arguments(ctx: Context, main: FunctionInstance) -> None:
    """``argc`` is any integer from 0 on that the environment chooses (C11 5.1.2.2.1p2); ``argv`` is not modelled."""
    ctx.focus(main.symbol.definition.decl)
    for stored in main.parameters:
        place = place_of(stored)
        machine = ctx.pointer if not isinstance(stored.type, IntegerType) else stored.type.machine
        kind = NondetKind.INPUT if isinstance(stored.type, IntegerType) else NondetKind.IMPRECISE
        origin = "argc" if kind is NondetKind.INPUT else "argv"
        ctx.emit(write(place, Nondet(machine, kind, origin), ctx.model), None if kind is NondetKind.INPUT else origin)
        if kind is NondetKind.INPUT and stored is main.parameters[0]:
            value = value_at(ctx, place).expression
            assert value is not None
            standard.bounded(ctx, value, 0, machine.maximum)


def _initialise(ctx: Context, symbol: ObjectSymbol) -> None:
    """The initial value of an object with static storage duration: its initialiser, else zero; arbitrary where it is external."""
    assert symbol.stored is not None
    node = symbol.declaration
    ctx.focus(node)
    place = place_of(symbol.stored)
    if not symbol.defined:
        if symbol.name.startswith(("__start_", "__stop_")):
            raise ctx.error(node, f"the linker makes '{symbol.name}' name the variables of a section, which is not supported")
        assembled = symbol.name in ctx.session.assembled
        known = [name for name, other in ctx.session.file_scope.names.items() if isinstance(other, ObjectSymbol) and other.defined]
        if assembled and (named := ctx.session.assembled.intersection(known)):
            raise ctx.error(node, f"assembly that names {', '.join(sorted(named))} may make it '{symbol.name}' too, which is not supported")
        given = assembled or standard.has_variable(symbol.name)
        kind = NondetKind.IMPRECISE if given else NondetKind.INPUT
        assignments.havoc_object(ctx, symbol.stored, kind, f"external variable {symbol.name}")
        if not given:
            ctx.emit(escape(address_of_place(place, ctx.model), named=True))
    elif node.init is not None:
        ctx.scopes = symbol.scopes if symbol.scopes is not None else Scopes(ctx.session.file_scope)
        initialise(ctx, place, node.init, static=True)
    else:
        zero_all(ctx, place)


def _initialise_string(ctx: Context, literal: StringLiteral, stored: StoredObject) -> None:
    """A string literal's bytes."""
    place = place_of(stored)
    if place.node is None:
        return
    machine = literal.element.machine
    for i, unit in enumerate((*literal.units, 0)):
        ctx.emit(write(element_of(place, Constant(i, INT), ctx.model), Constant(unit, machine), ctx.model), text=f"string {stored.name}")
