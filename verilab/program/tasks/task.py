"""Verification tasks: which program, which data model, which error, which verdict is expected.

A task comes from an SV-COMP task definition (``.yml``, definitions.py), a set of them (``.set``, task_sets.py), or a bare C file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from verilab.data_classes import dataclass
from verilab.program.automata.model import Automaton
from verilab.program.automata.parser import parse_automaton
from verilab.program.automata.printing import print_automaton
from verilab.program.tasks.properties import ANY_CONVENTION, NO_CONVENTION, REACHABILITY, ErrorConvention
from verilab.program.types import DataModel
from verilab.program.witnesses.model import WitnessText


@dataclass(frozen=True, slots=True)
class ObservedProperty:
    """A property that an observer automaton describes; ``expected`` is the verdict that the definition promises."""

    automaton: Automaton
    expected: bool | None = None

    @property
    def name(self) -> str:
        return self.automaton.name

    def to_json(self) -> dict[str, Any]:
        source = self.automaton.source
        return {"file": source.name, "text": source.text or print_automaton(self.automaton), "expected": self.expected}

    @staticmethod
    def from_json(data: dict[str, Any]) -> ObservedProperty:
        return ObservedProperty(parse_automaton(data["text"], data["file"]), data["expected"])


@dataclass(frozen=True, slots=True)
class Task:
    """One verification task.

    Its properties are that of ``error_convention`` (unless it is empty) and those of the automata in ``observed``.  ``name`` is the folder
    and the name of the definition, for tables; ``expected`` is the verdict on ``error_convention`` that the definition promises (True: the
    error cannot be reached), None where it promises none; ``definition`` is the file that the task was read from.
    ``witness`` is woven into the program before it is verified (``verilab.program.witnesses``).
    """

    name: str
    files: tuple[Path, ...]
    data_model: DataModel = DataModel.ILP32
    error_convention: ErrorConvention = ANY_CONVENTION
    expected: bool | None = None
    definition: Path | None = None
    observed: tuple[ObservedProperty, ...] = ()
    witness: WitnessText | None = None

    @property
    def expectations(self) -> dict[str, bool | None]:
        """The properties by name, each with its expected verdict."""
        reachability = {REACHABILITY: self.expected} if list(self.error_convention) else {}
        return reachability | {observed.name: observed.expected for observed in self.observed}

    @property
    def promised(self) -> bool | None:
        """The expected verdict on all properties together."""
        expected = set(self.expectations.values())
        return False if False in expected else None if None in expected or not expected else True

    def observing(self, automata: Iterable[Automaton]) -> Task:
        """The task with the properties of these automata instead of its own."""
        observed = tuple(ObservedProperty(automaton) for automaton in automata)
        return replace(self, error_convention=NO_CONVENTION, expected=None, observed=observed)

    def to_json(self) -> dict[str, Any]:
        """The task as plain JSON values; ``from_json`` reads them back."""
        return {
            "name": self.name,
            "files": [str(file) for file in self.files],
            "data_model": self.data_model.value,
            "error_convention": self.error_convention.to_json(),
            "expected": self.expected,
            "definition": None if self.definition is None else str(self.definition),
            "observed": [observed.to_json() for observed in self.observed],
            "witness": None if self.witness is None else asdict(self.witness),
        }

    @staticmethod
    def from_json(data: dict[str, Any]) -> Task:
        return Task(
            name=data["name"],
            files=tuple(Path(file) for file in data["files"]),
            data_model=DataModel(data["data_model"]),
            error_convention=ErrorConvention.from_json(data["error_convention"]),
            expected=data["expected"],
            definition=None if data["definition"] is None else Path(data["definition"]),
            observed=tuple(ObservedProperty.from_json(observed) for observed in data["observed"]),
            witness=None
            if data.get("witness") is None
            else WitnessText(**(data["witness"] | {"labels": tuple(data["witness"]["labels"])})),
        )


@dataclass(frozen=True, slots=True)
class TaskOptions:
    """What a user may say about tasks: the property by name (``unreach-call``), and the data model where a task states none."""

    property_name: str | None = None
    data_model: DataModel = DataModel.ILP32


def task_name(path: Path) -> str:
    """``folder/name`` of the file that defines a task."""
    folder = path.absolute().parent.name
    return f"{folder}/{path.stem}" if folder else path.stem
