"""C's machine semantics of the operators on concrete values, used by the interpreter, constant folding and the value domain.

x op y  in type T  =  wrap_T(x op_Z y)            for +, -, *, and / (toward zero), % (sign of the dividend)
x << y  =  wrap_T(x * 2^(y mod w)),   x >> y  =  floor(x / 2^(y mod w))
"""

from __future__ import annotations

from collections.abc import Sequence

from verilab.program import floats
from verilab.program.expressions import Binary, Cast, Constant, Expression, FloatOperation, IfThenElse, Read, Select, Unary, postorder
from verilab.program.types import IntType


def divide(left: int, right: int) -> int:
    """Quotient truncated toward zero; ``right`` is not zero."""
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def remainder(left: int, right: int) -> int:
    """``left - right * divide(left, right)``: the dividend's sign; ``right`` is not zero."""
    result = abs(left) % abs(right)
    return -result if left < 0 else result


def binary(operator: str, left: int, right: int, type: IntType) -> int | None:
    """The value of ``left operator right``; ``type`` is the left operand's type.  None for a division by zero."""
    match operator:
        case "+":
            return type.wrap(left + right)
        case "-":
            return type.wrap(left - right)
        case "*":
            return type.wrap(left * right)
        case "/":
            return type.wrap(divide(left, right)) if right else None
        case "%":
            return type.wrap(remainder(left, right)) if right else None
        case "&":
            return type.wrap(left & right)
        case "|":
            return type.wrap(left | right)
        case "^":
            return type.wrap(left ^ right)
        case "<<":
            return type.wrap(left << (right % type.width))
        case ">>":
            return left >> (right % type.width)
        case "==":
            return int(left == right)
        case "!=":
            return int(left != right)
        case "<":
            return int(left < right)
        case "<=":
            return int(left <= right)
        case ">":
            return int(left > right)
        case ">=":
            return int(left >= right)
    raise ValueError(f"unknown binary operator {operator!r}")


def unary(operator: str, operand: int, type: IntType) -> int:
    """The value of ``operator operand``; ``type`` is the result's type."""
    match operator:
        case "-":
            return type.wrap(-operand)
        case "~":
            return type.wrap(~operand)
        case "!":
            return int(operand == 0)
    raise ValueError(f"unknown unary operator {operator!r}")


def float_operation(node: FloatOperation, operands: Sequence[int | None]) -> int | None:
    """The value of an operation on known operands; None where one is not."""
    known = [operand for operand in operands if operand is not None]
    if len(known) < len(operands):
        return None
    return floats.evaluate(node.operator, known, [operand.type for operand in node.operands], node.type)


def constant_value(expression: Expression) -> int | None:
    """The value of an expression that reads no variable; None where it reads one or divides by zero."""
    values: dict[int, int | None] = {}
    for node in postorder(expression):
        value: int | None
        match node:
            case Constant(value=number):
                value = number
            case Read() | Select():
                value = None
            case Unary(operator=operator, operand=operand, type=type):
                inner = values[id(operand)]
                value = None if inner is None else unary(operator, inner, type)
            case Cast(operand=operand, type=type):
                inner = values[id(operand)]
                value = None if inner is None else type.wrap(inner)
            case Binary(operator=operator, left=left, right=right):
                first, second = values[id(left)], values[id(right)]
                value = None if first is None or second is None else binary(operator, first, second, left.type)
            case IfThenElse(condition=condition, then=then, otherwise=otherwise):
                chosen = values[id(condition)]
                value = None if chosen is None else values[id(then if chosen else otherwise)]
            case FloatOperation():
                value = float_operation(node, [values[id(operand)] for operand in node.operands])
        values[id(node)] = value
    return values[id(expression)]
