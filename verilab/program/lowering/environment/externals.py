"""Calls of functions that only have a declaration: what they may change, what they may return, and whom they may call back.

Everything that is reachable from a pointer argument may change, all but what is const.  A result may point wherever an argument leads.
A function that is passed itself may be called, any number of times, with any arguments.  All of this is imprecise: a proof has to hold
for every such function, and a violation must not depend on what one of them does.
"""

from __future__ import annotations

from verilab.program.c_types.types import ArrayType, CType, FunctionType, IntegerType, PointerType, RecordType, VoidType
from verilab.program.cfa import Variable
from verilab.program.expressions import Constant, Expression, Read
from verilab.program.lowering import folding
from verilab.program.lowering.context import Context
from verilab.program.lowering.objects import machine_type
from verilab.program.lowering.values import Value
from verilab.program.memory.raw import external_call, havoc_through, indirect_call
from verilab.program.operations import NondetKind
from verilab.program.types import INT


def havoc_arguments(ctx: Context, name: str, type: FunctionType, values: list[Value]) -> tuple[Expression, ...]:
    """The effect of a call on memory; returns the pointers that the function gets."""
    reason = f"external function {name}"
    given: list[Expression] = []
    written: list[Expression] = []
    callbacks: list[tuple[Expression, FunctionType]] = []
    for i, value in enumerate(values):
        if not isinstance(value.type, PointerType) or value.expression is None or isinstance(value.expression, Constant):
            continue
        declared = type.parameters[i] if type.parameters is not None and i < len(type.parameters) else value.type
        if isinstance(value.type.target, FunctionType):
            callbacks.append((value.expression, value.type.target))
            continue
        given.append(value.expression)
        if not (isinstance(declared, PointerType) and declared.constant):
            written.append(value.expression)
            ctx.emit(havoc_through(value.expression, NondetKind.IMPRECISE, reason), reason)
    deep = any(leads_on(value.type.target) for value in values if isinstance(value.type, PointerType))
    if deep or callbacks:
        parameters = [ctx.temporary(ctx.pointer)] if callbacks else []
        ctx.emit(external_call(tuple(given), tuple(written), tuple(parameters), reason), reason)
        for callee, signature in callbacks:
            _call_back(ctx, callee, signature, parameters[0], reason)
    return tuple(given)


def leads_on(type: CType) -> bool:
    """Whether an object of this type may contain pointers; of an unknown one it may."""
    match type:
        case PointerType() | VoidType():
            return True
        case ArrayType(element=element):
            return leads_on(element)
        case RecordType(members=members):
            return members is None or any(leads_on(member.type) for member in members)
    return False


def _call_back(ctx: Context, callee: Expression, signature: FunctionType, pointer: Variable, reason: str) -> None:
    """A loop of calls: each time with any arguments, pointers to what the external function can reach."""
    if ctx.current is None:
        return
    head, call, after = ctx.location(), ctx.location(), ctx.location()
    ctx.start(head)
    again = ctx.nondet(INT, NondetKind.IMPRECISE, reason)
    ctx.branch_on(folding.truth(again), call, after, f"{reason} calls back")
    ctx.current = call
    arguments: list[Expression] = []
    for type in signature.parameters or ():
        machine = machine_type(type, ctx.model)
        if isinstance(type, PointerType):
            arguments.append(Read(pointer))
        elif isinstance(type, IntegerType) and machine is not None:
            arguments.append(ctx.nondet(machine, NondetKind.IMPRECISE, reason))
    result = machine_type(signature.result, ctx.model)
    ctx.emit(indirect_call(callee, tuple(arguments), None if result is None else ctx.temporary(result)), reason)
    ctx.jump(head)
    ctx.current = after


def any_pointer(ctx: Context, given: tuple[Expression, ...], name: str) -> Expression:
    """A pointer that an external function returns: to memory of its own, or wherever its arguments lead."""
    reason = f"pointer from {name}"
    target = ctx.temporary(ctx.pointer)
    ctx.emit(external_call(given, (), (target,), reason), reason)
    return Read(target)
