"""propose=strengths: sliced prefixes, each by interpolants of two strengths, the engine's and their duals (D'Silva et al., VMCAI 2010).

FORTE'15 §1 names interpolant strength as another way to several refinements of one path, which standard engines do not offer.  The dual
(``verilab.solving.dual``) needs nothing of an engine: it interpolates the reversed path and negates.  Strong interpolants are near to what
leads to a cut, weak ones to what behind it contradicts.  A dual that says the same as the engine's own interpolants is no candidate.

``count=N`` is how many of the shortest prefixes are proposed for, 1 by default; ``length`` and ``slice`` are as for ``sliced-prefixes``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from verilab.analysis.arg import ArgNode
from verilab.analysis.capabilities import FindsDuals
from verilab.errors import Refused
from verilab.refinement.operators import Caps, Proposal, Propose, RefinableAnalysis
from verilab_strategies.propose.sliced_prefixes import CAPS, caps_of, parameters, printed

COUNT = 1


class ProposeStrengths(Propose):
    """Asks the analysis for the interpolants and their duals of the shortest sliced prefixes."""

    slices = True
    refines = ("predicate",)  # a partial assignment has no negation

    def __init__(self, caps: Caps | None = None) -> None:
        self.caps = caps or Caps(count=COUNT)

    def __str__(self) -> str:
        return printed("strengths", replace(self.caps, count=None) if self.caps.count == COUNT else self.caps)

    def __call__(self, analysis: RefinableAnalysis, target: ArgNode) -> Iterator[Proposal]:
        if not isinstance(analysis, FindsDuals):
            lacks = f"the {analysis.name} analysis has no interpolants to negate"
            raise Refused(f"{lacks}; give analysis=predicate, or propose=path or sliced-prefixes")
        return analysis.propose_strengths(analysis.path(target), self.caps)


def make(parameter: str) -> ProposeStrengths:
    """``count=N`` prefixes (1 by default), ``length=N``, ``slice=assume|block``; commas between."""
    given = parameters(parameter, CAPS)
    return ProposeStrengths(caps_of({"count": str(COUNT)} | given))
