"""C's operators on values: conversions, arithmetic with the usual conversions, pointer arithmetic and comparisons."""

from __future__ import annotations

from dataclasses import replace

from pycparser import c_ast

from verilab.program.c_types import floating
from verilab.program.c_types.conversions import promote, usual
from verilab.program.c_types.layout import IncompleteTypeError, is_list, size_of
from verilab.program.c_types.types import (
    C_BOOL,
    C_INT,
    LONG_LONG,
    SHORT,
    SIGNED_CHAR,
    VOID,
    ArrayType,
    CType,
    FloatType,
    IntegerType,
    PointerType,
    RecordType,
    VoidType,
    difference_type,
    is_variable_length,
    is_vector,
    long_type,
)
from verilab.program.expressions import COMPARISONS, Binary, Constant, Expression
from verilab.program.loops import Walks
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions import floats, folding, vectors
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.storage.objects import machine_type
from verilab.program.lowering.storage.places import moved_pointer, scaled_index
from verilab.program.memory.raw.expressions import pointer_difference
from verilab.program.operations import Assume, NondetKind
from verilab.program.types import BOOL, DataModel, IntType

INSIDE_LIST = "what a va_list is made of"


def require_expression(ctx: Context, value: Value, node: c_ast.Node | None) -> Expression:
    """The machine value of a scalar; a floating-point one is converted to an int."""
    if isinstance(value.type, FloatType):
        converted = floats.as_integer(ctx, value, C_INT, C_INT.machine).expression
        assert converted is not None
        return converted
    if value.expression is not None:
        return value.expression
    what = "has no value" if isinstance(value.type, VoidType) else f"has type {value.type}"
    raise ctx.error(node, f"an integer or a pointer was expected, but the expression {what}")


def convert(ctx: Context, value: Value, target: CType, node: c_ast.Node) -> Value:
    """The value converted to ``target``, as by assignment or a cast."""
    source = value.type
    if source == target and (value.expression is not None or isinstance(source, RecordType) or floating.lacks_patterns(source)):
        return replace(value, type=target) if isinstance(target, PointerType) and source is not target else value  # other qualifiers
    if isinstance(target, VoidType):
        return Value(VOID, None)
    if isinstance(source, RecordType) or isinstance(target, RecordType):
        if source is target:
            return value
        if is_vector(source) or is_vector(target):
            return vectors.convert(ctx, value, target, node)
        if isinstance(target, RecordType) and target.is_union:
            return vectors.into_union(ctx, value, target, node)
        raise ctx.error(node, f"a value of type {source} cannot be converted to {target}")
    if isinstance(source, VoidType):
        raise ctx.error(node, f"an expression of type void cannot be converted to {target}")
    if isinstance(target, FloatType):
        return floats.converted(ctx, value, target)
    machine = machine_type(target, ctx.model)
    if machine is None:
        raise ctx.error(node, f"a value of type {source} cannot be converted to {target}")
    if isinstance(source, FloatType):
        return floats.as_integer(ctx, value, target, machine)
    if value.expression is None:
        return ctx.unknown(target, floats.REASON)
    if is_list(source) and not is_list(target):
        return ctx.unknown(target, INSIDE_LIST)
    if isinstance(target, PointerType) and isinstance(source, IntegerType) and not isinstance(value.expression, Constant):
        note_walk(ctx, value.expression)
    if machine == BOOL and isinstance(target, IntegerType) and target.name != C_BOOL.name:
        return Value(target, folding.low_bit(value.expression))
    converted = folding.cast(_extended(ctx, value.expression, machine) if isinstance(source, PointerType) else value.expression, machine)
    _note_conversion(ctx, source, target, value.expression, converted)
    return Value(target, converted)


def _extended(ctx: Context, address: Expression, machine: IntType) -> Expression:
    """The address as gcc makes a wider integer of it: it extends the sign (GCC manual, 4.7 Arrays and Pointers)."""
    return folding.cast(address, IntType(ctx.pointer.width, True)) if machine.width > ctx.pointer.width else address


