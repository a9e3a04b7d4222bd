"""Expressions to terms, node by node."""

from __future__ import annotations

from collections.abc import Callable

from pysmt.fnode import FNode

from verilab.evidence.naive.floats import float_operation
from verilab.evidence.naive.operators import Operators
from verilab.program.expressions import Binary, Cast, Constant, Expression, FloatOperation, IfThenElse, Read, Select, Unary, postorder
from verilab.program.storages import Array

Lookup = Callable[[int], FNode]
"""The term of a slot's value."""


def translate(expression: Expression, value_of: Lookup, operators: Operators, models: Callable[[Array], bool]) -> FNode:
    """The expression's term; elements of arrays that are not modelled are arbitrary."""
    done: dict[int, FNode] = {}
    for node in postorder(expression):
        match node:
            case Constant(value=value, type=type):
                term = operators.constant(value, type)
            case Read(variable=variable):
                term = value_of(variable.slot)
            case Select(array=array, index=index):
                term = _element(array, done[id(index)], index, value_of, operators) if models(array) else operators.arbitrary(array.type)
            case Unary(operator=operator, operand=operand, type=type):
                term = operators.unary(operator, done[id(operand)], operand.type, type)
            case Cast(operand=operand, type=type):
                term = operators.cast(done[id(operand)], operand.type, type)
            case Binary(operator=operator, left=left, right=right, type=type):
                term = operators.binary(operator, done[id(left)], done[id(right)], left.type, right.type, type)
            case IfThenElse(condition=condition, then=then, otherwise=otherwise):
                chosen = operators.truth(done[id(condition)], condition.type)
                term = operators.choice(chosen, done[id(then)], done[id(otherwise)])
            case FloatOperation():
                term = float_operation(node, [done[id(operand)] for operand in node.operands], operators)
        done[id(node)] = term
    return done[id(expression)]


# a[i] = (i = 0 ? a[0] : i = 1 ? a[1] : ... : anything)
def _element(array: Array, index: FNode, position: Expression, value_of: Lookup, operators: Operators) -> FNode:
    result = operators.fresh(array.type)
    for number in range(array.length):
        if position.type.minimum <= number <= position.type.maximum:
            constant = operators.constant(number, position.type)
            if index is constant:
                return value_of(array.slot + number)
            here = operators.equal(index, constant)
            result = operators.choice(here, value_of(array.slot + number), result)
    return result
