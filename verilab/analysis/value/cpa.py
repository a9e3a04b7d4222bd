"""The value CPA: partial assignments under a precision, with compiled transfer relations (FORTE'15 §2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Protocol

from verilab.analysis.cpa import AbstractState, Successor
from verilab.analysis.value.compiled.chains import Chains
from verilab.analysis.value.compiled.edges import Edges
from verilab.analysis.value.compiled.replay import replay
from verilab.analysis.value.coverage import ValueIndex
from verilab.analysis.value.liveness import Liveness
from verilab.analysis.value.precision import ValuePrecision
from verilab.analysis.value.scheme import Scheme, State
from verilab.analysis.value.strongest_post.post import Post
from verilab.program.cfa import Edge, Location
from verilab.program.control import ControlGraph, ControlPoint


class EngineKind(Enum):
    """How far one step of the transfer relation goes."""

    CHAINS = "chains"
    EDGES = "edges"


class Relayout(Protocol):
    """A reached set whose states move to another layout when the precision grows."""

    def convert(self, translate: Callable[[ControlPoint, State], State]) -> None:
        """Replace every reached state of values by what ``translate`` makes of it."""
        ...


class ValueCpa:
    """States are tuples laid out by ``scheme``; the precision may grow between explorations and between runs of one exploration."""

    name = "value"

    def __init__(
        self,
        graph: ControlGraph,
        precision: ValuePrecision,
        *,
        engine: EngineKind = EngineKind.CHAINS,
        poll: Callable[[], None] = lambda: None,
    ) -> None:
        self.graph = graph
        self.precision = precision
        self.kind = engine
        self.post = Post()
        self.liveness = Liveness(graph.program)
        self._poll = poll
        self._index: Relayout | None = None
        self._version = -1
        self._prepare()

    def _prepare(self) -> None:
        """New layouts and engine for the current precision."""
        self._version = self.precision.version
        self.scheme = Scheme(self.precision, self.liveness)
        make = Chains if self.kind is EngineKind.CHAINS else Edges
        self.engine: Chains | Edges = make(self.scheme, self.post, self._poll)
        # An attribute instead of a method: one call less per expansion.
        self.successors: Callable[[ControlPoint, State], Iterable[Successor]] = self.engine.successors

    def renew(self) -> None:
        """Take over a grown precision; the states of the current exploration get the new layout, nothing more is known in them."""
        if self._version == self.precision.version:
            return
        old = self.scheme
        self._prepare()
        if self._index is not None:
            self._index.convert(_Conversion(old, self.scheme))

    def switch(self, engine: EngineKind) -> None:
        """Go on with steps of another size; states keep their layout."""
        self.renew()
        self.kind = engine
        self._prepare()

    def renew_edges(self) -> None:
        """Compile anew: control ends at other locations than before."""
        self._prepare()

    def initial(self) -> tuple[ControlPoint, State]:
        entry = self.graph.entry
        return entry, self.scheme.unknown(entry.location)

    def make_index(self) -> ValueIndex:
        index = ValueIndex()
        self.watch(index)
        return index

    def watch(self, index: Relayout) -> None:
        """Convert the states of this reached set from now on, when the precision grows."""
        self._index = index

    def edges_between(self, source: AbstractState, step: Chains | Edges, target: AbstractState) -> Sequence[Edge]:
        """The edges of one path of a chain of the engine ``step``, found again by replay under the precision of then."""
        if step.scheme is not self.scheme:
            convert = _Conversion(self.scheme, step.scheme)
            source, target = ((point, convert(point, state)) for point, state in (source, target))
        return replay(step.scheme, self.post, step.waypoints(source, target))


class _Conversion:
    """Moves states from one layout to another."""

    def __init__(self, old: Scheme, new: Scheme) -> None:
        self._old = old
        self._new = new
        self._places: dict[Location, tuple[int | None, ...]] = {}

    def __call__(self, point: ControlPoint, state: State) -> State:
        location = point.location
        places = self._places.get(location)
        if places is None:
            before = {storage: place for place, storage in enumerate(self._old.layout(location))}
            places = self._places[location] = tuple(before.get(storage) for storage in self._new.layout(location))
        return tuple([None if place is None else state[place] for place in places])
