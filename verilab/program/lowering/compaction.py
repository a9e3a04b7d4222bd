"""The last stage of lowering: unreachable code, blank edges, assignments to storage that nothing reads, and unused storage go away.

Ids of locations and edges, and slots of storages, are renumbered consecutively afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable

from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Call, Edge, Function, Location, Operation, Return
from verilab.program.expressions import Constant, Expression, Read, Select, children
from verilab.program.operations import Assign, Assume, Havoc, Nondet, NondetKind, Skip, Store
from verilab.program.storages import Array, Variable

Storage = Variable | Array


def compact(builder: ProgramBuilder, entries: Iterable[Function], kept: Iterable[Storage] = ()) -> None:
    """Shrink the finished automaton in place, but what control reaches from ``entries``; ``kept`` storages stay even if unread."""
    entries, kept = tuple(entries), frozenset(kept)
    _drop_unreachable(builder, entries)
    reads = _reads(builder.edges)
    _drop_unread(builder, reads, kept)
    _fuse_blank_edges(builder)
    if _drop_unreachable(builder, entries):
        kept_edges = set(builder.edges)
        for location in builder.locations:
            location.entering = [edge for edge in location.entering if edge in kept_edges]
    _renumber(builder, reads, kept)


def _drop_unreachable(builder: ProgramBuilder, entries: tuple[Function, ...]) -> bool:
    """Keep what control can reach from these functions' entries, but in ``entering``; whether an edge went away."""
    stack = [function.entry for function in entries]
    reached: set[Location] = set(stack)
    entered: set[Function] = set(entries)
    while stack:
        for edge in stack.pop().leaving:
            operation = edge.operation
            targets: tuple[Location, ...]
            if isinstance(operation, Call):
                entered.add(operation.callee)
                targets = operation.callee.entry, operation.return_to
            else:
                targets = () if isinstance(operation, Return) else (edge.target,)
            for target in targets:
                if target not in reached:
                    reached.add(target)
                    stack.append(target)
    builder.functions = {name: function for name, function in builder.functions.items() if function in entered}
    for function in builder.functions.values():
        reached.add(function.exit)
        function.locations = [location for location in function.locations if location in reached]
    builder.locations = [location for location in builder.locations if location in reached and location.function in entered]
    before = len(builder.edges)
    builder.edges = [edge for edge in builder.edges if edge.source in reached and edge.source.function in entered]
    return len(builder.edges) < before


def _expressions(operation: Operation) -> tuple[Expression, ...]:
    match operation:
        case Assume(condition=condition):
            return (condition,)
        case Assign(value=value) if not isinstance(value, Nondet):
            return (value,)
        case Store(index=index, value=value):
            return (index,) if isinstance(value, Nondet) else (index, value)
    return ()


def _reads(edges: Iterable[Edge]) -> dict[Edge, set[Storage]]:
    """What each edge reads; both sides of a branching, which share their condition, share the set."""
    reads: dict[Edge, set[Storage]] = {}
    of_condition: dict[int, set[Storage]] = {}
    for edge in edges:
        operation = edge.operation
        if isinstance(operation, Assume):
            known = of_condition.get(id(operation.condition))
            if known is None:
                known = of_condition[id(operation.condition)] = reads_of(operation)
            reads[edge] = known
        else:
            reads[edge] = reads_of(operation)
    return reads


def reads_of(operation: Operation) -> set[Storage]:
    """The storages an operation reads."""
    reads: set[Storage] = set()
    seen: set[int] = set()  # operands are shared: a read through a pointer has its address in every case
    stack = list(_expressions(operation))
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is Read:
            reads.add(node.variable)  # type: ignore[union-attr]  # the kind says which class it is
        elif kind is not Constant and id(node) not in seen:
            seen.add(id(node))
            if kind is Select:
                reads.add(node.array)  # type: ignore[union-attr]  # the kind says which class it is
            stack.extend(children(node))
    return reads


def _drop_unread(builder: ProgramBuilder, reads: dict[Edge, set[Storage]], kept: frozenset[Storage]) -> None:
    """Assignments to storage that is never read become blank, until none is left; inputs stay (their order is part of a test)."""
    readers: dict[Storage, int] = {}
    writers: dict[Storage, list[Edge]] = {}
    for edge, storages in reads.items():
        for storage in storages:
            readers[storage] = readers.get(storage, 0) + 1
        operation = edge.operation
        if isinstance(operation, Assign):
            writers.setdefault(operation.target, []).append(edge)
        elif isinstance(operation, Store):
            writers.setdefault(operation.array, []).append(edge)
    unread = [storage for storage in writers if not readers.get(storage) and storage not in kept]
    while unread:
        for edge in writers[unread.pop()]:
            if _is_input(edge.operation):
                continue
            edge.operation = Skip()
            edge.imprecise = None
            for storage in reads[edge]:
                readers[storage] -= 1
                if not readers[storage] and storage in writers and storage not in kept:
                    unread.append(storage)
            reads[edge] = set()
    for edge in builder.edges:
        if isinstance(edge.operation, Havoc):
            _shrink_havoc(edge, edge.operation, readers, kept)


def _is_input(operation: Operation) -> bool:
    value = operation.value if isinstance(operation, Assign | Store) else None
    return isinstance(value, Nondet) and value.kind is NondetKind.INPUT


def _shrink_havoc(edge: Edge, operation: Havoc, readers: dict[Storage, int], kept: frozenset[Storage]) -> None:
    left = tuple(target for target in operation.targets if readers.get(target) or target in kept)
    if len(left) < len(operation.targets) or not left:
        edge.operation = Havoc(left, operation.kind, operation.origin) if left else Skip()
        if not left:
            edge.imprecise = None


def _fuse_blank_edges(builder: ProgramBuilder) -> None:
    """A location whose only leaving edge is blank is the same as that edge's target."""
    target: dict[Location, Location] = {}
    for location in builder.locations:
        if len(location.leaving) == 1 and isinstance(location.leaving[0].operation, Skip) and not location.is_error:
            edge = location.leaving[0]
            if edge.imprecise is None and location is not location.function.entry and _follow(edge.target, target) is not location:
                target[location] = edge.target
                if edge.target.label is None:
                    edge.target.label = location.label
                edge.target.loop = edge.target.loop or location.loop
    gone = {location.leaving[0] for location in target}
    for location in target:
        location.leaving = []
    for location in builder.locations:
        location.entering = []
    builder.edges = [edge for edge in builder.edges if edge not in gone]
    for edge in builder.edges:
        operation = edge.operation
        if isinstance(operation, Call):
            back = _follow(operation.return_to, target)
            if back is not operation.return_to:
                edge.operation = Call(operation.callee, back)
        elif not isinstance(operation, Return):
            edge.target = _follow(edge.target, target)
        if not isinstance(operation, Return):
            edge.target.entering.append(edge)


def _follow(location: Location, target: dict[Location, Location]) -> Location:
    """Where a location ended up, with the path to it shortened."""
    path: list[Location] = []
    while location in target:
        path.append(location)
        location = target[location]
    for passed in path:
        target[passed] = location
    return location


def _renumber(builder: ProgramBuilder, reads: dict[Edge, set[Storage]], kept: frozenset[Storage]) -> None:
    for number, location in enumerate(builder.locations):
        location.id = number
    used: set[Storage] = set(kept)
    for number, edge in enumerate(builder.edges):
        edge.id = number
        operation = edge.operation
        used |= reads[edge]
        match operation:
            case Assign(target=target):
                used.add(target)
            case Store(array=array):
                used.add(array)
            case Havoc(targets=targets):
                used.update(targets)
    builder.keep_storages(used)
