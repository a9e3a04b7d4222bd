"""Function instances: their signature, and the lowering of their bodies."""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.program.c_types import floating
from verilab.program.c_types.types import RecordType, VoidType
from verilab.program.cfa import Return
from verilab.program.lowering.calls import jumps, variadic
from verilab.program.lowering.context import Context
from verilab.program.lowering.declarations import variable_lengths
from verilab.program.lowering.declarations.declarations import require_complete
from verilab.program.lowering.expressions import assignments
from verilab.program.lowering.expressions.reading import value_at
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.gnu.lifetimes import due_at_labels
from verilab.program.lowering.observers import weaving
from verilab.program.lowering.session import FunctionInstance, Session, parameter_variables
from verilab.program.lowering.storage.objects import StoredObject
from verilab.program.lowering.storage.places import Place, place_of
from verilab.program.lowering.symbols import FunctionSymbol, ObjectSymbol, Scopes
from verilab.program.lowering.types import attributes
from verilab.program.lowering.types.declared_types import decayed, declared_type, qualifiers
from verilab.program.memory.objects.objects import ObjectKind
from verilab.program.operations import NondetKind
from verilab.program.storages import Variable


def declare_instance(session: Session, symbol: FunctionSymbol, depth: int) -> FunctionInstance:
    """The signature of an instance: its function, parameters and result."""
    function = session.builder.function(symbol.name if depth == 0 else f"{symbol.name}#{depth}")
    scopes = Scopes(symbol.home or session.file_scope)
    scopes.enter()
    ctx = Context(session, function, scopes, depth)
    parameters: list[StoredObject] = []
    made: dict[str | None, StoredObject] = {}
    for name, node in _in_order_of_declarations(symbol.definition):
        type = decayed(declared_type(ctx, node), qualifiers(ctx, node))
        if isinstance(type, VoidType):
            continue
        require_complete(ctx, node, type)
        stored = ctx.new_object(name if name is not None else f"$parameter{len(parameters) + 1}", type, ObjectKind.LOCAL)
        # A caller leaves an argument where the next word of the stack is, whatever more its type asks for.
        stored.alignment = min(attributes.alignment_of_variable(ctx, node, type), session.builder.data_model.pointer_width // 8)
        parameters.append(stored)
        made[name] = stored
        if name is not None:  # visible in the types of later parameters, and in the body
            scopes.innermost.names[name] = ObjectSymbol(stored.name, type, node, True, stored=stored)
    if symbol.definition.param_decls:
        parameters = [made[name] for name, _ in _parameters(symbol.definition)]
    result: Place | None = None
    returned = symbol.type.result
    if not (isinstance(returned, VoidType) or floating.lacks_patterns(returned)):
        require_complete(ctx, symbol.definition.decl, returned)
        result = place_of(ctx.new_object("$result", returned, ObjectKind.LOCAL))
        if not isinstance(returned, RecordType) and result.stored is not None:
            storage = result.stored.cells[0].storage
            function.result = storage if isinstance(storage, Variable) else None
    instance = FunctionInstance(symbol, function, depth, parameters, result, scopes)
    function.parameters = parameter_variables(instance)
    function.signature = tuple(tuple(cell.storage for cell in stored.cells) for stored in parameters)
    if isinstance(returned, RecordType) and result is not None and result.stored is not None:
        function.returned = tuple(cell.storage for cell in result.stored.cells)
    return instance


def _parameters(definition: Any) -> list[tuple[str | None, Any]]:
    """The parameters' names with the declarations that give their types, also of an old-style definition."""
    declarator = definition.decl.type
    if declarator.args is None:
        return []
    old_style = {declaration.name: declaration for declaration in definition.param_decls or ()}
    parameters: list[tuple[str | None, Any]] = []
    for parameter in declarator.args.params:
        if isinstance(parameter, c_ast.ID):
            parameters.append((parameter.name, old_style.get(parameter.name) or _implicit_declaration(parameter)))
        elif not isinstance(parameter, c_ast.EllipsisParam):
            parameters.append((parameter.name, parameter))
    return parameters


def _in_order_of_declarations(definition: Any) -> list[tuple[str | None, Any]]:
    """The parameters as their types are declared: in ``f(a, n) int n; int a[n];`` the second first, those without one last."""
    order = {declaration.name: i for i, declaration in enumerate(definition.param_decls or ())}
    return sorted(_parameters(definition), key=lambda parameter: order.get(parameter[0], len(order)))


def _implicit_declaration(parameter: c_ast.ID) -> c_ast.Decl:
    """``int x;``, as an old-style parameter has it that nothing declares."""
    declared = c_ast.TypeDecl(parameter.name, [], None, c_ast.IdentifierType(["int"], parameter.coord), parameter.coord)
    return c_ast.Decl(parameter.name, [], [], [], [], declared, None, None, parameter.coord)


def lower_body(session: Session, instance: FunctionInstance) -> None:
    """The edges of an instance's body, and its return edge."""
    definition = instance.symbol.definition
    ctx = Context(session, instance.function, instance.scopes, instance.depth)
    ctx.result = instance.result
    ctx.labels = {name: ctx.location(name) for name in session.calls.facts[instance.symbol.name].labels}
    if ctx.labels and session.calls.facts[instance.symbol.name].has_cleanups:
        ctx.due_at_labels = due_at_labels(definition.body)
    ctx.focus(definition.body)
    ctx.current = instance.function.entry
    if variadic.reads_arguments(session, instance.symbol.name):
        variadic.receive_arguments(ctx, instance)
    for _, parameter in _in_order_of_declarations(definition):
        variable_lengths.evaluate(ctx, parameter)
    watched = session.observers.watches(instance.symbol.name)
    shown = _show_call(ctx, instance) if watched else ()
    ctx.statement(definition.body)
    if instance.result is not None and instance.result.stored is not None and instance.symbol.name != "main":
        # Control fell off the end: what a caller reads as the result is indeterminate, not what an earlier call returned.
        assignments.havoc_object(ctx, instance.result.stored, NondetKind.UNINITIALISED, "missing return")
    ctx.jump(instance.function.exit)
    jumps.unwind(ctx, definition.body)
    if watched:
        _show_return(ctx, instance, shown)
    position = session.position(definition.body)
    session.builder.edge(instance.function.exit, instance.function.exit, Return(), f"end of {instance.symbol.name}", position)


def _show_call(ctx: Context, instance: FunctionInstance) -> tuple[Value, ...]:
    """The event of the call, at the function's entry, however it was called; the arguments for the event of its return."""
    values = [value_at(ctx, place_of(stored)) for stored in instance.parameters]
    return weaving.called(ctx, instance.symbol.name, values, instance.symbol.definition.body)


def _show_return(ctx: Context, instance: FunctionInstance, arguments: tuple[Value, ...]) -> None:
    """The event of the return, at the function's exit, which moves behind it."""
    body = instance.symbol.definition.body
    ctx.current = instance.function.exit
    ctx.focus(body)
    result = None if instance.result is None else value_at(ctx, instance.result)
    weaving.returned(ctx, instance.symbol.name, arguments, result, body)
    assert ctx.current is not None
    instance.function.exit = ctx.current
