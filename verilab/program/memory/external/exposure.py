"""What a function without a body may do to memory, beyond what its arguments point to, and whom it may call.

    given    = the pointers that it gets                       exposed >= contents of what is in given or exposed
    contents of what is exposed >= given + exposed + external  results >= given + exposed + external

It may write to everything that is exposed, all but constant objects, string literals and functions; what its pointer arguments point to is
written by ``HavocThrough``, where it may be.  It may call every function that it is given, or that what it is given holds, any number of
times, with arguments of its choice; but the latter not in a program that itself calls, by name, functions whose addresses it gives
away: such a program (a driver with a main that calls its handlers) models who calls them.
Pointers in memory that the program did not make lead to nothing of the program's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from verilab.program.memory.objects.objects import MemoryObject, ObjectKind
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
    points_to: PointsTo, targets: Targets, results: Iterable[Variable], exposure: Exposure, *, callbacks: bool, deep: bool = True
) -> None:
    """The constraints of a call; the node of what it reaches holds the objects whose addresses it gets as integers.

    ``callbacks``: functions that are only reachable may be called, too.  ``deep``: what its arguments point to is read, and everything
    behind it.
    """
    given, written, exposed = exposure.given, exposure.written, exposure.exposed
    if callbacks:
        points_to.watch(given, lambda target: _held(points_to, targets, target, exposure.held))
    external = points_to.node()
    points_to.add(external, (targets.external,))
    sources = (given, exposed, external)

    def reached(target: int) -> None:
        """The call can reach an object: read what is in it, and where it may write, leave any pointer."""
        if targets.object(target).kind is ObjectKind.EXTERNAL:
            return
        for content in points_to.contents(target, WHOLE_OBJECT):
            points_to.copy(content, exposed)

    def writable(target: int) -> None:
        if targets.object(target).kind in _FIXED or targets.object(target).constant:
            return
        for cell in targets.object(target).cells:
            if is_address_type(cell.type, points_to.pointer_width):
                for source in sources:
                    points_to.copy(source, points_to.storage(cell.storage))
        for source in sources:
            points_to.copy(source, points_to.rest(targets.known[target][0]))

    def callable(target: int) -> None:
        """The call may call a function, with any pointers that it knows."""
        function = targets.object(target).function
        if function is None:
            return
        for parameter in function.parameters:
            if is_address_type(parameter.type, points_to.pointer_width):
                for source in sources:
                    points_to.copy(source, points_to.storage(parameter))
        if function.result is not None:
            points_to.copy(points_to.storage(function.result), exposed)

    for node in (exposure.functions, exposure.held) if callbacks else (exposure.functions,):
        points_to.watch(node, callable)
    if deep:
        points_to.watch(given, reached)
        points_to.watch(exposed, reached)
        points_to.watch(written, writable)
        points_to.watch(exposed, writable)
    for result in results:
        for source in sources:
            points_to.copy(source, points_to.storage(result))


def _held(points_to: PointsTo, targets: Targets, target: int, held: int) -> None:
    """What an argument points to is in reach in one step."""
    if targets.object(target).kind is not ObjectKind.EXTERNAL:
        for content in points_to.contents(target, WHOLE_OBJECT):
            points_to.copy(content, held)


def reach(points_to: PointsTo, targets: Targets, exposure: Exposure, *, callbacks: bool, later: bool = False) -> Reach:
    """What a call reaches, after the analysis; a ``later`` one also what is written directly."""
    written, reached = points_to.sets[exposure.written], points_to.sets[exposure.exposed]
    direct = set() if later else {targets.object(target) for target in written}
    exposed = dict.fromkeys(targets.object(target) for target in sorted(written | reached if later else reached))
    direct_functions, held = (
        dict.fromkeys(targets.object(target) for target in sorted(points_to.sets[node])) for node in (exposure.functions, exposure.held)
    )
    objects = [each for each in exposed if each not in direct and each.kind not in _FIXED and not each.constant and each.cells]
    functions = [each for each in ({**direct_functions, **held} if callbacks else direct_functions) if each.function is not None]
    return Reach(tuple(objects), tuple(functions))
