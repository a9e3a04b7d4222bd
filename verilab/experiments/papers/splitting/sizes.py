"""How large a program is in the terms of VMCAI'12 Table 1: locations, and loops."""

from __future__ import annotations

from dataclasses import dataclass

from verilab.families.family import FamilyTask
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text


@dataclass(frozen=True, slots=True)
class Size:
    """``nodes``: locations of main's automaton; ``loops``: those that are loop heads."""

    nodes: int
    loops: int


def size_of(task: FamilyTask) -> Size:
    """The size of a generated program."""
    program = lower(parse_text(task.source, f"{task.name}.c", task.data_model), task.data_model, ["reach_error"], task.name)
    locations = [location for location in program.locations if location.function.name == "main"]
    return Size(len(locations), sum(location.is_loop_head for location in locations))
