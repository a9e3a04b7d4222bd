"""Counters of the predicate abstraction."""

from __future__ import annotations

from verilab.data_classes import dataclass


@dataclass(slots=True)
class AbstractionCounters:
    """What the abstractions of a run cost.

    Computed (relations of edges too: see ``transitions``), found in the cache, without a solver, put together from parts (see ``frames``)
    or by a relation; checks of satisfiability, cubes, given up.
    """

    computed: int = 0
    cached: int = 0
    trivial: int = 0
    framed: int = 0
    checks: int = 0
    cubes: int = 0
    given_up: int = 0

    def named(self) -> dict[str, float]:
        """The counters as a run's report has them."""
        return {
            "abstractions": self.computed,
            "abstractions_cached": self.cached,
            "abstractions_trivial": self.trivial,
            "abstractions_framed": self.framed,
            "abstractions_given_up": self.given_up,
            "feasibility_checks": self.checks,
            "cubes": self.cubes,
        }
