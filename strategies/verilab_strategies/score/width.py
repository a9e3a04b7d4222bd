"""score width: along how much of the path something is tracked (SPIN'15 §3).

``points`` is the paper's formula: a point of the program where something is to be tracked counts wherever the path meets it.  ``positions``
is what the paper's implementation computes: how many positions of the path have an interpolant of their own that is not trivial.
"""

from __future__ import annotations

from verilab.refinement.operators import Candidate, Context
from verilab.refinement.scores import VariedFactory


# WidthOfPrecision(pi, sigma) = 1 + max I - min I   with   I = {i | pi(l_i) is not empty}
def width(candidate: Candidate, context: Context) -> float:
    """In steps; 0 for an increment that says nothing."""
    span = candidate.span
    return 0 if span is None else 1 + span[1] - span[0]


def width_of_positions(candidate: Candidate, context: Context) -> float:
    """The positions with an interpolant of their own."""
    return len(context.positions(candidate))


make = VariedFactory("width", "narrow", "wide", points=width, positions=width_of_positions)
