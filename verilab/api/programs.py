"""``verilab.load``: a program as its control-flow automaton, with what is known of it before any analysis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Unpack

from verilab.api.settings import Settings, configured
from verilab.api.tasks import Source, single_task
from verilab.data_classes import dataclass
from verilab.program.cfa import Edge, Function, Location
from verilab.program.cfa import Program as Automaton
from verilab.program.static_analysis.domain_types import DomainType, DomainTypes, domain_types
from verilab.program.static_analysis.loop_counters import LoopCounterDefinition
from verilab.program.storages import Array, Variable
from verilab.program.tasks import Task
from verilab.verification.configuration import Configuration
from verilab.verification.frontend import load_program


@dataclass(frozen=True, slots=False, eq=False)
class Program:
    """A task with its program: the control-flow automaton (FORTE'15 §2, ``A = (L, l0, G)``, plus calls) of all functions together.

    In a notebook it draws itself.  ``automaton``: the whole of it, for what is not here.
    """

    task: Task
    automaton: Automaton
    loop_counter: LoopCounterDefinition = LoopCounterDefinition.EXIT_READ

    @property
    def name(self) -> str:
        """The name of the task: the folder and the file without its suffix."""
        return self.task.name

    @property
    def functions(self) -> Mapping[str, Function]:
        """The functions by name, and the one that initialises the globals and calls main; recursive ones in several instances (``f#1``)."""
        return self.automaton.functions

    @property
    def locations(self) -> Sequence[Location]:
        """The program locations of all functions, indexed by their ids."""
        return self.automaton.locations

    @property
    def edges(self) -> Sequence[Edge]:
        """The edges, indexed by their ids, each with its operation, the source text it is from, and its place there."""
        return self.automaton.edges

    @property
    def loops(self) -> Sequence[Location]:
        """The heads of the loops."""
        return [location for location in self.automaton.locations if location.is_loop_head]

    @property
    def errors(self) -> Sequence[Location]:
        """The locations that violate a property when they are reached."""
        return self.automaton.error_locations

    @property
    def variables(self) -> Sequence[Variable | Array]:
        """The variables and arrays, in the order of their slots."""
        return self.automaton.storages

    @property
    def imprecisions(self) -> Mapping[str, int]:
        """What is over-approximated, by reason, with the number of edges."""
        return self.automaton.imprecisions

    @cached_property
    def types(self) -> DomainTypes:
        """How the variables are used, and which are loop counters (Apel et al. 2013; FORTE'15 §4)."""
        return domain_types(self.automaton, self.loop_counter)

    @property
    def domain_types(self) -> Mapping[str, DomainType]:
        """The domain type of each variable, by its name: boolean, equality only, linear or non-linear arithmetic, bit operations."""
        return {str(storage): self.types.of(storage) for storage in self.automaton.storages}

    @property
    def loop_counters(self) -> frozenset[str]:
        """The names of the loop counters."""
        return frozenset(str(storage) for storage in self.types.loop_counters)

    def __repr__(self) -> str:
        counts = ((self.functions, "functions"), (self.locations, "locations"), (self.edges, "edges"), (self.loops, "loops"))
        return f"<program {self.name}: {', '.join(f'{len(things)} {name}' for things, name in counts)}>"

    def _repr_html_(self) -> str:
        return self.automaton._repr_html_()


def load(program: Source | Task, **settings: Unpack[Settings]) -> Program:
    """The program of a C file (.c, .i), of a task definition (.yml) or of a task, parsed and lowered.

    Of the settings ``recursion_bound`` and ``loop_counter`` matter here; all are those of ``verilab.verify``.
    InputError, with file, line and what would work, for what cannot be read; Refused for settings that there are not.

    The same on the command line: ``verilab inspect FILE --domain-types``.
    """
    return loaded(single_task(program), configured(None, settings))


def loaded(task: Task, configuration: Configuration) -> Program:
    """The program of a task as a configuration lowers it."""
    return Program(task, load_program(task, configuration), LoopCounterDefinition(configuration.loop_counter))
