"""Proposals: what an analysis, or a propose operator, says of the path to a target, one by one, each worked out when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from verilab.analysis.candidates import Candidate
from verilab.analysis.paths import Feasible, Undecided
from verilab.data_classes import dataclass


@dataclass(slots=True)
class Deferred:
    """A candidate of which only the prefix is known, and what interpolates it: the whole candidate, or why there is none.

    ``candidate`` is it without interpolants.  Where a selection looks at nothing but prefixes, only the one that it chooses is settled:
    with n prefixes to a path n - 1 interpolation queries are spared.  ``outcome`` is None until then.
    """

    candidate: Candidate
    interpolate: Callable[[], Candidate | Undecided]
    outcome: Candidate | Undecided | None = None

    def settle(self) -> Candidate | Undecided:
        """The outcome; interpolates when first asked."""
        if self.outcome is None:
            self.outcome = self.interpolate()
        return self.outcome


@dataclass(frozen=True, slots=True)
class NextAnalysis:
    """What follows is proposed by the next analysis of a combination, for the same path; who has enough asks for no more."""

    name: str


Settled = Candidate | Feasible | Undecided | NextAnalysis
Proposal = Settled | Deferred


def settled(proposals: Iterable[Proposal]) -> Iterator[Settled]:
    """The proposals, each interpolated when it comes."""
    for proposal in proposals:
        yield proposal.settle() if isinstance(proposal, Deferred) else proposal
