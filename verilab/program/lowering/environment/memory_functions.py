"""Allocation and block operations: malloc and its kin, memset, memcpy, strings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pycparser import c_ast

from verilab.program.c_types.layout import IncompleteTypeError, size_of
from verilab.program.c_types.literals import string_literal
from verilab.program.c_types.types import (
    C_INT,
    CHAR,
    VOID,
    ArrayType,
    CType,
    IntegerType,
    PointerType,
    RecordType,
    VoidType,
    is_variable_length,
    size_type,
)
from verilab.program.expressions import Constant, Expression, Read, Select
from verilab.program.lowering.calls import calls
from verilab.program.lowering.context import Context
from verilab.program.lowering.environment import output
from verilab.program.lowering.expressions import folding, operators
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.storage.layouts import layout_of
from verilab.program.lowering.types.declared_types import declared_type, type_of
from verilab.program.memory.external.allocators import failure_origin
from verilab.program.memory.raw.expressions import Load, raw_postorder
from verilab.program.memory.raw.operations import AllocationSite, allocate, copy_bytes, end, set_bytes
from verilab.program.operations import Assign, NondetKind
from verilab.program.storages import Variable
from verilab.program.types import INT

Known = Callable[[Context, Any, list[Any]], Value]
VOID_POINTER = PointerType(VOID)


def _argument(ctx: Context, node: c_ast.FuncCall, arguments: list[Any], index: int, type: CType) -> Expression:
    if index >= len(arguments):
        raise ctx.error(node, f"{node.name.name} takes more than {len(arguments)} arguments")
    value = operators.convert(ctx, ctx.value(arguments[index]), type, node)
    return operators.require_expression(ctx, value, node)


MOST_ALIGNMENT = 1 << 20
"""Memory may have no address of a larger alignment."""


def _allocation(*, zeroed: bool, factors: tuple[int, ...], fails: bool = False, aligned: bool = False) -> Known:
    """An allocator whose size in bytes is the product of these arguments; ``fails`` where it may return null.

    ``aligned``: the first argument is an alignment.  What is known of the address is what malloc's has.

    A product that no ``size_t`` holds is the largest one: of as many bytes there is no object.
    """

    def lower(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
        alignment = _argument(ctx, node, arguments, 0, size_type(ctx.model)) if aligned else None
        sizes = [Value(size_type(ctx.model), _argument(ctx, node, arguments, i, size_type(ctx.model))) for i in factors]
        total = sizes[0].expression
        assert total is not None
        for size in sizes[1:]:
            assert size.expression is not None
            total = _product(total, size.expression)
        ctx.focus(node)
        target = ctx.temporary(ctx.pointer)
        element = next((type for i in factors if (type := _allocated_type(ctx, arguments[i])) is not None), ctx.awaited)
        name = ctx.session.unique_name(f"{ctx.function.name if ctx.function else ''}::{node.name.name}")
        layout = None if element is None else layout_of(element, total, ctx.model)
        ctx.emit(allocate(target, total, AllocationSite(name, layout), zeroed=zeroed))
        if fails:
            _may_fail(ctx, target, node.name.name)
        if alignment is not None:
            _may_refuse(ctx, target, alignment, node.name.name)
        return Value(VOID_POINTER, Read(target))

    return lower


def _reallocation(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """``realloc``, ``reallocarray``: a new object that begins as the old one does, as far as both reach; the rest is indeterminate."""
    address = ctx.save(_argument(ctx, node, arguments, 0, VOID_POINTER))
    wanted = _argument(ctx, node, arguments, 1, size_type(ctx.model))
    if node.name.name == "reallocarray":
        wanted = _product(wanted, _argument(ctx, node, arguments, 2, size_type(ctx.model)))
    size = ctx.save(wanted)
    ctx.focus(node)
    target = ctx.temporary(ctx.pointer)
    element = next((type for size_of_part in arguments[1:] if (type := _allocated_type(ctx, size_of_part)) is not None), ctx.awaited)
    name = ctx.session.unique_name(f"{ctx.function.name if ctx.function else ''}::{node.name.name}")
    layout = None if element is None else layout_of(element, size, ctx.model)
    ctx.emit(allocate(target, size, AllocationSite(name, layout, anew=True)))
    if not (isinstance(wanted, Constant) and wanted.value):
        _may_end(ctx, target, address, size)
    if ctx.current is not None:
        copying, after = ctx.location(), ctx.location()
        both = folding.conditional(folding.truth(address), folding.truth(Read(target)), Constant(0, INT))
        ctx.branch_on(both, copying, after, "there are an old and a new object")
        ctx.current = copying
        ctx.emit(copy_bytes(Read(target), address, size, within=True))
        if ctx.session.options.as_it_stands:
            ctx.emit(end(address))
        ctx.jump(after)
        ctx.current = after
    return Value(VOID_POINTER, Read(target))


def _may_end(ctx: Context, target: Variable, address: Expression, size: Expression) -> None:
    """An object of which no byte is to be left: there is none, or one without bytes, as the library likes (C11 7.22.3p1)."""
    if ctx.current is None:
        return
    none, after = ctx.location(), ctx.location()
    asked = folding.conditional(folding.truth(address), folding.truth(size), Constant(1, INT))
    ctx.branch_on(folding.unary("!", asked), none, after, "no bytes are left")
    ctx.current = none
    kept = folding.truth(ctx.nondet(INT, NondetKind.IMPRECISE, "realloc of no bytes"))
    ctx.emit(Assign(target, folding.conditional(kept, Read(target), Constant(0, target.type))))
    ctx.jump(after)
    ctx.current = after


def _release(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """``free``: of no effect where pointers are resolved; the object's end where memory is executed as it stands."""
    if not ctx.session.options.as_it_stands:
        return output.output(ctx, node, arguments)
    address = _argument(ctx, node, arguments, 0, VOID_POINTER)
    ctx.focus(node)
    ctx.emit(end(address))
    return Value(VOID, None)


