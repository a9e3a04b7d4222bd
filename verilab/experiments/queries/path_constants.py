"""The constants of the path: numerals of interpolants that the query does not write, which the next iteration of a loop contradicts.

An interpolant  i = 3  of a path through a loop is about this path; one  i <= n  is about the loop.  What a query *compares* are the
numerals that are a side of a relation or a branch of a choice, the values that the program assigns and tests.  What it *writes* are all of
its numerals.
A numeral of an interpolant is the program's

    as a side of an equation       where the query compares it, or it is 0;
    as a side of an inequality     where the query compares it or a number beside it (x < 4 is x <= 3), or it is 0, 1 or -1, or the least or
                                   the greatest number of its sort;
    inside of a term               where the query writes it, or it is 0, 1 or -1;
    beside bits that are cut out   where the query cuts out the same bits (or masks them, or divides by their power of two): x[3:1] = 2 is
                                   a number of the path that is written as if it were none.

A number stands for its negative too, and a sum for the sum of its numerals: x + 1 + 1 has the numeral 2.  All other numerals are constants
of the path: values that were computed along it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.formulas.terms.inspection import subterms

_EQUATIONS = frozenset({op.EQUALS, op.BV_COMP})
_INEQUALITIES = frozenset({op.LE, op.LT, op.BV_ULE, op.BV_ULT, op.BV_SLE, op.BV_SLT})
_NUMERALS = frozenset({op.INT_CONSTANT, op.REAL_CONSTANT, op.BV_CONSTANT})
_SUMS = frozenset({op.PLUS, op.BV_ADD})

Number = int | Fraction
Bits = tuple[int, int]
"""The lowest and the highest of bits that are cut out."""


def path_constants(partitions: Sequence[FNode], formulas: Iterable[FNode]) -> set[Number]:
    """Those among the numerals of the formulas, by value: of bit-vectors in two's complement; of bits, where they stand in the word."""
    written, compared, cuts = _of_query(partitions)
    beside = {near for number in compared for near in (number - 1, number, number + 1)} | {-1, 0, 1}
    result: set[Number] = set()
    for node, value, numeral in _uses(formulas):
        kind = node.node_type()
        bits = next((_bits(side) for side in node.args() if side.is_bv_extract()), None)
        if kind in _EQUATIONS and bits is not None:
            value = int(numeral.constant_value()) << bits[0]
            own = compared | {0} if bits in cuts else set()
        elif kind in _EQUATIONS:
            own = compared | {0}
        elif kind in _INEQUALITIES:
            own = beside | _ends(numeral)
        else:
            own = written | {-1, 0, 1}
        if own.isdisjoint((value, -value)):
            result.add(value)
    return result


def _of_query(partitions: Sequence[FNode]) -> tuple[set[Number], set[Number], set[Bits]]:
    """The numerals that a query writes, those of them that it compares, and the bits that it cuts out of words."""
    written: set[Number] = set()
    compared: set[Number] = set()
    for node, value, _ in _uses(partitions):
        written.add(value)
        if node.node_type() in _EQUATIONS or node.node_type() in _INEQUALITIES or node.node_type() == op.ITE:
            compared.add(value)
    cuts = {_bits(node) for node in subterms(partitions) if node.is_bv_extract()}
    for number in written:
        for power in (int(number), int(number) + 1):  # a divisor, or a mask
            if power > 1 and not power & (power - 1):
                cuts.add((0, power.bit_length() - 2))
    return written, compared, cuts


def _bits(cut: FNode) -> Bits:
    return int(cut.bv_extract_start()), int(cut.bv_extract_end())


def _uses(formulas: Iterable[FNode]) -> Iterator[tuple[FNode, Number, FNode]]:
    """What a numeral is an argument of, its value, and the numeral; those of a sum of sums together."""
    nodes = list(subterms(formulas))
    inner = {argument for node in nodes if node.node_type() in _SUMS for argument in node.args() if argument.node_type() in _SUMS}
    for node in nodes:
        if node.node_type() in _SUMS:
            numerals = [] if node in inner else _summands(node)
            if numerals:
                yield node, sum(map(_value, numerals)), numerals[0]
            continue
        for argument in node.args():
            if argument.node_type() in _NUMERALS:
                yield node, _value(argument), argument


def _summands(total: FNode) -> list[FNode]:
    """The numerals of a sum, those of sums inside of it too."""
    result = []
    stack = [total]
    while stack:
        node = stack.pop()
        if node.node_type() in _NUMERALS:
            result.append(node)
        elif node.node_type() in _SUMS:
            stack.extend(node.args())
    return result


def _value(numeral: FNode) -> Number:
    value: Number = numeral.constant_value()
    if numeral.node_type() == op.BV_CONSTANT and value >= 1 << (numeral.bv_width() - 1):
        value -= 1 << numeral.bv_width()
    return value if isinstance(value, Fraction) else int(value)


def _ends(numeral: FNode) -> set[Number]:
    """The least and the greatest number of a numeral's sort, as ``_value`` gives them."""
    if numeral.node_type() != op.BV_CONSTANT:
        return set()
    half = 1 << (numeral.bv_width() - 1)
    return {-half, half - 1}
