"""``setjmp`` and ``longjmp``: a jump back into a function that is still active (C11 7.13).

    site k:         *buffer := k;  value := 0;  saved := local variables;      again_k:  the call's result is value
    longjmp(b, v):  target := *b;  sent := v != 0 ? v : 1;  go to unwinding
    after a call:   where target != 0, go to unwinding
    unwinding:      where target = k of a site of this function:  target := 0;  value := sent;  go to again_k;  else the function's exit

``target`` is 0 but while a jump is on its way.  A function's sites are those of one instance, so that deeper activations have others.  At
a second return the local variables that have changed since the site are indeterminate unless they are volatile (7.13.2.1p3): any value
where they differ from what was saved there.  A jump to a function that has returned is undefined, and ends the program here.
"""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.program.c_types.types import C_INT, VOID, IntegerType, PointerType, long_type
from verilab.program.cfa import Location
from verilab.program.expressions import Constant, Expression, Read, Select
from verilab.program.lowering.context import Context
from verilab.program.lowering.declarations.initialisers import zero_all
from verilab.program.lowering.environment.deferred import names_any
from verilab.program.lowering.expressions import assignments, folding, operators
from verilab.program.lowering.expressions.reading import value_at
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.session import Session
from verilab.program.lowering.storage.objects import StoredObject
from verilab.program.lowering.storage.places import Place, place_at, place_of, read_storage, write
from verilab.program.lowering.unsupported import give_up
from verilab.program.memory.objects.objects import ObjectKind
from verilab.program.operations import Assign, Havoc, NondetKind, Store
from verilab.program.storages import Array, Variable
from verilab.program.syntax.tree.nodes import nodes_of, operands_to_select
from verilab.program.types import INT

