"""What a witness says, each part with its place in the witness file, for messages."""

from __future__ import annotations

from enum import Enum

from verilab.data_classes import dataclass
from verilab.program.source import SourceText
from verilab.program.types import DataModel


@dataclass(frozen=True, slots=True)
class Place:
    """1-based line and column in the witness file."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class WitnessLocation:
    """A place in the program: 1-based ``line`` and ``column``; without a column, the leftmost suitable one of the line."""

    file_name: str
    line: int
    column: int | None
    function: str | None
    place: Place


@dataclass(frozen=True, slots=True)
class Condition:
    """An expression over the program's variables that has no side effects; over ``\\result`` where it is about a function's return."""

    text: str
    place: Place


class InvariantKind(Enum):
    LOOP = "loop_invariant"
    LOCATION = "location_invariant"


@dataclass(frozen=True, slots=True)
class ClaimedInvariant:
    """A loop invariant holds whenever the loop's condition is about to be evaluated, a location invariant before the statement there."""

    kind: InvariantKind
    location: WitnessLocation
    condition: Condition

    def __str__(self) -> str:
        return f"{self.kind.value} {self.condition.text} at line {self.location.line}"


class WaypointKind(Enum):
    ASSUMPTION = "assumption"
    BRANCHING = "branching"
    FUNCTION_ENTER = "function_enter"
    FUNCTION_RETURN = "function_return"
    TARGET = "target"


@dataclass(frozen=True, slots=True)
class Waypoint:
    """Passed where control comes to ``location`` and ``condition`` holds there (where there is one).

    ``branch``: of a branching waypoint "true", "false", "default" or the integer of a case.
    """

    kind: WaypointKind
    location: WitnessLocation
    condition: Condition | None = None
    branch: str = ""

    def __str__(self) -> str:
        return f"{self.kind.value} at line {self.location.line}"


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of an execution: it ends where ``follow`` is first evaluated, and passed; none of ``avoid`` is passed before."""

    follow: Waypoint
    avoid: tuple[Waypoint, ...] = ()


@dataclass(frozen=True, slots=True)
class WitnessTask:
    """What a witness says of the program it is about; each text with its place."""

    input_files: tuple[tuple[str, Place], ...]
    hashes: tuple[tuple[str, str, Place], ...]
    specification: tuple[str, Place]
    data_model: tuple[DataModel, Place]


@dataclass(frozen=True, slots=True)
class CorrectnessWitness:
    """Invariants that are claimed to show the program correct."""

    source: SourceText
    task: WitnessTask
    invariants: tuple[ClaimedInvariant, ...]
    producer: str = ""


@dataclass(frozen=True, slots=True)
class ViolationWitness:
    """Descriptions of executions that violate the specification, each a sequence of segments; the last follows a target."""

    source: SourceText
    task: WitnessTask
    sequences: tuple[tuple[Segment, ...], ...]
    producer: str = ""


Witness = CorrectnessWitness | ViolationWitness


@dataclass(frozen=True, slots=True)
class WitnessText:
    """A witness as a file has it: what a task carries to the process that verifies it.

    ``sequence``: which of its violation sequences is meant.  ``labels``: those that are errors by the task's convention.
    """

    name: str
    text: str
    sequence: int = 0
    labels: tuple[str, ...] = ()
