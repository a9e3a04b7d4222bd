"""score nodes: what a package of somebody else may register."""

from __future__ import annotations

from collections.abc import Sequence

from verilab.refinement.operators import Candidate, Context, Select
from verilab.refinement.scores import sided


class SelectLast(Select):
    """Takes the candidate that was proposed last; it does not print itself."""

    def __call__(self, candidates: Sequence[Candidate], context: Context) -> Candidate:
        return candidates[-1]


def make_last(parameter: str) -> SelectLast:
    """No parameter."""
    return SelectLast()


make_nodes = sided("nodes", "few", "many", lambda candidate, context: len(candidate.path.nodes))
