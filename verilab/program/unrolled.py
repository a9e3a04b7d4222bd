"""The claim that a program's executions pass few cut points, and reach no error meanwhile."""

from __future__ import annotations

from verilab.data_classes import dataclass
from verilab.program.control import ControlPoint


@dataclass(frozen=True, slots=True)
class Unrolled:
    """``levels[k]``: all cut points that are the k-th one of an execution, which begins at the entry, its 0-th.

    Cut points are the heads of loops.  What has passed one of the last level comes to none any more, and no execution reaches an error.
    """

    levels: tuple[frozenset[ControlPoint], ...]
