"""Slices of the program as a phase of a run: of the storages near the errors first, of more where these do not exclude them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from verilab.analysis.refinable import RefinableAnalysis
from verilab.program.slicing.cones import cones
from verilab.program.slicing.dependence import Dependence
from verilab.program.slicing.slices import Slice, sliced
from verilab.refinement.counters import Counters
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.strategy import Strategy, parse_strategy
from verilab.refinement.verdicts import Safe, Unknown, Verdict
from verilab.resources import Deadline
from verilab.verification.phases.engines.analyses import predicate_analysis, value_analysis
from verilab.verification.phases.phase import DEFAULT_STRATEGIES, Analysis, Phase
from verilab.verification.workshop import Workshop

MOST_OF_PROGRAM = 0.3
"""A slice with a larger part of the program's edges is hardly easier than the program."""
MOST_SECONDS = 1.5
"""Of CPU time, for one analysis of one slice: where a slice has what is needed, and no more, it takes less."""


class _TakesTooLong(Exception):
    """A larger slice may have what this one lacks."""


class SlicingEngine:
    """Per slice the value analysis, and where its domain does not exclude an error the predicate analysis.

    An execution of a slice is none of the program; then a larger slice is asked.
    """

    attempts = 1

    def __init__(self, workshop: Workshop, phase: Phase, deadline: Deadline, tick: Callable[[], None]) -> None:
        self.program = workshop.original
        self._outer = workshop
        self._phase = phase
        self._deadline = deadline
        self._tick = tick
        self._loop: RefinementLoop | None = None
        self._slices = 0
        self._edges = 0

    @property
    def statistics(self) -> Counters:
        return Counters() if self._loop is None else self._loop.statistics

    def run(self) -> Verdict:
        """A proof, or Unknown.  Raises OutOfTime."""
        if len(self.program.properties) > 1 or self.program.recursive_calls:
            return Unknown("no slices: the program has several properties, or calls that are not unfolded")
        dependence = Dependence(self.program)
        for storages in cones(dependence):
            self._deadline.check()
            self._tick()
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
        outer = self._outer
        workshop = Workshop(
            slice_.program, outer.configuration, self._deadline, outer.clock, outer.backends, outer.observers, began=outer.began
        )
        workshop.environment = outer.environment
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
