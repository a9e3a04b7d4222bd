"""score pivot-depth: how far from the entry tracking starts (SPIN'15 §3).

``points``: at the first position whose point of the program is one where something is to be tracked (the paper's formula).  ``positions``:
at the first one whose own interpolant is not trivial (the paper's implementation); on a loop the other may lie rounds before it.
"""

from __future__ import annotations

from verilab.refinement.operators import Candidate, Context
from verilab.refinement.scores import VariedFactory


# PivotDepthOfPrecision(pi, sigma) = min {i | pi(l_i) is not empty}
def pivot_depth(candidate: Candidate, context: Context) -> float:
    """In steps; the prefix's length for an increment that says nothing."""
    span = candidate.span
    return candidate.prefix.length if span is None else span[0]


def depth_of_positions(candidate: Candidate, context: Context) -> float:
    """In steps; the prefix's length where every interpolant is trivial."""
    return next(iter(context.positions(candidate)), candidate.prefix.length)


make = VariedFactory("pivot-depth", "shallow", "deep", points=pivot_depth, positions=depth_of_positions)
