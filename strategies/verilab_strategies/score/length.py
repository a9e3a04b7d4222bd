"""score length: the number of steps of the sliced prefix (FORTE'15 §4, SPIN'15 §3).

Short prefixes exclude many similar paths but track information early; long ones keep it close to the error.
"""

from __future__ import annotations

from verilab.refinement.operators import Candidate, Context
from verilab.refinement.scores import sided


def length(candidate: Candidate, context: Context) -> float:
    """|phi|, no-ops included but for what is cut off; a block that the prefix ends in counts as far as it goes, by its conditions."""
    return candidate.prefix.reach


make = sided("length", "short", "long", length, by_prefix=True)
