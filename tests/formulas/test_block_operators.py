"""The block operator decides where blocks end."""

from __future__ import annotations

import pytest

from tests.formulas.sketches import ENCODINGS, Sketch, blocks_of, less, number, plus, satisfiable
from verilab.formulas.blocks.block_operator import AdjustableBlock, BlockOperator, LargeBlock, SingleBlock
from verilab.program.control import ControlGraph
from verilab.program.expressions import Read
from verilab.program.operations import Assign, Skip


def straight(length: int) -> ControlGraph:
    sketch = Sketch()
    x = sketch.variable("x")
    for _ in range(length):
        sketch.assign(x, plus(Read(x), 1))
    return sketch.graph()


@pytest.mark.parametrize(("operator", "edges"), [(SingleBlock(), 1), (AdjustableBlock(3), 6), (LargeBlock(), 21)])
def test_the_operator_decides_where_a_block_ends(operator: BlockOperator, edges: int) -> None:
    (block,) = blocks_of(straight(20), "int", operator)
    assert block.edge_count == edges


def test_adjustable_blocks_end_at_joins_past_the_threshold() -> None:
    sketch = Sketch()
    x = sketch.variable("x")
    joins = []
    for number_of in range(3):
        then, otherwise = sketch.branch(less(Read(sketch.variable(f"c{number_of}")), 0))
        sketch.here = then
        joins.append(sketch.then(Assign(x, number(1))))
        sketch.here = otherwise
        sketch.then(Skip(), joins[-1])
    (block,) = blocks_of(sketch.graph(), "int", AdjustableBlock(4))
    assert block.target.location is joins[1]


@ENCODINGS
def test_deep_programs_are_walked_without_recursion(kind: str) -> None:
    (block,) = blocks_of(straight(5000), kind)
    assert block.edge_count == 5001
    assert satisfiable(block)
