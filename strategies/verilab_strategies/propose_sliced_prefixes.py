"""propose=sliced-prefixes: a candidate for each infeasible sliced prefix of the error path (FORTE'15 Alg. 3 and 4).

Parameters cap what is proposed: ``count=N`` keeps the N shortest prefixes, ``length=N`` those of at most N steps; the shortest one is
always proposed.
"""

from __future__ import annotations

from collections.abc import Sequence

from verilab.analysis.arg import ArgNode
from verilab.refinement.operators import Caps, Proposal, RefinableAnalysis


class ProposeSlicedPrefixes:
    """Asks the analysis for the sliced prefixes of the path to a target."""

    slices = True

    def __init__(self, caps: Caps | None = None) -> None:
        self.caps = caps or Caps()

    def __str__(self) -> str:
        given = [f"{name}={value}" for name, value in (("count", self.caps.count), ("length", self.caps.length)) if value is not None]
        return ":".join(["sliced-prefixes", *([",".join(given)] if given else [])])

    def __call__(self, analysis: RefinableAnalysis, target: ArgNode) -> Sequence[Proposal]:
        return analysis.propose_prefixes(target, self.caps)


def make(parameter: str) -> ProposeSlicedPrefixes:
    """``count=N``, ``length=N`` or both, separated by a comma; without them all prefixes."""
    caps: dict[str, int] = {}
    for part in parameter.split(",") if parameter else ():
        name, _, value = part.partition("=")
        if name not in ("count", "length"):
            raise ValueError(f"unknown parameter {name!r}; known: count=N, length=N")
        if name in caps:
            raise ValueError(f"{name} is given twice")
        if not value.isascii() or not value.isdigit() or int(value) < 1:
            raise ValueError(f"{name}={value}: give a number of at least 1")
        caps[name] = int(value)
    return ProposeSlicedPrefixes(Caps(**caps))
