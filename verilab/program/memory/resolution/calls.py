"""Resolution of calls through function pointers: one branch per function that the pointer may hold.

A call that would make the call graph cyclic cannot become a call edge (call stacks are unbounded strings): that branch leads to an error
location of its own, as an over-approximation of everything that the recursive call may do.  A function without a body may write to what
its arguments point to.
"""

from __future__ import annotations

from collections.abc import Callable

from verilab.data_classes import dataclass
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Call, Edge, Function, Location, Operation
from verilab.program.expressions import Cast, Constant, Expression, Read, Select
from verilab.program.memory.folding import binary, cast, constant
from verilab.program.memory.objects.objects import MemoryObject, ObjectKind, Prototype
from verilab.program.memory.raw.operations import Argument, HavocThrough, IndirectCall, Structure
from verilab.program.memory.resolution.editing import Editor, Hoist
from verilab.program.memory.resolution.reads import Reads
from verilab.program.memory.resolution.writes import Writes
from verilab.program.operations import Assign, Havoc, Nondet, NondetKind, Skip, Store
from verilab.program.storages import Array, Variable
from verilab.program.types import BOOL, INT, IntType

Instance = Callable[[Function, MemoryObject], Function | None]

Elsewhere = Callable[[Edge, IndirectCall, Location, str], Location]
"""Adds what a call does in a function without a body, from a location on; returns where it ends."""

LARGEST_PASSED = 1024  # elements of an array inside a structure that is passed by value

Storages = tuple[Variable | Array, ...]
Shape = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PointerCalls:
    """Pairs of caller and callee, by name: all calls through pointers, and of these what was ``cut`` as recursive."""

    resolved: frozenset[tuple[str, str]] = frozenset()
    cut: frozenset[tuple[str, str]] = frozenset()


def nothing_else(edge: Edge, call: IndirectCall, source: Location, reason: str) -> Location:
    return source


def plain_name(function: Function) -> str:
    """The name of the function in the source: its instances have numbers behind it."""
    return function.name.partition("#")[0]


class Calls:
    """Resolves indirect calls; keeps the call graph to stay without recursion."""

    def __init__(self, reads: Reads, writes: Writes, editor: Editor, builder: ProgramBuilder, instance: Instance | None) -> None:
        self.reads = reads
        self.writes = writes
        self.editor = editor
        self.instance = instance
        self.callees: dict[Function, set[Function]] = {}
        self.resolved: set[tuple[str, str]] = set()
        self.cut: set[tuple[str, str]] = set()
        self.elsewhere: Elsewhere = nothing_else
        for edge in builder.edges:
            if isinstance(edge.operation, Call):
                self._record(edge.source.function, edge.operation.callee)

    def _record(self, caller: Function, callee: Function) -> None:
        self.callees.setdefault(caller, set()).add(callee)

    def _reaches(self, start: Function, goal: Function) -> bool:
        seen = {start}
        stack = [start]
        while stack:
            function = stack.pop()
            if function is goal:
                return True
            for callee in self.callees.get(function, ()):
                if callee not in seen:
                    seen.add(callee)
                    stack.append(callee)
        return False

    def candidates(self, call: IndirectCall) -> tuple[list[MemoryObject], bool]:
        """The functions that the pointer may hold; whether others are possible.

        A call through a pointer of an incompatible type is undefined (C11 6.5.2.2p9): functions whose parameters are passed as the
        arguments are go first, and others count only where there is none and the pointer does not come from external memory.  Of a
        function without a full prototype the parameters do not tell its type: it goes first wherever they are not too many.
        """
        objects = [self.reads.targets.object(target) for target in self.reads.targets_at(call.address)]
        functions = [candidate for candidate in objects if candidate.kind is ObjectKind.FUNCTION]
        external = any(candidate.kind is ObjectKind.EXTERNAL for candidate in objects)
        shapes = [_shape_of(argument) for argument in call.arguments]
        exact = [
            candidate for candidate in functions if candidate.function is None or _takes(candidate.function, shapes, candidate.prototype)
        ]
        if exact or external:
            return exact, external
        fitting = [candidate for candidate in functions if candidate.function is not None and len(candidate.function.passed) == len(shapes)]
        return fitting or functions, external

    def resolve(self, edge: Edge, call: IndirectCall, source: Location, target: Location) -> None:
        """Replace an indirect call on ``edge`` by edges from ``source`` to ``target``."""
        hoists: list[Hoist] = []
        done: dict[int, Expression] = {}
        address = self.reads.resolve(call.address, source, hoists, done)
        arguments = [
            argument if isinstance(argument, Structure) else self.reads.resolve(argument, source, hoists, done)
            for argument in call.arguments
        ]
        source = self.editor.hoisted(edge, source, hoists)
        functions, external = self.candidates(call)
        for number, object in enumerate(functions):
            here = source
            if external or number + 1 < len(functions):
                chosen = binary("==", address, constant(self.reads.bases[object], address.type))
                here, source = self.editor.branch(edge, source, chosen)
            self.enter(edge, call, object, arguments, here, target)
        if external or not functions:
            self._unknown(edge, call, source, target, "function pointer")

    def enter(
        self, edge: Edge, call: IndirectCall, object: MemoryObject, arguments: list[Argument], here: Location, target: Location
    ) -> None:
        """One branch: a call of the function of ``object``."""
        if object.function is None:
            kind = NondetKind.IMPRECISE if object.fixed else NondetKind.INPUT
            self._unknown(edge, call, here, target, f"external function {object.name}", kind)
            return
        caller = here.function
        callee = object.function if self.instance is None else self.instance(caller, object)
        called = plain_name(caller), object.name
        self.resolved.add(called)
        if callee is None or self._reaches(callee, caller):
            self.cut.add(called)
            self.anything(edge, here, "recursion through a function pointer")
            return
        self._record(caller, callee)
        for number, storages in enumerate(callee.passed):
            argument = arguments[number] if number < len(arguments) else Structure(())
            if object.prototype is not Prototype.FULL and number < len(arguments) and _shape(storages) != _shape_of(argument):
                reason = "an argument that is converted where it is received"
                here = self._chain(edge, here, [(Havoc(storages, NondetKind.IMPRECISE, reason), reason)])
                continue
            if not isinstance(argument, Structure) and _takes_truth(storages, argument):
                truth = binary("==", argument, cast(cast(argument, BOOL), argument.type))
                here, otherwise = self.editor.branch(edge, here, truth)
                self.anything(edge, otherwise, "an argument other than 0 and 1 for a parameter of type _Bool")
            here = self._chain(edge, here, _passing(storages, argument))
        returned = target if call.result is None else self.editor.location(here)
        self.editor.emit(edge, here, callee.entry, Call(callee, returned))
        if call.result is None:
            return
        results: Storages = callee.returned or (() if callee.result is None else (callee.result,))
        if not results or len(results) != len(call.results):
            self._arbitrary(edge, call, returned, target, NondetKind.IMPRECISE, "missing return value")
        else:
            value = cast(Read(callee.result), call.result.type) if isinstance(call.result, Variable) and callee.result is not None else None
            last = self._chain(edge, returned, _passing(call.results, Structure(results) if value is None else value))
            self.editor.emit(edge, last, target, Skip())

    def anything(self, edge: Edge, here: Location, reason: str) -> None:
        """Control goes on to what is not modelled, which may violate any property."""
        beyond = self.editor.location(here)
        beyond.is_error = True
        self.editor.emit(edge, here, beyond, Skip(), reason)

    def _chain(self, edge: Edge, here: Location, steps: list[tuple[Operation, str | None]]) -> Location:
        for operation, imprecise in steps:
            following = self.editor.location(here)
            self.editor.emit(edge, here, following, operation, imprecise)
            here = following
        return here

    def _unknown(
        self, edge: Edge, call: IndirectCall, here: Location, target: Location, reason: str, kind: NondetKind = NondetKind.IMPRECISE
    ) -> None:
        """A call of a function without a body: what its arguments point to may change, and its result is arbitrary."""
        for argument in call.scalars:
            if id(argument) in self.reads.constraints.address_node and any(
                self.reads.targets.object(target).cells for target in self.reads.targets_at(argument)
            ):
                following = self.editor.location(here)
                self.writes.havoc(edge, HavocThrough(argument, NondetKind.IMPRECISE, reason), here, following)
                here = following
        here = self.elsewhere(edge, call, here, reason)
        self._arbitrary(edge, call, here, target, kind, reason if kind is NondetKind.IMPRECISE else reason.rpartition(" ")[2])

    def _arbitrary(self, edge: Edge, call: IndirectCall, here: Location, target: Location, kind: NondetKind, origin: str) -> None:
        """An arbitrary result."""
        reason = origin if kind is NondetKind.IMPRECISE else None
        match call.result:
            case None:
                self.editor.emit(edge, here, target, Skip(), reason)
            case Structure(storages=storages):
                self.editor.emit(edge, here, target, Havoc(storages, kind, origin), reason)
            case Variable(type=type):
                self.editor.emit(edge, here, target, Assign(call.result, Nondet(type, kind, origin)), reason)


