"""Constraints on words with what they define put in its place, and sums as sums.

    x = t,  x not met before                x is t from there on: both have the same solutions, x left out
    t + u, t - u, -t, k t                   k0 + k1 t1 + ... + kn tn modulo 2^w, whatever the order of the parts
    c ? t : u,  t - u = k a constant        u + k (c ? 1 : 0)
    c ? t : u,  t and u with equal parts    u + (c ? t - u : 0)
    t < u ? u : t                           the maximum of all words that are so compared, in one order; likewise the minimum
    t = u                                   t - u = 0, which a constant difference decides

Everything else is left to the solver.  The normal forms of the search (``formulas.terms.words``) have no part in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.formulas.terms.construction import Terms
from verilab.formulas.terms.inspection import subterms

Sum = dict[FNode | None, int]
"""Coefficients from 1 to 2^w - 1 of parts; of None, the constant."""

_ORDERS = {op.BV_ULT: (False, False), op.BV_ULE: (False, True), op.BV_SLT: (True, False), op.BV_SLE: (True, True)}
"""Whether an order is of signed numbers, and whether equal ones are in it."""
MOST_PARTS = 400
"""A sum of more parts is one part of others."""


class Inlining:
    """Takes constraints one after the other; those that define something are kept, to be put in its place in all that follow."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._met: set[FNode] = set()
        self._normal: dict[FNode, FNode] = {}
        self._sums: dict[FNode, Sum] = {}
        self._optima: dict[tuple[bool, bool], dict[FNode, tuple[FNode, ...]]] = {}

    def facts(self, constraints: Iterable[FNode]) -> list[FNode]:
        """What is left to be asserted."""
        left = []
        for constraint in constraints:
            kind = constraint.node_type()
            symbol = constraint.arg(0) if kind in (op.EQUALS, op.IFF) else constraint
            if symbol is not constraint and symbol.is_symbol() and symbol not in self._met:
                meaning = self.normal(constraint.arg(1))
                if symbol not in self._met:  # else it is a part of its own definition
                    self._met.add(symbol)
                    self._normal[symbol] = meaning
                    continue
            fact = self.normal(constraint)
            if fact is not self._terms.true:
                left.append(fact)
        return left

    def normal(self, formula: FNode) -> FNode:
        """The normal form of a formula or word; the symbols in it are met by that."""
        normal = self._normal
        for node in subterms((formula,), self._met):
            normal[node] = self._node(node, tuple([normal[part] for part in node.args()])) if node.args() else node
        return normal[formula]

    def _node(self, node: FNode, parts: tuple[FNode, ...]) -> FNode:
        terms, kind = self._terms, node.node_type()
        match kind:
            case op.AND:
                return terms.conjunction(parts)
            case op.OR:
                return terms.disjunction(parts)
            case op.NOT:
                return terms.negation(parts[0])
            case op.IMPLIES:
                return terms.disjunction((terms.negation(parts[0]), parts[1]))
            case op.IFF if parts[0] is parts[1]:
                return terms.true
            case op.EQUALS if (width := _width(parts[0])) is not None:
                return self._vanishes(self._combination(((1, parts[0]), (-1, parts[1])), width), width, parts)
            case op.ITE if (width := _width(parts[1])) is not None:
                return self._choice(parts[0], parts[1], parts[2], width)
            case op.ITE:
                return terms.choice(*parts)
            case op.BV_ADD | op.BV_SUB:
                return self._combined(((1, parts[0]), (1 if kind == op.BV_ADD else -1, parts[1])), node.bv_width())
            case op.BV_NEG:
                return self._combined(((-1, parts[0]),), node.bv_width())
            case op.BV_MUL if parts[0].is_bv_constant() or parts[1].is_bv_constant():
                constant, other = parts if parts[0].is_bv_constant() else (parts[1], parts[0])
                return self._combined(((constant.constant_value(), other),), node.bv_width())
            case op.BV_EXTRACT if node.bv_extract_start() == 0:
                return self._low(parts[0], node.bv_width())
            case op.BV_ZEXT | op.BV_SEXT:
                return self._extension(kind, parts[0], node.bv_width())
            case op.BV_ULT | op.BV_ULE | op.BV_SLT | op.BV_SLE if parts[0].is_bv_constant() and parts[1].is_bv_constant():
                signed, weak = _ORDERS[kind]
                left, right = [_number(part, signed=signed) for part in parts]
                return terms.true if left < right or (weak and left == right) else terms.false
        return terms.node(kind, parts, node._content.payload)

    def _sum(self, word: FNode) -> Sum:
        if word.is_bv_constant():
            return {None: word.constant_value()} if word.constant_value() else {}
        return self._sums.get(word, {word: 1})

    def _combination(self, summands: Sequence[tuple[int, FNode]], width: int) -> Sum:
        return _total([(factor, self._sum(word)) for factor, word in summands], width)

    def _combined(self, summands: Sequence[tuple[int, FNode]], width: int) -> FNode:
        return self._of_sum(self._combination(summands, width), width)

    def _of_sum(self, sum: Sum, width: int) -> FNode:
        """The sum as a word, which is remembered to be it."""
        terms, word = self._terms, None
        for part, factor in sorted(sum.items(), key=lambda item: -1 if item[0] is None else item[0].node_id()):
            if part is None:
                summand = terms.bit_vector(factor, width)
            else:
                summand = part if factor == 1 else terms.node(op.BV_MUL, (terms.bit_vector(factor, width), part), (width,))
            word = summand if word is None else terms.node(op.BV_ADD, (word, summand), (width,))
        if word is None:
            return terms.bit_vector(0, width)
        if len(sum) <= MOST_PARTS and word not in sum:
            self._sums[word] = sum
        return word

    def _choice(self, condition: FNode, then: FNode, otherwise: FNode, width: int) -> FNode:
        terms = self._terms
        if condition.is_bool_constant() or then is otherwise:
            return terms.choice(condition, then, otherwise)
        if condition.is_not():
            condition, then, otherwise = condition.arg(0), otherwise, then
        if condition.node_type() in _ORDERS and {*condition.args()} == {then, otherwise}:
            return self._optimum(condition, maximal=then is condition.arg(1))
        difference = self._combination(((1, then), (-1, otherwise)), width)
        if set(difference) == {None}:
            return self._combined(((1, otherwise), (difference[None], self._indicator(condition, width))), width)
        if len(difference) < max(len(self._sum(then)), len(self._sum(otherwise))):
            chosen = terms.node(op.ITE, (condition, self._of_sum(difference, width), terms.bit_vector(0, width)))
            return self._combined(((1, otherwise), (1, chosen)), width)
        return terms.node(op.ITE, (condition, then, otherwise))

    def _optimum(self, comparison: FNode, *, maximal: bool) -> FNode:
        """The larger one of the words that are compared, or the smaller one; of optima of the same kind it is that of all their words."""
        signed, _ = _ORDERS[comparison.node_type()]
        optima = self._optima.setdefault((signed, maximal), {})
        words = dict.fromkeys(word for side in comparison.args() for word in optima.get(side, (side,)))
        best, *rest = sorted(words, key=lambda word: -int(word.node_id()))
        for word in rest:
            behind = self._terms.node(op.BV_SLE if signed else op.BV_ULE, (word, best) if maximal else (best, word))
            best = self._terms.node(op.ITE, (behind, best, word))
        if len(words) <= MOST_PARTS:
            optima[best] = tuple(words)
        return best

    def _indicator(self, condition: FNode, width: int) -> FNode:
        return self._terms.node(op.ITE, (condition, self._terms.bit_vector(1, width), self._terms.bit_vector(0, width)))

    def _vanishes(self, difference: Sum, width: int, sides: tuple[FNode, ...]) -> FNode:
        terms = self._terms
        if not set(difference) - {None}:
            return terms.false if difference else terms.true
        parts = [part for part in difference if part is not None]
        if len(parts) == 1 and (condition := _indicated(parts[0])) is not None:
            constant = difference.get(None, 0)
            values = [constant % (1 << width), (constant + difference[parts[0]]) % (1 << width)]
            return terms.choice(condition, *[terms.false if value else terms.true for value in reversed(values)])
        return terms.node(op.EQUALS, sides)

    # modulo 2^w, the low bits of a sum are the sum of the low bits of its parts.
    def _low(self, word: FNode, width: int) -> FNode:
        summands = []
        for part, factor in self._sum(word).items():
            low = {None: 1} if part is None else self._sum(self._low_part(part, width))
            summands.append((factor, low))
        return self._of_sum(_total(summands, width), width)

    def _low_part(self, part: FNode, width: int) -> FNode:
        if _width(part) == width:
            return part
        if part.node_type() in (op.BV_ZEXT, op.BV_SEXT):
            inner, own = part.arg(0), _width(part.arg(0))
            assert own is not None
            return self._low(inner, width) if own >= width else self._extension(part.node_type(), inner, width)
        condition = _indicated(part)
        if condition is not None:
            return self._indicator(condition, width)
        return self._terms.node(op.BV_EXTRACT, (part,), (width, 0, width - 1))

    def _extension(self, kind: int, word: FNode, width: int) -> FNode:
        own = _width(word)
        assert own is not None
        if word.is_bv_constant():
            return self._terms.bit_vector(_number(word, signed=kind == op.BV_SEXT), width)
        condition = _indicated(word)
        if condition is not None and (kind == op.BV_ZEXT or own > 1):
            return self._indicator(condition, width)
        return self._terms.node(kind, (word,), (width, width - own)) if width > own else word


