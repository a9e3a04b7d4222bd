"""What calls through pointers may do that may enter functions without a body: as if such functions were called by name.

Where a pointer leads is known only after the analysis of pointers: then these calls get constraints of their own, and all are solved again.
What the arguments themselves point to is havocked where the call is resolved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from verilab.program.cfa import Edge
from verilab.program.memory.external.exposure import Exposure, Reach
from verilab.program.memory.external.surroundings import MOST_CALLS_APART
from verilab.program.memory.objects.regions import ANY_STEP
from verilab.program.memory.points_to.constraints import Constraints
from verilab.program.memory.raw.operations import ExternalCall, IndirectCall, RawOperation, Structure


def expose_unknown(edges: Iterable[Edge], constraints: Constraints) -> Mapping[int, Reach]:
    """By the id of the call: what it reaches.  The constraints have to be solved, and are solved again where there are such calls."""
    calls = [operation for edge in edges if isinstance(operation := _raw(edge), IndirectCall) and _may_leave(operation, constraints)]
    shallow = len(calls) > MOST_CALLS_APART
    exposures = {id(call): _expose(call, constraints, shallow=shallow) for call in calls}
    if exposures:
        constraints.points_to.solve()
    return {call: constraints.surroundings.reach(exposure) for call, exposure in exposures.items()}


def _raw(edge: Edge) -> RawOperation:
    return edge.operation


def _may_leave(call: IndirectCall, constraints: Constraints) -> bool:
    """Whether the call may enter something else than functions of the program, and gets more than numbers."""
    passes = any(isinstance(argument, Structure) or id(argument) in constraints.address_node for argument in call.arguments)
    passes = passes or bool(constraints.points_to.set_of(constraints.points_to.leaked))
    if not passes:
        return False
    objects = [constraints.targets.object(target) for target in constraints.targets_of(call.address)]
    return not objects or any(object.function is None for object in objects)


def _expose(call: IndirectCall, constraints: Constraints, *, shallow: bool) -> Exposure:
    points_to = constraints.points_to
    given, written, exposed, held = (points_to.node() for _ in range(4))
    points_to.forbid_external(exposed)
    for argument in call.arguments:
        if isinstance(argument, Structure):
            for storage in argument.storages:
                points_to.copy(points_to.storage(storage), exposed)
                points_to.copy(points_to.storage(storage), given)
        elif id(argument) in constraints.address_node:
            points_to.copy(constraints.address_node[id(argument)], written)
            points_to.copy(constraints.address_node[id(argument)], given)
    for result in call.results:
        points_to.copy(given, points_to.storage(result), 0, ANY_STEP)
    imagined = ExternalCall((), (), (), (), (), "function pointer")
    return constraints.surroundings.expose(imagined, Exposure(given, written, exposed, given, held), shallow=shallow)
