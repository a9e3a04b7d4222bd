"""The sum stays: VMCAI'12 Fig. 1, over ``size`` variables instead of three.

Each of the non-deterministic branches increments one variable and decrements the next one, so that the sum of all keeps its first
value n; when the loop ends with the first variable 0, the others sum up to n.  The proof is the relation sum = n (also modulo 2^32).
The unsafe variant decrements once by two.
"""

from __future__ import annotations

import random

from verilab.families.family import Family, Generated, Proof
from verilab.families.text import block, check, function, program


def _build(size: int, safe: bool, generator: random.Random) -> Generated:
    names = [f"v{index}" for index in range(size)]
    body = [f"int n = __VERIFIER_nondet_int(), {', '.join(f'{name} = 0' for name in names[1:])};", "int v0 = n;"]
    branches: list[str] = []
    for index, name in enumerate(names):
        after = names[(index + 1) % size]
        step = 2 if index == 0 and not safe else 1
        branches += block("if (__VERIFIER_nondet_int())", [f"{name} = {name} + 1;", f"{after} = {after} - {step};"])
    body += block("while (v0 != 0)", branches)
    body += [*check(f"n == {' + '.join(names[1:])}"), "return 0;"]
    # n = 1; v0 = 2 and v1 = -2 by the faulty branch, then twice the last branch, which takes from v0 what it adds elsewhere.
    last_only = [0] * (size - 1) + [1]
    inputs = (1, *[1, *last_only[1:]], *last_only)
    return Generated(program(function("int main(void)", body)), inputs)


FAMILY = Family(
    "summing-loop",
    "variables exchange units in a loop, their sum is invariant",
    (2, 3, 4, 6),
    _build,
    proofs=frozenset({Proof.PREDICATE}),
    origin="VMCAI'12 Fig. 1",
)
