"""What refinement is counted by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from verilab.data_classes import dataclass


@dataclass(slots=True)
class Counters:
    """Numbers that grow while a run refines.

    ``states``: all abstract states ever created.  ``refinements``: those executed.  ``targets``: the targets of the models that were
    refined, added up.  ``provident``: those of them that proposals were made for.  ``targets_passed_over``: those that were ranked, but
    behind the limit.
    ``candidates``: refinements proposed.  ``choices``: executed refinements that were chosen among several candidates.
    Seconds of wall time (thesis, Fig. 4.2): ``exploration_s``; in it, where states are formulas, ``stop_s`` of coverage and
    ``precision_s`` of successors with the adjustment of their precision; ``refinement_s`` of proposing, selecting and applying.
    """

    states: int = 0
    refinements: int = 0
    targets: int = 0
    provident: int = 0
    targets_passed_over: int = 0
    candidates: int = 0
    choices: int = 0
    exploration_s: float = 0.0
    stop_s: float = 0.0
    precision_s: float = 0.0
    refinement_s: float = 0.0

    def counts(self) -> dict[str, Any]:
        """The numbers by name, seconds to the millisecond."""
        return {counter.name: round(getattr(self, counter.name), 3) for counter in fields(Counters)}

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Counters:
        """The numbers of a row that has them by name, 0 where it has not."""
        return cls(**{counter.name: row.get(counter.name, 0) for counter in fields(Counters)})

    def plus(self, other: Counters) -> Counters:
        """The sums."""
        return Counters(**{counter.name: getattr(self, counter.name) + getattr(other, counter.name) for counter in fields(Counters)})
