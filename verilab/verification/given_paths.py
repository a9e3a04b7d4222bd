"""Error paths that others give: the shortest one that a violation witness admits, or one of a refinement log, followed in the automaton.

A witness (format 2.0) says where an execution passes, not which edges it takes.  Woven into the program (``verilab.program.witnesses``) it
is a ghost variable that counts the segments; whoever tracks nothing but the ghosts finds all paths that the witness admits, the shortest
first.  That path is one of the woven program: it is followed in the program as it is by an alignment of the two sequences of edges.

    cost(i, p) = 0 at (0, entry);  of a step that takes edge e from p to q:
        the i-th given edge is e: + 0, is one of the same kind and line: + 1, is left out: + 2 (+ 0 where it is woven in),
        e is put in: + 3 (+ 1 where it does nothing);     the least cost at an error location, with all given edges used
"""

from __future__ import annotations

import heapq
import itertools
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from verilab.analysis.exploration import Exploration
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.analysis.value.cpa import EngineKind
from verilab.analysis.value.precision import ValuePrecision
from verilab.data_classes import dataclass
from verilab.errors import Refused
from verilab.program.cfa import Edge, Program
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.errors import InputError
from verilab.program.expressions import Constant
from verilab.program.operations import Assign, Skip
from verilab.program.source import read_text
from verilab.program.tasks import Task
from verilab.program.types import INT
from verilab.program.witnesses.guidance import VALUE
from verilab.program.witnesses.model import ViolationWitness
from verilab.program.witnesses.reader import parse_witness
from verilab.program.witnesses.snippets import PREFIX
from verilab.program.witnesses.weaving import judging
from verilab.resources import Deadline
from verilab.verification.configuration import Configuration
from verilab.verification.frontend import load_program

SIMILAR, LEFT_OUT, PUT_IN, PUT_IN_NOTHING = 1, 2, 3, 1
WOVEN_COLUMN = 1_000_000
"""Columns from here on are of no source line: what is woven in has them."""


@dataclass(frozen=True, slots=True)
class GivenStep:
    """An edge as it is given: the kind of its operation, its file and line (0 unknown), its text; ``woven``: of no program's source."""

    kind: str
    file: str
    line: int
    text: str
    woven: bool = False

    @property
    def negated(self) -> bool:
        return self.text.startswith("[!(")

    def is_like(self, other: GivenStep) -> bool:
        """Whether both may be one edge whose text was changed by what is woven in around it."""
        return self.kind == other.kind and self.line == other.line and self.negated == other.negated and not self.woven


def step_of(edge: Edge) -> GivenStep:
    """An edge of an automaton as it would be given."""
    woven = PREFIX in edge.text or edge.position.column >= WOVEN_COLUMN or edge.position.file.startswith("<")
    return GivenStep(type(edge.operation).__name__.lower(), edge.position.file, edge.position.line, edge.text, woven)


@dataclass(frozen=True, slots=True)
class GivenPath:
    """A file with a path: a violation witness, or the log of refinements whose number ``refinement`` has the path (0: the first)."""

    file: Path
    witness: ViolationWitness | None
    refinement: int = 0


def read_path(file: Path, refinement: int = 0) -> GivenPath:
    """The violation witness (.yml, .yaml), or the log (.jsonl), of that name; InputError for what is neither."""
    if file.suffix in (".jsonl", ".json"):
        return GivenPath(file, None, refinement)
    witness = parse_witness(read_text(file), str(file))
    if not isinstance(witness, ViolationWitness):
        hint = "give a violation witness, or a refinement log"
        raise InputError("is a correctness witness, which has no path", file=str(file), hint=hint)
    return GivenPath(file, witness)


def edges_of(given_path: GivenPath, task: Task, graph: ControlGraph, configuration: Configuration) -> Sequence[Edge]:
    """The edges of a given path, from the entry of the task's ``graph`` to an error.

    InputError for a log that is none, Refused where the witness admits no path to the error, or the path is none of the program.
    """
    file, witness = given_path.file, given_path.witness
    if witness is None:
        return followed(_logged(file, given_path.refinement), graph, str(file))
    paths = [path for number in range(len(witness.sequences)) if (path := _admitted(task, witness, number, configuration))]
    if not paths:
        raise Refused(f"{file}: no path of the program to its error takes the way that the witness describes")
    return followed(min(paths, key=len), graph, str(file))


# -- violation witnesses ---------------------------------------------------------------------------------------------------------------


