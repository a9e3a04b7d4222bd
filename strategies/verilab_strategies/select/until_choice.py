"""select=until-choice: the first candidate, until there is a choice between several; there the run ends, as unknown.

A screen: tasks without any choice tell nothing of refinement selection, whatever is selected, and need not be run under each strategy.
"""

from __future__ import annotations

from collections.abc import Sequence

from verilab.refinement.operators import Candidate, Context, SearchEnded, Select


class SelectUntilChoice(Select):
    """Takes what is proposed where it is all there is."""

    by_prefix = True  # nothing of the others is needed but their number: verilab.refinement.operators.ByPrefix

    def __str__(self) -> str:
        return "until-choice"

    def __call__(self, candidates: Sequence[Candidate], context: Context) -> Candidate:
        if len(candidates) > 1:
            raise SearchEnded(f"a choice of {len(candidates)} candidates at refinement {context.number}")
        return candidates[0]


def make(parameter: str) -> SelectUntilChoice:
    """No parameter."""
    if parameter:
        raise ValueError(f"takes no parameter, got {parameter!r}")
    return SelectUntilChoice()