def _product(first: Expression, second: Expression) -> Expression:
    """first * second, or the largest number of the type where that is more."""
    type = first.type
    most = folding.constant(type.maximum, type)
    for factor, other in ((first, second), (second, first)):
        if isinstance(factor, Constant):
            if factor.value < 2:
                return folding.binary("*", factor, other)
            fits = folding.binary("<=", other, folding.constant(type.maximum // factor.value, type))
            return folding.conditional(fits, folding.binary("*", first, second), most)
    nonzero = folding.conditional(folding.truth(first), first, folding.constant(1, type))
    fits = folding.binary("<=", second, folding.binary("/", most, nonzero))
    return folding.conditional(fits, folding.binary("*", first, second), most)


def _may_fail(ctx: Context, target: Variable, name: str) -> None:
    """The surroundings choose whether there is no memory."""
    if ctx.current is None:
        return
    failing, after = ctx.location(), ctx.location()
    ctx.branch_on(folding.truth(ctx.nondet(INT, NondetKind.INPUT, failure_origin(name))), failing, after, f"{name} fails")
    ctx.current = failing
    ctx.emit(Assign(target, Constant(0, target.type)))
    ctx.jump(after)
    ctx.current = after


def _may_refuse(ctx: Context, target: Variable, alignment: Expression, name: str) -> None:
    """An alignment that the implementation does not support: there is no object, or one of another alignment (C11 7.22.3.1p2)."""
    if ctx.current is None:
        return
    type = alignment.type
    below = folding.binary("-", alignment, Constant(1, type))
    power = folding.unary("!", folding.truth(folding.binary("&", alignment, below)))
    supported = folding.binary("<", below, folding.constant(MOST_ALIGNMENT, type))  # of none at all, one less is the largest number
    both = folding.conditional(power, supported, Constant(0, INT))
    if isinstance(both, Constant) and both.value:
        return
    refusing, after = ctx.location(), ctx.location()
    ctx.branch_on(folding.unary("!", both), refusing, after, f"{name} knows no such alignment")
    ctx.current = refusing
    kept = folding.truth(ctx.nondet(INT, NondetKind.IMPRECISE, f"{name} of another alignment"))
    ctx.emit(Assign(target, folding.conditional(kept, Read(target), Constant(0, target.type))))
    ctx.jump(after)
    ctx.current = after


def _allocated_type(ctx: Context, node: c_ast.Node) -> CType | None:
    """The T of a ``sizeof(T)`` in an expression for a size."""
    pending = [node]
    while pending:
        part = pending.pop()
        if isinstance(part, c_ast.UnaryOp) and part.op == "sizeof":
            return type_of(ctx, part.expr)
        if isinstance(part, c_ast.BinaryOp | c_ast.Cast | c_ast.UnaryOp):
            pending.extend(child for child in part if not isinstance(child, c_ast.Typename))
    return None


def _filled(ctx: Context, node: c_ast.Node, target: Any, byte: Any, count: Any) -> Value:
    """``memset(target, byte, count)``; the result is the target's value before."""
    needed = ctx.needed
    size = size_type(ctx.model)
    address, value, length = _arguments(ctx, node, [(target, VOID_POINTER), (byte, C_INT), (count, size)])
    result = _kept(ctx, address) if needed else address
    ctx.emit(set_bytes(address, value, length))
    return Value(VOID_POINTER, result)


def _copied(ctx: Context, node: c_ast.Node, target: Any, source: Any, count: Any, *, end: bool = False) -> Value:
    """``memmove(target, source, count)``; the result is the target's value before, or the end of the copy."""
    needed = ctx.needed
    size = size_type(ctx.model)
    address, origin, length = _arguments(ctx, node, [(target, VOID_POINTER), (source, VOID_POINTER), (count, size)])
    result = address
    if needed:
        result = _kept(ctx, folding.binary("+", address, folding.cast(length, ctx.pointer)) if end else address)
    ctx.emit(copy_bytes(address, origin, length))
    return Value(VOID_POINTER, result)


def _arguments(ctx: Context, node: c_ast.Node, wanted: list[tuple[Any, CType]]) -> list[Expression]:
    values: list[Expression] = []
    for argument, type in wanted:
        value = operators.convert(ctx, ctx.value(argument), type, node)
        values.append(operators.require_expression(ctx, value, node))
    ctx.focus(node)
    return values


def _kept(ctx: Context, address: Expression) -> Expression:
    """The value now: the block may contain what it is computed from."""
    return ctx.save(address) if reads_memory(address) else address


def reads_memory(expression: Expression) -> bool:
    """Whether a value depends on storage."""
    return any(isinstance(node, Read | Select | Load) for node in raw_postorder(expression))


def _block(lower: Callable[..., Value], *order: int, fill: bool = False, returns: bool = True, end: bool = False) -> Known:
    """A block function whose arguments are in this order of target, source or byte, and count."""

    def known(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
        if len(arguments) <= max(order):
            raise ctx.error(node, f"{node.name.name} takes more than {len(arguments)} arguments")
        operands = [arguments[i] for i in order]
        if fill:
            operands.insert(1, c_ast.Constant("int", "0"))
        value = lower(ctx, node, *operands, **({"end": True} if end else {}))
        return value if returns else Value(VOID, None)

    return known


def _strlen(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """Of a literal: the characters in front of its first zero; else the library's loop."""
    if len(arguments) == 1 and isinstance(arguments[0], c_ast.Constant):
        literal = string_literal(arguments[0].value, C_INT)
        if literal is not None and literal.element == CHAR:
            result = size_type(ctx.model)
            return Value(result, Constant((*literal.units, 0).index(0), result.machine))
    return calls.call_function(ctx, node, node.name.name, None, arguments)


def _offsetof(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """``offsetof(T, a.b[2])``."""
    type = declared_type(ctx, arguments[0])
    result = size_type(ctx.model)
    if is_variable_length(type):
        return ctx.unknown(result, "a structure of variable length")
    total = folding.constant(0, result.machine)
    path = []
    part = arguments[1]
    while part is not None:
        path.append(part)
        part = part.name if isinstance(part, c_ast.StructRef | c_ast.ArrayRef) else None
    expression: Expression = total
    for part in reversed(path):
        if isinstance(part, c_ast.ArrayRef):
            if not isinstance(type, ArrayType):
                raise ctx.error(part, f"offsetof indexes a value of type {type}")
            type = type.element
            index = folding.cast(operators.require_expression(ctx, ctx.value(part.subscript), part), result.machine)
            try:
                stride = folding.constant(size_of(type, ctx.model), result.machine)
            except IncompleteTypeError as problem:
                raise ctx.error(part, str(problem)) from None
            expression = folding.binary("+", expression, folding.binary("*", index, stride))
            continue
        name = part.name if isinstance(part, c_ast.ID) else part.field.name
        members = type.by_name.get(name) if isinstance(type, RecordType) else None
        if members is None:
            raise ctx.error(part, f"{type} has no member '{name}'")
        type = members[-1].type
        distance = sum(member.offset for member in members)
        expression = folding.binary("+", expression, folding.constant(distance, result.machine))
    return Value(result, expression)


KNOWN: dict[str, Known] = {
    **{name: _allocation(zeroed=False, factors=(0,)) for name in ("malloc", "__builtin_malloc", "alloca", "__builtin_alloca", "valloc")},
    **{name: _allocation(zeroed=True, factors=(0,), fails=True) for name in ("kzalloc", "vzalloc")},
    **{name: _allocation(zeroed=False, factors=(0,), fails=True) for name in ("kmalloc", "vmalloc", "__kmalloc")},
    **{name: _allocation(zeroed=True, factors=(0, 1)) for name in ("calloc", "__builtin_calloc")},
    **{name: _allocation(zeroed=False, factors=(1,), aligned=True) for name in ("aligned_alloc", "memalign")},
    "kcalloc": _allocation(zeroed=True, factors=(0, 1), fails=True),
    **dict.fromkeys(("realloc", "__builtin_realloc", "reallocarray"), _reallocation),
    **dict.fromkeys(("free", "__builtin_free"), _release),
    "memset": _block(_filled, 0, 1, 2),
    **dict.fromkeys(("memcpy", "memmove"), _block(_copied, 0, 1, 2)),
    "mempcpy": _block(_copied, 0, 1, 2, end=True),
    "bcopy": _block(_copied, 1, 0, 2, returns=False),
    **dict.fromkeys(("bzero", "explicit_bzero"), _block(_filled, 0, 1, fill=True, returns=False)),
    "strlen": _strlen,
    "offsetof": _offsetof,
    "__builtin_offsetof": _offsetof,
}
__all__ = ["INT", "KNOWN", "IntegerType", "VoidType", "calls"]
