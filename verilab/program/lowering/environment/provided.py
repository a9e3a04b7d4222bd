"""Pointers that functions without a body return: to an object of theirs, or not: see ``memory.external.provided_objects``."""

from __future__ import annotations

from verilab.program.c_types.layout import IncompleteTypeError, size_of
from verilab.program.c_types.types import CType, FunctionType, PointerType, RecordType, is_variable_length
from verilab.program.expressions import Binary, Constant, Expression, Read
from verilab.program.lowering.context import Context
from verilab.program.lowering.facts.library_names import implements
from verilab.program.lowering.storage.layouts import layout_of
from verilab.program.memory.external.provided_objects import CHOICE, FRESH, NUMBER, no_address_term, number_origin, result_origin
from verilab.program.memory.objects.objects import Layout
from verilab.program.memory.raw.operations import AllocationSite, allocate, external_pointer
from verilab.program.operations import Assign, Nondet, NondetKind
from verilab.program.storages import Variable
from verilab.program.types import INT

LEAST_SIZE = 64  # bytes of an object of which no more is known: elements of an array, or what a pointer to void leads to
MOST_LEAVES = 16  # of a type whose objects are modelled whole; of a larger one, what the program uses


def pointer_from(ctx: Context, type: PointerType, name: str, given: tuple[Expression, ...]) -> Expression:
    """What a function without a body returns that got the pointers ``given``."""
    result = ctx.temporary(ctx.pointer)
    if ctx.current is None:
        return Read(result)
    if isinstance(type.target, FunctionType) or implements(name):
        _anything(ctx, result, name, given)
        return Read(result)
    choice = ctx.nondet(CHOICE, NondetKind.INPUT, result_origin(name))
    fresh, other, number, anything, after = (ctx.location() for _ in range(5))
    ctx.branch_on(Binary("==", choice, Constant(FRESH, CHOICE), INT), fresh, other, f"{name} returns an object of its own")
    ctx.start(fresh)
    size, layout = _extent(ctx, type.target)
    site = AllocationSite(ctx.session.unique_name(f"{ctx.function.name if ctx.function else ''}::{name}"), layout)
    ctx.emit(allocate(result, Constant(size, ctx.pointer), site, provider=name))
    ctx.jump(after)
    ctx.start(other)
    ctx.branch_on(Binary("==", choice, Constant(NUMBER, CHOICE), INT), number, anything, f"{name} returns null or an error")
    ctx.start(number)
    chosen = ctx.temporary(ctx.pointer)
    ctx.emit(Assign(chosen, Nondet(ctx.pointer, NondetKind.INPUT, number_origin(name))))
    ctx.emit(Assign(result, no_address_term(chosen)))
    ctx.jump(after)
    ctx.start(anything)
    _anything(ctx, result, name, given)
    ctx.jump(after)
    ctx.start(after)
    return Read(result)


def _anything(ctx: Context, result: Variable, name: str, given: tuple[Expression, ...]) -> None:
    reason = f"pointer from {name}"
    if given:
        ctx.emit(external_pointer(result, given, reason), reason)
    else:
        ctx.emit(Assign(result, Nondet(ctx.pointer, NondetKind.IMPRECISE, reason)), reason)


def _extent(ctx: Context, target: CType) -> tuple[int, Layout | None]:
    """The size of an object in bytes, and its layout where it is small; one of a scalar is an array's first."""
    try:
        size = 0 if is_variable_length(target) else size_of(target, ctx.model)
    except IncompleteTypeError:
        size = 0
    if not isinstance(target, RecordType) or not size:
        return max(size, LEAST_SIZE), None
    layout = layout_of(target, Constant(size, ctx.pointer), ctx.model)
    small = layout is not None and layout.size == size and sum(leaf.count for leaf in layout.leaves) <= MOST_LEAVES
    return size, layout if small else None
