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

from verilab.analysis.arg import ArgNode
from verilab.analysis.composite.coverage import CompositeIndex
from verilab.analysis.cpa import ReachedIndex, Successor
from verilab.analysis.predicate.analysis import PredicateAnalysis
from verilab.analysis.predicate.regions import Bdd
from verilab.analysis.value.analysis import ValueAnalysis
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
    merges = False
    adjusts = False

    def __init__(self, value: ValueAnalysis, predicate: PredicateAnalysis) -> None:
        self.tracks_predicates = False
        self._value = value
        self._predicate = predicate
        self._regions = predicate.regions
        self._steps: dict[ControlPoint, dict[ControlPoint, _Step]] = {}
        self._engines: WeakSet[object] = WeakSet()
        self._values = ArgNode(0, predicate.blocks.graph.entry, (), None, None)
        self.successors: Callable[[ArgNode], Iterable[Successor]] = self._values_only

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

    def values_at(self, node: ArgNode) -> ArgNode:
        """The value part of a node, as a node without ancestors; it is the same object for every call."""
        shown = self._values
        shown.point = node.point
        shown.state = node.state[0]
        return shown

    def is_abstracted(self, node: ArgNode) -> bool:
        """Whether the step to a node looked at regions; those from before the first predicate did not."""
        return node.provenance in self._engines

    def _values_only(self, node: ArgNode) -> Iterable[Successor]:
        region = node.state[1]
        return [(point, (values, region), engine) for point, values, engine in self._value.cpa.successors(self.values_at(node))]

    def _both(self, node: ArgNode) -> Iterable[Successor]:
        region = node.state[1]
        self._engines.add(self._value.cpa.engine)
        steps = self._steps.get(node.point)
        if steps is None:
            steps = self._steps[node.point] = self._steps_from(node.point)
        found: list[Successor] = []
        for point, values, engine in self._value.cpa.successors(self.values_at(node)):
            step = steps.get(point)
            if step is None:
                # No block leads there: the edge cannot be taken, or the program ends.
                continue
            if region in step.results:
                after = step.results[region]
            else:
                after = step.results[region] = self._after(step, region)
            if after is not None:
                found.append((point, (values, after), engine))
        return found

    def _steps_from(self, point: ControlPoint) -> dict[ControlPoint, _Step]:
        precision = self._predicate.precision
        return {block.target: _Step(block, precision.at(block.target)) for block in self._predicate.blocks.blocks_from(point)}

    def _after(self, step: _Step, region: Bdd) -> Bdd | None:
        abstraction = self._predicate.abstraction
        if step.block.target.location.is_error:
            return self._regions.true if abstraction.feasible(step.block, region) else None
        after = abstraction.of(step.block, region, step.numbers)
        return None if after == self._regions.false else after

    def merge(self, state: CompositeState, reached: CompositeState, point: ControlPoint) -> CompositeState:
        return reached

    def prec(self, state: CompositeState, point: ControlPoint, reached: ReachedIndex) -> CompositeState:
        return state

    def make_index(self) -> CompositeIndex:
        index = CompositeIndex(self._regions)
        self._value.cpa.watch(index)
        return index

    def edges_between(self, parent: ArgNode, child: ArgNode) -> Sequence[Edge]:
        """The edges of one path from ``parent`` to ``child``, as the value analysis finds them."""
        first = ArgNode(parent.id, parent.point, parent.state[0], None, None)
        return self._value.cpa.edges_between(first, ArgNode(child.id, child.point, child.state[0], first, child.provenance))
