"""Blocks of small programs, in both encodings."""

from __future__ import annotations

import pytest
from pysmt.fnode import FNode

from tests.formulas.sketches import ENCODINGS, Sketch, blocks_of, encoding_of, equal, less, number, plus, satisfiable
from verilab.formulas.blocks.block_operator import LargeBlock, SingleBlock
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.path_formulas import PathFormulas
from verilab.formulas.terms.inspection import symbols
from verilab.program.cfa import Call, Function, Return
from verilab.program.expressions import Binary, Constant, Read, Select
from verilab.program.operations import Assign, Havoc, Nondet, NondetKind, Skip, Store
from verilab.program.storages import Array
from verilab.program.types import INT, UINT, IntType


@ENCODINGS
def test_constants_propagate_and_dead_branches_vanish(kind: str) -> None:
    sketch = Sketch()
    x, y = sketch.variable("x"), sketch.variable("y")
    sketch.assign(x, number(5))
    sketch.assign(y, plus(Read(x), 1))
    error = sketch.error_unless(Binary("==", Read(y), number(6), INT))
    (block,) = blocks_of(sketch.graph(), kind)
    assert error.is_error
    assert block.target.location is sketch.main.exit
    assert block.formula.is_true()
    assert [term.is_constant() for term in block.exit.values()] == [True, True]


def test_in_range_arithmetic_is_a_plain_linear_term() -> None:
    sketch = Sketch()
    x = sketch.variable("x")
    sketch.error_unless(less(Read(x), 10))
    sketch.assign(x, plus(Read(x), 1))
    sketch.assign(x, plus(Read(x), 1))
    block = next(block for block in blocks_of(sketch.graph(), "int") if not block.target.location.is_error)
    assert block.exit_term((x, 0)).serialize() == "(x + 2)"


def test_arithmetic_that_may_overflow_wraps_by_a_case_split() -> None:
    sketch = Sketch()
    x = sketch.variable("x", UINT)
    sketch.assign(x, plus(Read(x), 1))
    (block,) = blocks_of(sketch.graph(), "int")
    assert block.exit_term((x, 0)).is_ite()
    assert satisfiable(block, equal(block, x, UINT.maximum), block.at_exit(equal(block, x, 0)))
    assert not satisfiable(block, equal(block, x, UINT.maximum), block.at_exit(equal(block, x, UINT.maximum + 1)))


@ENCODINGS
def test_a_closed_diamond_leaves_no_guard_and_merges_by_its_condition(kind: str) -> None:
    sketch = Sketch()
    x, y = sketch.variable("x"), sketch.variable("y")
    then, otherwise = sketch.branch(less(Read(x), 0))
    sketch.here = then
    sketch.assign(y, number(1))
    join = sketch.here
    sketch.here = otherwise
    sketch.then(Assign(y, number(2)), join)
    (block,) = blocks_of(sketch.graph(), kind)
    assert [symbol for symbol in symbols(block.formula) if symbol is not block.vocabulary.symbol((x, 0))] == []
    assert satisfiable(block, equal(block, x, -1), block.at_exit(equal(block, y, 1)))
    assert not satisfiable(block, equal(block, x, -1), block.at_exit(equal(block, y, 2)))
    assert satisfiable(block, equal(block, x, 0), block.at_exit(equal(block, y, 2)))


@ENCODINGS
def test_an_error_location_ends_a_block_without_exit_state(kind: str) -> None:
    sketch = Sketch()
    x = sketch.variable("x")
    sketch.assign(x, plus(Read(x), 0))
    error = sketch.error_unless(less(Read(x), 10))
    sketch.assign(x, number(0))
    blocks = {block.target.location: block for block in blocks_of(sketch.graph(), kind)}
    assert dict(blocks[error].exit) == {}
    assert satisfiable(blocks[error], equal(blocks[error], x, 10))
    assert not satisfiable(blocks[error], equal(blocks[error], x, 9))