def _passed_as(type: IntType) -> tuple[int, int]:
    """How a scalar is passed: anything narrower than an int as an int, signed or not."""
    return max(type.width, INT.width), 1


def _shape(storages: Storages) -> Shape:
    return tuple((storage.type.width, storage.length) if isinstance(storage, Array) else _passed_as(storage.type) for storage in storages)


def _shape_of(argument: Argument) -> Shape:
    return _shape(argument.storages) if isinstance(argument, Structure) else (_passed_as(argument.type),)


def _takes(function: Function, shapes: list[Shape], prototype: Prototype) -> bool:
    """Whether the parameters are passed as arguments of these shapes are; without a full prototype, whether they may be."""
    if prototype is Prototype.FULL:
        return [_shape(passed) for passed in function.passed] == shapes
    return len(function.passed) <= len(shapes)


def _takes_truth(storages: Storages, argument: Expression) -> bool:
    """Whether a parameter of type ``_Bool`` gets a number as it comes, which only a prototype converts."""
    truth = isinstance(argument, Cast) and argument.operand.type == BOOL
    return len(storages) == 1 and storages[0].type == BOOL != argument.type and not truth


def _passing(storages: Storages, argument: Argument) -> list[tuple[Operation, str | None]]:
    """The assignments of an argument to a parameter's storages; what the argument lacks is indeterminate."""
    if not isinstance(argument, Structure):
        if len(storages) == 1 and isinstance(storages[0], Variable):
            return [(Assign(storages[0], cast(argument, storages[0].type)), None)]
        argument = Structure(())
    if [part.type for part in storages] != [part.type for part in argument.storages]:
        return [(Havoc(storages, NondetKind.UNINITIALISED, "missing argument"), None)] if storages else []
    steps: list[tuple[Operation, str | None]] = []
    for storage, value in zip(storages, argument.storages, strict=True):
        match storage, value:
            case Variable(), Variable():
                steps.append((Assign(storage, Read(value)), None))
            case Array(length=length), Array() if value.length == length <= LARGEST_PASSED:
                steps += [(Store(storage, Constant(i, INT), Select(value, Constant(i, INT))), None) for i in range(length)]
            case _:
                steps.append((Havoc((storage,), NondetKind.IMPRECISE, "large argument"), "large argument"))
    return steps
