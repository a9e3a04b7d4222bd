"""Sets of states at a control point as cubes of bits, and the clauses that exclude them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.formulas.terms.construction import Terms

Literal = tuple[int, int, int]
"""The place of a word among those of its point, one of its bits, and the bit's value."""
Cube = frozenset[Literal]


class Bits:
    """The bits of some words, each with a truth that stands for it: ``name`` is what their names begin with, and nobody else's.

    A solver that has the definitions is asked about truths alone: no question of its thousands goes through terms again.
    """

    def __init__(self, terms: Terms, words: Sequence[FNode], name: str) -> None:
        self._terms = terms
        self._name = name
        self.words = words
        self.widths = [word.bv_width() for word in words]
        self._one = terms.bit_vector(1, 1)
        self._zero = terms.bit_vector(0, 1)
        self._known: dict[Literal, FNode] = {}

    @property
    def truths(self) -> list[FNode]:
        """Of all bits, in the order of ``cube_of``."""
        return [self.literal((place, bit, 1)) for place, width in enumerate(self.widths) for bit in range(width)]

    def literal(self, literal: Literal) -> FNode:
        """The truth of a bit, or its negation."""
        formula = self._known.get(literal)
        if formula is None:
            place, bit, value = literal
            formula = self._terms.symbol(f"{self._name}!{place}!{bit}")
            formula = self._known[literal] = formula if value else self._terms.negation(formula)
        return formula

    def clause(self, cube: Iterable[Literal]) -> FNode:
        """That the state is none of the cube's, by truths."""
        return self._terms.disjunction([self.literal((place, bit, 1 - value)) for place, bit, value in sorted(cube)])

    def definitions(self, places: Iterable[int]) -> list[FNode]:
        """What the truths of these words say of them."""
        ones = [(place, bit, 1) for place in places for bit in range(self.widths[place])]
        return [self._terms.node(op.IFF, (self.literal(one), self._is(one))) for one in ones]

    def exclusion(self, cube: Iterable[Literal]) -> FNode:
        """That the state is none of the cube's, by words."""
        return self._terms.disjunction([self._is((place, bit, 1 - value)) for place, bit, value in sorted(cube)])

    def _is(self, literal: Literal) -> FNode:
        place, bit, value = literal
        word = self.words[place]
        extracted = word if word.bv_width() == 1 else self._terms.environment.formula_manager.BVExtract(word, bit, bit)
        return self._terms.node(op.EQUALS, (extracted, self._one if value else self._zero))


def cube_of(truths: Sequence[bool], widths: Sequence[int]) -> list[Literal]:
    """The one state whose bits have these values: word by word, from the lowest."""
    places = [(place, bit) for place, width in enumerate(widths) for bit in range(width)]
    return [(place, bit, int(truth)) for (place, bit), truth in zip(places, truths, strict=True)]
