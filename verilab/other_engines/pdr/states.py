"""Sets of states at a control point as cubes of bits, and the clauses that exclude them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.formulas.terms.construction import Terms
from verilab.program.elements import Element

Literal = tuple[int, int, int]
"""The place of an element among those of its point, one of its bits, and the bit's value."""
Cube = frozenset[Literal]


class Bits:
    """The bits of some elements, as terms over what ``value_of`` gives for each of them; terms are made once."""

    def __init__(self, terms: Terms, elements: Sequence[Element], value_of: Callable[[Element], FNode]) -> None:
        self._terms = terms
        self._manager = terms.environment.formula_manager
        self.words = [value_of(element) for element in elements]
        self._one = terms.bit_vector(1, 1)
        self._zero = terms.bit_vector(0, 1)
        self._known: dict[Literal, FNode] = {}

    def literal(self, literal: Literal) -> FNode:
        found = self._known.get(literal)
        if found is None:
            place, bit, value = literal
            word = self.words[place]
            extracted = word if word.bv_width() == 1 else self._manager.BVExtract(word, bit, bit)
            found = self._terms.node(op.EQUALS, (extracted, self._one if value else self._zero))
            self._known[literal] = found
        return found

    def clause(self, cube: Iterable[Literal]) -> FNode:
        """That the state is none of the cube's."""
        return self._terms.disjunction([self.literal((place, bit, 1 - value)) for place, bit, value in sorted(cube)])


def cube_of(values: Sequence[int], widths: Sequence[int]) -> list[Literal]:
    """The one state with these values."""
    return [(place, bit, value >> bit & 1) for place, (value, width) in enumerate(zip(values, widths, strict=True)) for bit in range(width)]
