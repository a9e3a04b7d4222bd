"""score assumes: how many assumes the sliced prefix keeps (a further heuristic in the sense of SPIN'15 §3)."""

from __future__ import annotations

from verilab.program.operations import Assume
from verilab.refinement.operators import Candidate, Context
from verilab.refinement.scores import sided


def assumes(candidate: Candidate, context: Context) -> float:
    """Omitted ones and steps that are blocks do not count."""
    return sum(isinstance(edge.operation, Assume) for edge in candidate.prefix.kept)


make = sided("assumes", "few", "many", assumes, by_prefix=True)
