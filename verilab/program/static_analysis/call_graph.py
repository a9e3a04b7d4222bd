"""The call graph of a program, which has no cycles: recursion is cut when the automaton is made; where calls return to."""

from __future__ import annotations

from verilab.program.cfa import Call, Function, Location, Program


def callees_first(program: Program) -> list[Function]:
    """The functions in an order in which every callee precedes its callers."""
    order: list[Function] = []
    begun: set[Function] = set()
    for root in program.functions.values():
        stack = [(root, False)]
        while stack:
            function, finished = stack.pop()
            if finished:
                order.append(function)
            elif function not in begun:
                begun.add(function)
                stack.append((function, True))
                for location in function.locations:
                    for edge in location.leaving:
                        if isinstance(edge.operation, Call) and edge.operation.callee not in begun:
                            stack.append((edge.operation.callee, False))
    return order


def return_locations(program: Program) -> dict[Function, list[Location]]:
    """Where the calls of each function return to, once a call."""
    returns: dict[Function, list[Location]] = {}
    for edge in program.edges:
        if isinstance(edge.operation, Call):
            returns.setdefault(edge.operation.callee, []).append(edge.operation.return_to)
    return returns
