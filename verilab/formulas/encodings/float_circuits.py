"""Floating-point operations as circuits of bit-vector operators.

A finite operand is  s 2^(e - bias - (p - 1))  with the significand s of p bits and e the exponent's field (1 for zero and subnormals).  A
result is exact but for one last bit that is 1 where anything is lost, M in W bits, and rounded once:

    M / 2^(W - 1)  2^(x - bias):   shifted left by the lesser of its leading zeros and x - 1, or right by 1 - x;
    the first p bits, and 1 more where the rest is more than half, or half and they are odd, are the pattern's last bits
"""

from __future__ import annotations

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.formulas.terms.construction import Terms
from verilab.program.expressions import Constant, FloatOperation, FloatOperator
from verilab.program.floats import Format, format_of

_ANY = frozenset({FloatOperator.ADD, FloatOperator.SUBTRACT, FloatOperator.FROM_FLOAT, FloatOperator.FROM_INTEGER})
_SINGLE = frozenset({FloatOperator.MULTIPLY, FloatOperator.DIVIDE})
"""Of binary32; of binary64 where a constant makes it a few sums: solvers do not get through multipliers of 53 bits."""
_FEW = 8
"""Bits of a constant's fraction that are 1: as many sums is the product."""


def has_circuit(node: FloatOperation) -> bool:
    """Whether there is a circuit for an operation."""
    if node.operator not in _SINGLE or node.type.width == 32:
        return node.operator in _ANY or node.operator in _SINGLE
    if node.operator is FloatOperator.MULTIPLY:
        return any(isinstance(operand, Constant) and _ones(operand) <= _FEW for operand in node.operands)
    divisor = node.operands[1]
    return isinstance(divisor, Constant) and _ones(divisor) == 0


def _ones(constant: Constant) -> int:
    """How many bits of a pattern's fraction are 1: none of a power of two, of zero and of infinity."""
    return (constant.value & (1 << format_of(constant.type).precision - 1) - 1).bit_count()


