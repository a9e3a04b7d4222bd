"""Traces: consecutive blocks under instantiated symbols."""

from __future__ import annotations

from typing import Any

import pytest
from pysmt.environment import Environment

from verilab.formulas.blocks.block_operator import SingleBlock
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.encodings.by_name import make_encoding
from verilab.formulas.path_formulas import PathFormulas
from verilab.formulas.terms.inspection import ValueOf, symbols
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Edge, Operation
from verilab.program.control import ControlGraph
from verilab.program.expressions import Binary, Constant, Read
from verilab.program.operations import Assign, Assume, Nondet, NondetKind
from verilab.program.types import INT


class Path:
    """x := nondet; y := x; x := x + 1; [x < 5]."""

    def __init__(self, kind: str) -> None:
        builder = ProgramBuilder()
        self.x, self.y = builder.variable("x", INT), builder.variable("y", INT)
        self.unread = builder.variable("unread", INT)
        main = builder.function("main")
        locations = [main.entry, *(builder.location(main) for _ in range(4)), main.exit]
        operations: list[Operation] = [
            Assign(self.x, Nondet(INT, NondetKind.INPUT, "nondet")),
            Assign(self.unread, Read(self.x)),
            Assign(self.y, Read(self.x)),
            Assign(self.x, Binary("+", Read(self.x), Constant(1, INT), INT)),
            Assume(Binary("<", Read(self.x), Read(self.y), INT), True),
        ]
        self.edges: list[Edge] = [
            builder.edge(source, target, operation) for source, target, operation in zip(locations, locations[1:], operations, strict=False)
        ]
        main.exit.is_error = True
        self.graph = ControlGraph(builder.finish(main))
        self.environment = Environment()
        encoding = make_encoding(kind, self.environment)
        self.formulas = PathFormulas(self.graph.program, encoding)
        self.vocabulary = self.formulas.vocabulary


def values_in(model: Any) -> ValueOf:
    """What a pySMT model says about symbols."""
    return lambda symbol: model.get_value(symbol).constant_value()


@pytest.fixture(params=["int", "bv"])
def path(request: pytest.FixtureRequest) -> Path:
    return Path(request.param)


def test_there_is_one_partition_per_edge(path: Path) -> None:
    trace = path.formulas.edges_trace(path.graph, path.edges, per_edge=True)
    assert len(trace.partitions) == 5
    assert len(trace.points) == 6


def test_what_a_block_does_not_modify_keeps_its_symbol(path: Path) -> None:
    trace = path.formulas.edges_trace(path.graph, path.edges, per_edge=True)
    x = [trace.symbol((path.x, 0), cut) for cut in range(6)]
    assert x[1] is x[2] is x[3]
    assert x[4] is x[5]
    assert len({x[0], x[1], x[4]}) == 3


def test_variables_that_nothing_reads_later_are_not_defined(path: Path) -> None:
    trace = path.formulas.edges_trace(path.graph, path.edges, per_edge=True)
    unread = trace.symbol((path.unread, 0), 2)
    assert all(unread not in symbols(partition) for partition in trace.partitions)
    blocks = trace.blocks
    whole = path.formulas.trace(blocks, whole_state=True)
    assert unread in symbols(whole.partitions[1])


def test_formulas_move_between_cuts_and_the_program(path: Path) -> None:
    trace = path.formulas.edges_trace(path.graph, path.edges, per_edge=True)
    claim = path.vocabulary.encoding.equals(path.vocabulary.symbol((path.x, 0)), path.vocabulary.symbol((path.y, 0)))
    moved = trace.from_state(claim, 3)
    assert moved is not claim
    assert trace.to_state(moved, 3) is claim
    with pytest.raises(ValueError, match="not part of the state at cut 4"):
        trace.to_state(moved, 4)


def test_the_path_wraps_around_to_the_error(path: Path) -> None:
    for per_edge in (True, False):
        trace = path.formulas.edges_trace(path.graph, path.edges, per_edge=per_edge)
        with path.environment.factory.Solver(name="z3") as solver:
            for partition in trace.partitions:
                solver.add_assertion(partition)
            assert solver.solve()
            model = trace.counterexample(values_in(solver.get_model()))
        assert model.edges == tuple(path.edges)
        assert [choice.values for choice in model.choices] == [(INT.maximum,)]


def test_equal_prefixes_share_their_partitions(path: Path) -> None:
    blocks = []
    point = path.graph.entry
    builder = BlockBuilder(path.graph, path.formulas, SingleBlock())
    while point.successors:
        (block,) = builder.blocks_from(point)
        blocks.append(block)
        point = block.target
    first, second = path.formulas.trace(blocks), path.formulas.trace(blocks)
    assert all(one is two for one, two in zip(first.partitions, second.partitions, strict=True))


def test_an_edge_that_does_not_continue_the_path_is_refused(path: Path) -> None:
    with pytest.raises(ValueError, match="does not leave"):
        path.formulas.edges_trace(path.graph, [path.edges[0], path.edges[2]])
