"""What slicing costs: Alg. 3 is one pass over the path, and the interpolants of all its prefixes are a few more."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from verilab.analysis.refinable import Caps
from verilab.analysis.value.interpolation import contradictions, interpolate, slices
from verilab.analysis.value.post import Assignment, Contradiction, Post
from verilab.program.builder import ProgramBuilder
from verilab.program.expressions import Binary, Constant, Expression, Read
from verilab.program.operations import Assign, Assume, Operation
from verilab.program.types import INT

EDGES, PREFIXES = 1000, 40


def path() -> list[Operation]:
    """A thousand edges over fifty variables, forty of them assumes that contradict what precedes them."""
    builder = ProgramBuilder()
    variables = [builder.variable(f"v{number}", INT) for number in range(50)]

    def plus(number: int, amount: int) -> Expression:
        return Binary("+", Read(variables[number % 50]), Constant(amount, INT), INT)

    operations: list[Operation] = [Assign(variable, Constant(number, INT)) for number, variable in enumerate(variables)]
    for step in range(len(operations), EDGES):
        if step % (EDGES // PREFIXES) == 24:
            operations.append(Assume(Binary("==", Read(variables[step % 50]), Constant(-7, INT), INT), True))
        elif step % 2:
            operations.append(Assume(Binary("!=", Read(variables[step % 50]), Constant(-1, INT), INT), True))
        else:
            operations.append(Assign(variables[step % 50], plus(step + 3, 1)))
    return operations


def seconds(action: Callable[[], object], times: int) -> float:
    """The fastest of several runs."""
    found = []
    for _ in range(times):
        began = time.process_time()
        action()
        found.append(time.process_time() - began)
    return min(found)


@pytest.mark.slow
def test_all_sliced_prefixes_cost_one_strongest_post_pass() -> None:
    operations, post = path(), Post()
    assert len(operations) == EDGES
    found = contradictions(post, operations)
    assert len(found) >= PREFIXES - 2

    def one_pass() -> None:
        assignment: Assignment = {}
        for operation in operations:
            try:
                post.apply(operation, assignment)
            except Contradiction:
                continue

    whole = seconds(one_pass, 30)
    assert seconds(lambda: contradictions(post, operations), 30) <= 1.5 * whole
    assert seconds(lambda: slices(post, operations, Caps()), 30) <= 6 * whole


@pytest.mark.slow
def test_one_pass_is_faster_than_slicing_one_by_one() -> None:
    operations, post = path(), Post()
    ends = contradictions(post, operations)
    together = seconds(lambda: slices(post, operations, Caps()), 5)
    one_by_one = seconds(lambda: [interpolate(post, operations, set(ends[:count])) for count in range(len(ends))], 2)
    assert 5 * together < one_by_one
