"""The CPA of value-labelled trees: control points with partial assignments that refinements write (IMPACT's labels, over values).

(l, true) at first;   (l, Gamma) ~> (l', true)  for each edge from l to l' that SP over all variables does not exclude from Gamma
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from verilab.analysis.cpa import AbstractState, Successor
from verilab.analysis.value.compiled.replay import steps_from
from verilab.analysis.value.cpa import EngineKind, ValueCpa
from verilab.analysis.value.labels import ValueLabels
from verilab.analysis.value.precision import ValuePrecision
from verilab.analysis.value.scheme import State
from verilab.program.cfa import Edge
from verilab.program.control import ControlGraph, ControlPoint


class LabelledValueCpa(ValueCpa):
    """Every variable has its place in a label; steps are single edges."""

    def __init__(self, graph: ControlGraph, *, poll: Callable[[], None] = lambda: None) -> None:
        super().__init__(graph, ValuePrecision(graph.program.storages), engine=EngineKind.EDGES, poll=poll)
        self.labels = ValueLabels(self, self.transfer)

    def _prepare(self) -> None:
        super()._prepare()
        self.successors = self._successors

    def transfer(self, point: ControlPoint, state: State) -> Iterator[Successor]:
        """What each edge makes of a label."""
        scheme = self.scheme
        for edge, target, after in steps_from(scheme, self.post, point, scheme.assignment(point.location, state)):
            yield target, scheme.state(target.location, after), edge

    def _successors(self, point: ControlPoint, state: State) -> Iterable[Successor]:
        self._poll()
        for target, _, edge in self.transfer(point, state):
            yield target, self.scheme.unknown(target.location), edge

    def edges_between(self, source: AbstractState, step: Any, target: AbstractState) -> Sequence[Edge]:
        """The edge itself."""
        return (step,)
