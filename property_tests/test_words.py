"""Normal forms of words have the values of the terms that they are made of: those of the search, and those of the check."""

from __future__ import annotations

from random import Random

import pysmt.operators as op
from hypothesis import given, settings
from hypothesis import strategies as st
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import BOOL, BVType

from property_tests.examples import examples
from property_tests.random_words import random_words
from verilab.evidence.naive.inlining import Inlining
from verilab.formulas.terms.construction import Terms
from verilab.formulas.terms.inspection import Evaluation, symbols
from verilab.formulas.terms.rewriting import Rewriter
from verilab.formulas.terms.words import Words, width_of


def _evaluation(random: Random) -> Evaluation:
    values: dict[FNode, int] = {}
    return Evaluation(lambda symbol: values.setdefault(symbol, random.randrange(1 << (width_of(symbol) or 1))))


@settings(max_examples=examples(100), deadline=None)
@given(st.integers(0, 1 << 32), st.integers(5, 60))
def test_a_normal_form_has_the_values_of_its_term(seed: int, steps: int) -> None:
    random, terms = Random(seed), Terms(Environment())
    search, check = Rewriter(terms, lambda symbol: symbol, Words(terms)), Inlining(terms)
    forms = [(term, search(term), check.normal(term)) for term in random_words(terms, random, steps)]
    for _ in range(4):
        evaluation = _evaluation(random)
        for term, *normal in forms:
            for form in normal:
                assert width_of(form) == width_of(term)
                assert evaluation.value(form) == evaluation.value(term)


@settings(max_examples=examples(100), deadline=None)
@given(st.integers(0, 1 << 32), st.integers(5, 60))
def test_what_a_definition_is_replaced_by_has_its_value(seed: int, steps: int) -> None:
    random, terms = Random(seed), Terms(Environment())
    words = random_words(terms, random, steps)
    names = [_name(terms, number, width_of(word)) for number, word in enumerate(words)]
    check = Inlining(terms)
    definitions = [terms.node(op.EQUALS if width_of(word) else op.IFF, (name, word)) for name, word in zip(names, words, strict=True)]
    assert check.facts(definitions) == []
    evaluation = _evaluation(random)
    for name, word in zip(names, words, strict=True):
        form = check.normal(name)
        assert not {*symbols(form)} & {*names}
        assert evaluation.value(form) == evaluation.value(word)


def _name(terms: Terms, number: int, width: int | None) -> FNode:
    return terms.symbol(f"d{number}", BOOL if width is None else BVType(width))