def _admitted(task: Task, witness: ViolationWitness, sequence: int, configuration: Configuration) -> Sequence[GivenStep]:
    """The shortest path of the woven program that one sequence of the witness admits; empty where there is none."""
    program = load_program(judging(task, witness, sequence), configuration)
    _decide_freely(program)
    ghosts = [storage for storage in program.storages if PREFIX in storage.name]
    deadline = Deadline(configuration.time_limit)
    analysis = ValueAnalysis(program, precision=ValuePrecision(ghosts), engine=EngineKind.EDGES, deadline=deadline)
    exploration = Exploration(analysis.cpa, tick=deadline.check)
    exploration.run()
    targets = exploration.arg.targets
    return [step_of(edge) for edge in analysis.path(targets[0]).single_edges()] if targets else ()


def _decide_freely(program: Program) -> None:
    """Let the value of a branching's condition, which a ghost has, be 0 or 1: then what comes behind agrees with what the witness says.

    Nothing of the program's own variables is tracked, so that the condition decides nothing.
    """
    for edge in list(program.edges):
        operation = edge.operation
        if isinstance(operation, Assign) and operation.target.name.rpartition("::")[2].startswith(VALUE) and "= !" in edge.text:
            other = Edge(len(program.edges), edge.source, edge.target, Assign(operation.target, Constant(1, INT)), edge.position, edge.text)
            edge.operation = Assign(operation.target, Constant(0, INT))
            program.edges.append(other)
            edge.source.leaving.append(other)
            edge.target.entering.append(other)


# -- refinement logs -------------------------------------------------------------------------------------------------------------------


def _logged(file: Path, refinement: int) -> Sequence[GivenStep]:
    """The path of the first target of a refinement in a log."""
    for number, line in enumerate(read_text(file).splitlines(), start=1):
        try:
            row = json.loads(line)
            if refinement in (0, row["refinement"]):
                return list(_steps(row["targets"][0]["path"], file, number))
        except (ValueError, KeyError, TypeError, IndexError):
            hint = "give a file that verilab verify --log-refinements wrote"
            raise InputError("is no row of a refinement", file=str(file), line=number, hint=hint) from None
    raise InputError(f"has no refinement{f' {refinement}' if refinement else ''}", file=str(file))


def _steps(path: Sequence[dict[str, Any]], file: Path, number: int) -> Iterator[GivenStep]:
    for step in path:
        if step["kind"] == "block":
            hint = "a block has several ways: give a log of a run with --block single"
            raise InputError(f"the path has a {step['text']}", file=str(file), line=number, hint=hint)
        yield GivenStep(step["kind"], step["file"], step["line"], step["text"])


# -- alignment -------------------------------------------------------------------------------------------------------------------------


def followed(steps: Sequence[GivenStep], graph: ControlGraph, name: str) -> Sequence[Edge]:
    """The path of a graph that has the least cost of being the given one (see above).  Refused where there is none."""
    ties = itertools.count()
    start = (0, graph.entry)
    before: dict[tuple[int, ControlPoint], tuple[tuple[int, ControlPoint], Edge | None]] = {}
    done: set[tuple[int, ControlPoint]] = set()
    costs = {start: 0}
    waiting = [(0, 0, next(ties), start)]
    while waiting:
        cost, _, _, state = heapq.heappop(waiting)
        if state in done:
            continue
        done.add(state)
        place, point = state
        if place == len(steps) and point.location.is_error:
            return list(_edges(before, state))[::-1]
        for price, following, edge in _moves(steps, place, point):
            total = cost + price
            if following not in costs or total < costs[following]:
                costs[following] = total
                before[following] = state, edge
                heapq.heappush(waiting, (total, -following[0], next(ties), following))
    raise Refused(f"{name}: the path is none of the program: no error location lies on its way")


def _moves(steps: Sequence[GivenStep], place: int, point: ControlPoint) -> Iterable[tuple[int, tuple[int, ControlPoint], Edge | None]]:
    wanted = steps[place] if place < len(steps) else None
    if wanted is not None:
        yield (0 if wanted.woven else LEFT_OUT), (place + 1, point), None
    for edge, target in point.successors:
        if wanted is not None:
            step = step_of(edge)
            if (step.kind, step.line, step.text) == (wanted.kind, wanted.line, wanted.text):
                yield 0, (place + 1, target), edge
            elif wanted.is_like(step):
                yield SIMILAR, (place + 1, target), edge
        yield (PUT_IN_NOTHING if isinstance(edge.operation, Skip) else PUT_IN), (place, target), edge


def _edges(
    before: dict[tuple[int, ControlPoint], tuple[tuple[int, ControlPoint], Edge | None]], state: tuple[int, ControlPoint]
) -> Iterator[Edge]:
    while state in before:
        state, edge = before[state]
        if edge is not None:
            yield edge
