"""What a function without a body may do to memory, beyond what its arguments point to, and whom it may call.

    given    = the pointers that it gets                       exposed >= contents of what is in given or exposed
    contents of what is exposed >= given + exposed + external  results >= given + exposed + external, each moved inside its object

It may write to everything that is exposed, all but constant objects, string literals and functions; what its pointer arguments point to is
written by ``HavocThrough``, where it may be.  It may call every function that it is given, or that what it is given holds, any number of
times, with arguments of its choice; but the latter not in a program that itself calls, by name, functions whose addresses it gives
away: such a program (a driver with a main that calls its handlers) models who calls them.
Pointers in memory that the program did not make lead to nothing of the program's.
"""

from __future__ import annotations

from collections.abc import Iterable

from verilab.data_classes import dataclass
from verilab.program.memory.objects.objects import MemoryObject, ObjectKind
from verilab.program.memory.objects.regions import ANY_STEP
from verilab.program.memory.points_to.andersen import WHOLE_OBJECT, PointsTo, is_address_type
from verilab.program.memory.points_to.contents import Targets
from verilab.program.storages import Variable

_FIXED = frozenset({ObjectKind.STRING, ObjectKind.FUNCTION, ObjectKind.EXTERNAL})


@dataclass(frozen=True, slots=True)
class Exposure:
    """The nodes of one call: the pointers that it gets, those that it may write through, and what it reaches from them."""

    given: int
    written: int
    exposed: int
    functions: int
    held: int


@dataclass(frozen=True, slots=True)
class Reach:
    """What a call may write to though no pointer argument points to it, and the functions that it may call, both in order."""

    objects: tuple[MemoryObject, ...]
    functions: tuple[MemoryObject, ...]


def expose(
    points_to: PointsTo,
    targets: Targets,
    results: Iterable[Variable],
    exposure: Exposure,
    *,
    callbacks: bool,
    deep: bool = True,
    typed: bool = True,
) -> None:
    """The constraints of a call; the node of what it reaches holds the objects whose addresses it gets as integers.

    ``callbacks``: functions that are only reachable may be called, too.  ``deep``: what its arguments point to is read, and everything
    behind it.  ``typed``: by their types, what arguments point to may hold pointers, so that the call may leave some there.
    """
    call = _Call(points_to, targets, exposure)
    if callbacks:
        points_to.watch(exposure.given, call.held)
    call.know()
    for node in (exposure.functions, exposure.held, exposure.exposed) if callbacks else (exposure.functions,):
        points_to.watch(node, call.callable)
    if deep:
        points_to.watch(exposure.given, call.reached)
        points_to.watch(exposure.exposed, call.reached)
        if typed:
            points_to.watch(exposure.written, call.writable)
        points_to.watch(exposure.exposed, call.writable)
    for result in results:
        call.leave(points_to.storage(result))


class _Call:
    """What a call does with the targets of its nodes, sets of which are told as bits."""

    def __init__(self, points_to: PointsTo, targets: Targets, exposure: Exposure) -> None:
        self.points_to = points_to
        self.targets = targets
        self.exposure = exposure
        self.known = points_to.node()

    def know(self) -> None:
        """The pointers that the call knows: into the objects that it gets and reaches, and external ones."""
        self.points_to.add(self.known, (self.targets.external,))
        self.points_to.copy(self.exposure.given, self.known, 0, ANY_STEP)
        self.points_to.copy(self.exposure.exposed, self.known, 0, ANY_STEP)

    def leave(self, node: int) -> None:
        """Any pointer that the call knows may be left in a node."""
        self.points_to.copy(self.known, node)

    def held(self, targets: int) -> None:
        """What an argument points to is in reach in one step."""
        self.points_to.gather(targets & ~self.points_to.external, WHOLE_OBJECT, self.exposure.held)

    def reached(self, targets: int) -> None:
        """The call can reach objects, and reads what is in them."""
        self.points_to.gather(targets & ~self.points_to.external, WHOLE_OBJECT, self.exposure.exposed)

    def writable(self, targets: int) -> None:
        """The call may leave any pointer in objects."""
        for object in dict.fromkeys(self.targets.known[target][0] for target in self.targets.members(targets)):
            written = self.targets.objects[object]
            if written.kind in _FIXED or written.constant:
                continue
            for cell in written.cells:
                if is_address_type(cell.type, self.points_to.pointer_width):
                    self.leave(self.points_to.storage(cell.storage))
            self.leave(self.points_to.rest(object))

    def callable(self, targets: int) -> None:
        """The call may call functions, with any pointers that it knows."""
        for target in self.targets.members(targets):
            for function in self.targets.object(target).functions:
                for parameter in function.parameters:
                    if is_address_type(parameter.type, self.points_to.pointer_width):
                        self.leave(self.points_to.storage(parameter))
                for result in function.returned or (() if function.result is None else (function.result,)):
                    self.points_to.copy(self.points_to.storage(result), self.exposure.exposed)


def reach(points_to: PointsTo, targets: Targets, exposure: Exposure, *, callbacks: bool, later: bool = False) -> Reach:
    """What a call reaches, after the analysis; a ``later`` one also what is written directly."""
    written, reached = points_to.set_of(exposure.written), points_to.set_of(exposure.exposed)
    direct = set() if later else {targets.object(target) for target in targets.members(written)}
    exposed = dict.fromkeys(targets.object(target) for target in targets.members(written | reached if later else reached))
    nodes = (exposure.functions, exposure.held, exposure.exposed) if callbacks else (exposure.functions,)
    called = dict.fromkeys(targets.object(target) for node in nodes for target in points_to.targets_of(node))
    changing = [object for object in exposed if object.kind not in _FIXED and object.kind is not ObjectKind.BEYOND and not object.constant]
    objects = [object for object in changing if object not in direct and object.cells]
    functions = [object for object in called if object.function is not None]
    return Reach(tuple(objects), tuple(functions))
