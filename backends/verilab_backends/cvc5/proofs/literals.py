"""The formulas of cvc5 proofs as literals in normal form, with the partitions that they span."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cvc5 import Kind

from verilab_backends.arithmetic.exact_simplex import Relation
from verilab_backends.cvc5.proofs.comparisons import Comparisons
from verilab_backends.cvc5.terms import purified
from verilab_backends.operators import UnsupportedTerm
from verilab_backends.resolution.linear_literals import LinearLiterals
from verilab_backends.resolution.propositions import FALSE, TRUE, Propositions

_COMPARISONS = {
    Kind.LEQ: (1, Relation.LE),
    Kind.LT: (1, Relation.LT),
    Kind.GEQ: (-1, Relation.LE),
    Kind.GT: (-1, Relation.LT),
    Kind.EQUAL: (1, Relation.EQ),
}
"""Kind: the factor of left - right, and its relation to 0."""


class ProofLiterals:
    """One table of literals for all proofs over one term manager: paths repeat their formulas."""

    def __init__(self) -> None:
        self.propositions = Propositions()
        self.comparisons = Comparisons()
        self.linear = LinearLiterals(self.propositions, self.comparisons.is_integer)
        self.opaque: dict[int, Any] = {}
        """The formulas of the atoms that are no comparison of numbers."""
        self._literals: dict[int, int] = {}
        self._equalities: dict[tuple[int, int], int] = {}
        self._symbols: dict[int, tuple[int, ...]] = {}
        self._bits: dict[int, int] = {}
        self._numbered: list[int] = []
        self._kept: list[Any] = []

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
            sort = term[0].getSort()
            if sort.isInteger() or sort.isReal():
                coefficients, constant = self.comparisons.difference(term)
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
        number = self.propositions.atom()
        self.opaque[number] = term
        return number

    def symbols(self, atom: int) -> tuple[int, ...]:
        """The identities of the symbols in an atom; a purified term's are its own.  Raises UnsupportedTerm for cvc5's own constants."""
        known = self._symbols.get(atom)
        if known is None:
            linear = self.linear.atoms.get(atom)
            if linear is None:
                bits = self._bits_of(self.opaque[atom])
            else:
                bits = 0
                for variable, _ in linear.coefficients:
                    bits |= self._bits_of(self.comparisons.terms[variable])
            identities = []
            while bits:
                last = bits & -bits
                identities.append(self._numbered[last.bit_length() - 1])
                bits ^= last
            known = self._symbols[atom] = tuple(identities)
        return known

    # Atoms share most of their terms: the symbols of each term are found once, as bits.
    def _bits_of(self, term: Any) -> int:
        """The symbols of a term, a bit each by their number."""
        bits = self._bits
        known = bits.get(term.getId())
        if known is not None:
            return known
        stack = [(term, term.getId(), term.getKind(), False)]
        while stack:
            node, identity, kind, entered = stack.pop()
            if identity in bits:
                continue
            if kind == Kind.CONSTANT:
                bits[identity] = 1 << len(self._numbered)
                self._numbered.append(identity)
            else:
                inner = [purified(node)] if kind == Kind.SKOLEM else list(node)
                if not entered:
                    missing = [child for child in inner if child.getId() not in bits]
                    if missing:
                        stack.append((node, identity, kind, True))
                        stack += [(child, child.getId(), child.getKind(), False) for child in missing]
                        continue
                united = 0
                for child in inner:
                    united |= bits[child.getId()]
                bits[identity] = united
            self._kept.append(node)
        return bits[term.getId()]


class Intervals(dict[int, tuple[int, int]]):
    """The latest first and the earliest last partition of each atom's symbols, in one sequence; found when they are asked for.

    ``spans`` has the first and last partition of each symbol by the identity of its term.
    """

    def __init__(self, literals: ProofLiterals, spans: Mapping[int, tuple[int, int]], partitions: int) -> None:
        super().__init__({TRUE: (0, partitions - 1)})
        self._literals = literals
        self._spans = spans

    def __missing__(self, atom: int) -> tuple[int, int]:
        first, last = self[TRUE]
        for symbol in self._literals.symbols(atom):
            span = self._spans.get(symbol)
            if span is None:
                raise UnsupportedTerm("the proof speaks about a constant that is in no partition")
            first, last = max(first, span[0]), min(last, span[1])
        self[atom] = first, last
        return first, last
