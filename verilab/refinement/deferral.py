"""Deferred interpolation: where a selection looks at nothing but the prefixes, only the one that it chooses is interpolated.

By length, by what a prefix keeps, or by the order of proposal a candidate is compared before anyone knows what it would track; with n
prefixes to a path n - 1 interpolation queries are spared.  The refinements are those of a run that asks for all of them: where a chosen
prefix cannot be interpolated, or adds nothing, they are asked for after all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol, runtime_checkable

from verilab.analysis.arg import ArgNode
from verilab.analysis.refinable import Deferred, Proposal, RefinableAnalysis
from verilab.refinement.operators import Candidate, Propose
from verilab.refinement.provident import Provident
from verilab.refinement.strategy import Strategy


@runtime_checkable
class ByPrefix(Protocol):
    """A selection, or a score, that may look at nothing of a candidate but its target, analysis, path and prefix."""

    @property
    def by_prefix(self) -> bool:
        """Whether it does."""
        ...


@runtime_checkable
class Defers(Protocol):
    """A proposing operator that can leave the interpolation for later."""

    def deferred(self, analysis: RefinableAnalysis, target: ArgNode) -> Sequence[Proposal | Deferred]:
        """Its proposals for a target in their order."""
        ...


class ProposeDeferred(Propose):
    """What an operator proposes, not yet interpolated."""

    def __init__(self, inner: Defers) -> None:
        self._inner = inner

    def __call__(self, analysis: RefinableAnalysis, target: ArgNode) -> Sequence[Proposal | Deferred]:  # type: ignore[override]
        # the loop's own, that settles what it chooses; nobody else is given one
        return self._inner.deferred(analysis, target)


def deferring(strategy: Strategy) -> ProposeDeferred | None:
    """The strategy's proposing operator with interpolation deferred; None where its selection looks at what candidates would track."""
    propose, select = strategy.propose, strategy.select
    return ProposeDeferred(propose) if isinstance(propose, Defers) and isinstance(select, ByPrefix) and select.by_prefix else None


def settled(found: Provident, chosen: Candidate) -> Provident | None:
    """What was found, with the chosen candidate interpolated, as it may be already; None where no procedure can."""
    deferred = found.deferred.get(id(chosen))
    if deferred is None:
        return found
    candidate = deferred.settle()
    if not isinstance(candidate, Candidate):
        return None
    candidate.scores.update(chosen.scores)
    candidates = tuple(candidate if each is chosen else each for each in found.candidates)
    return replace(found, candidates=candidates, deferred={key: each for key, each in found.deferred.items() if each is not deferred})
