"""Slices of the program as a phase of a run: of the storages near the errors first, of more where these do not exclude them.

``complete_slice`` is for engines that look at whole executions: it leaves out only what decides nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from verilab.analysis.refinable import RefinableAnalysis
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import ReachedError
from verilab.program.cfa import Edge, Program
from verilab.program.counterexample import Choice, Counterexample
from verilab.program.operations import Assign, NondetKind
from verilab.program.slicing.cones import complete_cone, cones
from verilab.program.slicing.dependence import Dependence
from verilab.program.slicing.slices import Slice, sliced
from verilab.program.types import IntType
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.strategy import Strategy, parse_strategy
from verilab.refinement.verdicts import Safe, Unknown, Verdict
from verilab.resources import Deadline
from verilab.verification.phases.engines.analyses import predicate_analysis, value_analysis
from verilab.verification.phases.engines.engine import BesideTheLoop
from verilab.verification.phases.phase import DEFAULT_STRATEGIES, Analysis, Phase
from verilab.verification.phases.portfolio import SLICING_EDGES
from verilab.verification.workshop import Workshop

MOST_OF_PROGRAM = 0.3
"""A slice with a larger part of the program's edges is hardly easier than the program."""
MOST_SECONDS = 1.5
"""Of CPU time, for one analysis of one slice: where a slice has what is needed, and no more, it takes less."""


LEAST_LEFT_OUT = 0.03
"""Of the program's edges, by a complete slice: what is left out is computed with floats, mostly, and these are many bits."""
MORE_STEPS = 1_000_000
"""Of a program's execution than of its slice's."""


class _TakesTooLong(Exception):
    """A larger slice may have what this one lacks."""


class SlicingEngine(BesideTheLoop):
    """Per slice the value analysis, and where its domain does not exclude an error the predicate analysis.

    An execution of a slice is none of the program; then a larger slice is asked.
    """

    def __init__(self, workshop: Workshop, phase: Phase, deadline: Deadline, tick: Callable[[], None]) -> None:
        super().__init__(workshop, deadline, tick)
        self._phase = phase
        self._slices = 0
        self._edges = 0

    def run(self) -> Verdict:
        """A proof, or Unknown.  Raises OutOfTime."""
        if len(self.program.properties) > 1 or self.program.recursive_calls:
            return Unknown("no slices: the program has several properties, or calls that are not unfolded")
        dependence = Dependence(self.program)
        for storages in cones(dependence):
            self._step()
            slice_ = sliced(dependence, storages)
            if slice_ is None:
                return Unknown("no slices: nothing leads to an error")
            if len(slice_.program.edges) > MOST_OF_PROGRAM * len(self.program.edges):
                continue
            self._slices += 1
            self._edges = len(slice_.program.edges)
            if isinstance(verdict := self._verdict(slice_), Safe):
                return replace(verdict, slice=slice_)
        return Unknown("slices: none excludes all errors")

    def _verdict(self, slice_: Slice) -> Verdict:
        workshop = self._workshop.of(slice_.program, self._deadline)
        verdict = self._analysed(value_analysis(workshop, self._deadline), parse_strategy(DEFAULT_STRATEGIES[Analysis.VALUE]))
        if not isinstance(verdict, Unknown):
            return verdict
        return self._analysed(predicate_analysis(workshop, self._phase.encoding, self._deadline), self._phase.strategy)

    def _analysed(self, analysis: RefinableAnalysis, strategy: Strategy) -> Verdict:
        began = time.process_time()

        def ticked(_: object) -> None:
            self._tick()
            if time.process_time() - began > MOST_SECONDS:
                raise _TakesTooLong

        self._loop = RefinementLoop(analysis, strategy, order=self._phase.order, deadline=self._deadline, progress=ticked, defers=True)
        try:
            return self._loop.run()
        except _TakesTooLong:
            return Unknown("timeout")

    def measures(self) -> dict[str, float]:
        """``slices``: how many were analysed; ``slice_edges``: of the last one."""
        return {"slices": self._slices, "slice_edges": self._edges} | ({} if self._loop is None else self._loop.measures())


def complete_slice(program: Program) -> Slice | None:
    """What decides whether an error is reached; None where that is nearly everything, or nothing, or the program cannot be sliced."""
    edges = len(program.edges)
    if edges < SLICING_EDGES or len(program.properties) > 1 or program.recursive_calls:
        return None
    dependence = Dependence(program)
    slice_ = sliced(dependence, complete_cone(dependence))
    return slice_ if slice_ is not None and len(slice_.program.edges) <= (1 - LEAST_LEFT_OUT) * edges else None


def unsliced(counterexample: Counterexample, slice_: Slice, deadline: Deadline) -> Counterexample | None:
    """The original's execution with the choices of one of its slice; None where that does not come to an error.  Raises OutOfTime."""
    limit = len(counterexample.edges) + MORE_STEPS
    run = Interpreter(slice_.original).run(_ChoicesOfSlice(counterexample, slice_), step_limit=limit, deadline=deadline)
    return Counterexample(run.edges, run.choices) if isinstance(run.outcome, ReachedError) else None


class _ChoicesOfSlice:
    """A source of inputs: what an execution of a slice has chosen, and zero where the slice chooses nothing.

    Edges of both have the same operation, and the slice has them in the same order.
    """

    def __init__(self, counterexample: Counterexample, slice_: Slice) -> None:
        self._choices = [choice for choice in counterexample.choices if not _is_of_slice_only(choice, slice_)]
        self._next = 0

    def values(self, edge: Edge, types: tuple[IntType, ...], kind: NondetKind) -> tuple[int, ...] | None:
        """See ``InputSource``."""
        chosen: tuple[int, ...] = (0,) * len(types)
        if self._next < len(self._choices) and self._choices[self._next].edge.operation is edge.operation:
            chosen = self._choices[self._next].values
            self._next += 1
        return None if kind is NondetKind.IMPRECISE else chosen


def _is_of_slice_only(choice: Choice, slice_: Slice) -> bool:
    operation = choice.edge.operation
    return isinstance(operation, Assign) and operation.target is slice_.choice
