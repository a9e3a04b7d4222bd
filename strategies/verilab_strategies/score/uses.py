"""score uses: how the tracked facts use variables: equalities on loop counters bad, inequalities not (SPIN'15 §6, outlook).

An equality on a loop counter unrolls the loop value by value; ``i <= n`` holds in all rounds at once.
"""

from __future__ import annotations

from verilab.program.static_analysis.domain_types import DomainType
from verilab.refinement.operators import Candidate, Context, UseKind
from verilab.refinement.scores import MAXIMUM, sided

_WEIGHT = {DomainType.BOOLEAN: 1, DomainType.EQUALITY: 2}


# The sum over the uses of  MAXIMUM  for an equality with a loop counter,  1, 2, 4  for one with the largest type otherwise,
# 2  for an order,  4  for anything else.
def uses(candidate: Candidate, context: Context) -> float:
    """At most MAXIMUM."""
    types = context.domain_types
    score = 0
    for use in context.uses(candidate):
        match use.kind:
            case UseKind.ORDER:
                score += 2
            case UseKind.OTHER:
                score += 4
            case UseKind.EQUALITY:
                if any(types.is_loop_counter(storage) for storage in use.storages):
                    return MAXIMUM
                score += max((_WEIGHT.get(types.of(storage), 4) for storage in use.storages), default=0)
    return min(score, MAXIMUM)


make = sided("uses", "good", "bad", uses)
