"""What a function without a body may do to memory, beyond what its arguments point to.

    given    = the pointers that it gets                       exposed >= contents of what is in given or exposed
    contents of what is exposed >= given + exposed + external  results >= given + exposed + external

It may write to everything that is exposed, all but constant objects, string literals and functions; what its arguments point to is
written by ``HavocThrough``, where it may be.  Pointers in memory that the program did not make lead to nothing of the program's.
"""

from __future__ import annotations

from dataclasses import dataclass

from verilab.program.cfa import Edge, Location
from verilab.program.memory.contents import Targets
from verilab.program.memory.editing import Editor
from verilab.program.memory.objects import MemoryObject, ObjectKind
from verilab.program.memory.points_to import WHOLE_OBJECT, PointsTo, is_address_type
from verilab.program.memory.raw import ExternalCall
from verilab.program.operations import Assign, Havoc, Nondet, NondetKind

_FIXED = frozenset({ObjectKind.STRING, ObjectKind.FUNCTION, ObjectKind.EXTERNAL})


@dataclass(frozen=True, slots=True)
class Exposure:
    """The nodes of one call: the pointers that it gets, those that it may write through, and what it reaches from them."""

    given: int
    written: int
    exposed: int


def expose(points_to: PointsTo, targets: Targets, call: ExternalCall, given: int, written: int) -> Exposure:
    """The constraints of a call."""
    exposed = points_to.node()
    points_to.forbid_external(exposed)
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

    points_to.watch(given, reached)
    points_to.watch(exposed, reached)
    points_to.watch(written, writable)
    points_to.watch(exposed, writable)
    for result in call.results:
        for source in sources:
            points_to.copy(source, points_to.storage(result))
    return Exposure(given, written, exposed)


def remaining(points_to: PointsTo, targets: Targets, exposure: Exposure) -> list[MemoryObject]:
    """The objects that the call may write to though none of its arguments points to them, in order."""
    direct = {targets.object(target) for target in points_to.sets[exposure.written]}
    found = dict.fromkeys(targets.object(target) for target in sorted(points_to.sets[exposure.exposed]))
    return [each for each in found if each not in direct and each.kind not in _FIXED and not each.constant and each.cells]


def resolve(edge: Edge, call: ExternalCall, objects: list[MemoryObject], editor: Editor, source: Location, target: Location) -> None:
    """Replace the call on ``edge`` by edges from ``source`` to ``target``."""
    cells = tuple(dict.fromkeys(cell.storage for each in objects for cell in each.cells))
    if cells:
        following = editor.location(source)
        editor.emit(edge, source, following, Havoc(cells, NondetKind.IMPRECISE, call.reason), call.reason)
        source = following
    for result in call.results:
        following = editor.location(source)
        editor.emit(edge, source, following, Assign(result, Nondet(result.type, NondetKind.IMPRECISE, call.reason)), call.reason)
        source = following
    editor.chain(edge, source, target, ())
