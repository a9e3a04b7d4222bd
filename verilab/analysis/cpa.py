"""The protocols of a configurable program analysis (thesis §2.3.1; CPA = (D, Pi, transfer, merge, stop, prec)).

Location and call stack are part of every analysis: they are the ``ControlPoint`` of a node.  A data domain brings the rest, values in and
values out: which nodes there are is the exploration's affair.  The precision lives in the ``Cpa`` object (``refine`` adds to it) and is
applied by ``successors`` itself, so that a domain can compile transfer functions for its current precision.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from verilab.analysis.arg import ArgNode
from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint

AbstractState = tuple[ControlPoint, Any]
"""(control point, label)."""
Successor = tuple[ControlPoint, Any, Any]
"""(control point reached, label there, step): the step is whatever the domain needs to find the CFA edges again."""


class SeveralWays(Protocol):
    """A step that leads several ways, or one that is not told edge by edge."""

    @property
    def shortest(self) -> int:
        """The CFA edges on the shortest of its ways."""
        ...

    @property
    def edges(self) -> Sequence[Edge]:
        """The CFA edges of all of its ways, the last ones those that end it."""
        ...


class ReachedIndex(Protocol):
    """The reached set, partitioned as the domain needs it to answer ``stop`` fast."""

    subtracts: bool = False
    """Whether ``remainder`` can leave a part of a state, instead of all or nothing."""

    def covering(self, point: ControlPoint, state: Any) -> ArgNode | None:
        """stop: a reached node that covers ``state`` at ``point``, or None."""
        ...

    def remainder(self, point: ControlPoint, state: Any) -> tuple[Any, Sequence[ArgNode]]:
        """What no reached state has of ``state``, None where that is nothing; and the nodes that together have the rest."""
        covering = self.covering(point, state)
        return (state, ()) if covering is None else (None, (covering,))

    def add(self, node: ArgNode) -> None: ...

    def enter(self, node: ArgNode) -> ArgNode | None:
        """Add the node, unless another one covers its state: that is returned then."""
        covering = self.covering(node.point, node.state)
        if covering is None:
            self.add(node)
        return covering

    def remove(self, node: ArgNode) -> None: ...


class Cpa(Protocol):
    """A configurable program analysis over one data domain."""

    name: str

    def initial(self) -> AbstractState: ...

    def successors(self, point: ControlPoint, state: Any) -> Iterable[Successor]:
        """The transfer relation, big steps allowed (a chain, a block).  Bottom is left out.

        A step must not pass over an error location: it is a successor of its own.
        """
        ...

    def make_index(self) -> ReachedIndex: ...

    def edges_between(self, source: AbstractState, step: Any, target: AbstractState) -> Sequence[Edge] | None:
        """The CFA edges of one way that the step leads; None where it stands for several (``SeveralWays``: a block)."""
        ...
