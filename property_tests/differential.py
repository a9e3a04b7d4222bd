"""Differential test of the front end: generated C programs, run by gcc and by the concrete interpreter of their lowering, and the
path formulas of these runs in both encodings.  ``property_tests.campaign`` is the command.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from property_tests.c_programs.gcc import CompilationError, run_batch
from property_tests.c_programs.programs import CProgram, random_program
from property_tests.c_programs.shrink import shrink
from property_tests.encoded import Tally, disagreement
from verilab.evidence.compiler.toolchain import gcc_version
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import DependsOnImprecise, Ended, Run
from verilab.program.cfa import Edge, Program
from verilab.program.errors import InputError
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel, IntType
from verilab.solving.registry import load_backend

STEP_LIMIT = 2_000_000
BATCH = 50  # programs per compiler call


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
    value = checksum(program, automaton, run)
    if value == expected:
        return None, Lowered(automaton, run)
    return Difference(program, expected, str(value)), Lowered(automaton, run)


def compare_encodings(
    program: CProgram, expected: int, executed: Lowered, backend_name: str, tallies: dict[str, Tally]
) -> Difference | None:
    """The difference between the run and what an encoding says of its path, if there is one."""
    output = executed.program.variable(f"{program.prefix}checksum")
    # A backend keeps what it knows of an environment until it is closed: one for all programs would take gigabytes.
    backend = load_backend(backend_name)
    try:
        for encoding, tally in tallies.items():
            complaint = disagreement(executed.program, executed.run, output, expected, backend, encoding, tally)
            if complaint is not None:
                return Difference(program, expected, complaint)
        return None
    finally:
        backend.close()


@dataclass(slots=True)
class Campaign:
    """A run over programs of consecutive seeds; ``backend`` names the solver for the encodings (None: they are not compared).

    The tallies count what was compared.
    """

    model: DataModel
    directory: Path
    backend: str | None = None
    encodings_every: int = 1
    size: int = 3
    programs: int = 0
    edges: int = 0
    tallies: dict[str, Tally] = field(default_factory=lambda: {"bv": Tally(), "int": Tally()})

    def differences(self, seeds: range) -> Iterator[Difference]:
        """Every difference found, in the order of the seeds."""
        for first in range(seeds.start, seeds.stop, BATCH):
            batch = range(first, min(first + BATCH, seeds.stop))
            programs = [random_program(random.Random(seed), f"p{seed}_", size=self.size) for seed in batch]
            outputs = run_batch(programs, self.directory, model=gcc_option(self.model))
            for seed, program, expected in zip(batch, programs, outputs, strict=True):
                difference, executed = compare(program, expected, self.model)
                if executed is not None:
                    self.edges += len(executed.run.edges)
                if difference is None and self.backend is not None and not seed % self.encodings_every:
                    assert executed is not None
                    difference = compare_encodings(program, expected, executed, self.backend, self.tallies)
                self.programs += 1
                if difference is not None:
                    yield difference

    def shrunk(self, difference: Difference) -> Difference:
        """A smaller program with the same kind of difference."""
        kind = _kind(difference.found)
        smallest = difference

        def interesting(program: CProgram) -> bool:
            nonlocal smallest
            again = self._again(program)
            if again is None or _kind(again.found) != kind:
                return False
            smallest = again
            return True

        shrink(difference.program, interesting)
        return smallest

    def _again(self, program: CProgram) -> Difference | None:
        try:
            expected = run_batch([program], self.directory, model=gcc_option(self.model), flags=["-O0"])[0]
        except CompilationError:
            return None
        difference, executed = compare(program, expected, self.model)
        if difference is None and self.backend is not None and executed is not None:
            return compare_encodings(program, expected, executed, self.backend, {"bv": Tally(), "int": Tally()})
        return difference


def _kind(answer: str) -> str:
    """What shrinking must preserve: a wrong value, or the first word of a complaint."""
    first = answer.split()[0]
    return "value" if first.isdigit() else first


def gcc_option(model: DataModel) -> str:
    return "-m32" if model is DataModel.ILP32 else "-m64"


def available_model() -> DataModel | None:
    """ILP32 where gcc links 32-bit programs, else LP64; None without gcc."""
    for model in (DataModel.ILP32, DataModel.LP64):
        if gcc_version(gcc_option(model)) is not None:
            return model
    return None
