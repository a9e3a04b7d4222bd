"""Initialisers by gcc and by the interpreter of their lowering."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from property_tests.c_units.comparison import Difference, differences, interpreted
from property_tests.c_units.writer import Unit
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


def _alone(units: Sequence[Unit], unit: Unit, model: DataModel) -> int | str:
    """The result where each unspecified bit is one."""
    number = units.index(unit)
    result = interpreted([(number, unit)], model, chosen=-1)
    return result if isinstance(result, str) else result[number]
