"""What slicing costs: ``python -m benchmarks.slicing`` prints CPU seconds and ratios of one run.

FORTE'15 Alg. 3 is one strongest-post pass over the path, and the interpolants of all its prefixes are a few more.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from verilab.analysis.prefixes import Caps
from verilab.analysis.value.first_contradiction import interpolate
from verilab.analysis.value.sliced_prefixes import contradictions, slices
from verilab.analysis.value.strongest_post.post import Assignment, Contradiction, Post
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Operation
from verilab.program.expressions import Binary, Constant, Expression, Read
from verilab.program.operations import Assign, Assume
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
    times_taken = []
    for _ in range(times):
        began = time.process_time()
        action()
        times_taken.append(time.process_time() - began)
    return min(times_taken)


def main() -> None:
    """Print one line per way to slice, relative to one strongest-post pass."""
    operations, post = path(), Post()
    ends = contradictions(post, operations)

    def one_pass() -> None:
        assignment: Assignment = {}
        for operation in operations:
            try:
                post.apply(operation, assignment)
            except Contradiction:
                continue

    whole = seconds(one_pass, 30)
    print(f"{len(operations)} edges, {len(ends)} sliced prefixes")
    for name, action, times in (
        ("strongest-post pass", one_pass, 30),
        ("all sliced prefixes (Alg. 3)", lambda: contradictions(post, operations), 30),
        ("all sliced prefixes with interpolants", lambda: slices(post, operations, Caps()), 30),
        ("the same, prefix by prefix", lambda: [interpolate(post, operations, set(ends[:count])) for count in range(len(ends))], 2),
    ):
        taken = seconds(action, times)
        print(f"{name:40} {taken * 1000:8.2f} ms  {taken / whole:6.2f}")


if __name__ == "__main__":
    main()
