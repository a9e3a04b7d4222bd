"""Bit-vector terms in a normal form: constants evaluated, sums as coefficients of their parts modulo 2^w.

    a + b, a - b, -a, k * a         one sum  k + c1 * t1 + ... + cn * tn,  the parts t in the order of their numbers
    c ? s + a : s + b               s + (c ? a : b)
    the low bits of a sum           the sum of the low bits, in which extensions to more bits have no part
    s + a = s + b                   a = b
    a < b ? b : a                   the largest of a set, the members in the order of their numbers; likewise the smallest

Two terms with one normal form are one term: sums in different orders are equal without a question to a solver, and what an execution does
with constants is known without one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.formulas.terms.construction import Terms
from verilab.formulas.terms.inspection import applied

MOST_PARTS = 256
"""Sums of more parts are left as they are."""
_SUMS = frozenset({op.BV_ADD, op.BV_SUB, op.BV_NEG, op.BV_MUL, op.BV_LSHL})
_EXTENSIONS = frozenset({op.BV_SEXT, op.BV_ZEXT})
_STRICT, _WEAK = frozenset({op.BV_ULT, op.BV_SLT}), frozenset({op.BV_ULE, op.BV_SLE})


@dataclass(frozen=True, slots=True)
class _Sum:
    """``constant`` + the sum of coefficient * part; coefficients are from 1 to 2^width - 1."""

    constant: int
    parts: Mapping[FNode, int]


class Words:
    """Makes words, and formulas over them, whose arguments are in normal form."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._sums: dict[FNode, _Sum] = {}
        self._members: dict[tuple[tuple[int, bool], FNode], frozenset[FNode]] = {}

    def node(self, kind: int, arguments: tuple[FNode, ...], payload: object = None) -> FNode:
        """A term that always equals the node of that operator, arguments and payload."""
        terms = self._terms
        match kind:
            case op.AND:
                return terms.conjunction(arguments)
            case op.OR:
                return terms.disjunction(arguments)
            case op.NOT:
                return terms.negation(arguments[0])
            case op.IMPLIES:
                return terms.disjunction((terms.negation(arguments[0]), arguments[1]))
            case op.IFF:
                return self._equivalent(*arguments)
            case op.ITE:
                return self._choice(*arguments)
            case op.EQUALS:
                return self._equal(*arguments)
            case op.BV_SEXT | op.BV_ZEXT:
                assert isinstance(payload, tuple)
                return self._extended(kind, arguments[0], payload[0])
            case op.BV_EXTRACT:
                assert isinstance(payload, tuple)
                if payload[1] == 0:
                    return self._low(arguments[0], payload[0])
        if kind in _SUMS:
            return self._sum(kind, arguments)
        term = terms.node(kind, arguments, payload)
        if arguments and all(part.is_bv_constant() for part in arguments):
            value = applied(term, [part.constant_value() for part in arguments])
            return self._truth(bool(value)) if kind in _STRICT | _WEAK else terms.bit_vector(value, term.bv_width())
        if kind in _STRICT | _WEAK and arguments[0] is arguments[1]:
            return self._truth(kind in _WEAK)
        return term

    def _equivalent(self, left: FNode, right: FNode) -> FNode:
        terms = self._terms
        if left is right:
            return terms.true
        for one, other in ((left, right), (right, left)):
            if one.is_bool_constant():
                return other if one is terms.true else terms.negation(other)
        return terms.node(op.IFF, (left, right))

    def _truth(self, holds: bool) -> FNode:
        return self._terms.true if holds else self._terms.false

    # c ? s + a : s + b  =  s + (c ? a : b)
    def _choice(self, condition: FNode, then: FNode, otherwise: FNode) -> FNode:
        terms = self._terms
        width = width_of(then)
        if width is None or then is otherwise or condition.is_bool_constant():
            return terms.choice(condition, then, otherwise)
        if condition.is_not():
            condition, then, otherwise = condition.arg(0), otherwise, then
        extreme = self._extreme(condition, then, otherwise)
        if extreme is not None:
            return extreme
        first, second = self._parts(then), self._parts(otherwise)
        shared = {part: factor for part, factor in first.parts.items() if second.parts.get(part) == factor}
        if not shared:
            return terms.choice(condition, then, otherwise)
        rests = [
            self._built(_Sum(sum.constant, {part: factor for part, factor in sum.parts.items() if part not in shared}), width)
            for sum in (first, second)
        ]
        chosen = self._parts(terms.choice(condition, *rests))
        return self._built(_added(_Sum(0, shared), chosen, 1, width), width)

    # max and min are associative, commutative and idempotent: all that counts is the set.
    def _extreme(self, condition: FNode, then: FNode, otherwise: FNode) -> FNode | None:
        """The choice as the largest or smallest of all that are compared, None where it is neither."""
        kind = condition.node_type()
        if kind not in _STRICT | _WEAK or {then, otherwise} != set(condition.args()):
            return None
        less, terms = op.BV_SLT if kind in (op.BV_SLT, op.BV_SLE) else op.BV_ULT, self._terms
        order = less, then is condition.arg(1)
        members = frozenset[FNode]().union(*[self._members.get((order, word), {word}) for word in (then, otherwise)])
        if len(members) > MOST_PARTS:
            return None
        first, *others = sorted(members, key=FNode.node_id)
        word = first
        for member in others:
            smaller = terms.node(less, (word, member))
            word = terms.node(op.ITE, (smaller, member, word) if order[1] else (smaller, word, member))
        self._members[order, word] = members
        return word

    # s + a = s + b  if and only if  a = b;  (c ? k : l) = k  if and only if  c
    def _equal(self, left: FNode, right: FNode) -> FNode:
        terms = self._terms
        if left is right:
            return terms.true
        width = width_of(left)
        if width is None:
            return terms.node(op.EQUALS, (left, right))
        if left.is_bv_constant():
            left, right = right, left
        first, second = self._parts(left), self._parts(right)
        difference = _added(first, second, -1, width)
        if not difference.parts:
            return self._truth(not difference.constant)
        if right.is_bv_constant() and left.is_ite() and left.arg(1).is_bv_constant() and left.arg(2).is_bv_constant():
            return self._choice(left.arg(0), self._truth(left.arg(1) is right), self._truth(left.arg(2) is right))
        if len(difference.parts) < len(first.parts) + len(second.parts):
            negative = _Sum(-difference.constant % (1 << width), {})
            return terms.node(op.EQUALS, (self._built(_Sum(0, difference.parts), width), self._built(negative, width)))
        return terms.node(op.EQUALS, (left, right))

    def _sum(self, kind: int, arguments: tuple[FNode, ...]) -> FNode:
        width = width_of(arguments[0])
        assert width is not None
        first = self._parts(arguments[0])
        if kind == op.BV_NEG:
            return self._built(_added(_Sum(0, {}), first, -1, width), width)
        second = self._parts(arguments[1])
        if kind in (op.BV_ADD, op.BV_SUB):
            return self._built(_added(first, second, 1 if kind == op.BV_ADD else -1, width), width)
        if kind == op.BV_MUL and not first.parts:
            first, second = second, first
        if not second.parts and (len(first.parts) <= 1 or second.constant == 0):
            shift = second.constant if kind == op.BV_LSHL else 0
            factor = second.constant if kind == op.BV_MUL else 1 << shift if shift < width else 0
            return self._built(_added(_Sum(0, {}), first, factor, width), width)
        if kind == op.BV_MUL:
            arguments = tuple(sorted(arguments, key=FNode.node_id))
        return self._terms.node(kind, arguments, (width,))

    def _low(self, word: FNode, width: int) -> FNode:
        """The lowest so many bits, of which the word may not have more."""
        if width == width_of(word):
            return word
        sum = self._parts(word)
        total = _Sum(sum.constant % (1 << width), {})
        for part, factor in sum.parts.items():
            total = _added(total, self._parts(self._low_bits(part, width)), factor, width)
        return self._built(total, width)

    def _low_bits(self, part: FNode, width: int) -> FNode:
        terms, kind = self._terms, part.node_type()
        if kind in _EXTENSIONS:
            inner = part.arg(0)
            own = width_of(inner)
            assert own is not None
            return self._extended(kind, inner, width) if own < width else self._low(inner, width)
        if kind == op.ITE and part.arg(1).is_bv_constant() and part.arg(2).is_bv_constant():
            return self._choice(part.arg(0), self._low(part.arg(1), width), self._low(part.arg(2), width))
        if kind == op.BV_EXTRACT and part.bv_extract_start() == 0:
            part = part.arg(0)
        return terms.node(op.BV_EXTRACT, (part,), (width, 0, width - 1))

    def _extended(self, kind: int, word: FNode, width: int) -> FNode:
        terms, own = self._terms, width_of(word)
        assert own is not None
        if own == width:
            return word
        if word.is_bv_constant():
            extended = terms.node(kind, (word,), (width, width - own))
            return terms.bit_vector(applied(extended, [word.constant_value()]), width)
        if word.is_ite() and word.arg(1).is_bv_constant() and word.arg(2).is_bv_constant():
            return self._choice(word.arg(0), self._extended(kind, word.arg(1), width), self._extended(kind, word.arg(2), width))
        if word.node_type() == kind or word.node_type() == op.BV_ZEXT:
            kind, word = word.node_type(), word.arg(0)
            own = width_of(word)
            assert own is not None
        return terms.node(kind, (word,), (width, width - own))

    def _parts(self, word: FNode) -> _Sum:
        if word.is_bv_constant():
            return _Sum(word.constant_value(), {})
        return self._sums.get(word) or _Sum(0, {word: 1})

    def _built(self, sum: _Sum, width: int) -> FNode:
        """The sum as a term, what is subtracted behind what is added."""
        terms, half = self._terms, 1 << (width - 1)
        parts = sorted(sum.parts.items(), key=lambda item: item[0].node_id())
        word: FNode | None = None
        for part, factor in parts:
            negative = factor > half
            factor = (1 << width) - factor if negative else factor
            product = part if factor == 1 else terms.node(op.BV_MUL, (terms.bit_vector(factor, width), part), (width,))
            if word is None:
                word = terms.node(op.BV_NEG, (product,), (width,)) if negative else product
            else:
                word = terms.node(op.BV_SUB if negative else op.BV_ADD, (word, product), (width,))
        if word is None:
            return terms.bit_vector(sum.constant, width)
        if sum.constant:
            word = terms.node(op.BV_ADD, (word, terms.bit_vector(sum.constant, width)), (width,))
        if len(parts) <= MOST_PARTS and not (len(parts) == 1 and word is parts[0][0]):
            self._sums[word] = sum
        return word


def width_of(term: FNode) -> int | None:
    """How many bits a term has; None of a formula, and of a term of another sort."""
    while term.is_ite():
        term = term.arg(1)
    if term.is_symbol():
        sort = term.symbol_type()
        return sort.width if sort.is_bv_type() else None
    if term.is_bv_constant():
        return int(term.bv_width())
    if term.is_bv_op() and term.node_type() not in _STRICT | _WEAK:
        return int(term.bv_width())
    return None


def _added(left: _Sum, right: _Sum, factor: int, width: int) -> _Sum:
    """left + factor * right."""
    mask = (1 << width) - 1
    parts = dict(left.parts)
    for part, coefficient in right.parts.items():
        parts[part] = (parts.get(part, 0) + factor * coefficient) & mask
    return _Sum((left.constant + factor * right.constant) & mask, {part: own for part, own in parts.items() if own})