@ENCODINGS
def test_a_loop_body_is_a_block_from_its_head_to_its_head(kind: str) -> None:
    sketch = Sketch()
    x = sketch.variable("x")
    head = sketch.then(Skip())
    body, after = sketch.branch(less(Read(x), 10))
    sketch.here = body
    sketch.then(Assign(x, plus(Read(x), 1)), head)
    sketch.here = after
    graph = sketch.graph()
    builder = BlockBuilder(graph, PathFormulas(graph.program, encoding_of(kind)), LargeBlock())
    (first,) = builder.blocks_from(graph.entry)
    assert first.target.location is head
    assert first.reads == ()
    around, out = sorted(builder.blocks_from(first.target), key=lambda block: block.target is not block.source)
    assert around.source is around.target
    assert around.edge_count == 2
    assert satisfiable(around, equal(around, x, 9), around.at_exit(equal(around, x, 10)))
    assert not satisfiable(around, equal(around, x, 10))
    assert out.edge_count == 2
    assert dict(out.exit) == {}
    assert builder.blocks_from(first.target)[0] in (around, out)


@ENCODINGS
def test_a_function_is_passed_under_its_call_stack(kind: str) -> None:
    sketch = Sketch()
    x = sketch.variable("x")
    callee: Function = sketch.builder.function("f")
    sketch.builder.edge(callee.entry, callee.exit, Assign(x, plus(Read(x), 1)))
    sketch.builder.edge(callee.exit, callee.exit, Return())
    sketch.assign(x, number(0))
    for _ in range(2):
        back = sketch.builder.location(sketch.main)
        sketch.builder.edge(sketch.here, callee.entry, Call(callee, back))
        sketch.here = back
    (block,) = blocks_of(sketch.graph(), kind)
    assert block.exit_term((x, 0)).constant_value() == 2
    edges, _ = block.path(lambda symbol: None)
    assert [type(edge.operation).__name__ for edge in edges] == ["Assign", "Call", "Assign", "Return", "Call", "Assign", "Return", "Skip"]


@ENCODINGS
def test_variable_indices_choose_among_the_elements_they_may_reach(kind: str) -> None:
    sketch = Sketch()
    i, x = sketch.variable("i"), sketch.variable("x")
    a: Array = sketch.builder.array("a", INT, 4)
    for index in range(4):
        sketch.then(Store(a, number(index), number(10 * index)))
    sketch.error_unless(less(Read(i), 3))
    sketch.error_unless(Binary(">=", Read(i), number(1), INT))
    sketch.then(Store(a, Read(i), number(7)))
    sketch.assign(x, Select(a, plus(Read(i), 1)))
    block = next(block for block in blocks_of(sketch.graph(), kind) if not block.target.location.is_error)
    assert block.exit[a, 0].constant_value() == 0
    assert block.exit[a, 3].constant_value() == 30
    for index, expected in ((1, 20), (2, 30)):
        assert satisfiable(block, equal(block, i, index), block.at_exit(equal(block, x, expected)))
        assert not satisfiable(block, equal(block, i, index), block.at_exit(equal(block, x, expected + 1)))


@ENCODINGS
def test_an_index_out_of_bounds_reads_anything(kind: str) -> None:
    sketch = Sketch()
    i, x = sketch.variable("i"), sketch.variable("x")
    a = sketch.builder.array("a", INT, 2)
    sketch.then(Store(a, number(0), number(0)))
    sketch.then(Store(a, number(1), number(1)))
    sketch.assign(x, Select(a, Read(i)))
    (block,) = blocks_of(sketch.graph(), kind)
    assert satisfiable(block, equal(block, i, 5), block.at_exit(equal(block, x, 77)))
    assert not satisfiable(block, equal(block, i, 1), block.at_exit(equal(block, x, 77)))


@ENCODINGS
def test_reads_of_a_large_array_are_arbitrary_and_make_the_block_imprecise(kind: str) -> None:
    sketch = Sketch()
    x = sketch.variable("x", UINT)
    a = sketch.builder.array("a", UINT, 1000)
    sketch.then(Store(a, number(3), number(5, UINT)))
    sketch.assign(x, Select(a, number(3)))
    (block,) = blocks_of(sketch.graph(), kind)
    assert block.imprecise == {"large array"}
    assert satisfiable(block, block.at_exit(equal(block, x, 6)))
    with pytest.raises(ValueError, match="array_limit"):
        block.vocabulary.symbol((a, 3))


