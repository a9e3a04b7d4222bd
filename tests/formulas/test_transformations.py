"""The reduced graph of the paper's own example, blocks between its locations, and how formulas grow."""

from __future__ import annotations

import pytest
from pysmt.environment import Environment

from benchmarks import block_growth
from tests.formulas.sketches import ENCODINGS, Sketch, blocks_of, less, number, plus
from tests.program import lowered_programs
from verilab.formulas.blocks.block_operator import LargeBlock, transformed_blocks
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.blocks.transformations import TransitionFormulas, transformed
from verilab.formulas.encodings.by_name import make_encoding
from verilab.formulas.path_formulas import PathFormulas
from verilab.program.cfa import Edge, Program
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.expressions import Read
from verilab.program.operations import Assign, Skip
from verilab.program.static_analysis.reduction import ProgramGraph, remaining

FIGURE_1 = """
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = n, y = 0, z = 0;
  while (x != 0) {
    if (__VERIFIER_nondet_int()) { x = x - 1; y = y + 1; }
    if (__VERIFIER_nondet_int()) { y = y - 1; z = z + 1; }
    if (__VERIFIER_nondet_int()) { z = z - 1; x = x + 1; }
  }
  if (n != y + z) reach_error();
  return 0;
}
"""
OPTIONAL_LOOP = """
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > 0) { while (x > 10) x = x - 10; }
  x = x + 1;
  if (x == y) reach_error();
  return 0;
}
"""


def formulas_of(program: Program, kind: str = "int") -> PathFormulas:
    return PathFormulas(program, make_encoding(kind, Environment()))


@ENCODINGS
def test_figure_3_the_loop_body_of_figure_1_is_one_edge(kind: str) -> None:
    program = lowered_programs.program(FIGURE_1)
    graph = ControlGraph(program)
    reduced = transformed(graph, formulas_of(program, kind))
    (head,) = [point for point in reduced.locations if point.location.is_loop_head]
    (error,) = [point for point in reduced.locations if point.location.is_error]
    assert set(reduced.leaving[graph.entry]) == {head}
    assert {head, error} <= set(reduced.leaving[head])
    assert {point for point in reduced.locations if point.successors} == {graph.entry, head}


def test_a_location_behind_an_optional_loop_remains() -> None:
    graph = ControlGraph(lowered_programs.program(OPTIONAL_LOOP))
    left = {point for point in remaining(graph) if point is not graph.entry and not point.location.is_error}
    assert sorted(point.location.is_loop_head for point in left) == [False, True]


def test_large_blocks_contain_the_code_behind_an_optional_loop_twice_and_transformed_ones_once() -> None:
    program = lowered_programs.program(OPTIONAL_LOOP)
    graph = ControlGraph(program)
    edges: dict[str, set[tuple[ControlPoint, ControlPoint, Edge]]] = {"large": set(), "transformed": set()}
    for name, operator in (("large", LargeBlock()), ("transformed", transformed_blocks(graph))):
        builder = BlockBuilder(graph, formulas_of(program), operator)
        pending, seen = [graph.entry], {graph.entry}
        while pending:
            source = pending.pop()
            for block in builder.blocks_from(source):
                edges[name] |= {(source, point, step.edge) for point, steps in block.steps.items() for step in steps}
                if block.target not in seen and not block.target.location.is_error:
                    seen.add(block.target)
                    pending.append(block.target)
    assert len({edge for _, _, edge in edges["transformed"]}) == len(edges["transformed"])
    assert len({edge for _, _, edge in edges["large"]}) < len(edges["large"])


def test_a_frame_condition_is_there_only_where_a_disjunction_needs_it() -> None:
    sketch = Sketch()
    x, y, z = (sketch.variable(name) for name in "xyz")
    then, otherwise = sketch.branch(less(Read(z), 0))
    sketch.here = then
    join = sketch.then(Assign(x, number(1)))
    sketch.here = otherwise
    sketch.then(Assign(y, number(2)), join)
    graph = sketch.graph()
    labels = TransitionFormulas(formulas_of(graph.program))
    reduced = ProgramGraph(graph, labels)
    reduced.reduce()
    (edge,) = reduced.leaving[graph.entry].values()
    assert sorted(edge.exit) == [x.slot, y.slot]
    names = {symbol.symbol_name() for symbol in labels.formula(edge).get_free_variables()}
    assert {"x", "y", "z", "x'", "y'"} <= names
    assert "z'" not in names


def test_deep_programs_are_transformed_without_recursion() -> None:
    sketch = Sketch()
    x = sketch.variable("x")
    for _ in range(3000):
        sketch.assign(x, plus(Read(x), 1))
    sketch.then(Skip())
    graph = sketch.graph()
    labels = TransitionFormulas(formulas_of(graph.program))
    reduced = ProgramGraph(graph, labels)
    reduced.reduce()
    (edge,) = reduced.leaving[graph.entry].values()
    assert len(labels.conjuncts(edge)) > 3000


@pytest.mark.parametrize("variables", block_growth.VARIABLES.values(), ids=block_growth.VARIABLES)
@pytest.mark.parametrize("construct", block_growth.CONSTRUCTIONS.values(), ids=block_growth.CONSTRUCTIONS)
def test_formulas_are_linear_in_the_branches(construct: block_growth.Construction, variables: int | None) -> None:
    sizes = [(float(length), float(construct(block_growth.chain(length, variables), "int").nodes)) for length in (50, 100, 200, 400)]
    assert 0.95 < block_growth.exponent(sizes) < 1.02


def test_the_benchmark_prints_a_table_with_exponents(capsys: pytest.CaptureFixture[str]) -> None:
    block_growth.main(["--branches", "5", "10"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if line] == [
        *("3", "branches", "5", "10", "exponent", "at"),
        *("a", "branches", "5", "10", "exponent", "at"),
    ]


def test_a_single_length_has_no_exponent() -> None:
    assert str(block_growth.exponent([(10.0, 3.0)])) == "nan"


def test_the_blocks_of_a_loop_free_sketch_are_the_same() -> None:
    sketch = Sketch()
    sketch.assign(sketch.variable("x"), number(1))
    graph = sketch.graph()
    (large,), (small,) = blocks_of(graph, "int", LargeBlock()), blocks_of(graph, "int", transformed_blocks(graph))
    assert (large.target, large.edge_count) == (small.target, small.edge_count)
