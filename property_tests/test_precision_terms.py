"""Predicates keep their meaning between integers and words wherever nothing wraps around."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT, BVType

from verilab.analysis.precisions.terms import Translation
from verilab.program.types import IntType

TYPES = (IntType(8, True), IntType(8, False), IntType(16, True), IntType(32, False))
Atom = tuple[str, tuple[int, ...], int]
ATOMS = st.tuples(st.sampled_from(("=", "<=", "<")), st.tuples(*[st.integers(-2, 2)] * len(TYPES)), st.integers(-9, 9))
VALUES = st.tuples(*(st.integers(max(type.minimum, -9), 9) for type in TYPES))


class Setting:
    """Variables of all types, as integers and as words of their widths."""

    def __init__(self) -> None:
        self.environment = Environment()
        self.m = self.environment.formula_manager
        self.integers = [self.m.Symbol(f"i{number}", INT) for number in range(len(TYPES))]
        self.words = [self.m.Symbol(f"w{number}", BVType(type.width)) for number, type in enumerate(TYPES)]

    def integer_atom(self, atom: Atom) -> FNode:
        relation, factors, constant = atom
        m = self.m
        total = m.Plus([m.Times(m.Int(factor), variable) for factor, variable in zip(factors, self.integers, strict=True)])
        return {"=": m.Equals, "<=": m.LE, "<": m.LT}[relation](total, m.Int(constant))

    def holds(self, formula: FNode, values: tuple[int, ...]) -> bool:
        m = self.m
        given = dict(zip(self.integers, map(m.Int, values), strict=True))
        given |= {word: m.BV(value % (1 << word.bv_width()), word.bv_width()) for word, value in zip(self.words, values, strict=True)}
        instance = self.environment.substituter.substitute(formula, given)
        return bool(self.environment.simplifier.simplify(instance).constant_value())


@given(ATOMS, VALUES)
def test_an_atom_over_integers_holds_of_words_that_have_their_values(atom: Atom, values: tuple[int, ...]) -> None:
    setting = Setting()
    meant = {integer: (word, type) for integer, word, type in zip(setting.integers, setting.words, TYPES, strict=True)}
    formula = setting.integer_atom(atom)
    words = Translation(setting.environment, meant).to_words(formula)
    # Nine times two for each variable, and the bound, fit into the words that are made: the widest is of 33 bits.
    assert setting.holds(words, values) == setting.holds(formula, values)


@given(st.sampled_from(range(len(TYPES))), st.sampled_from(("=", "<=", "<")), st.integers(0, 9), VALUES)
def test_a_comparison_of_words_holds_of_integers_that_have_their_values(
    place: int, relation: str, bound: int, values: tuple[int, ...]
) -> None:
    setting = Setting()
    m, word, type = setting.m, setting.words[place], TYPES[place]
    order = {"<=": m.BVSLE if type.signed else m.BVULE, "<": m.BVSLT if type.signed else m.BVULT, "=": m.Equals}[relation]
    formula = order(word, m.BV(bound, type.width))
    meant = {word: (integer, type) for integer, word, type in zip(setting.integers, setting.words, TYPES, strict=True)}
    integers = Translation(setting.environment, meant).to_integers(formula)
    assert setting.holds(integers, values) == setting.holds(formula, values)
