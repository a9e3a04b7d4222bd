"""score width: along how much of the path something is tracked (SPIN'15 §3)."""

from __future__ import annotations

from verilab.refinement.operators import Candidate, Context
from verilab.refinement.scores import sided


# WidthOfPrecision(pi, sigma) = 1 + max I - min I   with   I = {i | pi(l_i) is not empty}
def width(candidate: Candidate, context: Context) -> float:
    """In steps; 0 for an increment that says nothing."""
    span = candidate.span
    return 0 if span is None else 1 + span[1] - span[0]


make = sided("width", "narrow", "wide", width)
