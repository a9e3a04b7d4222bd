"""select=delay: refinements that speak of loop counters wait while there are others (delaying, thesis §3.4).

Tracking a loop counter may unroll the loop.  A delayed refinement is not lost: its target comes back with the next model, unless
another refinement excluded it, and where only delayed ones are left they get their turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from verilab.refinement.choice import Choice, ScoredSelect, choose
from verilab.refinement.operators import Candidate, Context, Select
from verilab.refinement.registry import make_inner_select

DELAYED = "delayed"
"""The score that says so in the log: 1 for a delayed candidate, else 0."""


class SelectDelay(ScoredSelect):
    """Leaves out what speaks of loop counters, if anything is left, and asks ``inner`` to select."""

    def __init__(self, inner: Select) -> None:
        self.inner = inner

    def __str__(self) -> str:
        return f"delay:{self.inner}"

    def choose(self, candidates: Sequence[Candidate], context: Context) -> Choice:
        kept = self._at_once(candidates, context) or candidates
        inner = choose(self.inner, kept, context)
        known = {id(candidate) for candidate in kept}
        scores = {
            id(candidate): {DELAYED: float(id(candidate) not in known), **inner.scores.get(id(candidate), {})} for candidate in candidates
        }

        def explain() -> str:
            why = "the only one left" if len(kept) == 1 else inner.explain()
            return f"{len(candidates) - len(kept)} of {len(candidates)} delayed for their loop counters; {why}"

        return Choice(inner.candidate, explain, scores)

    def suffices(self, candidates: Sequence[Candidate], context: Context) -> bool:
        """Where those that do not wait suffice for the inner selection."""
        at_once = self._at_once(candidates, context)
        return bool(at_once) and self.inner.suffices(at_once, context)

    def _at_once(self, candidates: Sequence[Candidate], context: Context) -> list[Candidate]:
        """Those that speak of no loop counter."""
        counter = context.domain_types.is_loop_counter
        return [candidate for candidate in candidates if not any(map(counter, context.variables(candidate)))]


def make(parameter: str) -> SelectDelay:
    """What selects among the others: a list of scores or a selection (first without one)."""
    return SelectDelay(make_inner_select(parameter or "first"))
