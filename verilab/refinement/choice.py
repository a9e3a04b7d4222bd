"""What a selection chose, by which scores, and why: returned by those that measure, and nothing is written into candidates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import partial

from verilab.data_classes import dataclass
from verilab.refinement.context import Context
from verilab.refinement.operators import Candidate, Select

Measured = Mapping[int, Mapping[str, float]]
"""The scores of candidates, by the ``id`` of each and the text of the score."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The choice among some candidates; ``explain`` says why, when the log asks, ``scores`` has those that were measured for it."""

    candidate: Candidate
    explain: Callable[[], str]
    scores: Measured = field(default_factory=dict)


class ScoredSelect(Select):
    """A selection that tells by which scores it chose."""

    def choose(self, candidates: Sequence[Candidate], context: Context) -> Choice:
        """As the call of a selection, with scores and reason."""
        raise NotImplementedError

    def __call__(self, candidates: Sequence[Candidate], context: Context) -> Candidate:
        return self.choose(candidates, context).candidate


def choose(select: Select, candidates: Sequence[Candidate], context: Context) -> Choice:
    """The choice of any selection; of one that tells no scores there are none."""
    if isinstance(select, ScoredSelect):
        return select.choose(candidates, context)
    candidate = select(candidates, context)
    return Choice(candidate, partial(select.reason, candidate, candidates))


def all_scores(choices: Iterable[Choice]) -> Measured:
    """What was measured for any of several choices."""
    return {key: scores for choice in choices for key, scores in choice.scores.items()}
