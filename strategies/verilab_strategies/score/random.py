"""score random: a number that has nothing to do with the candidate (SPIN'15 §5, for comparison).

It depends on the seed, the number of the refinement and the candidate's place among the sliced prefixes, on nothing else: the same
run makes the same choices.
"""

from __future__ import annotations

import random

from verilab.data_classes import dataclass
from verilab.refinement.operators import Candidate, Context
from verilab.refinement.scores import Score, SidedScore


@dataclass(frozen=True, slots=True)
class RandomScore:
    """Uniform in [0, 1)."""

    seed: int

    def __call__(self, candidate: Candidate, context: Context) -> float:
        prefix = candidate.prefix
        key: tuple[object, ...] = (
            self.seed,
            context.number,
            candidate.analysis,
            candidate.target.id,
            prefix.length,
            sorted(prefix.no_ops),
        )
        if prefix.conditions:
            key += (prefix.conditions,)
        return random.Random(repr(key)).random()


def make(parameter: str) -> Score:
    """The seed, an integer; 0 by default."""
    try:
        seed = int(parameter or "0")
    except ValueError:
        raise ValueError(f"{parameter!r} is no seed; give an integer") from None
    return SidedScore(f"random:{seed}", False, RandomScore(seed), by_prefix=True)
