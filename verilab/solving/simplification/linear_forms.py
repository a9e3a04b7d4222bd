"""Linear arithmetic read out of terms: the one place that knows what a sum, a difference and a multiple look like.

t  =  c + sum a_i * x_i          where x_i is any term that is none of these: a symbol, a product of two unknowns, an application ..
"""

from __future__ import annotations

from fractions import Fraction

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.data_classes import dataclass

Number = int | Fraction


@dataclass(frozen=True, slots=True, eq=False)
class LinearForm:
    """sum coefficients * term + constant; no coefficient is 0, terms stand in the order in which they occur, from left to right.

    The numbers of integer terms are ints.
    """

    coefficients: dict[FNode, Number]
    constant: Number


def linear_form(*summands: tuple[FNode, Number]) -> LinearForm:
    """The sum of  factor * term  over the pairs (term, factor), integers or reals, iteratively: ``t - u`` is ``((t, 1), (u, -1))``."""
    coefficients: dict[FNode, Number] = {}
    constant: Number = 0
    pending = list(reversed(summands))
    while pending:
        node, factor = pending.pop()
        kind = node.node_type()
        if kind == op.INT_CONSTANT or kind == op.REAL_CONSTANT:
            constant += factor * _value(node)
        elif kind == op.PLUS:
            pending.extend([(argument, factor) for argument in reversed(node.args())])
        elif kind == op.MINUS:
            left, right = node.args()
            pending += ((right, -factor), (left, factor))
        elif kind == op.TOREAL:
            pending.append((node.arg(0), factor))
        elif kind == op.TIMES and (multiple := _multiple(node)) is not None:
            number, rest = multiple
            if rest is None:
                constant += factor * number
            else:
                pending.append((rest, factor * number))
        else:
            coefficients[node] = coefficients.get(node, 0) + factor
    return LinearForm({term: value for term, value in coefficients.items() if value}, constant)


def _multiple(product: FNode) -> tuple[Number, FNode | None] | None:
    """(number, other factor) of a product with at most one factor that is not a constant; None for other products."""
    number: Number = 1
    rest: FNode | None = None
    for factor in product.args():
        if factor.is_constant():
            number *= _value(factor)
        elif rest is None:
            rest = factor
        else:
            return None
    return number, rest


def _value(constant: FNode) -> Number:
    value = constant.constant_value()
    return int(value) if constant.node_type() == op.INT_CONSTANT else Fraction(value)
