"""Is an execution of the interpreter the only one that the program has?

It is where nothing that C, the implementation or the surroundings leave open has a say in where control goes: what is uninitialised,
over-approximated or computed from such values is *poison*, on which no branch may depend (``verilab.evidence.interpretation``); an input
ends the run; no operands whose order is open have effects that meet (``verilab.program.lowering.facts.evaluation_order``); and control
goes the same way with every object at other addresses: it was tried, or addresses are pairs of an object and a distance
(``verilab.evidence.interpretation.memory``), so that none is a number.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path

from verilab.data_classes import dataclass
from verilab.evidence.interpretation.evaluation import Poison
from verilab.evidence.interpretation.inputs import NoInputError, nondeterminism
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.memory.execution import MemoryExecution
from verilab.evidence.interpretation.outcomes import (
    DependsOnImprecise,
    Ended,
    Outcome,
    OutOfInputs,
    ReachedError,
    StepLimit,
    UndefinedBehaviour,
)
from verilab.evidence.results import Rejected
from verilab.program.cfa import Edge, Position, Program
from verilab.program.lowering.facts.evaluation_order import unspecified_order
from verilab.program.only_execution import OnlyExecution
from verilab.program.operations import NondetKind
from verilab.program.storages import Variable
from verilab.program.syntax import parse_file
from verilab.program.syntax.tree.translation_unit import coordinate
from verilab.program.types import IntType
from verilab.resources import Deadline

STEPS, STEPS_ELSEWHERE, STEPS_IN_MEMORY = 24_000_000, 8_000_000, 1_000_000
"""Edges of the run, which takes four seconds for so many; where it is compared with runs that have objects at other addresses; and where
objects are blocks of bytes."""
WHO = "interpreter"
_WHEN = ("__DATE__", "__TIME__", "__TIMESTAMP__")
_WRITERS = "printf fprintf vprintf vfprintf dprintf puts fputs putchar putc fputc fflush perror putchar_unlocked fwrite write setvbuf"
WRITERS = frozenset(_WRITERS.split())
"""Functions whose results depend on where output goes; the rest of what they do the program does not see."""


@dataclass(frozen=True, slots=True)
class Completed:
    """The run's end: ``returned`` from main, with the value where that is known, or ended by exit, abort or a false assumption."""

    returned: bool
    value: int | None

    @property
    def description(self) -> str:
        how = "returns from main" if self.returned else "is ended by the program"
        return f"the only execution {how}"


class NoInputs:
    """Gives no value to anybody: an input ends the run, and everything else that is not determined is unknown."""

    def values(self, edge: Edge, types: tuple[IntType, ...], kind: NondetKind) -> tuple[int, ...] | None:
        choice = nondeterminism(edge)
        if kind is NondetKind.INPUT and (choice is None or choice[2] not in WRITERS):
            raise NoInputError
        return None


def check_only_execution(claim: OnlyExecution, deadline: Deadline | None = None) -> Completed | Rejected:
    """How the execution ends, or why it is not shown to be the only one, or to be safe.  Raises OutOfTime at the deadline."""
    program = claim.program
    if any(word in Path(file).read_text(encoding="latin-1") for file in program.source_files for word in _WHEN):
        return Rejected("the execution may depend on when the program is compiled", WHO)
    way = Way() if claim.elsewhere else None
    end = _executed_in_memory(program, deadline) if claim.has_memory else _executed(program, deadline, way)
    if isinstance(end, Rejected):
        return end
    open_ = _unsequenced(program)
    if open_:
        return Rejected(open_, WHO)
    for lowered in claim.elsewhere:
        assert way is not None
        other = way.again()
        if isinstance(_executed(lowered(), deadline, other), Rejected) or other.digest != way.digest:
            return Rejected("the execution depends on where objects lie", WHO)
    return end


class Way:
    """Where a run goes, as a digest (BLAKE2b) of the positions and texts of its edges in their order: runs are too long to be kept."""

    def __init__(self, numbers: dict[tuple[Position, str], int] | None = None) -> None:
        self._numbers = {} if numbers is None else numbers
        self._of_edges: dict[Edge, int] = {}
        self._hash = hashlib.blake2b()

    def again(self) -> Way:
        """Of another run, perhaps of another program: the same way has the same digest."""
        return Way(self._numbers)

    @property
    def digest(self) -> bytes:
        return self._hash.digest()

    def __call__(self, edges: Sequence[Edge]) -> None:
        known = self._of_edges
        for edge in set(edges) - known.keys():
            known[edge] = self._numbers.setdefault((edge.position, edge.text), len(self._numbers))
        self._hash.update(array("Q", [known[edge] for edge in edges]).tobytes())


def _executed(program: Program, deadline: Deadline | None, way: Way | None) -> Completed | Rejected:
    steps = STEPS if way is None else STEPS_ELSEWHERE
    run = Interpreter(program).run(NoInputs(), step_limit=steps, deadline=deadline, record=False, passed=way)
    if run.notes:
        note = run.notes[0]
        return Rejected(f"the execution has undefined behaviour: {note.kind.value} at {_place(note.edge)}", WHO)

    def value(variable: Variable) -> int | None:
        held = run.state[variable.slot]
        return None if isinstance(held, Poison) else held

    return _ended(program, run.outcome, value)


def _executed_in_memory(program: Program, deadline: Deadline | None) -> Completed | Rejected:
    try:
        execution = MemoryExecution(program, NoInputs())
    except ValueError as problem:
        return Rejected(str(problem), WHO)
    return _ended(program, execution.run(STEPS_IN_MEMORY, deadline), execution.value)


def _ended(program: Program, outcome: Outcome, value: Callable[[Variable], int | None]) -> Completed | Rejected:
    match outcome:
        case Ended(how=how):
            main = program.functions["main"].result if "main" in program.functions else None
            return Completed(how == "returned", value(main) if main is not None and how == "returned" else None)
        case DependsOnImprecise(edge=edge, reason=reason):
            why = f"the execution depends on more than the program: {reason} at {_place(edge)}"
        case OutOfInputs(edge=edge):
            why = f"the program has inputs: {_place(edge)}"
        case UndefinedBehaviour(kind=kind, edge=edge):
            why = f"the execution has undefined behaviour: {kind.value} at {_place(edge)}"
        case StepLimit(steps=steps):
            why = f"the execution has no end after {steps} steps"
        case ReachedError():
            why = "the execution reaches the error"
        case _:
            why = "the execution does not end"
    return Rejected(why, WHO)


def _unsequenced(program: Program) -> str:
    """Why the order of evaluation may matter, "" where it does not."""
    for file in program.source_files:
        unit = parse_file(Path(file), program.data_model)
        node = unspecified_order(unit.ast)
        if node is not None:
            return f"the execution may depend on the order of evaluation at {unit.position(coordinate(node))}"
    return ""


def _place(edge: Edge) -> str:
    return f"{edge.position}: {edge.text}"
