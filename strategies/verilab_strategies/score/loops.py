"""score loops: how often the sliced prefix comes to a loop head (a further heuristic in the sense of SPIN'15 §3).

A prefix that passes few loop heads says little about loops, and its refinement rarely unrolls one.
"""

from __future__ import annotations

from verilab.refinement.operators import Candidate, Context
from verilab.refinement.scores import sided


def loops(candidate: Candidate, context: Context) -> float:
    """Visits of loop heads, repeated ones too."""
    return sum(point.location.is_loop_head for point in candidate.prefix.points[candidate.prefix.cut :])


make = sided("loops", "few", "many", loops)
