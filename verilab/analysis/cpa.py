"""The protocols of a configurable program analysis (thesis §2.3.1; CPA = (D, Pi, transfer, merge, stop, prec)).

Location and call stack are part of every analysis: they are the ``ControlPoint`` of a node.  A data domain brings the rest.  Its
precision lives in the ``Cpa`` object (``refine`` adds to it) and is applied by ``successors`` itself, so that a domain can
compile transfer functions for its current precision; ``prec`` is the hook that may coarsen a state in view of the reached set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from verilab.analysis.arg import ArgNode
from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint

Successor = tuple[ControlPoint, Any, Any]
"""(control point reached, abstract state there, provenance)."""


class ReachedIndex(Protocol):
    """The reached set, partitioned as the domain needs it to answer ``stop`` fast."""

    def covering(self, point: ControlPoint, state: Any) -> ArgNode | None:
        """stop: a reached, uncovered node that covers ``state`` at ``point``, or None."""
        ...

    def add(self, node: ArgNode) -> None: ...

    def remove(self, node: ArgNode) -> None: ...

    def at(self, point: ControlPoint) -> Sequence[ArgNode]:
        """The reached nodes at a control point (what merge looks at)."""
        ...


class Cpa(Protocol):
    """A configurable program analysis over one data domain."""

    name: str
    merges: bool
    """False: merge-sep, the algorithm never calls ``merge``."""

    def initial(self) -> tuple[ControlPoint, Any]: ...

    def successors(self, node: ArgNode) -> Iterable[Successor]:
        """The transfer relation, big steps allowed (a chain, a block).  Bottom is left out.

        A step must not pass over an error location: it is a successor of its own.
        """
        ...

    def merge(self, state: Any, reached: Any, point: ControlPoint) -> Any:
        """``merge(state, reached)``; returns ``reached`` itself where nothing is to be merged."""
        ...

    def prec(self, state: Any, point: ControlPoint, reached: ReachedIndex) -> Any:
        """Precision adjustment in view of the reached set; the state itself by default.

        A CPA whose attribute ``adjusts`` is False is never asked.
        """
        ...

    def make_index(self) -> ReachedIndex: ...

    def edges_between(self, parent: ArgNode, child: ArgNode) -> Sequence[Edge] | None:
        """The CFA edges that lead from a node to its child; None where the provenance stands for several paths (a block)."""
        ...
