"""Live storages per location: a storage that no path reads before it is written again needs no value.

live(l) = union over edges l -op-> m of  gen(op) + (live(m) - kill(op))

over the graph in which a call edge leads into the callee and its return edges to all return locations.  Sets are the bits of one
integer, numbered by position in ``Program.storages``.  At a function's exit its automatic variables die: those of its own that it
never reads before writing them (which leaves out statics), its parameters, but not its result.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from verilab.program.cfa import Call, Edge, Function, Location, Operation, Program, Return
from verilab.program.expressions import Expression, storages
from verilab.program.operations import Assign, Assume, Havoc, Nondet, Store
from verilab.program.static_analysis.call_graph import return_locations

_Transfer = tuple[int, int]
"""(bits read, bits surely overwritten)."""


class Liveness:
    """The live storages of every location of a program; computed once, on construction."""

    def __init__(self, program: Program) -> None:
        self.ordinals = {storage: ordinal for ordinal, storage in enumerate(program.storages)}
        self._reads: dict[int, int] = {}
        self._transfers = {edge.id: self._transfer(edge.operation) for edge in program.edges}
        self._returns = return_locations(program)
        self._calls: dict[Function, list[Location]] = {}
        for edge in program.edges:
            if isinstance(edge.operation, Call):
                self._calls.setdefault(edge.operation.callee, []).append(edge.source)
        self._callers: dict[Location, list[Function]] = {}
        for function, locations in self._returns.items():
            for location in locations:
                self._callers.setdefault(location, []).append(function)
        self._return_sources: dict[Function, list[Location]] = {}
        for edge in program.edges:
            if isinstance(edge.operation, Return):
                self._return_sources.setdefault(edge.source.function, []).append(edge.source)
        own: dict[str | None, int] = {}
        for storage, ordinal in self.ordinals.items():
            own[storage.function] = own.get(storage.function, 0) | 1 << ordinal
        self._automatic = {function: self._automatics(function, own.get(function.name, 0)) for function in program.functions.values()}
        self._live: dict[Location, int] = dict.fromkeys(program.locations, 0)
        self._solve(program)

    def live(self, location: Location) -> int:
        """Bit i is set where ``program.storages[i]`` is live."""
        return self._live[location]

    def _bits(self, expression: Expression) -> int:
        bits = self._reads.get(id(expression))
        if bits is None:
            bits = 0
            for storage in storages(expression):
                bits |= 1 << self.ordinals[storage]
            self._reads[id(expression)] = bits
        return bits

    def _transfer(self, operation: Operation) -> _Transfer:
        match operation:
            case Assume(condition=condition):
                return self._bits(condition), 0
            case Assign(target=target, value=value):
                return 0 if isinstance(value, Nondet) else self._bits(value), 1 << self.ordinals[target]
            case Store(index=index, value=value):
                return self._bits(index) | (0 if isinstance(value, Nondet) else self._bits(value)), 0
            case Havoc(targets=targets):
                killed = 0
                for forgotten in targets:
                    killed |= 1 << self.ordinals[forgotten]
                return 0, killed
        return 0, 0

    def _automatics(self, function: Function, own: int) -> int:
        """Those of the function's ``own`` variables that die at its exit."""
        own &= ~self._exposed(function, own)
        for parameter in function.parameters:
            own |= 1 << self.ordinals[parameter]
        return own & ~(1 << self.ordinals[function.result]) if function.result is not None else own

    def _exposed(self, function: Function, own: int) -> int:
        """What the function may read before it writes it, its calls left out."""
        if not own:
            return 0
        live = dict.fromkeys(function.locations, 0)
        changed = True
        order = sorted(function.locations, key=lambda location: -location.rank)
        while changed:
            changed = False
            for location in order:
                exposed = 0
                for edge in location.leaving:
                    read, killed = self._transfers[edge.id]
                    for target in _inside(edge):
                        exposed |= live.get(target, 0) & ~killed
                    exposed |= read
                if exposed & own != live[location]:
                    live[location] = exposed & own
                    changed = True
        return live[function.entry]

    def _solve(self, program: Program) -> None:
        pending = deque(sorted(program.locations, key=lambda location: (location.function.name, -location.rank)))
        waiting = set(pending)
        live = self._live
        while pending:
            location = pending.popleft()
            waiting.discard(location)
            needed = 0
            for edge in location.leaving:
                needed |= self._before(edge)
            if needed != live[location]:
                live[location] = needed
                for before in self._predecessors(location):
                    if before not in waiting:
                        waiting.add(before)
                        pending.append(before)

    def _before(self, edge: Edge) -> int:
        operation = edge.operation
        if isinstance(operation, Return):
            function, after = edge.source.function, 0
            for location in self._returns.get(function, ()):
                after |= self._live[location]
            return after & ~self._automatic[function]
        if isinstance(operation, Call):
            return self._live[operation.callee.entry]
        read, killed = self._transfers[edge.id]
        return read | (self._live[edge.target] & ~killed)

    def _predecessors(self, location: Location) -> Iterator[Location]:
        for edge in location.entering:
            if not isinstance(edge.operation, Call):
                yield edge.source
        for function in self._callers.get(location, ()):
            yield from self._return_sources.get(function, ())
        if location is location.function.entry:
            yield from self._calls.get(location.function, ())


def _inside(edge: Edge) -> Iterator[Location]:
    if isinstance(edge.operation, Call):
        yield edge.operation.return_to
    elif not isinstance(edge.operation, Return):
        yield edge.target
