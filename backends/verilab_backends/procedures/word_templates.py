"""Templates of facts about words: comparisons of program variables with each other and with the numbers that a path compares.

    x < y, x = y           of two words of one width, in both orders                    x < c, c < x, x = c    with numbers
    y = x + c, x + y = z   with numbers that the path writes                            x[0] = 0, x[0] = y[0]  the lowest bits
    the path's own atoms, moved to the cut

No template has a number that was computed along the path: what holds by one of them holds of more paths than this one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations

import pysmt.operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.formulas.terms.construction import Terms
from verilab.formulas.terms.inspection import atoms, subterms
from verilab.solving.predicate_paths import StatePredicates, base_of

MOST_WORDS = 10
"""Of one width at one cut that are compared with each other; those that the path tests come first."""
MOST_NUMBERS = 10
"""That one word is compared with."""
MOST_SUMMED = 5
"""Words of one width of which the sums of two are compared with a third."""
MOST_ATOMS = 48
"""Of the path at one cut, those of near partitions first."""

_COMPARED = frozenset({op.EQUALS, op.BV_COMP, op.BV_ULE, op.BV_ULT, op.BV_SLE, op.BV_SLT, op.ITE})


@dataclass(frozen=True, slots=True)
class Template:
    """A formula of one cut; ``state`` is the same for what it says of the same variables at other cuts; low ``rank``s are preferred."""

    formula: FNode
    state: Hashable
    rank: int


class WordTemplates:
    """The templates of one sequence."""

    def __init__(self, environment: Environment, partitions: Sequence[FNode]) -> None:
        self._terms = Terms(environment)
        self._predicates = StatePredicates(environment)
        self._compared, self._written = _numbers(partitions)
        self._atoms: dict[FNode, int] = {}
        self._tested: dict[str, int] = {}
        for place, partition in enumerate(partitions):
            for atom in atoms(partition):
                if not atom.is_equals():
                    for symbol in atom.get_free_variables():
                        self._tested[base_of(symbol)] = self._tested.get(base_of(symbol), 0) + 1
                state = self._predicates.of_state(atom)
                if state is not None:
                    self._atoms[state] = place

    def at_cut(self, cut: int, shared: Sequence[FNode]) -> list[Template]:
        """Over the variables of a cut, each formula once."""
        by_formula: dict[FNode, Template] = {}
        for template in (*self._of_path(cut, shared), *self._of_words(shared)):
            by_formula.setdefault(template.formula, template)
        return list(by_formula.values())

    def _of_path(self, cut: int, shared: Sequence[FNode]) -> Iterator[Template]:
        near = sorted(self._atoms, key=lambda state: abs(self._atoms[state] - cut))
        for state in near[:MOST_ATOMS]:
            for formula in self._predicates.at_cut((state,), shared):
                constant = formula.is_equals() and any(side.is_bv_constant() for side in formula.args())
                yield Template(formula, state, 5 if constant else 1)
        for symbol in shared:
            if symbol.symbol_type().is_bool_type():
                yield Template(symbol, base_of(symbol), 4)

    def _of_words(self, shared: Sequence[FNode]) -> Iterator[Template]:
        widths: dict[int, list[FNode]] = {}
        for symbol in shared:
            if symbol.symbol_type().is_bv_type():
                widths.setdefault(symbol.bv_width(), []).append(symbol)
        for width, words in widths.items():
            words = sorted(words, key=lambda word: (-self._tested.get(base_of(word), 0), str(word.symbol_name())))[:MOST_WORDS]
            for word in words:
                yield from self._of_one(word, width)
            for x, y in combinations(words, 2):
                yield from self._of_two(x, y, width)
            for x, y, z in combinations(words[:MOST_SUMMED], 3):
                yield from self._of_three(x, y, z)

    def _of_one(self, word: FNode, width: int) -> Iterator[Template]:
        m, name = self._terms.environment.formula_manager, base_of(word)
        for number in self._compared[:MOST_NUMBERS]:
            constant = self._terms.bit_vector(number, width)
            value = constant.constant_value()
            yield Template(m.Equals(word, constant), ("=", name, value), 5)
            for relation, below in (("u", m.BVULT), ("s", m.BVSLT)):
                yield Template(below(word, constant), (relation, name, value), 3)
                yield Template(below(constant, word), (relation, value, name), 3)
        if width > 1:
            yield Template(self._even(word), ("even", name), 3)

    def _of_two(self, x: FNode, y: FNode, width: int) -> Iterator[Template]:
        m, names = self._terms.environment.formula_manager, (base_of(x), base_of(y))
        yield Template(m.Equals(x, y), ("=", *names), 2)
        for relation, below in (("u", m.BVULT), ("s", m.BVSLT)):
            yield Template(below(x, y), (relation, *names), 2)
            yield Template(below(y, x), (relation, *names[::-1]), 2)
        if width > 1:
            yield Template(m.Iff(self._even(x), self._even(y)), ("even", *names), 4)
        for number in self._written[:MOST_NUMBERS]:
            constant = self._terms.bit_vector(number, width)
            if constant.constant_value():
                yield Template(m.Equals(y, m.BVAdd(x, constant)), ("+", *names, constant.constant_value()), 4)
                yield Template(m.Equals(m.BVAdd(x, y), constant), ("+=", *names, constant.constant_value()), 4)

    def _of_three(self, *words: FNode) -> Iterator[Template]:
        m = self._terms.environment.formula_manager
        for place, total in enumerate(words):
            x, y = words[:place] + words[place + 1 :]
            yield Template(m.Equals(m.BVAdd(x, y), total), ("sum", base_of(x), base_of(y), base_of(total)), 4)

    def _even(self, word: FNode) -> FNode:
        m = self._terms.environment.formula_manager
        return m.Equals(m.BVExtract(word, 0, 0), self._terms.bit_vector(0, 1))


def _numbers(partitions: Sequence[FNode]) -> tuple[list[int], list[int]]:
    """The numbers that a path compares or assigns, 0 among them, and all that it writes; small ones first."""
    compared, written = {0}, {1, -1}
    for node in subterms(partitions):
        for argument in node.args():
            if argument.is_bv_constant():
                value = int(argument.constant_value())
                if value >= 1 << (argument.bv_width() - 1):
                    value -= 1 << argument.bv_width()
                written.update((value, -value))
                if node.node_type() in _COMPARED:
                    compared.add(value)
    return sorted(compared, key=lambda number: (abs(number), number)), sorted(written, key=lambda number: (abs(number), number))