@ENCODINGS
def test_choices_are_read_from_the_model_in_path_order(kind: str) -> None:
    sketch = Sketch()
    x, y = sketch.variable("x"), sketch.variable("y", IntType(8, True))
    sketch.assign(x, Nondet(INT, NondetKind.INPUT, "nondet_int"))
    sketch.then(Havoc((y, x), NondetKind.IMPRECISE, "heap"))
    error = sketch.error_unless(less(Read(y), -3))
    graph = sketch.graph()
    block = next(block for block in blocks_of(graph, kind) if block.target.location is error)
    assert block.imprecise == {"heap"}
    first, second = block.choices
    values: dict[FNode | None, int] = {first.symbols[0]: 42, second.symbols[0]: 254, second.symbols[1]: 1}
    edges, choices = block.path(values.get)
    assert [choice.values for choice in choices] == [(42,), (-2, 1)]
    assert edges[-1].target is error


def test_imprecision_that_the_formula_does_not_depend_on_is_not_reported() -> None:
    sketch = Sketch()
    x, y = sketch.variable("x"), sketch.variable("y")
    sketch.assign(y, Nondet(INT, NondetKind.IMPRECISE, "heap"))
    error = sketch.error_unless(less(Read(x), 0))
    block = next(block for block in blocks_of(sketch.graph(), "int") if block.target.location is error)
    assert block.imprecise == frozenset()


@ENCODINGS
def test_edges_without_conditions_are_chosen_by_the_solver(kind: str) -> None:
    sketch = Sketch()
    x = sketch.variable("x")
    start, join = sketch.here, sketch.builder.location(sketch.main)
    for value in (1, 2, 3):
        sketch.here = start
        sketch.then(Assign(x, number(value)), join)
    (block,) = blocks_of(sketch.graph(), kind)
    for value in (1, 2, 3):
        assert satisfiable(block, block.at_exit(equal(block, x, value)))
    assert not satisfiable(block, block.at_exit(equal(block, x, 4)))


def test_overapproximated_operators_are_reported() -> None:
    sketch = Sketch()
    x, y = sketch.variable("x"), sketch.variable("y")
    sketch.assign(x, Binary("*", Read(x), Read(y), INT))
    graph = sketch.graph()
    assert [block.overapproximated for block in blocks_of(graph, "int")] == [True]
    assert [block.overapproximated for block in blocks_of(graph, "bv")] == [False]


def test_a_block_contains_only_what_reaches_its_target() -> None:
    sketch = Sketch()
    x = sketch.variable("x")
    error = sketch.error_unless(less(Read(x), 10))
    sketch.assign(x, number(3))
    graph = sketch.graph()
    block = next(block for block in blocks_of(graph, "int") if block.target.location is error)
    assert block.edge_count == 1
    assert set(block.steps) == {graph.entry}


@ENCODINGS
@pytest.mark.parametrize("operator", ["+", "-", "*", "/", "%", "&", "<<", ">>", "=="])
def test_a_total_block_leads_on_from_every_state(kind: str, operator: str) -> None:
    sketch = Sketch()
    x, y = sketch.variable("x", UINT), sketch.variable("y")
    sketch.assign(x, Binary(operator, Read(x), Constant(3, UINT), INT if operator == "==" else UINT))
    sketch.assign(y, Binary(operator, Read(y), Read(y), INT))
    (block,) = blocks_of(sketch.graph(), kind)
    assert block.is_total
    for first in (0, 1, UINT.maximum):
        for second in (INT.minimum, -1, 0, 1, INT.maximum):
            assert satisfiable(block, equal(block, x, first), equal(block, y, second))


@ENCODINGS
def test_a_block_with_a_condition_on_its_way_is_not_total_unless_its_sides_meet_again(kind: str) -> None:
    sketch = Sketch()
    x = sketch.variable("x")
    sketch.error_unless(less(Read(x), 10))
    assert not any(block.is_total for block in blocks_of(sketch.graph(), kind))
    assert not any(block.is_total for block in blocks_of(sketch.graph(), kind, SingleBlock()))

    sketch = Sketch()
    x = sketch.variable("x")
    inside, outside = sketch.branch(less(Read(x), 10))
    sketch.here = inside
    sketch.then(Assign(x, number(1)), outside)
    (block,) = blocks_of(sketch.graph(), kind)
    assert block.is_total
    assert satisfiable(block, equal(block, x, 3))
    assert satisfiable(block, equal(block, x, 30))
