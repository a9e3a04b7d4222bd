"""score loop-counter-values: loop counters are bad once they have taken more than k values (SPIN'15 §6, outlook).

A loop of a few rounds may be unrolled: its counter is not penalised before the model distinguishes more than k of its values, as in
dynamic precision adjustment (Beyer, Henzinger, Théoduloz, ASE 2008).
"""

from __future__ import annotations

from verilab.data_classes import dataclass
from verilab.program.storages import Variable
from verilab.refinement.operators import Candidate, Context
from verilab.refinement.scores import Score, SidedScore

DEFAULT = 10


@dataclass(frozen=True, slots=True)
class LoopCounterValues:
    """The number of loop counters in the increment that have taken more than ``limit`` values."""

    limit: int

    def __call__(self, candidate: Candidate, context: Context) -> float:
        types = context.domain_types
        counters = (variable for variable in context.variables(candidate) if types.is_loop_counter(variable))
        return sum(isinstance(counter, Variable) and context.values_taken(counter, self.limit) > self.limit for counter in counters)


def make(parameter: str) -> Score:
    """The number k of values that are free, at least 0; 10 by default."""
    text = parameter or str(DEFAULT)
    if not text.isascii() or not text.isdigit():
        raise ValueError(f"{parameter!r} is no number of values; give an integer of at least 0")
    return SidedScore(f"loop-counter-values:{int(text)}", False, LoopCounterValues(int(text)))
