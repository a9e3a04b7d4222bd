"""What functions without a body keep of what they were given, for later calls of such functions.

    handler(f);  buffer(&x);  ...  step();      step may call f, and may write to x

A later call may do to everything that earlier ones were given what a call that gets all of it may do: one more set of constraints, of an
imagined call that gets everything that is ever given.  A call is later where control may lead to it from one that was given something;
one is, too, that comes after an address was left in memory that the program did not make, or is followed no longer; any call is, where
they know variables of other files, or where bits of addresses decide anything.

Not so in a program that models its surroundings (see ``exposure``) or calls hooks of a generated harness, nor where more than ``MOST_KEPT``
objects and functions are given to many calls, or there are more than ``MOST_CALLS`` later calls: there, as by SV-COMP's convention
everywhere, calls know nothing of what earlier ones got.
"""

from __future__ import annotations

from collections.abc import Iterable

from verilab.data_classes import dataclass
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Call, Edge, Function, Location
from verilab.program.expressions import Constant
from verilab.program.memory.external.exposure import Reach, reach
from verilab.program.memory.objects.objects import FOREIGN, MemoryObject, ObjectKind
from verilab.program.memory.points_to.constraints import Constraints
from verilab.program.memory.raw.operations import (
    CopyBytes,
    Escape,
    EscapeBytes,
    ExternalCall,
    FormatCheck,
    IndirectCall,
    RawOperation,
    Recall,
    StoreThrough,
)
from verilab.program.operations import Assign, Skip

MOST_KEPT = 8
MOST_CALLS = 100
_NEVER_KEPT = FOREIGN | {ObjectKind.STRING}


@dataclass(frozen=True, slots=True)
class Retention:
    """The later calls, and what each may write to and call."""

    edges: frozenset[Edge]
    reached: Reach


NOTHING_KEPT = Retention(frozenset(), Reach((), ()))


def retain(builder: ProgramBuilder, constraints: Constraints) -> Retention:
    """Find the later calls and add the constraints of what they may do; the constraints have to be solved, and are solved again."""
    calls: dict[Edge, ExternalCall] = {}
    keeping: list[Edge] = []
    kept: set[MemoryObject] = set()
    for edge in builder.edges:
        operation: RawOperation = edge.operation
        if not isinstance(operation, Recall) or id(operation) not in constraints.kept:
            continue
        if operation.hook:
            return NOTHING_KEPT
        calls[edge] = operation.call
        objects = _kept(constraints, constraints.kept[id(operation)])
        if objects:
            keeping.append(edge)
            kept |= objects
    leaked = _kept(constraints, constraints.points_to.leaked) if constraints.surroundings.knowing else set()
    kept |= leaked
    if not kept:
        return NOTHING_KEPT
    leaking = [edge for edge in builder.edges if _leaks(edge.operation, constraints)] if leaked else []
    ever = bool(leaked) and (constraints.points_to.provenance.looked_at or any(_names(edge.operation) for edge in leaking))
    locations = set() if ever else _after(builder, (*keeping, *leaking), constraints.known.addressed_functions)
    later = frozenset(edge for edge in calls if ever or edge.source in locations)
    if not later or (len(kept) > MOST_KEPT and len(kept) * len(later) > MOST_CALLS) or len(later) > MOST_CALLS:
        return NOTHING_KEPT
    given = [calls[edge] for edge in keeping]
    everything = ExternalCall(
        tuple(address for call in given for address in call.given),
        tuple(node for call in given for node in call.written),
        tuple(node for call in given for node in call.numbers),
        tuple(node for call in given for node in call.functions),
        tuple(result for edge in calls if edge in later for result in calls[edge].results),
        "an earlier call",
    )
    exposure = constraints.expose(everything)
    constraints.points_to.solve()
    return Retention(later, reach(constraints.points_to, constraints.targets, exposure, callbacks=True, later=True))


def _leaks(operation: RawOperation, constraints: Constraints) -> bool:
    """Whether an operation may leave an address where functions without a body find it."""
    match operation:
        case Escape() | EscapeBytes() | IndirectCall():
            return True
        case StoreThrough(address=address) | CopyBytes(destination=address):
            points_to = constraints.points_to
            return bool(points_to.set_of(constraints.address(address)) & points_to.external)
    return False


def _names(operation: RawOperation) -> bool:
    return isinstance(operation, Escape) and operation.named


def _kept(constraints: Constraints, node: int) -> set[MemoryObject]:
    """The objects at the addresses of a node that may be kept."""
    objects = map(constraints.targets.object, constraints.points_to.targets_of(node))
    return {object for object in objects if object.kind not in _NEVER_KEPT}


def _after(builder: ProgramBuilder, edges: Iterable[Edge], addressed: set[Function]) -> set[Location]:
    """The locations to which control may lead from these edges; functions whose addresses are taken may be called at any time."""
    returns: dict[Function, list[Location]] = {}
    indirect: list[Location] = []
    for edge in builder.edges:
        operation: RawOperation = edge.operation
        if isinstance(operation, Call):
            returns.setdefault(operation.callee, []).append(operation.return_to)
        elif isinstance(operation, IndirectCall):
            indirect.append(edge.target)
    reached: set[Location] = set()
    waiting = [*(edge.target for edge in edges), *(function.entry for function in addressed)]
    while waiting:
        location = waiting.pop()
        if location in reached:
            continue
        reached.add(location)
        waiting += returns.pop(location.function, ())
        if location.function in addressed:
            waiting += indirect
            indirect = []
        for edge in location.leaving:
            waiting.append(edge.target)
            if isinstance(edge.operation, Call):
                waiting.append(edge.operation.return_to)
    return reached


def forget(builder: ProgramBuilder) -> None:
    """Calls in a program without any pointers have nothing to recall."""
    for edge in builder.edges:
        operation: RawOperation = edge.operation
        if isinstance(operation, Recall):
            edge.operation = Skip()
        elif isinstance(operation, FormatCheck):
            edge.operation = Assign(operation.target, Constant(0, operation.target.type))
