"""propose=sliced-prefixes: a candidate for each infeasible sliced prefix of the error path (FORTE'15 Alg. 3 and 4).

The literal Alg. 3 is ``verilab.analysis.value.sliced_prefixes``, and by solver cores ``verilab.analysis.predicate.sliced_prefixes``.

Parameters cap what is proposed: ``count=N`` keeps the N shortest prefixes, ``length=N`` those of at most N steps; the shortest one is
always proposed.  ``slice=`` says what is left out of a block of several edges that contradicts what precedes it: with ``assume`` (the
default) the condition of the block that does, with ``block`` all of it, as in the public implementation.  On blocks of single edges both
are the papers'.  ``analyses=`` says which analyses of a composite are asked (SPIN'15 §5, Table 3): with ``in-turn`` it is VA+ || PA+,
with ``all`` the set of candidates of (VA+ || PA+)+.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verilab.analysis.arg import ArgNode
from verilab.analysis.prefixes import Slice
from verilab.analysis.refinable import Deferred
from verilab.refinement.combination import parse_analyses
from verilab.refinement.operators import Caps, Proposal, Propose, RefinableAnalysis


class ProposeSlicedPrefixes(Propose):
    """Asks the analysis for the sliced prefixes of the path to a target."""

    slices = True

    def __init__(self, caps: Caps | None = None, analyses: str = "") -> None:
        self.caps = caps or Caps()
        self.analyses = analyses

    def __str__(self) -> str:
        sliced = None if self.caps.slice is Slice.ASSUME else self.caps.slice.value
        known = (("count", self.caps.count), ("length", self.caps.length), ("slice", sliced), ("analyses", self.analyses or None))
        given = [f"{name}={value}" for name, value in known if value is not None]
        return ":".join(["sliced-prefixes", *([",".join(given)] if given else [])])

    def __call__(self, analysis: RefinableAnalysis, target: ArgNode) -> Sequence[Proposal]:
        return analysis.propose_with(self.analyses, target, self.caps)

    def deferred(self, analysis: RefinableAnalysis, target: ArgNode) -> Sequence[Proposal | Deferred]:
        """The same, interpolated when it is chosen (``verilab.refinement.deferral``), where one analysis is asked."""
        return self(analysis, target) if self.analyses else analysis.propose_deferred(target, self.caps)

    def turns(self, analysis: RefinableAnalysis, target: ArgNode) -> Iterator[Sequence[Proposal]]:
        return analysis.propose_in_turns(self.analyses, target, self.caps)


def make(parameter: str) -> ProposeSlicedPrefixes:
    """``count=N``, ``length=N`` (else all prefixes), ``slice=assume|block``, ``analyses=in-turn|all|value|predicate``; commas between."""
    caps: dict[str, int] = {}
    analyses = ""
    slices = {each.value: each for each in Slice}
    sliced: Slice | None = None
    for part in parameter.split(",") if parameter else ():
        name, _, value = part.partition("=")
        if name not in ("count", "length", "slice", "analyses"):
            raise ValueError(f"unknown parameter {name!r}; known: count=N, length=N, slice=assume or block, analyses=NAME")
        if name in caps or (name == "analyses" and analyses) or (name == "slice" and sliced):
            raise ValueError(f"{name} is given twice")
        if name == "slice":
            if value not in slices:
                raise ValueError(f"slice={value}: unknown; known: {', '.join(slices)}")
            sliced = slices[value]
            continue
        if name == "analyses":
            analyses = parse_analyses(value)
            continue
        if not value.isascii() or not value.isdigit() or int(value) < 1:
            raise ValueError(f"{name}={value}: give a number of at least 1")
        caps[name] = int(value)
    return ProposeSlicedPrefixes(Caps(**caps, slice=sliced or Slice.ASSUME), analyses)
