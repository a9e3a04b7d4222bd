"""Translation of formulas over a vocabulary's symbols to another vocabulary: the same encoding, or integers to bit vectors.

An integer term over machine integers has a bounded value; in two's complement of enough bits its sums and products do not wrap, so
that the translation of linear (and polynomial) relations to bit vectors is exact:

    w = bits such that every subterm of the atom lies in [-2^(w-1), 2^(w-1) - 1];   variables are extended to w bits by signedness.
"""

from __future__ import annotations

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.formulas.encodings import intervals
from verilab.formulas.encodings.bit_vectors import BitVectorEncoding
from verilab.formulas.terms.construction import Terms
from verilab.formulas.terms.inspection import subterms
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.types import IntType

_RELATIONS = {op.EQUALS: op.EQUALS, op.LE: op.BV_SLE, op.LT: op.BV_SLT}
_BOOLEAN = frozenset({op.AND, op.OR, op.NOT, op.IMPLIES, op.IFF})
_ARITHMETIC = {op.PLUS: op.BV_ADD, op.MINUS: op.BV_SUB, op.TIMES: op.BV_MUL}


class Untranslatable(ValueError):
    """A formula that has no exact counterpart in the target encoding."""


def translated(formula: FNode, source: Vocabulary, target: Vocabulary) -> FNode:
    """The formula over the target's symbols, in the target's environment; both vocabularies are of one program.

    Untranslatable where it has symbols that are not the source's, operators other than linear ones, or goes from bit vectors to integers.
    """
    if source.encoding.name == target.encoding.name:
        return _Copy(source, target).formula(formula)
    if isinstance(target.encoding, BitVectorEncoding):
        return _Widening(source, target, target.encoding).formula(formula)
    raise Untranslatable("there is no translation from bit vectors to integers")


def _target_symbol(symbol: FNode, source: Vocabulary, target: Vocabulary) -> tuple[FNode, IntType]:
    element = source.element(symbol)
    if element is None:
        raise Untranslatable(f"{symbol} is no symbol of the program")
    return target.symbol(element), element[0].type


class _Copy:
    """The same encoding in another vocabulary and perhaps another environment."""

    def __init__(self, source: Vocabulary, target: Vocabulary) -> None:
        self.source, self.target = source, target

    def formula(self, formula: FNode) -> FNode:
        copies: dict[FNode, FNode] = {}
        node_of = self.target.terms.node
        for node in subterms((formula,)):
            if node.node_type() == op.SYMBOL:
                copies[node] = _target_symbol(node, self.source, self.target)[0]
            else:
                copies[node] = node_of(node.node_type(), tuple([copies[argument] for argument in node.args()]), node._content.payload)
        return copies[formula]


class _Widening:
    """Integers to bit vectors."""

    def __init__(self, source: Vocabulary, target: Vocabulary, encoding: BitVectorEncoding) -> None:
        self.source, self.target, self.encoding = source, target, encoding
        self.terms: Terms = target.terms
        self.bounds: dict[FNode, intervals.Interval] = {}

    def formula(self, formula: FNode) -> FNode:
        found: dict[FNode, FNode] = {}
        for node in subterms((formula,)):
            kind = node.node_type()
            if kind in _RELATIONS:
                found[node] = self._atom(node, found)
            elif kind in _BOOLEAN or (kind == op.ITE and node.arg(1) in found):
                found[node] = self.terms.node(kind, tuple([found[argument] for argument in node.args()]))
            elif kind == op.BOOL_CONSTANT:
                found[node] = self.terms.true if node.constant_value() else self.terms.false
            else:
                self.bounds[node] = self._interval(node)
        return found[formula]

    def _interval(self, term: FNode) -> intervals.Interval:
        """Of an integer term over machine integers."""
        kind = term.node_type()
        if kind == op.SYMBOL:
            type = _target_symbol(term, self.source, self.target)[1]
            return type.minimum, type.maximum
        if kind == op.INT_CONSTANT:
            return (term.constant_value(), term.constant_value())
        parts = [self.bounds[argument] for argument in term.args() if argument in self.bounds]
        if kind == op.PLUS:
            return sum(low for low, _ in parts), sum(high for _, high in parts)
        if kind == op.MINUS:
            return parts[0][0] - parts[1][1], parts[0][1] - parts[1][0]
        if kind == op.ITE:
            return min(low for low, _ in parts), max(high for _, high in parts)
        if kind == op.TIMES:
            result = parts[0]
            for part in parts[1:]:
                result = intervals.product(result, part)
            return result
        raise Untranslatable(f"{term} has an operator without a bit-precise counterpart")

    def _atom(self, atom: FNode, formulas: dict[FNode, FNode]) -> FNode:
        """A relation, in as many bits as its widest subterm needs."""
        terms = [node for node in subterms(atom.args()) if node in self.bounds]
        # Partial sums and products of n-ary operators are computed from left to right.
        ends = [end for node in terms for end in self._partial(node)]
        width = 1 + max(max(end, ~end).bit_length() for end in ends)
        found: dict[FNode, FNode] = {}
        for node in terms:
            kind = node.node_type()
            if kind == op.SYMBOL:
                symbol, type = _target_symbol(node, self.source, self.target)
                found[node] = self.encoding.resized(symbol, type, max(width, type.width))
            elif kind == op.INT_CONSTANT:
                found[node] = self.terms.bit_vector(node.constant_value(), width)
            elif kind == op.ITE:
                condition = formulas[node.arg(0)]
                found[node] = self.terms.choice(condition, found[node.arg(1)], found[node.arg(2)])
            else:
                result = found[node.arg(0)]
                for argument in node.args()[1:]:
                    result = self.terms.node(_ARITHMETIC[kind], (result, found[argument]), (width,))
                found[node] = result
        sides = (found[atom.arg(0)], found[atom.arg(1)])
        return self.terms.node(_RELATIONS[atom.node_type()], sides)

    def _partial(self, term: FNode) -> list[int]:
        """The ends of the intervals of everything computed on the way to a term."""
        bounds = [self.bounds[argument] for argument in term.args() if argument in self.bounds]
        ends = list(self.bounds[term])
        if term.node_type() in (op.PLUS, op.TIMES) and len(bounds) > 2:
            running = bounds[0]
            for part in bounds[1:]:
                running = intervals.product(running, part) if term.node_type() == op.TIMES else (running[0] + part[0], running[1] + part[1])
                ends += running
        return ends
