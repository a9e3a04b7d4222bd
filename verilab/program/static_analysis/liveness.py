"""Live variables: which storages a location's future may still read (Nielson, Nielson & Hankin, Principles of Program Analysis, §2.1.4).

Backwards, over bit masks of ``program.storages``, one function at a time, callees first:

    live(l)   =  union over the leaving edges e of  (live(target(e)) - written(e)) | read(e)
    a call    :  (live(return location) - callee's own storages) | parameters that are live at the callee's entry
    exit of f :  the result of f

Storages that outlive their function, or that another function accesses through a pointer, are always live; inside a callee so is what is
live after the calls that lead to it.  A storage outside of a location's mask can be forgotten there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from verilab.program.cfa import Call, Edge, Function, Location, Operation, Program, Return, evaluated
from verilab.program.expressions import Expression, Read, Select, children, postorder
from verilab.program.operations import Assign, Havoc, Store
from verilab.program.static_analysis.call_graph import callees_first
from verilab.program.storages import Array, Variable

Storage = Variable | Array


def live_storages(program: Program) -> list[int]:
    """For every location id the mask of its live storages; bit i stands for ``program.storages[i]``."""
    return Liveness(program).masks


class _Reads:
    """What expressions read, as masks; of a subterm that several share, or several times, asked once (they are graphs, by identity)."""

    def __init__(self, bit: Mapping[Storage, int]) -> None:
        self._bit = bit
        self._known: dict[int, int] = {}

    def mask(self, expression: Expression) -> int:
        """The storages that the expression reads."""
        known = self._known
        for node in postorder(expression, known):
            mask = 0
            if isinstance(node, Read):
                mask = self._bit[node.variable]
            elif isinstance(node, Select):
                mask = self._bit[node.array] | known[id(node.index)]
            else:
                for operand in children(node):
                    mask |= known[id(operand)]
            known[id(node)] = mask
        return known[id(expression)]


class Liveness:
    """The computation; ``masks`` is its result, by location id.  ``read`` is the mask of the storages that some edge reads."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.masks = [0] * len(program.locations)
        self.read = 0
        self._bit = {storage: 1 << i for i, storage in enumerate(program.storages)}
        self._effects: dict[Edge, tuple[int, int]] = {}
        self._calling: dict[Location, list[Location]] = {}  # the sources of the calls that return to a location
        for edge in program.edges:
            if isinstance(edge.operation, Call):
                self._calling.setdefault(edge.operation.return_to, []).append(edge.source)
        self._own = self._owned()
        self._always = self._permanent()
        order = callees_first(self.program)
        for function in order:
            self._solve(function)
        self._add_context(reversed(order))

    def _mask(self, storages: Iterable[Storage]) -> int:
        mask = 0
        for storage in storages:
            mask |= self._bit[storage]
        return mask

    def _owned(self) -> dict[str, int]:
        owned = dict.fromkeys(self.program.functions, 0)
        for storage, bit in self._bit.items():
            if storage.function is not None:
                owned[storage.function] = owned.get(storage.function, 0) | bit
        return owned

    def _permanent(self) -> int:
        """Storages of no function, and those that another function than their own accesses (parameters and results excepted)."""
        always = self._mask(storage for storage in self._bit if storage.function is None)
        passed = {parameter for function in self.program.functions.values() for parameter in function.parameters}
        results = {function.result for function in self.program.functions.values()}
        returned = self._mask(storage for storage in self._bit if storage in results)
        reads_of = _Reads(self._bit)
        for edge in self.program.edges:
            operation = edge.operation
            read = 0
            for expression in evaluated(operation):
                read |= reads_of.mask(expression)
            overwritten = _overwritten(operation)
            touched = (*overwritten, operation.array) if isinstance(operation, Store) else overwritten
            self._effects[edge] = (read, self._mask(overwritten))
            self.read |= read
            name = edge.source.function.name
            always |= read & ~self._own[name] & ~returned
            always |= self._mask(storage for storage in touched if storage.function not in (name, None) and storage not in passed)
        return always

    def _solve(self, function: Function) -> None:
        """The fixpoint inside one function, whose callees are solved."""
        masks, always = self.masks, self._always
        pending = sorted(function.locations, key=lambda location: location.rank)
        waiting = set(pending)
        while pending:
            location = pending.pop()
            waiting.discard(location)
            live = always
            for edge in location.leaving:
                live |= self._before(edge, function)
            if live != masks[location.id]:
                masks[location.id] = live
                for before in (*(edge.source for edge in location.entering), *self._calling.get(location, ())):
                    if before.function is function and before not in waiting:
                        waiting.add(before)
                        pending.append(before)

    def _before(self, edge: Edge, function: Function) -> int:
        operation = edge.operation
        if isinstance(operation, Return):
            return self._bit.get(function.result, 0) if function.result is not None else 0
        if isinstance(operation, Call):
            callee = operation.callee
            passed = self._mask(parameter for parameter in callee.parameters if parameter in self._bit)
            return (self.masks[operation.return_to.id] & ~self._own[callee.name]) | (self.masks[callee.entry.id] & passed)
        reads, writes = self._effects[edge]
        return (self.masks[edge.target.id] & ~writes) | reads

    def _add_context(self, callers_first: Iterable[Function]) -> None:
        """What is live after the calls on the stack stays live in the callee."""
        context: dict[Function, int] = {}
        for function in callers_first:
            around = context.get(function, 0)
            for callee, after in _calls(function):
                context[callee] = context.get(callee, 0) | around | (self.masks[after.id] & ~self._own[callee.name])
        for function, mask in context.items():
            for location in function.locations:
                self.masks[location.id] |= mask


def _overwritten(operation: Operation) -> tuple[Storage, ...]:
    """The storages that an operation wholly overwrites."""
    match operation:
        case Assign(target=target):
            return (target,)
        case Havoc(targets=targets):
            return targets
    return ()


def _calls(function: Function) -> list[tuple[Function, Location]]:
    """The calls that a function contains: callee and return location."""
    return [
        (edge.operation.callee, edge.operation.return_to)
        for location in function.locations
        for edge in location.leaving
        if isinstance(edge.operation, Call)
    ]
