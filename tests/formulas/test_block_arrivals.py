"""A block covers every path to its target, however control comes there."""

from __future__ import annotations

import pytest
from pysmt.environment import Environment

from verilab.formulas.blocks.block_operator import LargeBlock
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.encodings.integers import IntEncoding
from verilab.formulas.path_formulas import PathFormulas
from verilab.program.control import ControlGraph
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel

SEVERAL_BACK_EDGES = """
int g;
int main(void) {
  while (g < 10) {
    if (g == 1) { g = 5; continue; }
    if (g == 2) { g = 6; continue; }
    g = 7;
  }
  return 0;
}
"""
RETURN_INTO_A_JOIN = """
int g;
int flag;
void set(int value) { g = value; }
int main(void) {
  while (g < 10) {
    if (flag == 1) set(5);
    if (flag == 2) set(6);
    if (flag == 3) set(7);
  }
  return 0;
}
"""


def _exits(text: str, entry: dict[str, int], name: str) -> list[int]:
    """The values of a global that the loop's body can end with, from the given entry values."""
    environment = Environment()
    program = lower(parse_text(text, "program.c", DataModel.ILP32))
    formulas = PathFormulas(program, IntEncoding(environment))
    blocks = BlockBuilder(ControlGraph(program), formulas, LargeBlock())
    (first,) = blocks.blocks_from(blocks.graph.entry)
    (body,) = [block for block in blocks.blocks_from(first.target) if block.target is first.target]
    manager = environment.formula_manager
    values = []
    with environment.factory.Solver(name="z3") as solver:
        solver.add_assertion(body.formula)
        for variable, value in entry.items():
            solver.add_assertion(manager.Equals(formulas.vocabulary.symbol((program.variable(variable), 0)), manager.Int(value)))
        exit_term = body.exit_term((program.variable(name), 0))
        while solver.solve():
            value = solver.get_value(exit_term)
            values.append(value.constant_value())
            solver.add_assertion(manager.Not(manager.Equals(exit_term, value)))
    return values


@pytest.mark.parametrize(("before", "after"), [(1, 5), (2, 6), (3, 7)])
def test_every_back_edge_to_a_loop_head_is_in_the_block(before: int, after: int) -> None:
    assert _exits(SEVERAL_BACK_EDGES, {"g": before}, "g") == [after]


@pytest.mark.parametrize(("flag", "after"), [(0, 3), (1, 5), (2, 6), (3, 7)])
def test_a_call_that_returns_into_a_join_does_not_hide_the_other_paths(flag: int, after: int) -> None:
    assert _exits(RETURN_INTO_A_JOIN, {"g": 3, "flag": flag}, "g") == [after]
