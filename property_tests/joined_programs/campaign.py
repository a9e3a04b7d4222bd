"""Block formulas of many random programs; every disagreement is shrunk to the knots that it needs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from property_tests.joined_programs.generator import JoinedProgram, joined_program
from property_tests.joined_programs.stepwise import Comparison, Counts, execution
from verilab.program.control import ControlGraph
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel
from verilab.solving.backend import Backend

EXECUTIONS = 16


@dataclass(frozen=True)
class Disagreement:
    program: JoinedProgram
    complaint: str


@dataclass
class Campaign:
    """``disagreements`` compares the programs of a range of seeds; ``counts`` tells what was compared.

    The solver is asked about all blocks of every ``solve_every``-th program, about others where evaluation does not decide.
    """

    backend: Backend
    encodings: tuple[str, ...] = ("int", "bv")
    solve_every: int = 10
    counts: Counts = field(default_factory=Counts)

    def disagreements(self, seeds: range) -> Iterator[Disagreement]:
        for seed in seeds:
            program = joined_program(seed)
            complaint = self.complaint(program)
            if complaint is not None:
                yield Disagreement(program, complaint)

    def complaint(self, joined: JoinedProgram) -> str | None:
        """What is wrong with the blocks of one program."""
        model = DataModel.LP64 if joined.seed % 2 else DataModel.ILP32
        program = lower(parse_text(joined.text, f"joined{joined.seed}.c", model), model)
        graph, rng = ControlGraph(program), random.Random(joined.seed)
        executions = [execution(program, graph, rng) for _ in range(EXECUTIONS)]
        self.counts.programs += 1
        self.counts.executions += len(executions)
        for encoding in self.encodings:
            comparison = Comparison(program, graph, encoding, self.counts, solve=joined.seed % self.solve_every == 0)
            wrong = comparison.disagreement(executions, self.backend)
            if wrong is not None:
                return wrong
        return None

    def shrunk(self, disagreement: Disagreement) -> Disagreement:
        """The same kind of disagreement with fewer knots."""
        smallest = disagreement
        for part in ("after", "inside", "before", "functions"):
            number = len(getattr(smallest.program, part))
            while number:
                number -= 1
                kept = getattr(smallest.program, part)
                smaller = replace(smallest.program, **{part: (*kept[:number], *kept[number + 1 :])})  # type: ignore[arg-type]  # a field by its name
                try:
                    complaint = self.complaint(smaller)
                except Exception:  # a knot calls a function that was left out
                    continue
                if complaint is not None:
                    smallest = Disagreement(smaller, complaint)
        return smallest