def _note_conversion(ctx: Context, source: CType, target: CType, before: Expression, after: Expression) -> None:
    """Tell the memory model where an address becomes an integer, and an integer an address."""
    if isinstance(before, Constant) or isinstance(after, Constant):
        return
    if isinstance(source, PointerType) and isinstance(target, IntegerType):
        ctx.session.builder.conversions.to_integers.append(before)
    elif isinstance(source, IntegerType) and isinstance(target, PointerType):
        ctx.session.builder.conversions.to_pointers.append(after)


def signed_types(model: DataModel) -> tuple[IntegerType, ...]:
    """The signed integer types by rank."""
    return (SIGNED_CHAR, SHORT, C_INT, long_type(model, signed=True), LONG_LONG)


def binary(ctx: Context, operator: str, left: Value, right: Value, node: c_ast.Node) -> Value:
    """``left operator right`` for every operator but ``&&`` and ``||``."""
    if is_vector(left.type) or is_vector(right.type):
        return vectors.binary(ctx, operator, left, right, node)
    for side in (left, right):
        if isinstance(side.type, RecordType | VoidType):
            raise ctx.error(node, f"the operator {operator} is applied to a value of type {side.type}")
    if isinstance(left.type, PointerType) or isinstance(right.type, PointerType):
        return _pointer_binary(ctx, operator, left, right, node)
    if isinstance(left.type, FloatType) or isinstance(right.type, FloatType):
        if operator in ("%", "&", "|", "^", "<<", ">>"):
            raise ctx.error(node, f"the operator {operator} is applied to a floating-point value")
        return floats.binary(ctx, operator, left, right)
    assert isinstance(left.type, IntegerType)
    assert isinstance(right.type, IntegerType)
    assert left.expression is not None
    assert right.expression is not None
    if operator in ("<<", ">>"):
        result, distance = promote(left.type), promote(right.type)
        shifted = folding.cast(left.expression, result.machine)
        return Value(result, folding.binary(operator, shifted, folding.cast(right.expression, distance.machine)))
    common = usual(left.type, right.type, ctx.model)
    first, second = folding.cast(left.expression, common.machine), folding.cast(right.expression, common.machine)
    if operator in ("/", "%"):
        _divide(ctx, second)
    if operator in COMPARISONS:
        ctx.session.builder.conversions.compared.append((first, second))
    return Value(C_INT if operator in COMPARISONS else common, folding.binary(operator, first, second))


def _divide(ctx: Context, divisor: Expression) -> None:
    """Division by zero is undefined: paths on which the divisor is zero end before it."""
    if isinstance(divisor, Constant):
        if divisor.value == 0:
            ctx.current = None
        return
    ctx.emit(Assume(folding.truth(divisor), True), text="[divisor != 0]")


def _pointer_binary(ctx: Context, operator: str, left: Value, right: Value, node: c_ast.Node) -> Value:
    if operator in COMPARISONS:
        if is_list(left.type) or is_list(right.type):
            return ctx.unknown(C_INT, INSIDE_LIST)
        first, second = (folding.cast(require_expression(ctx, side, node), ctx.pointer) for side in (left, right))
        ctx.session.builder.conversions.compared_pointers.append((first, second))
        return Value(C_INT, folding.binary(operator, first, second))
    if operator == "-" and isinstance(left.type, PointerType) and isinstance(right.type, PointerType):
        difference = difference_type(ctx.model)
        first, second = (folding.cast(require_expression(ctx, side, node), difference.machine) for side in (left, right))
        if is_variable_length(left.type.target):
            return ctx.unknown(difference, "variable-length array")
        stride = folding.constant(max(1, element_size(ctx, left.type, node)), difference.machine)
        distance = folding.binary("-", first, second)
        if isinstance(distance, Binary):
            distance = pointer_difference(first, second)
        return Value(difference, folding.binary("/", distance, stride))
    if operator == "+" and isinstance(right.type, PointerType):
        left, right = right, left
    if operator not in ("+", "-") or not isinstance(left.type, PointerType) or not isinstance(right.type, IntegerType):
        raise ctx.error(node, f"the operator {operator} is applied to values of types {left.type} and {right.type}")
    base, index = require_expression(ctx, left, node), require_expression(ctx, right, node)
    if is_variable_length(left.type.target):
        step = ctx.nondet(ctx.pointer, NondetKind.IMPRECISE, "variable-length array")
    else:
        step = scaled_index(index, element_size(ctx, left.type, node), ctx.pointer)
    note_walk(ctx, index)
    return Value(left.type, moved_pointer(operator, base, step))


