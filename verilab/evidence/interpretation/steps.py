"""Compiled steps: a location's leaving edges as one function of the state, for what needs neither the call stack nor an input."""

from __future__ import annotations

from collections.abc import Callable

from verilab.evidence.interpretation.compiled import compile_function
from verilab.evidence.interpretation.evaluation import State
from verilab.program.cfa import Edge, Location, Operation
from verilab.program.expressions import Expression
from verilab.program.operations import Assign, Assume, Nondet, Skip, Store

Step = Callable[[State], "Edge | None"]


def compile_step(location: Location) -> Step | None:
    """A function that executes the enabled edge and returns it, None where none is enabled; None for what needs the call stack or an
    input."""
    edges = location.leaving
    expressions: list[Expression] = []
    if location.is_error or not edges or any(edge.imprecise is not None for edge in edges):
        return None
    if all(isinstance(edge.operation, Assume) for edge in edges):
        return _compile_branch(edges)
    if len(edges) != 1:
        return None
    match edges[0].operation:
        case Assign(target=target, value=value) if not isinstance(value, Nondet):
            template = f"s[{target.slot}] = {{0}}; return e"
            expressions = [value]
        case Store(array=array, index=index, value=value) if not isinstance(value, Nondet):
            template = f"i = {{0}}; v = {{1}}; s[{array.slot} + (i if 0 <= i < {array.length} else unusual())] = v; return e"
            expressions = [index, value]
        case Skip():
            template = "return e"
        case _:
            return None
    return compile_function(expressions, template, {"e": edges[0]})


def _compile_branch(edges: list[Edge]) -> Step | None:
    conditions: list[Expression] = []
    template = "return "
    for number, edge in enumerate(edges):
        operation = edge.operation
        assert isinstance(operation, Assume)
        earlier = [other.operation for other in edges[:number]]
        if any(_opposite(operation, other) for other in earlier):
            # Its negation was tried before and did not hold.
            return compile_function(conditions, f"{template}e{number}", {f"e{k}": edge for k, edge in enumerate(edges)})
        template += f"e{number} if {'' if operation.positive else 'not '}{{{number}}} else "
        conditions.append(operation.condition)
    return compile_function(conditions, f"{template}None", {f"e{k}": edge for k, edge in enumerate(edges)})


def _opposite(operation: Assume, other: Operation) -> bool:
    return isinstance(other, Assume) and other.condition is operation.condition and other.positive != operation.positive
