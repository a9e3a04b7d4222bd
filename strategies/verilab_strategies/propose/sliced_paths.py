"""propose=sliced-paths: sliced prefixes, and for each the sliced paths that begin later than the error path (SPIN'15 §2).

A sliced path omits steps from the beginning or from the end and replaces assumes by no-ops; sliced prefixes are those that are cut at their
end alone.  Here each sliced prefix is cut in front, too, as far as it stays infeasible: at the latest start; where an assume stands there,
it is replaced by a no-op in turn, and the latest start of what is left gives the next one.  Interpolants of a sliced path, true before its
start, are those of the error path (SPIN'15 §2).

``starts=N`` is how many sliced paths a prefix gives at most besides itself; the other parameters are those of ``sliced-prefixes``.
"""

from __future__ import annotations

from verilab.analysis.combination import parse_analyses
from verilab.refinement.operators import Caps
from verilab_strategies.propose.sliced_prefixes import CAPS, ProposeSlicedPrefixes, caps_of, number, parameters, printed

STARTS = 2


class ProposeSlicedPaths(ProposeSlicedPrefixes):
    """Asks the analysis for the sliced paths of the path to a target, ``caps.starts`` for each prefix."""

    def __init__(self, caps: Caps | None = None, analyses: str = "") -> None:
        """ValueError for caps with which there are none but prefixes."""
        super().__init__(caps or Caps(starts=STARTS), analyses)
        if self.caps.starts < 1:
            raise ValueError(f"starts={self.caps.starts}: give a number of at least 1, or propose=sliced-prefixes")

    def __str__(self) -> str:
        starts = 0 if self.caps.starts == STARTS else self.caps.starts
        return printed("sliced-paths", self.caps, starts=starts, analyses=self.analyses)


def make(parameter: str) -> ProposeSlicedPaths:
    """``starts=N`` (2 by default), and those of ``sliced-prefixes``: ``count=N``, ``length=N``, ``slice=``, ``analyses=``."""
    given = parameters(parameter, CAPS | {"starts": "N", "analyses": "NAME"})
    starts = number("starts", given["starts"]) if "starts" in given else STARTS
    return ProposeSlicedPaths(caps_of(given, starts), parse_analyses(given["analyses"]) if "analyses" in given else "")
