"""Which edges of a program can execute more than once."""

from __future__ import annotations

from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Call, Edge, Function, Location
from verilab.program.static_analysis.loop_heads import successors_inside


class Repetition:
    """Which edges can execute at most once: on no cycle of a function that runs at most once itself."""

    def __init__(self, builder: ProgramBuilder, entry: Function | None, addressed: set[Function]) -> None:
        self.entry = entry
        self.calls: dict[Function, list[Edge]] = {}
        for edge in builder.edges:
            if isinstance(edge.operation, Call):
                self.calls.setdefault(edge.operation.callee, []).append(edge)
        # A function whose address is taken may be called any number of times.
        self._once: dict[Function, bool] = dict.fromkeys(addressed, False)

    def at_most_once(self, edge: Edge) -> bool:
        """Whether the edge runs at most once."""
        return self._function_once(edge.source.function) and not on_cycle(edge)

    def _function_once(self, function: Function) -> bool:
        path: list[Function] = []
        while function not in self._once:
            callers = self.calls.get(function, [])
            if function is self.entry:
                self._once[function] = not callers
            elif len(callers) != 1 or function in path or on_cycle(callers[0]):
                self._once[function] = False
            else:
                path.append(function)
                function = callers[0].source.function
        result = self._once[function]
        for member in path:
            self._once[member] = result
        return result


def on_cycle(edge: Edge) -> bool:
    """Whether control can come back to the edge within its function's run."""
    start = edge.operation.return_to if isinstance(edge.operation, Call) else edge.target
    seen: set[Location] = {start}
    stack = [start]
    while stack:
        location = stack.pop()
        if location is edge.source:
            return True
        for following in successors_inside(location):
            if following not in seen:
                seen.add(following)
                stack.append(following)
    return False
