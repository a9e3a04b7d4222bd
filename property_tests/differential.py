"""Differential test of the front end: generated C programs, run by gcc and by the concrete interpreter of their lowering.

``python -m property_tests.differential --count 2000`` runs a campaign and prints every difference, shrunk.
"""

from __future__ import annotations

from dataclasses import dataclass

from property_tests.c_programs.programs import CProgram
from verilab.evidence.interpreter import Interpreter
from verilab.evidence.outcomes import DependsOnImprecise, Ended, Run
from verilab.program.cfa import Edge, Program
from verilab.program.errors import InputError
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel, IntType

STEP_LIMIT = 2_000_000


@dataclass(frozen=True, slots=True)
class Difference:
    """What verilab made of the program (``found``) against gcc's checksum."""

    program: CProgram
    expected: int
    found: str


@dataclass(frozen=True, slots=True)
class Lowered:
    """A lowered program and its concrete run."""

    program: Program
    run: Run


def lowered(program: CProgram, model: DataModel) -> Program:
    """The control-flow automaton of a generated program."""
    return lower(parse_text(program.text, f"{program.prefix}.c", model), model, name=program.prefix)


def execute(program: CProgram, automaton: Program) -> Run:
    """Run the lowering on the program's inputs, in the order in which it asks for them."""
    asked = 0

    def value(edge: Edge, type: IntType) -> int:
        nonlocal asked
        asked += 1
        return type.wrap(program.inputs[(asked - 1) % len(program.inputs)])

    return Interpreter(automaton).run(value, step_limit=STEP_LIMIT)


def checksum(program: CProgram, automaton: Program, run: Run) -> int | str:
    """The program's output; text where the run did not get to its end."""
    if isinstance(run.outcome, Ended) and run.outcome.how == "returned":
        value = run.state[automaton.variable(f"{program.prefix}checksum").slot]
        return value if isinstance(value, int) else f"unknown value ({value.reason})"
    if isinstance(run.outcome, DependsOnImprecise):
        return f"imprecise: {run.outcome.reason} at {run.outcome.edge.position}: {run.outcome.edge.text}"
    return str(run.outcome)


def compare(program: CProgram, expected: int, model: DataModel) -> tuple[Difference | None, Lowered | None]:
    """The difference between gcc's output and the interpreter's, if there is one."""
    try:
        automaton = lowered(program, model)
    except InputError as error:
        return Difference(program, expected, f"rejected: {error}"), None
    run = execute(program, automaton)
    found = checksum(program, automaton, run)
    if found == expected:
        return None, Lowered(automaton, run)
    return Difference(program, expected, str(found)), Lowered(automaton, run)
