"""The four operators of the refinement loop (DESIGN §2; thesis Algorithm 3.1 is the general form) and what they exchange.

rank    : targets -> targets, ordered, non-empty
propose : target -> candidates
select  : candidates -> one refinement
apply   : model, refinement -> model
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from verilab.analysis.algorithm import Exploration
from verilab.analysis.arg import ArgNode
from verilab.analysis.refinable import Candidate, Feasible, Increment, Proposal, RefinableAnalysis, Undecided


class Rank(Protocol):
    def __call__(self, targets: Sequence[ArgNode]) -> Sequence[ArgNode]: ...


class Propose(Protocol):
    def __call__(self, analysis: RefinableAnalysis, target: ArgNode) -> Sequence[Proposal]: ...


class Select(Protocol):
    def __call__(self, candidates: Sequence[Candidate]) -> Candidate: ...


class Apply(Protocol):
    def __call__(self, analysis: RefinableAnalysis, exploration: Exploration, chosen: Candidate) -> Exploration | None:
        """The model to go on with; None where the refinement added nothing (repeated counterexample)."""
        ...


__all__ = [
    "Apply",
    "Candidate",
    "Feasible",
    "Increment",
    "Proposal",
    "Propose",
    "Rank",
    "RefinableAnalysis",
    "Select",
    "Undecided",
]
