"""What an interpolation procedure is at heart: an engine, asked about an unsatisfiable sequence (or tree) that is already reduced.

What is around it (unsatisfiable core, trivial cuts, clock, records) is ``verilab.solving.reduction``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.solving.horn import HornSystem
from verilab.solving.interpolation import Failed, NotUnsat, TimedOut, Unsupported


@dataclass(frozen=True, slots=True)
class Sequent:
    """What an engine is asked: an unsatisfiable sequence of at least two partitions, none of them true.

    ``shared[k]`` are the variables of cut k (between partitions k and k + 1), sorted by name: what I_k may speak about.
    """

    partitions: tuple[FNode, ...]
    shared: tuple[tuple[FNode, ...], ...]


class Engine(Protocol):
    """An engine for sequences."""

    def interpolate(self, sequent: Sequent, seconds: float | None) -> Sequence[FNode] | TimedOut | Unsupported | Failed:
        """One interpolant per cut of ``sequent``."""
        ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class TreeSequent:
    """What an engine is asked: an unsatisfiable tree; ``shared[i]`` is what I_i may speak about, sorted by name."""

    partitions: tuple[FNode, ...]
    parents: tuple[int, ...]
    shared: tuple[tuple[FNode, ...], ...]


class TreeEngine(Engine, Protocol):
    """An engine that interpolates trees, too."""

    def interpolate_tree(self, sequent: TreeSequent, seconds: float | None) -> Sequence[FNode] | TimedOut | Unsupported | Failed:
        """One interpolant per node but the root."""
        ...


class ClauseEngine(TreeEngine, Protocol):
    """An engine that solves Horn clauses with loops, too."""

    def solve(self, system: HornSystem, seconds: float | None) -> Sequence[FNode] | NotUnsat | TimedOut | Unsupported | Failed:
        """One formula per predicate, over its parameters; NotUnsat where the clauses derive false."""
        ...