def note_walk(ctx: Context, distance: Expression) -> None:
    """A pointer moves by so much, with nothing that checks where it arrives; in a library function the address sanitizer does."""
    stepwise = isinstance(distance, Constant) or any(ctx.scopes.outermost is scope for scope in ctx.session.library_scopes.values())
    ctx.session.walks = max(ctx.session.walks, Walks.BY_STEPS if stepwise else Walks.ANYWHERE)


def element_size(ctx: Context, pointer: PointerType, node: c_ast.Node) -> int:
    """The stride of arithmetic on a pointer."""
    try:
        return size_of(pointer.target, ctx.model)
    except IncompleteTypeError as problem:
        raise ctx.error(node, f"arithmetic on a pointer to an incomplete type: {problem}") from None


def negate(ctx: Context, operator: str, value: Value, node: c_ast.Node) -> Value:
    """The unary operators ``+``, ``-`` and ``~``."""
    if isinstance(value.type, FloatType):
        return floats.negate(operator, value)
    if is_vector(value.type):
        return vectors.unary(ctx, operator, value, node)
    if not isinstance(value.type, IntegerType) or value.expression is None:
        raise ctx.error(node, f"the operator {operator} is applied to a value of type {value.type}")
    type = promote(value.type)
    operand = folding.cast(value.expression, type.machine)
    return Value(type, operand if operator == "+" else folding.unary(operator, operand))


def logical_not(ctx: Context, value: Value, node: c_ast.Node) -> Value:
    """``!``."""
    return Value(C_INT, folding.negation(truth(ctx, value, node)))


def common_type(
    ctx: Context, left: CType, right: CType, left_expression: Expression | None = None, right_expression: Expression | None = None
) -> CType:
    """The type of a conditional expression whose branches have these types, and values where they may be null (C11 6.5.15)."""
    if isinstance(left, IntegerType) and isinstance(right, IntegerType):
        return usual(left, right, ctx.model)
    for type, other in ((left, right), (right, left)):
        if isinstance(type, VoidType):
            return VOID
        if isinstance(type, FloatType) and isinstance(other, FloatType | IntegerType):
            return floating.usual_floating(type, other, ctx.model)
    if isinstance(left, PointerType) and isinstance(right, PointerType):
        if _is_null(left, left_expression):
            return right
        return left if _is_null(right, right_expression) else _common_pointer(left, right)
    if isinstance(left, PointerType):
        return left
    return right if isinstance(right, PointerType) else left


def _is_null(type: PointerType, expression: Expression | None) -> bool:
    """Whether a branch is the constant ``(void *)0``."""
    return isinstance(type.target, VoidType) and not type.all_qualifiers and isinstance(expression, Constant) and expression.value == 0


def _common_pointer(left: PointerType, right: PointerType) -> PointerType:
    """To void where one is, else to the composite type: an array's length may be one's only; const where one is."""
    shorter = isinstance(left.target, ArrayType) and left.target.length is None and isinstance(right.target, ArrayType)
    follows = isinstance(right.target, VoidType) or shorter
    return PointerType.to(right.target if follows else left.target, left.all_qualifiers | right.all_qualifiers)


def truth(ctx: Context, value: Value, node: c_ast.Node | None) -> Expression:
    """The value as a condition of type INT, 0 or 1."""
    if isinstance(value.type, FloatType) and (nonzero := floats.nonzero(value)) is not None:
        return nonzero
    expression = require_expression(ctx, value, node)
    if isinstance(value.type, IntegerType) and not folding.is_truth(expression) and not isinstance(expression, Constant):
        ctx.session.builder.conversions.compared.append((expression, Constant(0, expression.type)))
    return folding.truth(expression)
