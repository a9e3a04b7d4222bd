"""The composite CPA: pairs of values and a region, both stepping along the same edges (SPIN'15 §4; Beyer, Henzinger, Théoduloz 2007).

    (v, r) ~> (v', r')    for each edge  a -> b  with   v ~> v'  in the value CPA   and   r' = abstraction of the edge from r, not false
    merge = sep;    (v, r) is covered by (w, s)  iff  v => w and r => s

The components learn nothing from each other in a step: what either excludes is excluded.  That keeps abstractions independent of the
values, so that each is computed once however many values meet the same region at an edge, and it keeps the proof checkable part by part.

As long as no predicate is tracked every region is ``true`` and the composite *is* the value analysis, chains included.  From the first
refinement of the predicate analysis on it goes edge by edge: a chain may stand for several paths, a region speaks of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from weakref import WeakSet

from verilab.analysis.composite.coverage import CompositeIndex
from verilab.analysis.cpa import AbstractState, Successor
from verilab.analysis.predicate.analysis import PredicateAnalysis
from verilab.analysis.predicate.regions import Bdd
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.analysis.value.compiled.chains import Chains
from verilab.analysis.value.compiled.edges import Edges
from verilab.analysis.value.cpa import EngineKind
from verilab.analysis.value.scheme import State
from verilab.formulas.blocks.block import Block
from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint

CompositeState = tuple[State, Bdd]


class _Step:
    """The predicate part of the way between two neighbouring points; ``results`` are the regions after it, None for false."""

    __slots__ = ("block", "numbers", "results")

    def __init__(self, block: Block, numbers: tuple[int, ...]) -> None:
        self.block = block
        self.numbers = numbers
        self.results: dict[Bdd, Bdd | None] = {}


class CompositeCpa:
    """The configurable program analysis of pairs; ``predicate`` must have single-edge blocks of the value CPA's control graph."""

    name = "composite"

    def __init__(self, value: ValueAnalysis, predicate: PredicateAnalysis) -> None:
        self.tracks_predicates = False
        self._value = value
        self._predicate = predicate
        self._regions = predicate.regions
        self._steps: dict[ControlPoint, dict[ControlPoint, _Step]] = {}
        self._engines: WeakSet[object] = WeakSet()
        self.successors: Callable[[ControlPoint, CompositeState], Iterable[Successor]] = self._values_only

    def track_predicates(self) -> bool:
        """Abstract from now on; False where that was so before."""
        if self.tracks_predicates:
            return False
        self.tracks_predicates = True
        self._value.switch(EngineKind.EDGES)
        self.successors = self._both
        return True

    def renew(self) -> None:
        """Take over a grown precision of the predicate analysis, or other blocks."""
        self._steps.clear()

    def initial(self) -> tuple[ControlPoint, CompositeState]:
        point, values = self._value.cpa.initial()
        return point, (values, self._regions.true)

    def is_abstracted(self, step: object) -> bool:
        """Whether a step looked at regions; those from before the first predicate did not."""
        return step in self._engines

    def _values_only(self, point: ControlPoint, state: CompositeState) -> Iterable[Successor]:
        values, region = state
        return [(target, (after, region), engine) for target, after, engine in self._value.cpa.successors(point, values)]

    def _both(self, point: ControlPoint, state: CompositeState) -> Iterable[Successor]:
        values, region = state
        self._engines.add(self._value.cpa.engine)
        steps = self._steps.get(point)
        if steps is None:
            steps = self._steps[point] = self._steps_from(point)
        successors: list[Successor] = []
        for target, following, engine in self._value.cpa.successors(point, values):
            step = steps.get(target)
            if step is None:
                # No block leads there: the edge cannot be taken, or the program ends.
                continue
            if region in step.results:
                after = step.results[region]
            else:
                after = step.results[region] = self._after(step, region)
            if after is not None:
                successors.append((target, (following, after), engine))
        return successors

    def _steps_from(self, point: ControlPoint) -> dict[ControlPoint, _Step]:
        precision = self._predicate.precision
        return {block.target: _Step(block, precision.at(block.target)) for block in self._predicate.blocks.blocks_from(point)}

    def _after(self, step: _Step, region: Bdd) -> Bdd | None:
        abstraction = self._predicate.abstraction
        if step.block.target.location.is_error:
            return self._regions.true if abstraction.feasible(step.block, region) else None
        after = abstraction.of(step.block, region, step.numbers)
        return None if after == self._regions.false else after

    def make_index(self) -> CompositeIndex:
        index = CompositeIndex(self._regions)
        self._value.cpa.watch(index)
        return index

    def edges_between(self, source: AbstractState, step: Chains | Edges, target: AbstractState) -> Sequence[Edge]:
        """The edges of one path of a step, as the value analysis finds them."""
        (before, (values, _)), (after, (following, _)) = source, target
        return self._value.cpa.edges_between((before, values), step, (after, following))
