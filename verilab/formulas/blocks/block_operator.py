"""Block operators: at which control points a block ends (Beyer, Keremoglu, Wendler: adjustable-block encoding, FMCAD 2010).

Every operator cuts at loop heads and error locations, so that blocks are finite and no error location is passed.
"""

from __future__ import annotations

from typing import Protocol

from verilab.data_classes import dataclass
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.static_analysis.reduction import remaining


class BlockOperator(Protocol):
    """Decides where blocks end."""

    def cuts(self, point: ControlPoint, length: int, joins: bool) -> bool:
        """Whether a block ends at ``point``, reached by at most ``length`` edges from the block's start.

        ``joins``: paths of the block meet at ``point``, or control came back from a call there.
        """
        ...


def always_cut(point: ControlPoint) -> bool:
    """Loop heads and error locations."""
    return point.location.is_loop_head or point.location.is_error


@dataclass(frozen=True, slots=True)
class SingleBlock:
    """Single-block encoding: one edge per block."""

    def cuts(self, point: ControlPoint, length: int, joins: bool) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class LargeBlock:
    """Large-block encoding: blocks end only where they must."""

    def cuts(self, point: ControlPoint, length: int, joins: bool) -> bool:
        return always_cut(point)


@dataclass(frozen=True, slots=True)
class AdjustableBlock:
    """Adjustable-block encoding: also at the first join or return past ``threshold`` edges, and anywhere past twice as many."""

    threshold: int = 200

    def cuts(self, point: ControlPoint, length: int, joins: bool) -> bool:
        if always_cut(point) or length >= 2 * self.threshold:
            return True
        return joins and length >= self.threshold


@dataclass(frozen=True, slots=True)
class TransformedBlock:
    """Blocks are the edges of the reduced graph (VMCAI 2012, Theorem 3): they end at the ``locations`` that Transformations 1 and 2 leave.

    Besides those of ``LargeBlock`` these are the locations where paths from two of them meet, behind an optional loop for instance.
    Large blocks go on there, once from each; here no edge is in the blocks from two locations, so that they are linear in the program.
    """

    locations: frozenset[ControlPoint]

    def cuts(self, point: ControlPoint, length: int, joins: bool) -> bool:
        return always_cut(point) or point in self.locations


def transformed_blocks(graph: ControlGraph) -> TransformedBlock:
    """The block operator of a program's reduced graph, which explores all of its control points.

    Where a property is set aside later, it stays that of the program with all properties: blocks may then end earlier than they must.
    """
    return TransformedBlock(remaining(graph))
