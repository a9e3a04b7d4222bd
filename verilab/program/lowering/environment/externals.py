"""Calls of functions that only have a declaration: what they may change, what they may return, and whom they may call back.

Everything that is reachable from a pointer argument may change, also from one inside a structure that is passed, all but what is const.
A result may point wherever an argument leads.
A function that is passed, or that is reachable, may be called, any number of times, with any arguments.  All of this is imprecise: a proof
has to hold for every such function, and a violation must not depend on what one of them does.

By SV-COMP's convention a function without a body does not know the program's names.  What it was given it may keep, for other such
functions to use: see ``memory.retention``, also for the (large) programs in which we take it that calls know nothing of earlier ones.
"""

from __future__ import annotations

from verilab.program.c_types.types import ArrayType, CType, FunctionType, IntegerType, PointerType, RecordType, VoidType
from verilab.program.expressions import Constant, Expression, Read
from verilab.program.lowering.calls import variadic_lists
from verilab.program.lowering.context import Context
from verilab.program.lowering.environment.kept_memory import KEEPING
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.facts.library_names import defines, implements
from verilab.program.lowering.storage.places import address_of_place
from verilab.program.memory.raw.operations import external_call, havoc_through, recall, recalled_pointer
from verilab.program.operations import NondetKind

_PERMUTING = frozenset(("getopt", "getopt_long", "getopt_long_only", "argp_parse", "__posix_getopt"))
"""Functions of the GNU library that reorder the arguments of ``main`` though they get them as constant."""


def havoc_arguments(ctx: Context, name: str, type: FunctionType, values: list[Value]) -> tuple[Expression, ...]:
    """The effect of a call on memory; returns the pointers that the function gets."""
    reason = f"external function {name}"
    given: list[Expression] = []
    written: list[Expression] = []
    numbers: list[Expression] = []
    functions: list[Expression] = []
    deep = False  # by the types: parts of addresses may be in everything else
    for i, value in enumerate(values):
        if value.expression is None and value.place is not None:
            given.append(address_of_place(value.place, ctx.model))  # of a copy that the function has: what it leads to is reached
            deep = deep or holds_addresses(value.type, ctx.pointer.width)
        if value.expression is None or isinstance(value.expression, Constant):
            continue
        if not isinstance(value.type, PointerType):
            numbers.append(value.expression)
            deep = deep or (isinstance(value.type, IntegerType) and value.type.machine.width == ctx.pointer.width)
            continue
        declared = type.parameters[i] if type.parameters is not None and i < len(type.parameters) else value.type
        if isinstance(value.type.target, FunctionType):
            functions.append(value.expression)
            continue
        given.append(value.expression)
        # What vsnprintf and its like get a list for; but for %n they write.
        only_read = variadic_lists.inside(value.type) and defines(name) and "scanf" not in name and not ctx.session.calls.counts
        deep = deep or (leads_on(value.type.target) and not only_read)
        if not (isinstance(declared, PointerType) and declared.constant) or name in _PERMUTING:
            written.append(value.expression)
            ctx.emit(havoc_through(value.expression, NondetKind.IMPRECISE, reason), reason)
    if not defines(name) and not _chooses_only(name, type):
        ctx.emit(recall(given, written, numbers, functions, reason, hook=_is_hook(name, type)))
    lost = any(value.expression is None and value.place is None for value in values)  # what it was computed from is known to the function
    if given or numbers or functions or lost:
        typed = deep or bool(functions)
        fixed = implements(name) and name not in KEEPING
        ctx.emit(external_call(given, written, numbers, functions, reason, fixed=fixed, typed=typed), reason)
    return tuple(given)


def recall_result(ctx: Context, name: str, type: FunctionType, result: Value) -> None:
    """A pointer that a function returns may be one that an earlier one was given."""
    if not isinstance(result.type, PointerType) or not isinstance(result.expression, Read):
        return
    if not defines(name) and not _chooses_only(name, type) and not _is_hook(name, type):
        ctx.emit(recalled_pointer(result.expression.variable, f"pointer from {name}"))


def _chooses_only(name: str, type: FunctionType) -> bool:
    """Whether a function only returns a choice: the conventions' and those that are named as they are and get no pointers."""
    return name.startswith("__VERIFIER_") or ("nondet" in name and isinstance(type.result, IntegerType) and not _gets_pointers(type))


def _is_hook(name: str, type: FunctionType) -> bool:
    """Whether a function is a hook of the harness that Linux Driver Verification generates, whose ``main`` calls the driver's handlers."""
    return name.startswith("ldv_") and not _gets_pointers(type)


def _gets_pointers(type: FunctionType) -> bool:
    return any(isinstance(parameter, PointerType) for parameter in type.parameters or ())


def holds_addresses(type: CType, width: int) -> bool:
    """Whether a value of this type may hold an address: a pointer, or an integer of its width, somewhere inside."""
    match type:
        case PointerType():
            return True
        case IntegerType(machine=machine):
            return machine.width == width
        case ArrayType(element=element):
            return holds_addresses(element, width)
        case RecordType(members=members, size=size):
            return (
                members is None
                or (bool(type.is_union) and size * 8 >= width)
                or any(holds_addresses(member.type, width) for member in members)
            )
    return False


def leads_on(type: CType) -> bool:
    """Whether an object of this type may contain pointers, or is a function that may be called; an object of an unknown type may."""
    match type:
        case PointerType() | VoidType() | FunctionType():
            return True
        case ArrayType(element=element):
            return leads_on(element)
        case RecordType(members=members):
            return members is None or any(leads_on(member.type) for member in members)
    return False
