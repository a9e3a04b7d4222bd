"""Which analyses of a combination propose: the parameter ``analyses=`` of the propose operators (SPIN'15 §4 and §5, Table 3).

in-turn      VA || PA: each analysis only where those before it cannot exclude the path
all          (VA || PA)+: all of them, so that the selection chooses the analysis too
value, ...   the analysis of that name alone (PA in a composite)

A lone analysis is its only component: ``in-turn``, ``all`` and its own name all mean what it proposes.
"""

from __future__ import annotations

from collections.abc import Sequence

from verilab.analysis.arg import ArgNode
from verilab.analysis.refinable import ALL, IN_TURN, Caps, Proposal, RefinableAnalysis

COMPONENTS = ("value", "predicate")
"""The analyses of the composite, in the order of their turns."""
KNOWN = (IN_TURN, ALL, *COMPONENTS)


def parse_analyses(text: str) -> str:
    """The value of an ``analyses=`` parameter; ValueError for another than the known ones."""
    if text not in KNOWN:
        raise ValueError(f"unknown analyses {text!r}; known: {', '.join(KNOWN)}")
    return text


def proposals(analysis: RefinableAnalysis, target: ArgNode, analyses: str, caps: Caps | None) -> Sequence[Proposal]:
    """What the named analyses propose for a target: sliced prefixes, or where ``caps`` is None the whole path.

    ``analyses`` is one of KNOWN, or "" for whatever the analysis does by itself.  ValueError for an analysis that is not there.
    """
    combined = getattr(analysis, "propose_with", None)
    if combined is not None and analyses:
        found: Sequence[Proposal] = combined(analyses, target, caps)
        return found
    if analyses not in ("", IN_TURN, ALL, analysis.name):
        raise ValueError(f"analyses={analyses}: the {analysis.name} analysis runs alone; give analyses={analysis.name} or a composite")
    return (analysis.propose(target),) if caps is None else analysis.propose_prefixes(target, caps)
