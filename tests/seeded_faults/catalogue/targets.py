"""Faults of the points-to analysis and of what is made of its sets."""

from tests.seeded_faults.fault import Fault, Layer

TARGETS = (
    Fault(
        "points-to: nothing is stored through pointers",
        Layer.TARGETS,
        "verilab.program.memory.points_to.andersen",
        "self._graph.watch(address, lambda targets: self.scatter(source, targets, width))",
        "self._graph.watch(address, lambda targets: None if source is None else None)",
        programs="^targets/written_through",
    ),
    Fault(
        "points-to: results of calls through pointers are forgotten",
        Layer.TARGETS,
        "verilab.program.memory.points_to.andersen",
        "for storage, result in zip(returned, results, strict=False):",
        "for storage, result in zip((), results, strict=False):",
        programs="^targets/pointer_from",
    ),
    Fault(
        "points-to: arguments of calls through pointers are forgotten",
        Layer.TARGETS,
        "verilab.program.memory.points_to.andersen",
        "if node is not None: self.copy(node, self.storage(storage))",
        "if node is None:\n                    self.copy(node, self.storage(storage))",
        programs="^targets/passed_by_pointer",
    ),
    Fault(
        "points-to: copied bytes hold no pointers",
        Layer.TARGETS,
        "verilab.program.memory.points_to.andersen",
        "self._moves.add(destination, source)",
        "",
        programs="^targets/copied_pointer",
    ),
    Fault(
        "calls: the first function only",
        Layer.TARGETS,
        "verilab.program.memory.resolution.calls",
        "return exact, external",
        "return exact[:1], external",
        programs="^targets/second_of_two",
    ),
    Fault(
        "known values: the first assignment decides",
        Layer.TARGETS,
        "verilab.program.memory.points_to.known_values",
        "if first is not None and all(self.value(other) == first for other in assigned[1:]):",
        "if first is not None:",
        programs="^targets/index_that",
    ),
    Fault(
        "points-to: pointers stored into arrays are forgotten",
        Layer.TARGETS,
        "verilab.program.memory.points_to.constraints",
        "self._assign(self.points_to.storage(array), value) return id(value) in self.has_raw or id(index)",
        "self.summary(value) if not isinstance(value, Nondet) else None\n                return id(value) in self.has_raw or id(index)",
        programs="^targets/pointers_in",
    ),
)