class Circuits:
    """The circuits over the terms of one encoding."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def operation(self, node: FloatOperation, operands: list[FNode]) -> FNode:
        """The term of an operation that has a circuit."""
        target = format_of(node.type)
        if node.operator is FloatOperator.FROM_INTEGER:
            return self._from_integer(operands[0], node.operands[0].type.width, node.operands[0].type.signed, target)
        source = format_of(node.operands[0].type)
        if node.operator is FloatOperator.FROM_FLOAT:
            return self._converted(operands[0], source, target)
        left, right = operands
        match node.operator:
            case FloatOperator.ADD:
                finite = self._sum(left, right, target)
            case FloatOperator.SUBTRACT:
                finite = self._sum(left, self._flipped(right, target), target)
            case FloatOperator.MULTIPLY:
                finite = self._product(left, right, target)
            case _:
                finite = self._quotient(left, right, target)
        quiet = self._constant(target.quiet, target.width)
        result = self._choice(self._is_nan(right, target), self._node(op.BV_OR, right, quiet), finite)
        return self._choice(self._is_nan(left, target), self._node(op.BV_OR, left, quiet), result)

    # -- operators ------------------------------------------------------------------------------------------------------------------

    def _node(self, kind: int, *operands: FNode) -> FNode:
        return self._terms.node(kind, operands, (_width(operands[0]),))

    def _constant(self, value: int, width: int) -> FNode:
        return self._terms.bit_vector(value & (1 << width) - 1, width)

    def _choice(self, condition: FNode, then: FNode, otherwise: FNode) -> FNode:
        return self._terms.choice(condition, then, otherwise)

    def _relation(self, kind: int, left: FNode, right: FNode) -> FNode:
        return self._terms.node(kind, (left, right))

    def _is(self, term: FNode, value: int) -> FNode:
        return self._relation(op.EQUALS, term, self._constant(value, _width(term)))

    def _bits(self, term: FNode, high: int, low: int) -> FNode:
        """Bits ``low`` to ``high``."""
        if low == 0 and high == _width(term) - 1:
            return term
        return self._terms.node(op.BV_EXTRACT, (term,), (high - low + 1, low, high))

    def _wide(self, term: FNode, width: int, signed: bool = False) -> FNode:
        more = width - _width(term)
        return self._terms.node(op.BV_SEXT if signed else op.BV_ZEXT, (term,), (width, more)) if more else term

    def _joined(self, high: FNode, low: FNode) -> FNode:
        return self._terms.node(op.BV_CONCAT, (high, low), (_width(high) + _width(low),))

    def _left(self, term: FNode, distance: int) -> FNode:
        return self._node(op.BV_LSHL, term, self._constant(distance, _width(term))) if distance else term

    def _bit(self, truth: FNode, width: int = 1) -> FNode:
        return self._choice(truth, self._constant(1, width), self._constant(0, width))

    # -- operands -------------------------------------------------------------------------------------------------------------------

    def _magnitude(self, pattern: FNode, format: Format) -> FNode:
        return self._node(op.BV_AND, pattern, self._constant(format.sign - 1, format.width))

    def _sign(self, pattern: FNode, format: Format) -> FNode:
        return self._bits(pattern, format.width - 1, format.width - 1)

    def _flipped(self, pattern: FNode, format: Format) -> FNode:
        return self._node(op.BV_XOR, pattern, self._constant(format.sign, format.width))

    def _is_nan(self, pattern: FNode, format: Format) -> FNode:
        return self._relation(op.BV_ULT, self._constant(format.infinity, format.width), self._magnitude(pattern, format))

    def _is_infinite(self, pattern: FNode, format: Format) -> FNode:
        return self._is(self._magnitude(pattern, format), format.infinity)

    def _is_zero(self, pattern: FNode, format: Format) -> FNode:
        return self._is(self._magnitude(pattern, format), 0)

    def _fields(self, pattern: FNode, format: Format, width: int) -> tuple[FNode, FNode]:
        """The exponent's field in ``width`` bits, at least 1, and the significand with its hidden bit."""
        field = self._bits(pattern, format.width - 2, format.precision - 1)
        fraction = self._bits(pattern, format.precision - 2, 0)
        small = self._is(field, 0)
        exponent = self._choice(small, self._constant(1, width), self._wide(field, width))
        hidden = self._bit(self._terms.negation(small))
        return exponent, self._joined(hidden, fraction)

    def _signed(self, sign: FNode, magnitude: FNode) -> FNode:
        return self._joined(sign, self._bits(magnitude, _width(magnitude) - 2, 0))

    def _nan(self, format: Format) -> FNode:
        return self._constant(format.sign | format.infinity | format.quiet, format.width)

    def _infinity(self, sign: FNode, format: Format) -> FNode:
        return self._signed(sign, self._constant(format.infinity, format.width))

    def _zero(self, sign: FNode, format: Format) -> FNode:
        return self._signed(sign, self._constant(0, format.width))

    # -- rounding -------------------------------------------------------------------------------------------------------------------

    def _rounded(self, sign: FNode, term: FNode, exponent: FNode, format: Format) -> FNode:
        """The pattern of  term / 2^(W - 1)  2^(exponent - bias);  ``exponent`` is signed."""
        width, size = _width(term), _width(exponent)
        one = self._constant(1, size)
        positive = self._relation(op.BV_SLE, one, exponent)
        room = self._choice(positive, self._node(op.BV_SUB, exponent, one), self._constant(0, size))
        deficit = self._choice(positive, self._constant(0, size), self._node(op.BV_SUB, one, exponent))
        field = self._choice(positive, exponent, one)
        shifted = self._right(term, deficit)
        for power in reversed(range((width - 1).bit_length())):
            distance = 1 << power
            if distance >= width:
                continue
            fits = self._relation(op.BV_ULE, self._constant(distance, size), room) if distance < 1 << size - 1 else self._terms.false
            taken = self._terms.conjunction((self._is(self._bits(shifted, width - 1, width - distance), 0), fits))
            amount = self._choice(taken, self._constant(distance, size), self._constant(0, size))
            shifted = self._choice(taken, self._left(shifted, distance), shifted)
            room, field = self._node(op.BV_SUB, room, amount), self._node(op.BV_SUB, field, amount)
        kept = self._bits(shifted, width - 1, width - format.precision)
        guard = self._is(self._bits(shifted, width - format.precision - 1, width - format.precision - 1), 1)
        more = self._terms.negation(self._is(self._bits(shifted, width - format.precision - 2, 0), 0))
        odd = self._is(self._bits(kept, 0, 0), 1)
        up = self._terms.conjunction((guard, self._terms.disjunction((more, odd))))
        whole = size + format.precision
        base = self._left(self._wide(self._node(op.BV_SUB, field, one), whole), format.precision - 1)
        total = self._node(op.BV_ADD, self._node(op.BV_ADD, base, self._wide(kept, whole)), self._bit(up, whole))
        total = self._choice(self._is(term, 0), self._constant(0, whole), total)
        infinity = self._constant(format.infinity, whole)
        total = self._choice(self._relation(op.BV_ULT, total, infinity), total, infinity)
        return self._signed(sign, self._bits(total, format.width - 1, 0))

    def _right(self, term: FNode, distance: FNode) -> FNode:
        """Shifted right; what is lost makes the last bit 1."""
        width, size = _width(term), max(_width(term), _width(distance))
        value, far = self._wide(term, size), self._wide(distance, size)
        moved = self._node(op.BV_LSHR, value, far)
        lost = self._terms.negation(self._relation(op.EQUALS, self._node(op.BV_LSHL, moved, far), value))
        beyond = self._relation(op.BV_ULE, self._constant(width, size), far)
        lost = self._choice(beyond, self._terms.negation(self._is(term, 0)), lost)
        kept = self._choice(beyond, self._constant(0, size), moved)
        return self._bits(self._node(op.BV_OR, kept, self._bit(lost, size)), width - 1, 0)

    # -- operations -----------------------------------------------------------------------------------------------------------------

    def _sum(self, left: FNode, right: FNode, format: Format) -> FNode:
        size = format.width - format.precision + 2
        swapped = self._relation(op.BV_ULT, self._magnitude(left, format), self._magnitude(right, format))
        great, small = self._choice(swapped, right, left), self._choice(swapped, left, right)
        (exponent, first), (other, second) = (self._fields(operand, format, size) for operand in (great, small))
        width = format.precision + 4
        first, second = (self._left(self._wide(significand, width), 3) for significand in (first, second))
        second = self._right(second, self._node(op.BV_SUB, exponent, other))
        signs = self._sign(great, format), self._sign(small, format)
        same = self._relation(op.EQUALS, *signs)
        total = self._choice(same, self._node(op.BV_ADD, first, second), self._node(op.BV_SUB, first, second))
        # The hidden bit of the greater operand is the second of the sum's bits.
        result = self._rounded(signs[0], total, self._node(op.BV_ADD, exponent, self._constant(1, size)), format)
        cancelled = self._zero(self._node(op.BV_AND, *signs), format)
        result = self._choice(self._is(total, 0), cancelled, result)
        infinite = self._is_infinite(great, format)
        opposite = self._terms.conjunction((self._is_infinite(small, format), self._terms.negation(same)))
        return self._choice(infinite, self._choice(opposite, self._nan(format), great), result)

    def _product(self, left: FNode, right: FNode, format: Format) -> FNode:
        size = format.width - format.precision + 3
        (one, first), (two, second) = (self._fields(operand, format, size) for operand in (left, right))
        width = 2 * format.precision
        term = self._node(op.BV_MUL, self._wide(first, width), self._wide(second, width))
        bias = _bias(format)
        exponent = self._node(op.BV_ADD, self._node(op.BV_ADD, one, two), self._constant(1 - bias, size))
        sign = self._node(op.BV_XOR, self._sign(left, format), self._sign(right, format))
        result = self._rounded(sign, term, exponent, format)
        infinite = self._terms.disjunction((self._is_infinite(left, format), self._is_infinite(right, format)))
        zero = self._terms.disjunction((self._is_zero(left, format), self._is_zero(right, format)))
        return self._choice(infinite, self._choice(zero, self._nan(format), self._infinity(sign, format)), result)

    def _quotient(self, left: FNode, right: FNode, format: Format) -> FNode:
        size = format.width - format.precision + 4
        (one, first), (two, second) = (self._normal(*self._fields(operand, format, size)) for operand in (left, right))
        width = 2 * format.precision + 2
        dividend, divisor = self._left(self._wide(first, width), format.precision + 2), self._wide(second, width)
        quotient = self._bits(self._node(op.BV_UDIV, dividend, divisor), format.precision + 2, 0)
        rest = self._terms.negation(self._is(self._node(op.BV_UREM, dividend, divisor), 0))
        exponent = self._node(op.BV_ADD, self._node(op.BV_SUB, one, two), self._constant(_bias(format), size))
        sign = self._node(op.BV_XOR, self._sign(left, format), self._sign(right, format))
        result = self._rounded(sign, self._joined(quotient, self._bit(rest)), exponent, format)
        infinities = self._is_infinite(left, format), self._is_infinite(right, format)
        zeros = self._is_zero(left, format), self._is_zero(right, format)
        choice, nan = self._choice, self._nan(format)
        result = choice(zeros[0], self._zero(sign, format), result)
        result = choice(zeros[1], choice(zeros[0], nan, self._infinity(sign, format)), result)
        result = choice(infinities[1], self._zero(sign, format), result)
        return choice(infinities[0], choice(infinities[1], nan, self._infinity(sign, format)), result)

    def _normal(self, exponent: FNode, significand: FNode) -> tuple[FNode, FNode]:
        """A subnormal's significand with its first bit 1, the exponent less for it."""
        width, size = _width(significand), _width(exponent)
        for power in reversed(range((width - 1).bit_length())):
            distance = 1 << power
            taken = self._is(self._bits(significand, width - 1, width - distance), 0)
            significand = self._choice(taken, self._left(significand, distance), significand)
            less = self._node(op.BV_SUB, exponent, self._constant(distance, size))
            exponent = self._choice(taken, less, exponent)
        return exponent, significand

    def _converted(self, pattern: FNode, source: Format, target: Format) -> FNode:
        size = max(source.width - source.precision, target.width - target.precision) + 3
        exponent, term = self._fields(pattern, source, size)
        sign = self._sign(pattern, source)
        width = max(source.precision, target.precision + 2)
        term = self._left(self._wide(term, width), width - source.precision)
        moved = self._node(op.BV_ADD, exponent, self._constant(_bias(target) - _bias(source), size))
        result = self._rounded(sign, term, moved, target)
        fraction = self._bits(pattern, source.precision - 2, 0)
        if source.width > target.width:
            payload = self._wide(self._bits(fraction, source.precision - 2, source.precision - target.precision), target.width)
        else:
            payload = self._left(self._wide(fraction, target.width), target.precision - source.precision)
        nan = self._node(op.BV_OR, payload, self._constant(target.infinity | target.quiet, target.width))
        result = self._choice(self._is_infinite(pattern, source), self._infinity(sign, target), result)
        return self._choice(self._is_nan(pattern, source), self._signed(sign, nan), result)

    def _from_integer(self, term: FNode, width: int, signed: bool, target: Format) -> FNode:
        wide = max(width + 1, target.precision + 2)
        value = self._wide(term, wide, signed)
        sign = self._bits(value, wide - 1, wide - 1)
        value = self._choice(self._is(sign, 1), self._node(op.BV_NEG, value), value)
        size = target.width - target.precision + 3
        return self._rounded(sign, value, self._constant(_bias(target) + wide - 1, size), target)


def _width(term: FNode) -> int:
    return int(term.bv_width())


def _bias(format: Format) -> int:
    return (1 << format.width - format.precision - 1) - 1
