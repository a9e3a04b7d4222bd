"""The formulas of a cvc5 proof as literals in normal form, with the partitions that they span."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from cvc5 import Kind

from verilab_backends.cvc5_terms import UnsupportedTerm, purified
from verilab_backends.linear_literals import LinearAtom, LinearLiterals, Number, Relation
from verilab_backends.propositions import FALSE, TRUE, Propositions

_COMPARISONS = {
    Kind.LEQ: (1, Relation.LE),
    Kind.LT: (1, Relation.LT),
    Kind.GEQ: (-1, Relation.LE),
    Kind.GT: (-1, Relation.LT),
    Kind.EQUAL: (1, Relation.EQ),
}
"""Kind: the factor of left - right, and its relation to 0."""


class ProofLiterals:
    """``spans`` has the first and last partition of each symbol by the identity of its cvc5 term."""

    def __init__(self, propositions: Propositions, spans: Mapping[int, tuple[int, int]], partitions: int) -> None:
        self.intervals: dict[int, tuple[int, int]] = {TRUE: (0, partitions - 1)}
        self.linear = LinearLiterals(propositions, self._is_integer, self._register)
        self.terms: dict[int, Any] = {}
        self.opaque: dict[int, Any] = {}
        self._propositions = propositions
        self._everywhere = (0, partitions - 1)
        self._spans: dict[int, tuple[int, int]] = dict(spans)
        self._literals: dict[int, int] = {}
        self._relations: dict[int, tuple[dict[int, Number], Number]] = {}
        self._integers: dict[int, bool] = {}
        self._kept: list[Any] = []
        self._equalities: dict[tuple[int, int], int] = {}

    def literal(self, term: Any) -> int:
        """The literal of a formula; compound formulas are atoms of their own."""
        identity = term.getId()
        known = self._literals.get(identity)
        if known is not None:
            return known
        self._kept.append(term)  # an identity is not given twice while its term lives
        sign, inner = 1, term
        kind = inner.getKind()
        while kind == Kind.NOT:
            sign, inner = -sign, inner[0]
            kind = inner.getKind()
        literal = self._literals.get(inner.getId())
        if literal is None:
            self._kept.append(inner)
            literal = self._literals[inner.getId()] = self._atom(inner, kind)
        self._literals[identity] = sign * literal
        return sign * literal

    def clause(self, term: Any) -> list[int]:
        """The literals of a disjunction, or the one of another formula; none for false."""
        literals = [self.literal(part) for part in term] if term.getKind() == Kind.OR else [self.literal(term)]
        return [literal for literal in dict.fromkeys(literals) if literal != FALSE]

    def _atom(self, term: Any, kind: Any) -> int:
        if kind == Kind.CONST_BOOLEAN:
            return TRUE if term.getBooleanValue() else FALSE
        if kind in _COMPARISONS:
            left = term[0]
            sort = left.getSort()
            if sort.isInteger() or sort.isReal():
                coefficients, constant = self.difference(term)
                factor, relation = _COMPARISONS[kind]
                if factor < 0:
                    coefficients, constant = {variable: -number for variable, number in coefficients.items()}, -constant
                return self.linear.literal(coefficients, constant, relation)
            return self._equality(term, sort.isBoolean())
        return self._opaque(term)

    def _equality(self, term: Any, boolean: bool) -> int:
        """An equation that is not arithmetic: its sides in either order are one atom; with a truth value it is the other side."""
        left, right = term[0], term[1]
        if boolean:
            for one, other in ((left, right), (right, left)):
                if other.getKind() == Kind.CONST_BOOLEAN:
                    return self.literal(one) if other.getBooleanValue() else -self.literal(one)
        first, second = sorted((left.getId(), right.getId()))
        if first == second:
            return TRUE
        known = self._equalities.get((first, second))
        if known is None:
            known = self._equalities[first, second] = self._opaque(term)
        return known

    def _opaque(self, term: Any) -> int:
        number = self._propositions.atom()
        self.opaque[number] = term
        self.intervals[number] = self.span(term)
        return number

    def _register(self, number: int, atom: LinearAtom) -> None:
        first, last = self._everywhere
        for variable, _ in atom.coefficients:
            earliest, latest = self.span(self.terms[variable])
            first, last = max(first, earliest), min(last, latest)
        self.intervals[number] = (first, last)

    def _is_integer(self, variable: int) -> bool:
        known = self._integers.get(variable)
        if known is None:
            known = self._integers[variable] = self.terms[variable].getSort().isInteger()
        return known

    def span(self, term: Any) -> tuple[int, int]:
        """The latest first and the earliest last partition of a term's symbols."""
        spans = self._spans
        stack = [term]
        while stack:
            node = stack[-1]
            identity = node.getId()
            if identity in spans:
                stack.pop()
                continue
            kind = node.getKind()
            if kind == Kind.CONSTANT:
                raise UnsupportedTerm(f"cvc5's own constant {node}")
            children = [purified(node)] if kind == Kind.SKOLEM else list(node)
            missing = [child for child in children if child.getId() not in spans]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            first, last = self._everywhere
            for child in children:
                earliest, latest = spans[child.getId()]
                first, last = max(first, earliest), min(last, latest)
            self._kept.append(node)
            spans[identity] = (first, last)
        return spans[term.getId()]

    def difference(self, comparison: Any) -> tuple[dict[int, Number], Number]:
        """``left - right`` of a comparison as coefficients by variable and a constant."""
        identity = comparison.getId()
        known = self._relations.get(identity)
        if known is None:
            self._kept.append(comparison)
            known = self._relations[identity] = self._sum([(comparison[0], 1), (comparison[1], -1)])
        return known

    def _sum(self, pending: list[tuple[Any, Number]]) -> tuple[dict[int, Number], Number]:
        coefficients: dict[int, Number] = {}
        constant: Number = 0
        while pending:
            term, factor = pending.pop()
            kind = term.getKind()
            if kind == Kind.ADD:
                pending.extend((child, factor) for child in term)
            elif kind == Kind.SUB:
                first, *others = term
                pending.append((first, factor))
                pending.extend((child, -factor) for child in others)
            elif kind == Kind.NEG:
                pending.append((term[0], -factor))
            elif kind in (Kind.CONST_INTEGER, Kind.CONST_RATIONAL):
                constant += factor * number_of(term)
            elif kind == Kind.TO_REAL:
                pending.append((term[0], factor))
            elif kind == Kind.MULT and (scaled := _scaled(term)) is not None:
                inner, number = scaled
                if inner is None:
                    constant += factor * number
                else:
                    pending.append((inner, factor * number))
            else:
                identity = term.getId()
                self.terms.setdefault(identity, term)
                coefficients[identity] = coefficients.get(identity, 0) + factor
        return {variable: factor for variable, factor in coefficients.items() if factor}, constant


def number_of(constant: Any) -> Number:
    """The value of an arithmetic constant, an int where it is whole."""
    if constant.getKind() == Kind.CONST_INTEGER:
        return int(constant.getIntegerValue())
    value = Fraction(constant.getRealValue())
    return value.numerator if value.denominator == 1 else value


def _scaled(product: Any) -> tuple[Any | None, Number] | None:
    """(other factor, number) of a product with at most one factor that is not a constant; None for other products."""
    number: Number = 1
    inner = None
    for child in product:
        kind = child.getKind()
        if kind in (Kind.CONST_INTEGER, Kind.CONST_RATIONAL):
            number *= number_of(child)
        elif kind in (Kind.NEG, Kind.TO_REAL) and child[0].getKind() in (Kind.CONST_INTEGER, Kind.CONST_RATIONAL):
            number *= -number_of(child[0]) if kind == Kind.NEG else number_of(child[0])
        elif inner is None:
            inner = child
        else:
            return None
    return inner, number
