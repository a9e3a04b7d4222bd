"""score assignments: how many operations of the sliced prefix assign (a further heuristic in the sense of SPIN'15 §3)."""

from __future__ import annotations

from verilab.program.operations import Assign, Havoc, Store
from verilab.refinement.operators import Candidate, Context
from verilab.refinement.scores import sided


def assignments(candidate: Candidate, context: Context) -> float:
    """Assignments, stores and havocs; steps that are blocks do not count."""
    return sum(isinstance(edge.operation, Assign | Store | Havoc) for edge in candidate.prefix.kept)


make = sided("assignments", "few", "many", assignments, by_prefix=True)
