"""The search for contracts as a phase of a run: its lowering of the program, and who checks the errors of modular programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from verilab.analysis.invariants import Invariants
from verilab.other_engines.recursion.checking import ENCODING, Check, LoopFreeCheck, Undecided
from verilab.other_engines.recursion.search import ContractSearch, GaveUp, Proven, Violated
from verilab.program.cfa import Location, Program
from verilab.program.counterexample import Counterexample
from verilab.program.lowering.options import NotModular
from verilab.program.tasks import Task
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.verdicts import Safe, Unknown, Unsafe, Verdict
from verilab.resources import Deadline
from verilab.verification.frontend import load_program
from verilab.verification.phases.engines.analyses import make_analysis
from verilab.verification.phases.engines.engine import BesideTheLoop
from verilab.verification.phases.phase import Analysis, Phase
from verilab.verification.workshop import Workshop

QUERY_SECONDS = 5.0
LOOP_SECONDS = 10.0


class ContractEngine(BesideTheLoop):
    """One search; ``program`` is the run's, or its lowering in which recursive calls are not unfolded."""

    def __init__(self, task: Task, workshop: Workshop, phase: Phase, deadline: Deadline, tick: Callable[[], None]) -> None:
        super().__init__(workshop, deadline, tick)
        self._task = task
        self._phase = phase
        self._measures: dict[str, float] = {}

    def run(self) -> Verdict:
        """A verdict on the task's program, whose recursive calls are not unfolded; Unknown where they have to be."""
        if self._task.witness is not None:
            return Unknown("no contracts: the task has a witness")
        try:
            self.program = load_program(self._task, self._workshop.configuration, recursive_calls=True)
        except NotModular as refusal:
            return Unknown(f"no contracts: {refusal}")
        if not self.program.recursive_calls:
            return Unknown("no contracts: no function is recursive")
        if len(self.program.properties) > 1:
            return Unknown("no contracts: the program has several properties")
        search = ContractSearch(self.program, self._check, self._deadline, self._tick)
        try:
            answer = search.run()
        finally:
            self._measures = search.measures()
        match answer:
            case Proven(modular=modular, invariants=invariants):
                return Safe(invariants, modular)
            case Violated(counterexample=counterexample):
                return Unsafe(counterexample)
            case GaveUp(reason=reason):
                return Unknown(reason)

    def measures(self) -> dict[str, float]:
        """Of the search."""
        return self._measures

    def _check(self, program: Program) -> Check:
        self._tick()
        workshop = self._workshop
        if any(location.is_loop_head for location in program.locations):
            return LoopCheck(program, workshop, self._phase, self._deadline.within(LOOP_SECONDS), self._tick)
        sessions = workshop.sessions(workshop.checks_contracts, ENCODING, self._deadline)
        return LoopFreeCheck(program, workshop.environment, sessions, QUERY_SECONDS)


class LoopCheck:
    """The errors of a program with loops, one at a time, by the predicate analysis."""

    def __init__(self, program: Program, outer: Workshop, phase: Phase, deadline: Deadline, tick: Callable[[], None]) -> None:
        self._program = program
        self._outer = outer
        self._phase = replace(phase, analysis=Analysis.PREDICATE)
        self._deadline = deadline
        self._tick = tick
        self._invariants: Invariants = {}

    def failures(self, wanted: Callable[[Location], bool]) -> Iterator[tuple[Location, Counterexample]]:
        """The first error that is found to be reachable.  Raises Undecided."""
        passed_by = [location for location in self._program.error_locations if not wanted(location)]
        for location in passed_by:
            location.is_error = False
        try:
            verdict = self._verdict()
        finally:
            for location in passed_by:
                location.is_error = True
        match verdict:
            case Safe(invariants=invariants):
                self._invariants = invariants
            case Unsafe(counterexample=counterexample):
                yield counterexample.edges[-1].target, counterexample
            case Unknown(reason=reason):
                raise Undecided(reason)

    def _verdict(self) -> Verdict:
        analysis = make_analysis(self._outer.of(self._program, self._deadline), self._phase, self._deadline)
        loop = RefinementLoop(
            analysis, self._phase.strategy, order=self._phase.order, deadline=self._deadline, progress=lambda _: self._tick()
        )
        return loop.run()

    def invariants(self) -> Invariants:
        """Those of the last check, which found no error."""
        return self._invariants
