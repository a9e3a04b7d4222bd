"""What a diagram over the bits of one or two words says in terms of words: comparisons, intervals, fixed bits, a constant difference.

Every rule ends with the comparison of two diagrams, which are equal only where the formulas are equivalent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from pysmt.fnode import FNode

from verilab.formulas.terms.construction import Terms
from verilab_backends.words.bit_diagrams import FALSE, TRUE, Diagrams, runs

INTERVALS = 2
"""Into how many intervals a set of words may be taken apart."""


class WordRelations:
    """Names diagrams.  ``levels(word)``: those of a word's bits, the least significant first."""

    def __init__(self, terms: Terms, diagrams: Diagrams, levels: Callable[[FNode], Sequence[int]]) -> None:
        self._terms = terms
        self._m = terms.environment.formula_manager
        self._diagrams = diagrams
        self._levels = levels

    def name(self, diagram: int, words: Sequence[FNode]) -> FNode | None:
        """An equivalent formula over one or two words; None where no rule fits."""
        if diagram in (FALSE, TRUE):
            return self._terms.true if diagram == TRUE else self._terms.false
        support = self._diagrams.support(diagram)
        present = [word for word in words if not support.isdisjoint(self._levels(word))]
        if len(present) == 1:
            return self._of_one(diagram, present[0])
        if len(present) == 2 and present[0].bv_width() == present[1].bv_width():
            return self._of_two(diagram, *present)
        return None

    def _of_one(self, diagram: int, word: FNode) -> FNode | None:
        relation = self._as_intervals(diagram, word)
        if relation is None:
            relation = self._as_fixed_bits(diagram, word)
        if relation is None:
            negated = self._as_fixed_bits(self._diagrams.negation(diagram), word)
            relation = None if negated is None else self._terms.negation(negated)
        return relation

    def _slice(self, word: FNode, low: int, high: int) -> FNode:
        return word if (low, high) == (0, word.bv_width() - 1) else self._m.BVExtract(word, low, high)

    # A set of values of the bits low .. high, which are all bits or, where the top bit does not matter, a part of them.
    def _as_intervals(self, diagram: int, word: FNode) -> FNode | None:
        levels = self._levels(word)
        support = self._diagrams.support(diagram)
        bits = [bit for bit, level in enumerate(levels) if level in support]
        width = word.bv_width()
        low, high = (0, width - 1) if bits[-1] == width - 1 else (bits[0], bits[-1])
        term = self._slice(word, low, high)
        ordered = [levels[bit] for bit in range(high, low - 1, -1)]
        best: tuple[int, FNode] | None = None
        # a sign bit alone is a matter of sign
        for signed in (True, False) if bits == [width - 1] and width > 1 else (False, True) if high == width - 1 else (False,):
            for negative in (False, True):
                subject = self._diagrams.negation(diagram) if negative else diagram
                if signed:
                    subject = self._flipped(subject, ordered[0])
                intervals = self._diagrams.intervals(subject, ordered, INTERVALS)
                if intervals is None:
                    continue
                comparisons, formula = self._within(term, intervals, signed)
                if best is None or comparisons < best[0]:
                    best = comparisons, self._terms.negation(formula) if negative else formula
        return None if best is None else best[1]

    def _flipped(self, diagram: int, level: int) -> int:
        """The diagram with the topmost variable's value exchanged: signed order becomes unsigned order."""
        low, high = self._diagrams.parts(diagram, level)
        return self._diagrams.node(level, high, low)

    def _within(self, term: FNode, intervals: list[tuple[int, int]], signed: bool) -> tuple[int, FNode]:
        """How many comparisons say that a term lies in one of the intervals, and the formula."""
        m = self._m
        width = term.bv_width()
        offset = 1 << (width - 1) if signed else 0
        at_most = m.BVSLE if signed else m.BVULE
        count = 0
        disjuncts = []
        for first, last in intervals:
            lower, upper = (self._terms.bit_vector(value - offset, width) for value in (first, last))
            if first == last:
                parts = [m.Equals(term, lower)]
            else:
                parts = [at_most(lower, term)] if first else []
                if signed and last == offset - 1:
                    parts.append(m.BVSLT(term, self._terms.bit_vector(0, width)))
                elif last != (1 << width) - 1:
                    parts.append(at_most(term, upper))
            count += len(parts)
            disjuncts.append(self._terms.conjunction(parts))
        return count, self._terms.disjunction(disjuncts)

    # x[7:4] = 3 and a rule for the other bits
    def _as_fixed_bits(self, diagram: int, word: FNode) -> FNode | None:
        diagrams = self._diagrams
        fixed: dict[int, int] = {}
        rest = diagram
        for bit, level in enumerate(self._levels(word)):
            variable = diagrams.variable(level)
            for value, literal in ((1, variable), (0, diagrams.negation(variable))):
                if diagrams.both(diagram, literal) == diagram:
                    fixed[bit] = value
        if not fixed:
            return None
        rest = diagrams.exists(diagram, {self._levels(word)[bit] for bit in fixed})
        parts = []
        for low, high in runs(fixed):
            number = sum(fixed[bit] << (bit - low) for bit in range(low, high + 1))
            parts.append(self._m.Equals(self._slice(word, low, high), self._terms.bit_vector(number, high - low + 1)))
        if rest != TRUE:
            other = self._as_intervals(rest, word)
            if other is None:
                return None
            parts.append(other)
        return self._terms.conjunction(parts)

    def _of_two(self, diagram: int, left: FNode, right: FNode) -> FNode | None:
        product = self._as_product(diagram, left, right)
        if product is not None:
            return product
        negated = self._as_product(self._diagrams.negation(diagram), left, right)
        return None if negated is None else self._terms.negation(negated)

    # f(a, b)  =  c(a, b) and (exists b. f) and (exists a. f)   for a comparison c, or c = true
    def _as_product(self, diagram: int, left: FNode, right: FNode) -> FNode | None:
        diagrams, terms = self._diagrams, self._terms
        of_left = diagrams.exists(diagram, set(self._levels(right)))
        of_right = diagrams.exists(diagram, set(self._levels(left)))
        for comparison, formula in self._comparisons(diagram, left, right):
            if diagrams.both(comparison, diagrams.both(of_left, of_right)) != diagram:
                continue
            # what a comparison says about one word already, is left out
            one = TRUE if diagrams.both(comparison, of_right) == diagram else of_left
            other = TRUE if diagrams.both(comparison, one) == diagram else of_right
            first = terms.true if one == TRUE else self._of_one(one, left)
            second = terms.true if other == TRUE else self._of_one(other, right)
            if first is not None and second is not None:
                return terms.conjunction((formula(), first, second))
        return None

    def _comparisons(self, diagram: int, left: FNode, right: FNode) -> Iterator[tuple[int, Callable[[], FNode]]]:
        """Relations of two words, of the bits that the diagram speaks of, with their formulas."""
        diagrams, m, terms = self._diagrams, self._m, self._terms
        yield TRUE, lambda: terms.true
        support = diagrams.support(diagram)
        bits = [bit for word in (left, right) for bit, level in enumerate(self._levels(word)) if level in support]
        low, high = min(bits), max(bits)
        a, b = (self._slice(word, low, high) for word in (left, right))
        x, y = ([diagrams.variable(level) for level in self._levels(word)[low : high + 1]] for word in (left, right))
        equal = diagrams.equal(x, y)
        yield equal, lambda: m.Equals(a, b)
        yield diagrams.negation(equal), lambda: terms.negation(m.Equals(a, b))
        for signed, strict, weak in ((False, m.BVULT, m.BVULE), (True, m.BVSLT, m.BVSLE)):
            below, above = diagrams.less(x, y, signed=signed), diagrams.less(y, x, signed=signed)
            yield below, partial(strict, a, b)
            yield above, partial(strict, b, a)
            yield diagrams.negation(above), partial(weak, a, b)
            yield diagrams.negation(below), partial(weak, b, a)
        if diagram != FALSE:
            values = diagrams.model(diagram)
            first, second = (
                sum(values.get(self._levels(w)[bit], False) << (bit - low) for bit in range(low, high + 1)) for w in (left, right)
            )
            constant = terms.bit_vector(second - first, high - low + 1)
            yield diagrams.shifted(x, y, constant.constant_value()), lambda: m.Equals(b, m.BVAdd(a, constant))
