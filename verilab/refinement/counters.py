"""What refinement is counted by."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Counters:
    """Numbers that grow while a run refines.

    ``states``: all abstract states ever created.  ``refinements``: those executed.  ``provident``: targets that proposals were made for.
    ``candidates``: refinements proposed.  ``choices``: executed refinements that were chosen among several candidates.
    """

    states: int = 0
    refinements: int = 0
    provident: int = 0
    candidates: int = 0
    choices: int = 0

    def counts(self) -> dict[str, int]:
        """The numbers by name."""
        return {
            "states": self.states,
            "refinements": self.refinements,
            "provident": self.provident,
            "candidates": self.candidates,
            "choices": self.choices,
        }

    def plus(self, other: Counters) -> Counters:
        """The sums."""
        more = other.counts()
        return Counters(**{name: number + more[name] for name, number in self.counts().items()})
