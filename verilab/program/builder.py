"""Construction of control-flow automata: the front end's last stage, and programs made by hand in tests."""

from __future__ import annotations

from collections.abc import Container, Iterable

from verilab.program.cfa import Call, Detour, Edge, Function, Location, Operation, Position, Program, Return
from verilab.program.memory.raw.conversions import Conversions
from verilab.program.operations import Assume, Skip
from verilab.program.static_analysis.loop_heads import mark_loop_heads
from verilab.program.storages import Array, Variable
from verilab.program.types import DataModel, IntType

NOWHERE = Position("<built>", 0)


class ProgramBuilder:
    """Collects functions, variables, locations and edges, and finishes them into a ``Program``."""

    def __init__(self, name: str = "<built>", data_model: DataModel = DataModel.ILP32) -> None:
        self.name = name
        self.data_model = data_model
        self.functions: dict[str, Function] = {}
        self.locations: list[Location] = []
        self.edges: list[Edge] = []
        self.storages: list[Variable | Array] = []
        self.addresses: dict[str, int] = {}
        self.detours: list[Detour] = []
        self.conversions = Conversions()
        self._slot_count = 0
        self._names: set[str] = set()

    def variable(self, name: str, type: IntType, function: str | None = None, *, temporary: bool = False) -> Variable:
        self._claim(name)
        variable = Variable(name, type, self._slot_count, function, temporary)
        self.storages.append(variable)
        self._slot_count += 1
        return variable

    def array(self, name: str, type: IntType, length: int, function: str | None = None) -> Array:
        self._claim(name)
        array = Array(name, type, self._slot_count, length, function)
        self.storages.append(array)
        self._slot_count += length
        return array

    def share_storages(self, program: Program) -> None:
        """Begin with the variables, arrays and addresses of another program, the same objects with the same slots."""
        for storage in program.storages:
            self._claim(storage.name)
        self.storages += program.storages
        self.addresses |= program.addresses
        self._slot_count = program.slot_count

    def unused_name(self, name: str) -> str:
        """The name, or one made from it that no storage has."""
        number = 0
        while (candidate := f"{name}#{number}" if number else name) in self._names:
            number += 1
        return candidate

    def _claim(self, name: str) -> None:
        if name in self._names:
            raise ValueError(f"two storages are named {name!r}; give each a name of its own")
        self._names.add(name)

    def function(self, name: str) -> Function:
        """A new function with an entry and an exit location; the caller adds the Return edge at the exit if it is called."""
        function = Function(name)
        self.functions[name] = function
        function.entry = self.location(function)
        function.exit = self.location(function)
        return function

    def copy_functions(self, program: Program) -> tuple[dict[Function, Function], dict[Location, Location]]:
        """The functions of another program and its locations, without edges; those of each that stand for the other's."""
        functions: dict[Function, Function] = {}
        locations: dict[Location, Location] = {}
        for function in program.functions.values():
            copy = functions[function] = self.function(function.name)
            copy.parameters, copy.result = function.parameters, function.result
            locations[function.entry], locations[function.exit] = copy.entry, copy.exit
        for location in program.locations:
            if location not in locations:
                locations[location] = self.location(functions[location.function], location.label)
            copied = locations[location]
            copied.is_error, copied.property = location.is_error, location.property
        return functions, locations

    def location(self, function: Function, label: str | None = None) -> Location:
        location = Location(len(self.locations), function, label=label)
        self.locations.append(location)
        function.locations.append(location)
        return location

    def edge(
        self,
        source: Location,
        target: Location,
        operation: Operation,
        text: str = "",
        position: Position = NOWHERE,
        imprecise: str | None = None,
    ) -> Edge:
        edge = Edge(len(self.edges), source, target, operation, position, text, imprecise)
        self.edges.append(edge)
        source.leaving.append(edge)
        if not isinstance(operation, Return):
            target.entering.append(edge)
        return edge

    def detour(self, property: str, source: Location, target: Location, position: Position = NOWHERE) -> Location:
        """A way from ``source`` to ``target`` that is taken where the property is set aside; the location to check it from otherwise."""
        start = self.location(source.function)
        through = self.edge(source, start, Skip(), "", position)
        bypass = self.edge(source, target, Skip(), "", position)
        self.detours.append(Detour(property, through, bypass))
        return start

    def _close_detours(self) -> None:
        """Leave the ways that are not taken out of the automaton, once the loops through them have heads; their edges keep their ids."""
        kept = set(self.edges)
        self.detours = [detour for detour in self.detours if detour.bypass in kept]
        for detour in self.detours:
            detour.bypass.source.leaving.remove(detour.bypass)
            detour.bypass.target.entering.remove(detour.bypass)

    def keep_storages(self, used: Container[Variable | Array]) -> None:
        """Forget every storage but these, and number the slots anew: for the front end, before anything else has seen a slot."""
        self.storages = [storage for storage in self.storages if storage in used]
        self._slot_count = 0
        for storage in self.storages:
            object.__setattr__(storage, "slot", self._slot_count)
            self._slot_count += storage.length if isinstance(storage, Array) else 1
        for function in self.functions.values():
            function.parameters = tuple(parameter for parameter in function.parameters if parameter in used)
            function.signature, function.returned = None, ()  # served to resolve calls through pointers
            if function.result is not None and function.result not in used:
                function.result = None

    def branch(self, source: Location, condition: Assume, then: Location, otherwise: Location, text: str = "") -> tuple[Edge, Edge]:
        """Both edges of a branching, the condition's own side first."""
        negated = Assume(condition.condition, not condition.positive)
        return self.edge(source, then, condition, f"[{text}]"), self.edge(source, otherwise, negated, f"[!({text})]")

    def finish(self, entry: Function, source_files: Iterable[str] = (), properties: Iterable[str] = ()) -> Program:
        """The program, with loop heads and reverse post-order ranks computed."""
        imprecisions: dict[str, int] = {}
        for edge in self.edges:
            if edge.imprecise is not None:
                imprecisions[edge.imprecise] = imprecisions.get(edge.imprecise, 0) + 1
            if isinstance(edge.operation, Call):
                edge.operation.return_to.is_return_site = True
        for function in self.functions.values():
            mark_loop_heads(function)
        self._close_detours()
        return Program(
            self.name,
            self.data_model,
            entry,
            self.functions,
            self.locations,
            self.edges,
            self.storages,
            self._slot_count,
            self.addresses,
            imprecisions,
            tuple(source_files),
            tuple(properties),
            tuple(self.detours),
        )