SETTING = ("setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "__builtin_setjmp")
JUMPING = ("longjmp", "_longjmp", "siglongjmp", "__builtin_longjmp")
BY_POINTER = " by pointer"
"""How the names end of functions that stand for those whose address is taken."""
_TARGET, _SENT = "$jump", "$sent"
_CHANGED = "local variable after a jump"
MOST_SAVED = 16  # elements of an array

Kept = list[tuple[Variable | Array, Constant | None, Expression | None]]
"""Storages with the index of an element, and what it held; None where that is not known."""


def has_jumps(session: Session) -> bool:
    """Whether jumps are modelled: some function jumps, none is watched by an automaton, and recursive calls are unfolded."""
    if session.has_jumps is None:
        modelled = not session.observers.woven and not session.options.recursive_calls
        session.has_jumps = modelled and names_any(session, *JUMPING)
    return session.has_jumps


def begin(ctx: Context) -> None:
    """No jump is on its way when the program starts."""
    for stored in ctx.session.jumps.values():
        zero_all(ctx, place_of(stored))


def set_jump(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """A site: control comes here again with what a jump sends."""
    buffer = _buffer(ctx, node, arguments)
    for argument in arguments[1:]:
        ctx.effect(argument)
    ctx.focus(node)
    number = ctx.session.jump_sites = ctx.session.jump_sites + 1
    if ctx.current is None:
        return Value(C_INT, Constant(0, INT))
    assert ctx.function is not None
    if ctx.function.name.endswith(BY_POINTER):  # the function with the site ends before any jump
        give_up(ctx, "setjmp by pointer")
        return Value(C_INT, Constant(0, INT))
    assignments.assign_value(ctx, buffer, Value(C_INT, Constant(number, INT)), node)
    value = ctx.temporary(INT)
    ctx.emit(Assign(value, Constant(0, INT)))
    saving, again = ctx.current, ctx.location()
    ctx.jump_sites.append((number, value, saving, again, node))
    ctx.current = again
    ctx.start(ctx.location())
    return Value(C_INT, Read(value))


def jump(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """The jump: from here on it is on its way."""
    if len(arguments) != 2:
        raise ctx.error(node, f"{node.name.name} takes 2 arguments, but {len(arguments)} are passed")
    sent = operators.require_expression(ctx, operators.convert(ctx, ctx.value(arguments[1]), C_INT, node), node)
    sent = ctx.save(sent)
    buffer = _buffer(ctx, node, arguments)
    ctx.focus(node)
    target = operators.require_expression(ctx, operators.convert(ctx, value_at(ctx, buffer), C_INT, node), node)
    nonzero = folding.conditional(folding.binary("!=", sent, Constant(0, INT)), sent, Constant(1, INT))
    ctx.emit(write(_place(ctx, _SENT), nonzero, ctx.model))
    ctx.emit(write(_place(ctx, _TARGET), target, ctx.model))
    ctx.jump(_unwinding(ctx))
    return Value(VOID, None)


def after_call(ctx: Context) -> None:
    """Behind a call: where a jump is on its way, the function is left, too."""
    if ctx.current is None or ctx.function is None or not has_jumps(ctx.session) or ctx.function.name == "<entry>":
        return
    onwards = ctx.location()
    ctx.branch_on(folding.binary("!=", _read(ctx, _TARGET), Constant(0, INT)), _unwinding(ctx), onwards, "a jump")
    ctx.current = onwards


def unwind(ctx: Context, body: c_ast.Node | None) -> None:
    """The function's part of a jump, at the end of its lowering."""
    changing = _indeterminate(ctx, body) if body is not None and ctx.unwinding is not None else []
    saved: list[Kept] = []
    for _, _, saving, again, node in ctx.jump_sites:
        ctx.focus(node)
        ctx.current = saving
        saved.append(_save(ctx, changing))
        ctx.jump(again)
    if ctx.unwinding is None:
        return
    assert ctx.function is not None
    ctx.current = ctx.unwinding
    ctx.focus(body)
    for (number, value, _, again, node), kept in zip(ctx.jump_sites, saved, strict=True):
        ctx.focus(node)
        here, elsewhere = ctx.location(), ctx.location()
        ctx.branch_on(folding.binary("==", _read(ctx, _TARGET), Constant(number, INT)), here, elsewhere, "a jump to here")
        ctx.current = here
        ctx.emit(write(_place(ctx, _TARGET), Constant(0, INT), ctx.model))
        _forget_changed(ctx, kept)
        ctx.emit(Assign(value, _read(ctx, _SENT)))
        ctx.jump(again)
        ctx.current = elsewhere
    ctx.jump(ctx.function.exit)


def _save(ctx: Context, changing: list[StoredObject]) -> Kept:
    """Copies of what these variables hold now; none of large arrays."""
    kept: Kept = []
    for storage in dict.fromkeys(cell.storage for stored in changing for cell in stored.cells):
        if isinstance(storage, Variable):
            kept.append((storage, None, ctx.save(Read(storage))))
        elif storage.length <= MOST_SAVED:
            indices = (Constant(i, INT) for i in range(storage.length))
            kept += [(storage, index, ctx.save(Select(storage, index))) for index in indices]
        else:
            kept.append((storage, None, None))
    return kept


def _forget_changed(ctx: Context, kept: Kept) -> None:
    """What is no longer as it was saved may be anything."""
    for storage, index, before in kept:
        if before is None:
            ctx.emit(Havoc((storage,), NondetKind.IMPRECISE, _CHANGED), _CHANGED)
            continue
        now: Expression = read_storage(storage, index)
        changed = folding.binary("!=", now, before)
        value = folding.conditional(changed, ctx.nondet(storage.type, NondetKind.UNINITIALISED, _CHANGED), now)
        match storage, index:
            case Array(), Constant():
                ctx.emit(Store(storage, index, value))
            case Variable(), _:
                ctx.emit(Assign(storage, value))


def _unwinding(ctx: Context) -> Location:
    if ctx.unwinding is None:
        ctx.unwinding = ctx.location()
    return ctx.unwinding


def _buffer(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Place:
    """Where a buffer holds its site."""
    if not arguments:
        raise ctx.error(node, "a jump needs a buffer")
    type: IntegerType = long_type(ctx.model, signed=True)
    address = operators.require_expression(ctx, operators.convert(ctx, ctx.value(arguments[0]), PointerType(VOID), node), node)
    ctx.session.dereferences = True
    return place_at(address, type)


def _place(ctx: Context, name: str) -> Place:
    stored = ctx.session.jumps.get(name)
    if stored is None:
        stored = ctx.session.jumps[name] = ctx.session.make_object(name, C_INT, ObjectKind.GLOBAL, None)
    return place_of(stored)


def _read(ctx: Context, name: str) -> Expression:
    value = value_at(ctx, _place(ctx, name)).expression
    assert value is not None
    return value


def _indeterminate(ctx: Context, body: c_ast.Node) -> list[StoredObject]:
    """The locals of the function, parameters included, that its body assigns to and that are not volatile."""
    assert ctx.function is not None
    assigned, lasting = _names(body)
    prefix = f"{ctx.function.name}::"
    return [
        stored
        for stored in ctx.session.objects
        if stored.kind is ObjectKind.LOCAL and stored.name.startswith(prefix) and _base(stored.name[len(prefix) :]) in assigned - lasting
    ]


def _base(name: str) -> str:
    return name.partition("$")[0]


def _names(body: Any) -> tuple[set[str], set[str]]:
    """Names at the root of what is assigned or whose address is taken, and names that are volatile wherever they are declared."""
    assigned: set[str] = set()
    volatile: set[str] = set()
    plain: set[str] = set()
    for node in nodes_of(body):
        match node:
            case c_ast.Assignment(lvalue=target) | c_ast.UnaryOp(op="++" | "--" | "p++" | "p--" | "&", expr=target):
                assigned |= _root(target)
            case c_ast.Decl(name=str(name), type=type):
                (volatile if "volatile" in _qualifiers(type) else plain).add(name)
    return assigned, volatile - plain


def _root(node: Any) -> set[str]:
    while isinstance(node, c_ast.ArrayRef | c_ast.StructRef | c_ast.Cast):
        node = node.expr if isinstance(node, c_ast.Cast) else node.name
    operands = operands_to_select(node)
    if len(operands) > 1:
        return set().union(*map(_root, operands))
    return {operands[0].name} if isinstance(operands[0], c_ast.ID) else set()


def _qualifiers(type: Any) -> list[str]:
    while isinstance(type, c_ast.ArrayDecl):
        type = type.type
    return list(type.quals) if isinstance(type, c_ast.TypeDecl | c_ast.PtrDecl) and type.quals else []
