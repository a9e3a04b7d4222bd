"""Claims as tests of concrete states: what cannot be told breaks no claim."""

from __future__ import annotations

from pysmt.environment import Environment
from pysmt.typing import BVType, FunctionType

from verilab.analysis.invariants import Region
from verilab.evidence.executions.claims import state_tests
from verilab.evidence.partial_states.posts import UNKNOWN
from verilab.formulas.encodings.bit_vectors import BitVectorEncoding
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.builder import ProgramBuilder
from verilab.program.control import ControlGraph
from verilab.program.operations import Skip
from verilab.program.types import INT


def test_a_region_is_broken_by_known_numbers_and_operators_only() -> None:
    builder = ProgramBuilder()
    x = builder.variable("x", INT)
    main = builder.function("main")
    builder.edge(main.entry, main.exit, Skip())
    program = builder.finish(main)
    environment, graph = Environment(), ControlGraph(program)
    manager, vocabulary = environment.formula_manager, Vocabulary(program, BitVectorEncoding(environment))
    symbol = vocabulary.symbol((x, 0))
    negative = manager.BVSLT(symbol, manager.BV(0, 32))
    unheard = manager.Function(manager.Symbol("f", FunctionType(BVType(32), [BVType(32)])), [symbol])

    def test_of(region: Region) -> list[bool]:
        (test,) = state_tests({graph.entry: region}, vocabulary, graph).values()
        return [test([-1]), test([1]), test([UNKNOWN])]

    assert test_of(Region(negative, "bv")) == [True, False, True]
    assert test_of(Region(manager.Not(negative), "bv")) == [False, True, True]
    assert test_of(Region(manager.Equals(unheard, manager.BV(0, 32)), "bv")) == [True, True, True]
