"""What holds of a value on one path only is not said of it where paths meet."""

from __future__ import annotations

import pytest
from pysmt.environment import Environment

from tests.formulas.sketches import ENCODINGS, Sketch, blocks_of, equal, number, satisfiable
from verilab.formulas.blocks.block import Block
from verilab.formulas.encodings.values import Value
from verilab.formulas.terms.construction import Terms
from verilab.program.expressions import Binary, Read
from verilab.program.operations import Assign, Skip
from verilab.program.storages import Variable
from verilab.program.types import INT


def narrowed_and_joined(kind: str, first: int, last: int, unchanged: int, position: int) -> tuple[Block, Variable, Variable]:
    """Several paths that meet: on ``unchanged`` ones nothing is said of x, on one ``x == first`` is assumed, and one sets x to ``last``.

    ``position``: where in the order of the paths the assumption stands.
    """
    sketch = Sketch()
    x, which = sketch.variable("x"), sketch.variable("which")
    join = sketch.builder.location(sketch.main)
    conditions = [Binary("==", Read(which), number(path), INT) for path in range(unchanged)]
    conditions.insert(position, Binary("==", Read(x), number(first), INT))
    for condition in conditions:
        leaving, sketch.here = sketch.branch(condition)
        sketch.builder.edge(leaving, join, Skip())
    sketch.then(Assign(x, number(last)), join)
    (block,) = blocks_of(sketch.graph(), kind)
    return block, x, which


@ENCODINGS
@pytest.mark.parametrize(("unchanged", "position"), [(1, 0), (1, 1), (2, 2), (5, 3), (5, 5)])
@pytest.mark.parametrize(("first", "last"), [(1, 0), (0, 1), (7, 0)])
def test_a_value_narrowed_on_one_path_keeps_its_other_values_on_the_others(
    kind: str, first: int, last: int, unchanged: int, position: int
) -> None:
    block, x, which = narrowed_and_joined(kind, first, last, unchanged, position)
    entry = [equal(block, which, 0), equal(block, x, 5777)]
    assert satisfiable(block, *entry, block.at_exit(equal(block, x, 5777)))
    for other in (0, 1, 7, 5778):
        assert not satisfiable(block, *entry, block.at_exit(equal(block, x, other)))
    assert satisfiable(block, equal(block, x, 5777), block.at_exit(equal(block, x, last)))


@ENCODINGS
def test_a_condition_behind_a_join_is_not_decided_by_one_of_its_paths(kind: str) -> None:
    sketch = Sketch()
    x, which = sketch.variable("x"), sketch.variable("which")
    join = sketch.builder.location(sketch.main)
    for condition in (Binary("==", Read(which), number(0), INT), Binary("==", Read(x), number(1), INT)):
        leaving, sketch.here = sketch.branch(condition)
        sketch.builder.edge(leaving, join, Skip())
    sketch.then(Assign(x, number(0)), join)
    error = sketch.error_unless(Binary("!=", Read(x), number(5777), INT))
    (block,) = [block for block in blocks_of(sketch.graph(), kind) if block.target.location is error]
    assert satisfiable(block, equal(block, x, 5777))
    assert not satisfiable(block, equal(block, x, 1))


def test_a_truth_value_lies_between_zero_and_one() -> None:
    truth = Terms(Environment()).true
    assert Value(None, 0, 1, truth=truth).within(1, 1).low == 1
    with pytest.raises(AssertionError, match="truth"):
        Value(None, 0, 5778, truth=truth)
