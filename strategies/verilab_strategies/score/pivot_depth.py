"""score pivot-depth: how far from the entry tracking starts (SPIN'15 §3)."""

from __future__ import annotations

from verilab.refinement.operators import Candidate, Context
from verilab.refinement.scores import sided


# PivotDepthOfPrecision(pi, sigma) = min {i | pi(l_i) is not empty}
def pivot_depth(candidate: Candidate, context: Context) -> float:
    """In steps; the prefix's length for an increment that says nothing."""
    span = candidate.span
    return candidate.prefix.length if span is None else span[0]


make = sided("pivot-depth", "shallow", "deep", pivot_depth)