def _indicated(word: FNode) -> FNode | None:
    """c of a word ``c ? 1 : 0``."""
    if not word.is_ite() or [_constant(part) for part in word.args()[1:]] != [1, 0]:
        return None
    condition: FNode = word.arg(0)
    return condition


def _constant(word: FNode) -> int | None:
    return int(word.constant_value()) if word.is_bv_constant() else None


def _number(constant: FNode, *, signed: bool) -> int:
    value, width = int(constant.constant_value()), int(constant.bv_width())
    return value - (1 << width) if signed and value >> (width - 1) else value


def _total(summands: Iterable[tuple[int, Sum]], width: int) -> Sum:
    total: Sum = {}
    for factor, sum in summands:
        for part, coefficient in sum.items():
            total[part] = (total.get(part, 0) + factor * coefficient) % (1 << width)
    return {part: coefficient for part, coefficient in total.items() if coefficient}


def _width(term: FNode) -> int | None:
    """The bits of a word; None of anything else."""
    while term.is_ite():
        term = term.arg(1)
    if term.is_symbol():
        sort = term.symbol_type()
        return int(sort.width) if sort.is_bv_type() else None
    if term.is_bv_constant() or (term.is_bv_op() and term.node_type() not in _ORDERS):
        return int(term.bv_width())
    return None
