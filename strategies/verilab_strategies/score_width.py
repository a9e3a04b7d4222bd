"""score width: along how much of the path something is tracked (SPIN'15 §3)."""

from __future__ import annotations

from verilab.refinement.operators import Candidate, Context
from verilab.refinement.scores import sided


# WidthOfPrecision(pi, sigma) = 1 + max I - min I   with   I = {i | pi(l_i) is not empty}
def width(candidate: Candidate, context: Context) -> float:
    """In steps; 0 for an increment that says nothing."""
    positions = candidate.positions
    return 1 + positions[-1] - positions[0] if positions else 0


make = sided("width", "narrow", "wide", width)
