"""What interpolation of a contradicting path gives in the value domain, and which procedure gives it for a whole path.

``first_contradiction``: against the shortest prefix that contradicts itself, which also serves sliced prefixes.
``suffix_interpolation``: FORTE'15 Alg. 2 to the letter, against all that follows on the path.
"""

from __future__ import annotations

from enum import Enum

from verilab.analysis.runs import Runs
from verilab.analysis.value.strongest_post.post import Assignment
from verilab.data_classes import dataclass


class ValueInterpolation(Enum):
    """The procedures, by the modules that have them."""

    FIRST_CONTRADICTION = "first-contradiction"
    SUFFIX = "suffix"


@dataclass(frozen=True, slots=True)
class Interpolation:
    """``assignments[i]`` is Gamma_{i+1}, the interpolant after operation i (0-based), for all operations but the last.

    ``length`` is the number n of operations of the contradicting prefix; ``assignments`` has n - 1 entries.
    """

    length: int
    assignments: Runs[Assignment]
