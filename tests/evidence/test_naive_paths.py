"""What a condition on a path says."""

from __future__ import annotations

import pysmt.operators as op
from pysmt.environment import Environment
from pysmt.typing import BVType

from verilab.evidence.naive.paths import _simplified
from verilab.formulas.terms.construction import Terms

TERMS = Terms(Environment())
CONDITION, WORD = TERMS.symbol("condition"), TERMS.symbol("word", BVType(8))
ZERO, ONE = (TERMS.bit_vector(value, 8) for value in (0, 1))


def test_a_choice_between_1_and_0_is_its_condition() -> None:
    truth = TERMS.node(op.ITE, (CONDITION, ONE, ZERO))
    assert _simplified(TERMS.node(op.EQUALS, (truth, ZERO)), TERMS) is TERMS.negation(CONDITION)
    assert _simplified(TERMS.node(op.EQUALS, (truth, ONE)), TERMS) is CONDITION


def test_a_choice_between_1_and_a_word_is_not() -> None:
    fact = TERMS.negation(TERMS.node(op.EQUALS, (TERMS.node(op.ITE, (CONDITION, ONE, WORD)), ZERO)))
    assert _simplified(fact, TERMS) is fact
