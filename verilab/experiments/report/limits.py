"""How much of an experiment its report has: what a browser opens at once, and a reader can look through."""

from __future__ import annotations

from verilab.data_classes import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """``runs`` in the table of runs; ``refinements`` in the microscope, of all runs and (``per_run``) of one.

    Of each refinement: ``steps`` of an error path (its ends), ``candidates``, and ``characters`` of a text.  ``model_bytes``: the
    abstract models of the first refinements, as long as they are no more than this.
    """

    runs: int = 20_000
    refinements: int = 2_000
    per_run: int = 1_000
    steps: int = 400
    candidates: int = 40
    characters: int = 2_000
    model_bytes: int = 16_000_000

    def short(self, text: str) -> str:
        """A text that is no longer than ``characters``."""
        return text if len(text) <= self.characters else text[: self.characters] + " ..."
