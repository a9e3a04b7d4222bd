"""How a concrete run can end, and what a run was."""

from __future__ import annotations

from verilab.data_classes import dataclass
from verilab.evidence.interpretation.evaluation import State, Undefined
from verilab.program.cfa import Edge, Location
from verilab.program.counterexample import Choice


@dataclass(frozen=True, slots=True)
class ReachedError:
    """The run reached an error location."""

    location: Location


@dataclass(frozen=True, slots=True)
class Ended:
    """No edge goes on: ``how`` is "returned" (from the entry function) or "blocked" (abort, exit, an assumption that is false)."""

    how: str
    location: Location


@dataclass(frozen=True, slots=True)
class OutOfInputs:
    """The source has no value for this non-deterministic edge."""

    edge: Edge


@dataclass(frozen=True, slots=True)
class WrongInput:
    """The value offered for this non-deterministic edge is meant for another edge, or lies outside of its type."""

    edge: Edge
    reason: str


@dataclass(frozen=True, slots=True)
class StepLimit:
    """The run took this many edges without an end."""

    steps: int


@dataclass(frozen=True, slots=True)
class UndefinedBehaviour:
    """Executing this edge has no meaning in C and no usual one either (index out of bounds, division by zero)."""

    kind: Undefined
    edge: Edge


@dataclass(frozen=True, slots=True)
class DependsOnImprecise:
    """At ``edge`` control depends on a value that the program fixes but the model does not know; ``reason`` names the imprecision."""

    edge: Edge
    reason: str


Outcome = ReachedError | Ended | OutOfInputs | WrongInput | StepLimit | UndefinedBehaviour | DependsOnImprecise


@dataclass(frozen=True, slots=True)
class UndefinedNote:
    """An undefined behaviour that compilers give a usual meaning to, and with which the run went on."""

    kind: Undefined
    edge: Edge


@dataclass(frozen=True, slots=True)
class Run:
    """A concrete execution: how it ended, the edges it took, the choices it used, the undefined behaviours it went through
    (each edge once per kind) and the values of all slots at its end."""

    outcome: Outcome
    edges: tuple[Edge, ...]
    choices: tuple[Choice, ...]
    notes: tuple[UndefinedNote, ...]
    state: State
