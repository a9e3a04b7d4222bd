"""Resolution of calls through function pointers: one branch per function that the pointer may hold.

A call that would make the call graph cyclic cannot become a call edge (call stacks are unbounded strings): that branch leads to an error
location of its own, as an over-approximation of everything that the recursive call may do.
"""

from __future__ import annotations

from collections.abc import Callable

from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Edge, Function, Location
from verilab.program.expressions import Expression, Read
from verilab.program.memory.editing import Editor, Hoist
from verilab.program.memory.folding import binary, cast, constant
from verilab.program.memory.objects import MemoryObject, ObjectKind
from verilab.program.memory.raw import IndirectCall
from verilab.program.memory.reads import Reads
from verilab.program.operations import Assign, Call, Nondet, NondetKind, Skip

Instance = Callable[[Function, MemoryObject], Function | None]


class Calls:
    """Resolves indirect calls; keeps the call graph to stay without recursion."""

    def __init__(self, reads: Reads, editor: Editor, builder: ProgramBuilder, instance: Instance | None) -> None:
        self.reads = reads
        self.editor = editor
        self.instance = instance
        self.callees: dict[Function, set[Function]] = {}
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

        A call through a pointer of an incompatible type is undefined (C11 6.5.2.2p9): functions whose parameters have the arguments' types
        go first, and others count only where there is none and the pointer does not come from external memory.
        """
        found = [self.reads.targets.object(target) for target in sorted(self.reads.targets_at(call.address))]
        functions = [each for each in found if each.kind is ObjectKind.FUNCTION]
        external = any(each.kind is ObjectKind.EXTERNAL for each in found)
        types = [argument.type for argument in call.arguments]
        exact = [each for each in functions if each.function is None or [p.type for p in each.function.parameters] == types]
        if exact or external:
            return exact, external
        fitting = [each for each in functions if each.function is not None and len(each.function.parameters) == len(types)]
        return fitting or functions, external

    def resolve(self, edge: Edge, call: IndirectCall, source: Location, target: Location) -> None:
        """Replace an indirect call on ``edge`` by edges from ``source`` to ``target``."""
        hoists: list[Hoist] = []
        done: dict[int, Expression] = {}
        address = self.reads.resolve(call.address, source, hoists, done)
        arguments = [self.reads.resolve(argument, source, hoists, done) for argument in call.arguments]
        source = self.editor.hoisted(edge, source, hoists)
        functions, external = self.candidates(call)
        for number, object in enumerate(functions):
            here = source
            if external or number + 1 < len(functions):
                chosen = binary("==", address, constant(self.reads.bases[object], address.type))
                here, source = self.editor.branch(edge, source, chosen)
            self.enter(edge, call, object, arguments, here, target)
        if external or not functions:
            self._unknown(edge, call, here=source, target=target, kind=NondetKind.IMPRECISE, origin="function pointer")

    def enter(
        self, edge: Edge, call: IndirectCall, object: MemoryObject, arguments: list[Expression], here: Location, target: Location
    ) -> None:
        """One branch: a call of the function of ``object``."""
        if object.function is None:
            self._unknown(edge, call, here, target, NondetKind.INPUT, object.name)
            return
        caller = here.function
        callee = object.function if self.instance is None else self.instance(caller, object)
        if callee is None or self._reaches(callee, caller):
            beyond = self.editor.location(here)
            beyond.is_error = True
            self.editor.emit(edge, here, beyond, Skip(), "recursion through a function pointer")
            return
        self._record(caller, callee)
        for number, parameter in enumerate(callee.parameters):
            following = self.editor.location(here)
            if number < len(arguments):
                self.editor.emit(edge, here, following, Assign(parameter, cast(arguments[number], parameter.type)))
            else:
                anything = Nondet(parameter.type, NondetKind.UNINITIALISED, "missing argument")
                self.editor.emit(edge, here, following, Assign(parameter, anything))
            here = following
        result = call.result
        returned = target if result is None else self.editor.location(here)
        self.editor.emit(edge, here, callee.entry, Call(callee, returned))
        if result is None:
            return
        if callee.result is None:
            self._unknown(edge, call, returned, target, NondetKind.IMPRECISE, "missing return value")
        else:
            self.editor.emit(edge, returned, target, Assign(result, cast(Read(callee.result), result.type)))

    def _unknown(self, edge: Edge, call: IndirectCall, here: Location, target: Location, kind: NondetKind, origin: str) -> None:
        """A call of a function without a body: an arbitrary result."""
        reason = origin if kind is NondetKind.IMPRECISE else None
        if call.result is None:
            self.editor.emit(edge, here, target, Skip(), reason)
        else:
            self.editor.emit(edge, here, target, Assign(call.result, Nondet(call.result.type, kind, origin)), reason)
