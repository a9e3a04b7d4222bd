"""Loop heads and reverse post-order of a function's control flow.

A location is a loop head when a depth-first search from the entry finds an edge back to it while it is on the search's stack;
every cycle, also one that a goto enters in its middle, contains at least one.  A call edge counts as an edge to its return
location: cycles through recursion do not exist, the lowering cuts them.
"""

from __future__ import annotations

from collections.abc import Iterator

from verilab.program.cfa import Call, Function, Location, Return


def successors_inside(location: Location) -> Iterator[Location]:
    """The locations of the same function that control can reach next, over a call's whole execution."""
    return iter(
        [
            edge.operation.return_to if isinstance(edge.operation, Call) else edge.target
            for edge in location.leaving
            if not isinstance(edge.operation, Return)
        ]
    )


def mark_loop_heads(function: Function) -> None:
    """Set ``is_loop_head`` and ``rank`` of every location of the function that its entry reaches."""
    on_stack: set[Location] = {function.entry}
    seen: set[Location] = {function.entry}
    finished: list[Location] = []
    stack = [(function.entry, successors_inside(function.entry))]
    while stack:
        location, pending = stack[-1]
        for target in pending:
            if target in on_stack:
                target.is_loop_head = True
            elif target not in seen:
                seen.add(target)
                on_stack.add(target)
                stack.append((target, successors_inside(target)))
                break
        else:
            stack.pop()
            on_stack.discard(location)
            finished.append(location)
    for rank, location in enumerate(reversed(finished)):
        location.rank = rank
