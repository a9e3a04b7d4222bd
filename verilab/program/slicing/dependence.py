"""What decides whether control comes to a location: control dependence, by postdominators.

Ferrante, Ottenstein, Warren: The Program Dependence Graph and Its Use in Optimization (1987), §3.1.3.

Only *live* locations take part: those from which their function may return or an error may be reached.  What ends or loops elsewhere
reaches no error, so that it may be left out.  A call leads to where it returns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from verilab.program.cfa import Call, Edge, Function, Location, Operation, Program, Return, evaluated
from verilab.program.expressions import storages
from verilab.program.operations import Assign, Assume, Havoc, Store
from verilab.program.storages import Array, Variable

Storage = Variable | Array


def written(operation: Operation) -> tuple[Storage, ...]:
    """What an operation changes."""
    match operation:
        case Assign(target=target):
            return (target,)
        case Store(array=array):
            return (array,)
        case Havoc(targets=targets):
            return targets
    return ()


def behind(edge: Edge) -> Location | None:
    """Where control is in the same function when an edge was passed, after the call if it is one; None where it leaves the function."""
    match edge.operation:
        case Call(return_to=return_to):
            return return_to
        case Return():
            return None
    return edge.target


class Dependence:
    """``erring``: the functions whose calls may reach an error.  ``successors``: of live locations, those that are live.

    ``postdominator``: the immediate one, None where that is the end.  ``deciders``: per location the branchings that it depends on.
    ``calls`` of each function and ``writers`` of each storage, as edges with a live source.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self._reads: dict[int, frozenset[Storage]] = {}
        calls: dict[Function, list[Edge]] = {}
        for location in program.locations:
            for edge in location.leaving:
                if isinstance(edge.operation, Call):
                    calls.setdefault(edge.operation.callee, []).append(edge)
        self.erring = _erring(program, calls)
        self.successors: dict[Location, list[Location]] = {}
        self.postdominator: dict[Location, Location | None] = {}
        self.deciders: dict[Location, set[Location]] = {}
        for function in program.functions.values():
            self._add(function)
        self.calls = {callee: [edge for edge in edges if edge.source in self.successors] for callee, edges in calls.items()}
        self.writers: dict[Storage, list[Edge]] = {}
        for location in self.successors:
            for edge in location.leaving:
                for storage in written(edge.operation):
                    self.writers.setdefault(storage, []).append(edge)

    def reads(self, operation: Operation) -> frozenset[Storage]:
        """What an operation reads."""
        read: frozenset[Storage] = frozenset()
        for expression in evaluated(operation):  # both sides of a branching have one condition
            if id(expression) not in self._reads:
                self._reads[id(expression)] = frozenset(storages(expression))
            read |= self._reads[id(expression)]
        return read

    def condition(self, location: Location) -> frozenset[Storage]:
        """What the conditions read that decide where control goes from a location."""
        read: frozenset[Storage] = frozenset()
        return read.union(*(self.reads(edge.operation) for edge in location.leaving if isinstance(edge.operation, Assume)))

    def ends_paths(self, location: Location) -> bool:
        """Whether a condition at a live location lets executions go where they reach no error any more, or nowhere."""
        sides = [edge for edge in location.leaving if isinstance(edge.operation, Assume)]
        return len(sides) == 1 or any(edge.target not in self.successors for edge in sides)

    def _add(self, function: Function) -> None:
        after = {location: _inside(location) for location in function.locations}
        before: dict[Location, list[Location]] = {}
        for location, following in after.items():
            for target in following:
                before.setdefault(target, []).append(location)
        ends = [location for location in function.locations if location is function.exit or location.is_error]
        live = _backwards(ends, before)
        for location in reversed(function.locations):  # calls that never come back may reach an error, too
            if location not in live and self._may_err(location):
                ends.append(location)
                live |= _backwards([location], before)
        successors = {
            location: [target for target in after[location] if target in live] for location in function.locations if location in live
        }
        predecessors = {location: [source for source in before.get(location, ()) if source in live] for location in live}
        self.successors |= successors
        immediate = _postdominators(ends, successors, predecessors)
        self.postdominator |= immediate
        last = frozenset(ends)
        for branching, following in successors.items():
            if len(following) + (branching in last) > 1:
                for target in following:
                    node: Location | None = target
                    while node is not None and node is not immediate[branching]:
                        self.deciders.setdefault(node, set()).add(branching)
                        node = immediate[node]

    def _may_err(self, location: Location) -> bool:
        return any(isinstance(edge.operation, Call) and edge.operation.callee in self.erring for edge in location.leaving)


def _erring(program: Program, calls: Mapping[Function, list[Edge]]) -> set[Function]:
    erring = {location.function for location in program.error_locations}
    stack = list(erring)
    while stack:
        for edge in calls.get(stack.pop(), ()):
            if edge.source.function not in erring:
                erring.add(edge.source.function)
                stack.append(edge.source.function)
    return erring


def _inside(location: Location) -> list[Location]:
    """Where control goes from a location inside of its function."""
    if location.is_error:
        return []
    return list(dict.fromkeys(target for edge in location.leaving if (target := behind(edge)) is not None))


def _backwards(ends: Iterable[Location], before: Mapping[Location, list[Location]]) -> set[Location]:
    reached = set(ends)
    stack = list(reached)
    while stack:
        for location in before.get(stack.pop(), ()):
            if location not in reached:
                reached.add(location)
                stack.append(location)
    return reached


# Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm (2001), on the reversed graph.
def _postdominators(
    ends: list[Location], successors: Mapping[Location, list[Location]], predecessors: Mapping[Location, list[Location]]
) -> dict[Location, Location | None]:
    """The immediate postdominators; None stands for the end, which every one of ``ends`` leads to."""
    order = _postorder(ends, predecessors)
    number: dict[Location | None, int] = {location: place for place, location in enumerate(order)}
    number[None] = len(order)
    last = frozenset(ends)
    immediate: dict[Location | None, Location | None] = {None: None}
    changed = True
    while changed:
        changed = False
        for location in reversed(order):
            following: list[Location | None] = [*successors[location], *([None] if location in last else [])]
            known = [target for target in following if target in immediate]
            common = known[0]
            for target in known[1:]:
                other = target
                while common is not other:
                    while number[common] < number[other]:
                        common = immediate[common]
                    while number[other] < number[common]:
                        other = immediate[other]
            if location not in immediate or immediate[location] is not common:
                immediate[location] = common
                changed = True
    del immediate[None]
    return {location: immediate[location] for location in order}


def _postorder(ends: list[Location], predecessors: Mapping[Location, list[Location]]) -> list[Location]:
    """Locations in the post-order of a walk backwards from the ends."""
    seen: set[Location] = set()
    order: list[Location] = []
    for end in ends:
        if end in seen:
            continue
        seen.add(end)
        stack = [(end, iter(predecessors[end]))]
        while stack:
            location, following = stack[-1]
            for source in following:
                if source not in seen:
                    seen.add(source)
                    stack.append((source, iter(predecessors[source])))
                    break
            else:
                stack.pop()
                order.append(location)
    return order
