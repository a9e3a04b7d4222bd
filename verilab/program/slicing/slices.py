"""The slice of a program for some of its storages: it reaches an error wherever the program does.

Kept are the errors, what changes those storages, calls of functions in which there is such a thing, and the branchings that decide between
them.  From anywhere else control goes to the next location that is kept, which is always the same one.

    x := e,  x kept, e over kept storages    as it is
    x := e,  x kept, e over others           x becomes arbitrary
    [c],     c over kept storages            as it is
    [c],     c over others                   an arbitrary choice:  choice := ?;  [choice], [!choice]
    all else                                 nothing
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Call, Edge, Function, Location, Operation, Program, Return
from verilab.program.expressions import Read
from verilab.program.operations import Assign, Assume, Havoc, Nondet, NondetKind, Skip
from verilab.program.slicing.dependence import Dependence, Storage, behind, written
from verilab.program.storages import Variable
from verilab.program.types import INT

ORIGIN = "slice"


@dataclass(frozen=True, slots=True, eq=False)
class Slice:
    """``program`` has no other storages of the ``original`` than ``storages``.

    ``locations``: where it stands while the original is at a location; none for locations from which no error is reached any more, nor for
    those of functions that it does not have.  ``choice`` is its own variable.
    """

    original: Program
    program: Program
    storages: frozenset[Storage]
    locations: Mapping[Location, Location]
    choice: Variable


def sliced(dependence: Dependence, storages: frozenset[Storage]) -> Slice | None:
    """The slice for these storages; None where the program has no way to an error."""
    return _Slicing(dependence, storages).build() if dependence.program.entry in dependence.erring else None


class _Slicing:
    def __init__(self, dependence: Dependence, storages: frozenset[Storage]) -> None:
        self.dependence = dependence
        self.storages = storages
        self.original = dependence.program
        self.kept: set[Location] = set()
        self.functions: dict[Function, Function] = {}
        self.images: dict[Location, Location] = {}
        self.builder = ProgramBuilder(self.original.name, self.original.data_model)

    def build(self) -> Slice:
        self._keep()
        builder, original = self.builder, self.original
        builder.share_storages(original)
        self.choice = builder.variable(builder.unused_name("choice#slice"), INT, temporary=True)
        for function in original.functions.values():
            if function in self.functions:
                self._copy(function)
        for location in self.dependence.successors:
            if location.function in self.functions and location not in self.images:
                self.images[location] = self.images[self._following(location)]
        for location in original.locations:
            if location in self.kept:
                self._leave(location)
        program = builder.finish(self.functions[original.entry], original.source_files, original.properties)
        return Slice(original, program, self.storages, self.images, self.choice)

    def _keep(self) -> None:
        """Everything that has to be there, closed under what decides about it."""
        dependence = self.dependence
        live = dependence.successors
        stack = [location for location in self.original.error_locations if location in live]
        stack += [edge.source for storage in self.storages for edge in dependence.writers.get(storage, ())]
        stack += [location for location in live if self._ends_paths(location)]
        entered: set[Function] = set()
        while stack:
            location = stack.pop()
            if location in self.kept:
                continue
            self.kept.add(location)
            stack += dependence.deciders.get(location, ())
            function = location.function
            if function not in entered:
                entered.add(function)
                stack += [end for end in (function.entry, function.exit) if end in live]
                stack += [edge.source for edge in dependence.calls.get(function, ())]
        self.functions = {
            function: self.builder.function(function.name) for function in self.original.functions.values() if function in entered
        }

    def _ends_paths(self, location: Location) -> bool:
        """Whether a condition over the storages ends paths here."""
        read = self.dependence.condition(location)
        return bool(read) and read <= self.storages and self.dependence.ends_paths(location)

    def _copy(self, function: Function) -> None:
        copy = self.functions[function]
        self.images[function.entry] = copy.entry
        if function.exit in self.kept:
            self.images[function.exit] = copy.exit
        for location in function.locations:
            if location in self.kept:
                if location not in self.images:
                    self.images[location] = self.builder.location(copy, location.label)
                image = self.images[location]
                image.is_error, image.property = location.is_error, location.property

    def _following(self, location: Location) -> Location:
        """The next location that is kept: the first of those through which every way leads."""
        following: Location | None = location
        while following is not None and following not in self.kept:
            following = self.dependence.postdominator[following]
        assert following is not None  # what has no location behind it is kept
        return following

    def _leave(self, location: Location) -> None:
        """The edges that lead away from a location that is kept."""
        source = self.images[location]
        ways: list[tuple[Operation, Location, Edge]] = []
        for edge in () if location.is_error else location.leaving:
            if isinstance(edge.operation, Return):
                ways.append((edge.operation, source, edge))
                continue
            operation = self._operation(edge)
            target = self._target(edge, isinstance(operation, Call))
            if target is None or (isinstance(operation, Skip) and self._is_known(ways, source, target)):
                continue
            ways.append((operation, target, edge))
        self._branch(source, ways)

    def _is_known(self, ways: Iterable[tuple[Operation, Location, Edge]], source: Location, target: Location) -> bool:
        """Whether control is at the target anyway, or has a way to it on which nothing happens."""
        return source is target or any(isinstance(operation, Skip) and other is target for operation, other, _ in ways)

    def _operation(self, edge: Edge) -> Operation:
        operation = edge.operation
        if isinstance(operation, Call):
            callee = self.functions.get(operation.callee)
            return Skip() if callee is None else Call(callee, self._returning(operation.return_to, edge.source.function))
        changed = tuple(storage for storage in written(operation) if storage in self.storages)
        is_known = self.dependence.reads(operation) <= self.storages
        if not changed:
            return operation if isinstance(operation, Assume) and is_known else Skip()
        if isinstance(operation, Havoc):
            return operation if len(changed) == len(operation.targets) else Havoc(changed, operation.kind, operation.origin)
        return operation if is_known else Havoc(changed, NondetKind.IMPRECISE, ORIGIN)

    def _returning(self, location: Location, function: Function) -> Location:
        """Where a call returns to: to no way out, where no error is reached from there."""
        return self.images[location] if location in self.images else self.builder.location(self.functions[function])

    def _target(self, edge: Edge, enters: bool) -> Location | None:
        if enters:
            assert isinstance(edge.operation, Call)
            return self.functions[edge.operation.callee].entry
        following = behind(edge)
        return None if following is None else self.images.get(following)

    def _branch(self, source: Location, ways: list[tuple[Operation, Location, Edge]]) -> None:
        """Edges for all ways; where more than one may be taken, an arbitrary choice between them."""
        conditions = {id(operation.condition) for operation, _, _ in ways if isinstance(operation, Assume)}
        if len(ways) == 2 and len(conditions) == 1 and all(isinstance(operation, Assume) for operation, _, _ in ways):
            rest = []
        else:
            rest = ways[:-1]
        for way in rest:
            source = self._chosen(source, way)
        for operation, target, edge in ways[len(rest) :]:
            self._edge(source, target, operation, edge)

    def _chosen(self, source: Location, way: tuple[Operation, Location, Edge]) -> Location:
        """A choice to go this way; where control is if it was made against it."""
        operation, target, edge = way
        function = source.function
        decided, otherwise = self.builder.location(function), self.builder.location(function)
        arbitrary = Assign(self.choice, Nondet(INT, NondetKind.IMPRECISE, ORIGIN))
        self.builder.edge(source, decided, arbitrary, ORIGIN, edge.position, ORIGIN)
        there = target if isinstance(operation, Skip) else self.builder.location(function)
        condition = Read(self.choice)
        self.builder.edge(decided, there, Assume(condition, True), f"[{ORIGIN}]", edge.position)
        self.builder.edge(decided, otherwise, Assume(condition, False), f"[!{ORIGIN}]", edge.position)
        if there is not target:
            self._edge(there, target, operation, edge)
        return otherwise

    def _edge(self, source: Location, target: Location, operation: Operation, edge: Edge) -> None:
        imprecise = edge.imprecise if operation is edge.operation else ORIGIN if isinstance(operation, Havoc) else None
        self.builder.edge(source, target, operation, edge.text, edge.position, imprecise)
