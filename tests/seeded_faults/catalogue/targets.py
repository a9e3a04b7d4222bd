"""Faults of the points-to analysis and of what is made of its sets."""

from tests.seeded_faults.fault import Fault, Layer

TARGETS = (
    Fault(
        "points-to: results of calls through pointers are forgotten",
        Layer.TARGETS,
        "verilab.program.memory.points_to.andersen",
        "for storage, result in zip(returned, results, strict=False):",
        "for storage, result in zip((), results, strict=False):",
        programs="^targets/pointer_from",
    ),
    Fault(
        "points-to: copied bytes hold no pointers",
        Layer.TARGETS,
        "verilab.program.memory.points_to.andersen",
        "self._moves.add(destination, source, count)",
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
        "points-to: pointers stored into arrays are forgotten",
        Layer.TARGETS,
        "verilab.program.memory.points_to.constraints",
        "self.dependence.leads(index) self._assign(self.points_to.storage(array), value)",
        "self.dependence.leads(index)\n                self.summary(value) if not isinstance(value, Nondet) else None",
        programs="^targets/pointers_in",
    ),
)
