"""Resolution of calls of functions without a body: one havoc of what they reach, and a loop of calls of the functions that they know."""

from __future__ import annotations

from collections.abc import Mapping

from verilab.program.cfa import Edge, Location
from verilab.program.expressions import Expression, Read
from verilab.program.memory.external.exposure import Reach
from verilab.program.memory.folding import binary, constant
from verilab.program.memory.objects.objects import MemoryObject, Prototype
from verilab.program.memory.raw.operations import Argument, ExternalCall, IndirectCall, Structure
from verilab.program.memory.resolution.calls import Calls
from verilab.program.memory.resolution.editing import Editor
from verilab.program.operations import Assign, Havoc, Nondet, NondetKind, Skip
from verilab.program.storages import Variable
from verilab.program.types import INT, IntType


class Externals:
    """Resolves calls of functions without a body."""

    def __init__(self, calls: Calls, editor: Editor, unknown: Mapping[int, Reach]) -> None:
        self.calls = calls
        self.editor = editor
        self.unknown = unknown
        calls.elsewhere = self.elsewhere

    def resolve(self, edge: Edge, call: ExternalCall, reached: Reach, source: Location, target: Location) -> None:
        """Replace the call on ``edge`` by edges from ``source`` to ``target``."""
        source = self._reached(edge, call, reached, source)
        for result in call.results:
            source = self._step(edge, source, Assign(result, Nondet(result.type, NondetKind.IMPRECISE, call.reason)), call.reason)
        self.editor.chain(edge, source, target, ())

    def elsewhere(self, edge: Edge, call: IndirectCall, source: Location, reason: str) -> Location:
        """What a call through a pointer does in a function without a body, beyond its arguments and its result."""
        reached = self.unknown.get(id(call))
        imagined = ExternalCall((), (), (), (), (), reason)
        return source if reached is None else self._reached(edge, imagined, reached, source)

    def _reached(self, edge: Edge, call: ExternalCall, reached: Reach, source: Location) -> Location:
        cells = tuple(dict.fromkeys(cell.storage for changed in reached.objects for cell in changed.cells))
        if cells:
            source = self._step(edge, source, Havoc(cells, NondetKind.IMPRECISE, call.reason), call.reason)
        return self._callbacks(edge, call, reached, source) if reached.functions else source

    def _step(self, edge: Edge, source: Location, operation: Assign | Havoc | Skip, reason: str | None) -> Location:
        following = self.editor.location(source)
        self.editor.emit(edge, source, following, operation, reason)
        return following

    def _arbitrary(self, edge: Edge, call: ExternalCall, source: Location, type: IntType) -> tuple[Location, Expression]:
        temporary = self.editor.temporary(source, type)
        return self._step(edge, source, Assign(temporary, Nondet(type, NondetKind.IMPRECISE, call.reason)), call.reason), Read(temporary)

    def _callbacks(self, edge: Edge, call: ExternalCall, reached: Reach, source: Location) -> Location:
        """A loop in which one of the functions is called, or none any more.

        That one is called is imprecise; that none is called is a choice, but of the implementation's functions.
        """
        head = self._step(edge, source, Skip(), None)
        if call.fixed:
            here, again = self._arbitrary(edge, call, head, INT)
        else:
            chosen_count = self.editor.temporary(source, INT)
            again = Read(chosen_count)
            here = self._step(edge, head, Assign(chosen_count, Nondet(INT, NondetKind.INPUT, f"callbacks of {call.reason}")), None)
        inside, after = self.editor.branch(edge, here, binary("!=", again, constant(0, INT)))
        here, choice = self._arbitrary(edge, call, inside, INT)
        for number, object in enumerate(reached.functions):
            chosen, here = self.editor.branch(edge, here, binary("==", choice, constant(number, INT)))
            self._call(edge, call, object, chosen, head)
        self.editor.emit(edge, here, after, Skip())
        return after

    def _call(self, edge: Edge, call: ExternalCall, object: MemoryObject, source: Location, target: Location) -> None:
        assert object.function is not None
        if object.prototype is Prototype.VARIADIC:  # what it is passed beyond its parameters is not known
            self.calls.anything(edge, source, f"callback of {object.name}, which is variadic")
            return
        arguments: list[Argument] = []
        for storages in object.function.passed:
            argument: Argument = Structure(())
            if len(storages) == 1 and isinstance(storages[0], Variable):
                source, argument = self._arbitrary(edge, call, source, storages[0].type)
            arguments.append(argument)
        self.calls.enter(edge, IndirectCall(constant(0, INT), tuple(arguments), None), object, arguments, source, target)
