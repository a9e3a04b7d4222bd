"""The naive relation keeps every execution, also where several edges may be taken from one point."""

from __future__ import annotations

import pytest
from pysmt.environment import Environment

from verilab.evidence.results import Accepted, Rejected
from verilab.evidence.unrolling import check_unrolled
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Operation, Program
from verilab.program.control import ControlGraph
from verilab.program.expressions import Binary, Constant, Expression, Read
from verilab.program.operations import Assign, Assume, Skip
from verilab.program.storages import Variable
from verilab.program.types import INT
from verilab.program.unrolled import Unrolled
from verilab.solving.backend import QueryContext
from verilab.solving.registry import load_backend


def sides(x: Variable) -> dict[str, tuple[Operation, Operation]]:
    def compared(operator: str, bound: int) -> Expression:
        return Binary(operator, Read(x), Constant(bound, INT), INT)

    return {
        "nothing decides": (Skip(), Skip()),
        "one is always possible": (Skip(), Assume(compared("<", 5), True)),
        "conditions that hold at once": (Assume(compared(">", 3), True), Assume(compared("<", 5), True)),
    }


def two_ways(way: str, wrong: int) -> Program:
    """x is 4; then it becomes 1 by one way and 2 by another; ``if (x == wrong) error;``"""
    builder = ProgramBuilder()
    x = builder.variable("x", INT)
    main = builder.function("main")
    parting, left, right, meeting, error = (builder.location(main) for _ in range(5))
    error.is_error = True
    builder.edge(main.entry, parting, Assign(x, Constant(4, INT)))
    for side, (operation, value) in zip((left, right), zip(sides(x)[way], (1, 2), strict=True), strict=True):
        builder.edge(parting, side, operation)
        builder.edge(side, meeting, Assign(x, Constant(value, INT)))
    builder.branch(meeting, Assume(Binary("==", Read(x), Constant(wrong, INT), INT), True), error, main.exit)
    return builder.finish(main)


@pytest.mark.parametrize("way", sides(ProgramBuilder().variable("x", INT)))
@pytest.mark.parametrize(("wrong", "result"), [(1, Rejected), (2, Rejected), (3, Accepted)])
def test_an_execution_may_take_any_edge_that_is_open_to_it(way: str, wrong: int, result: type) -> None:
    program = two_ways(way, wrong)
    claim = Unrolled((frozenset({ControlGraph(program).entry}),))
    backend = load_backend("z3")
    assert isinstance(check_unrolled(program, claim, backend=backend, environment=Environment(), context=QueryContext()), result)
