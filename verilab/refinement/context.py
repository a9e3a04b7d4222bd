"""What a selection may look at besides the candidates: the program, the analysis, the model so far, the number of the refinement."""

from __future__ import annotations

from functools import cached_property

from verilab.analysis.candidates import Candidate, Use
from verilab.analysis.exploration import Exploration
from verilab.analysis.refinable import RefinableAnalysis
from verilab.data_classes import dataclass
from verilab.program.cfa import Program
from verilab.program.static_analysis.domain_types import DomainTypes, domain_types
from verilab.program.static_analysis.loop_counters import LoopCounterDefinition
from verilab.program.storages import Array, Variable


class Knowledge:
    """Facts about a program that every refinement of a run shares, computed when first asked for; ``loop_counter`` says what one is."""

    def __init__(self, program: Program, loop_counter: LoopCounterDefinition = LoopCounterDefinition.EXIT_READ) -> None:
        self.program = program
        self.loop_counter = loop_counter

    @cached_property
    def domain_types(self) -> DomainTypes:
        return domain_types(self.program, self.loop_counter)


@dataclass(frozen=True)
class Context:
    """One refinement; ``number`` counts the refinements of the run from 1.  Nothing in it may be changed by who reads it."""

    knowledge: Knowledge
    analysis: RefinableAnalysis
    exploration: Exploration
    number: int

    @property
    def domain_types(self) -> DomainTypes:
        return self.knowledge.domain_types

    def uses(self, candidate: Candidate) -> frozenset[Use]:
        """How the candidate's increment uses variables."""
        return self.analysis.facts.uses(candidate.increment)

    def variables(self, candidate: Candidate) -> frozenset[Variable | Array]:
        """What the candidate's increment mentions."""
        return frozenset(storage for use in self.uses(candidate) for storage in use.storages)

    def positions(self, candidate: Candidate) -> tuple[int, ...]:
        """The positions on the prefix, 1 .. length - 1, whose own interpolant is not trivial, ascending; none for a join."""
        is_trivial = self.analysis.facts.is_trivial
        return tuple(position for position, interpolant in enumerate(candidate.interpolants, start=1) if not is_trivial(interpolant))

    def values_taken(self, storage: Variable | Array, limit: int) -> int:
        """How many values of a storage the model distinguishes so far; counting stops past ``limit``."""
        return self.analysis.facts.values_taken(self.exploration, storage, limit)
