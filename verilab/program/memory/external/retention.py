"""What functions without a body keep of what they were given, for later calls of such functions.

    handler(f);  buffer(&x);  ...  step();      step may call f, and may write to x

A later call may do to everything that earlier ones were given what a call that gets all of it may do: one more set of constraints, of an
imagined call that gets everything that is ever given.  A call is later where control may lead to it from one that was given something.

Not so in a program that models its surroundings (see ``exposure``) or calls hooks of a generated harness, nor where more than ``MOST_KEPT``
objects and functions are given, or there are more than ``MOST_CALLS`` later calls: there, as by SV-COMP's convention everywhere, calls
know nothing of what earlier ones got.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Call, Edge, Function, Location
from verilab.program.memory.external.exposure import Reach, reach
from verilab.program.memory.objects.objects import FOREIGN, MemoryObject, ObjectKind
from verilab.program.memory.points_to.constraints import Constraints
from verilab.program.memory.raw.operations import ExternalCall, IndirectCall, RawOperation, Recall
from verilab.program.operations import Skip

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
        found = constraints.points_to.targets_of(constraints.kept[id(operation)])
        objects = {object for object in map(constraints.targets.object, found) if object.kind not in _NEVER_KEPT}
        if objects:
            keeping.append(edge)
            kept |= objects
    if not kept or len(kept) > MOST_KEPT:
        return NOTHING_KEPT
    locations = _after(builder, keeping, constraints.known.addressed_functions)
    later = frozenset(edge for edge in calls if edge.source in locations)
    if not later or len(later) > MOST_CALLS:
        return NOTHING_KEPT
    given = [calls[edge] for edge in keeping]
    everything = ExternalCall(
        tuple(each for call in given for each in call.given),
        tuple(each for call in given for each in call.written),
        tuple(each for call in given for each in call.numbers),
        tuple(each for call in given for each in call.functions),
        tuple(result for edge in calls if edge in later for result in calls[edge].results),
        "an earlier call",
    )
    exposure = constraints.expose(everything)
    constraints.points_to.solve()
    return Retention(later, reach(constraints.points_to, constraints.targets, exposure, callbacks=True, later=True))


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
    found: set[Location] = set()
    waiting = [*(edge.target for edge in edges), *(function.entry for function in addressed)]
    while waiting:
        location = waiting.pop()
        if location in found:
            continue
        found.add(location)
        waiting += returns.pop(location.function, ())
        if location.function in addressed:
            waiting += indirect
            indirect = []
        for edge in location.leaving:
            waiting.append(edge.target)
            if isinstance(edge.operation, Call):
                waiting.append(edge.operation.return_to)
    return found


def forget(builder: ProgramBuilder) -> None:
    """Calls in a program without any pointers have nothing to recall."""
    for edge in builder.edges:
        operation: RawOperation = edge.operation
        if isinstance(operation, Recall):
            edge.operation = Skip()
