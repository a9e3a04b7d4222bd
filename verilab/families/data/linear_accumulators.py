"""Loop invariants: ``size`` accumulators that grow by 1, 2, 3, ... in each round of a loop of unknown length.

The proof is that the j-th accumulator is j times the number of rounds: a linear relation for each.  The length is at most 100, so that
nothing overflows.  In the unsafe variant one accumulator gains one in the fourth round.
"""

from __future__ import annotations

import random

from verilab.families.family import Family, Generated, Proof
from verilab.families.text import block, check, function, program


def _build(size: int, safe: bool, generator: random.Random) -> Generated:
    faulty = None if safe else generator.randrange(1, size + 1)
    numbers = range(1, size + 1)
    body = ["int n = __VERIFIER_nondet_int();", f"int i = 0, {', '.join(f'sum{j} = 0' for j in numbers)};"]
    body += ["if (n < 0 || n > 100)", "  return 0;"]
    rounds = ["i = i + 1;", *(f"sum{j} = sum{j} + {j};" for j in numbers)]
    if faulty:
        rounds += block("if (i == 4)", [f"sum{faulty} = sum{faulty} + 1;"])
    body += block("while (i < n)", rounds)
    for j in numbers:
        body += check(f"sum{j} == {j} * n")
    return Generated(program(function("int main(void)", [*body, "return 0;"])), (4,))


FAMILY = Family(
    "linear-accumulators",
    "accumulators that keep a linear relation to the loop counter",
    (1, 2, 3, 5),
    _build,
    proofs=frozenset({Proof.PREDICATE}),
)
