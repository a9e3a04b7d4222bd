"""propose=sliced-prefixes: a candidate for each infeasible sliced prefix of the error path (FORTE'15 Alg. 3 and 4).

The literal Alg. 3 is ``verilab.analysis.value.sliced_prefixes``, and by solver cores ``verilab.analysis.predicate.sliced_prefixes``.

Parameters cap what is proposed: ``count=N`` keeps the N shortest prefixes, ``length=N`` those of at most N steps; the shortest one is
always proposed.  ``slice=`` says what is left out of a block of several edges that contradicts what precedes it: with ``assume`` (the
default) the condition of the block that does, with ``block`` all of it, as in the public implementation.  On blocks of single edges both
are the papers'.  ``analyses=`` says which analyses of a composite are asked (SPIN'15 §5, Table 3): with ``in-turn`` it is VA+ || PA+,
with ``all`` the set of candidates of (VA+ || PA+)+.
"""

from __future__ import annotations

from collections.abc import Iterator

from verilab.analysis.arg import ArgNode
from verilab.analysis.combination import parse_analyses
from verilab.analysis.prefixes import Slice
from verilab.refinement.operators import Caps, Proposal, Propose, RefinableAnalysis


class ProposeSlicedPrefixes(Propose):
    """Asks the analysis for the sliced prefixes of the path to a target."""

    slices = True

    def __init__(self, caps: Caps | None = None, analyses: str = "") -> None:
        self.caps = caps or Caps()
        self.analyses = analyses

    def __str__(self) -> str:
        return printed("sliced-prefixes", self.caps, analyses=self.analyses)

    def __call__(self, analysis: RefinableAnalysis, target: ArgNode) -> Iterator[Proposal]:
        return analysis.propose(analysis.path(target), self.caps, self.analyses)


def printed(name: str, caps: Caps, **others: str | int) -> str:
    """An operator's text: its name and, of its caps and other parameters, what is no default ("" and 0 of the others)."""
    sliced = "" if caps.slice is Slice.ASSUME else caps.slice.value
    known = {"count": caps.count, "length": caps.length, "slice": sliced, **others}
    given = ",".join(f"{key}={value}" for key, value in known.items() if value)
    return f"{name}:{given}" if given else name


def parameters(text: str, known: dict[str, str]) -> dict[str, str]:
    """The parameters of an operator's text by their names; ValueError for one that is not ``known`` (what it takes), or given twice."""
    given: dict[str, str] = {}
    for part in text.split(",") if text else ():
        name, _, value = part.partition("=")
        if name not in known:
            raise ValueError(f"unknown parameter {name!r}; known: {', '.join(f'{key}={takes}' for key, takes in known.items())}")
        if name in given:
            raise ValueError(f"{name} is given twice")
        given[name] = value
    return given


def number(name: str, value: str) -> int:
    """The value of a parameter that is a number of at least 1; ValueError for another one."""
    if not value.isascii() or not value.isdigit() or int(value) < 1:
        raise ValueError(f"{name}={value}: give a number of at least 1")
    return int(value)


def slice_of(given: dict[str, str]) -> Slice:
    """What ``slice=`` says, by default ``assume``; ValueError for another value."""
    slices = {kind.value: kind for kind in Slice}
    value = given.get("slice", Slice.ASSUME.value)
    if value not in slices:
        raise ValueError(f"slice={value}: unknown; known: {', '.join(slices)}")
    return slices[value]


CAPS = {"count": "N", "length": "N", "slice": "assume or block"}
"""The parameters that cap prefixes, and what each takes."""


def caps_of(given: dict[str, str], starts: int = 0) -> Caps:
    """The caps that parameters give."""
    return Caps(**{name: number(name, given[name]) for name in ("count", "length") if name in given}, slice=slice_of(given), starts=starts)


def make(parameter: str) -> ProposeSlicedPrefixes:
    """``count=N``, ``length=N`` (else all prefixes), ``slice=assume|block``, ``analyses=in-turn|all|value|predicate``; commas between."""
    given = parameters(parameter, CAPS | {"analyses": "NAME"})
    return ProposeSlicedPrefixes(caps_of(given), parse_analyses(given["analyses"]) if "analyses" in given else "")
