"""Floating-point operations as terms: comparisons by the rank of a number among all numbers, everything else left open.

rank(p) = p  where p has no sign, else  S - p  (S: the pattern of -0):  both zeros have rank 0, negative numbers negative ranks
"""

from __future__ import annotations

from collections.abc import Sequence

from pysmt.fnode import FNode

from verilab.evidence.naive.operators import Operators
from verilab.program.expressions import FloatOperation, FloatOperator
from verilab.program.types import IntType

_LARGEST_RANK = {32: 0xFF << 23, 64: 0x7FF << 52}
"""The rank of infinity: NaNs have greater ones, or smaller than its negation."""


def float_operation(node: FloatOperation, operands: Sequence[FNode], operators: Operators) -> FNode:
    """The operation's term."""
    kind = node.operator
    if kind not in (FloatOperator.EQUAL, FloatOperator.LESS, FloatOperator.LESS_EQUAL):
        return operators.arbitrary(node.type)
    source = node.operands[0].type
    wide = IntType(source.width + 2, True)
    left, right = (_rank(operand, source, wide, operators) for operand in operands)
    if kind is FloatOperator.EQUAL:
        holds = operators.equal(left, right)
    elif kind is FloatOperator.LESS:
        holds = operators.less(left, right, wide)
    else:
        holds = operators.terms.negation(operators.less(right, left, wide))
    bound = _LARGEST_RANK[source.width]
    low, high = operators.constant(-bound, wide), operators.constant(bound, wide)
    strange = [operators.less(rank, low, wide) for rank in (left, right)] + [operators.less(high, rank, wide) for rank in (left, right)]
    return operators.of_truth(operators.terms.conjunction([holds, *map(operators.terms.negation, strange)]), node.type)


def _rank(pattern: FNode, source: IntType, wide: IntType, operators: Operators) -> FNode:
    sign = operators.constant(1 << source.width - 1, wide)
    number = operators.cast(pattern, source, wide)
    mirrored = operators.arithmetic("-", sign, number, wide, wide)
    return operators.choice(operators.less(number, sign, wide), number, mirrored)
