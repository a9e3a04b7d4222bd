"""An execution as a path of edges and the values of its non-deterministic choices."""

from __future__ import annotations

from verilab.data_classes import dataclass
from verilab.program.cfa import Edge


@dataclass(frozen=True, slots=True)
class Choice:
    """The values that one edge with a non-deterministic right-hand side took, in path order.

    One value for Assign and Store; for Havoc the values of all its targets, arrays element by element.
    """

    edge: Edge
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A path from the program's entry to an error location and the values of all its non-deterministic choices."""

    edges: tuple[Edge, ...]
    choices: tuple[Choice, ...]
