"""The parameters of the predicate analysis."""

from __future__ import annotations

from verilab.analysis.predicate.choices import AbstractionKind, Extraction, Fallback, Interpolate
from verilab.analysis.predicate.precision import PredicateScope
from verilab.data_classes import dataclass


@dataclass(frozen=True, slots=True)
class PredicateOptions:
    """Parameters of the analysis; times in wall seconds, None for no limit but the run's.

    ``session_limit``: live solver sessions, one per block; ``cube_limit``: minterms of one abstraction before it is given up,
    ``lazy_cubes``: of a lazy one at first.
    """

    abstraction: AbstractionKind = AbstractionKind.BOOLEAN
    scope: PredicateScope = PredicateScope.LOCATION
    extraction: Extraction = Extraction.ATOMS
    fallback: Fallback = Fallback.NEW
    interpolate: Interpolate = Interpolate.PER_TARGET
    session_limit: int = 100
    cube_limit: int = 4096
    lazy_cubes: int = 64
    path_seconds: float | None = None
    interpolation_seconds: float | None = None
