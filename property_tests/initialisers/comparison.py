"""Initialisers by gcc and by the interpreter of their lowering."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from property_tests.c_units.comparison import Difference, differences, interpreted, program_text
from property_tests.c_units.writer import Unit
from verilab.evidence.front_end.comparison import Task, compare_with_compiler
from verilab.evidence.results import Accepted
from verilab.program.lowering import lower
from verilab.program.syntax import parse_file
from verilab.program.types import DataModel

FLAGS = ("-ftrivial-auto-var-init=zero",)
"""What nobody promises about automatic objects is zero, as the interpreter chooses it, where gcc has a choice."""


@dataclass(slots=True)
class Tally:
    """How many differences are none: of units that read what is ``unspecified`` (padding, a union's other bytes) or ``imprecise``."""

    unspecified: int = 0
    imprecise: int = 0
    found: list[Difference] = field(default_factory=list)


def compared(units: Sequence[Unit], directory: Path, model: DataModel, tally: Tally) -> Iterator[Difference]:
    """The differences that are faults, each counted in the tally as it is found."""
    for difference in differences(units, directory, model, FLAGS):
        if difference.found.startswith("ends in DependsOnImprecise"):
            tally.imprecise += 1
        elif str(_alone(units, difference.unit, model)) != difference.found:
            tally.unspecified += 1
        else:
            tally.found.append(difference)
            yield difference


def image_difference(units: Sequence[Unit], directory: Path, model: DataModel) -> str | None:
    """What the compiler's object file says against the layouts and images of static units, without running it; None where nothing.

    Units that the compiler refuses are left out.
    """
    file, left = directory / "images.c", dict(enumerate(units))
    while True:
        file.write_text(program_text(list(left.items()), model))
        result = compare_with_compiler(Task(file, lower(parse_file(file, model), model, name="images")))
        if isinstance(result, Accepted):
            return None
        refused = re.match(r"gcc: unit(\d+):", result.reason)
        if refused is None:
            return result.reason
        del left[int(refused[1])]


def _alone(units: Sequence[Unit], unit: Unit, model: DataModel) -> int | str:
    """The result where each unspecified bit is one."""
    number = units.index(unit)
    result = interpreted([(number, unit)], model, chosen=-1)
    return result if isinstance(result, str) else result[number]
