"""One row per solver query: who was asked what, how long it took, and what came out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class QueryRecord:
    """``kind``: check, implied, all-sat, interpolate, interpolate-tree, certificate;
    ``procedure``: ``<backend>`` or ``<backend>:<procedure>``;
    ``size``: for an interpolation the number of partitions, for implied and all-sat the number of formulas, for a check the number of
    assumptions; ``seconds``: wall time; ``outcome``: sat, unsat, unknown, or the lower-case name of the interpolation outcome.
    """

    kind: str
    procedure: str
    size: int
    seconds: float
    outcome: str


Recorder = Callable[[QueryRecord], None]
