"""The vocabulary: which symbol stands for which element, also where several vocabularies share an environment."""

from __future__ import annotations

from pysmt.environment import Environment

from verilab.formulas.encodings.by_name import make_encoding
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.builder import ProgramBuilder
from verilab.program.types import INT


def test_vocabularies_of_one_environment_know_each_others_symbols() -> None:
    builder, environment = ProgramBuilder(), Environment()
    x = builder.variable("x", INT)
    program = builder.finish(builder.function("main"))
    first, second = (Vocabulary(program, make_encoding("int", environment)) for _ in range(2))
    symbol = first.symbol((x, 0))
    assert second.element(symbol) == (x, 0)
    assert Vocabulary(program, make_encoding("bv", environment)).element(symbol) is None
