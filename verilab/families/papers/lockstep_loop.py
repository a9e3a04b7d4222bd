"""Counters in lockstep: VMCAI'12 Table 1, program 02, a single loop without nested branching, over ``size`` counters.

All counters step together until the first one reaches a bound; first and last are equal then.  The proof is the equation of the two.  The
counters stay below the bound, so that none overflows.  In the unsafe variant the last one steps by two.
"""

from __future__ import annotations

import random

from verilab.families.family import Family, Generated, Proof
from verilab.families.text import block, check, function, program


def _build(size: int, safe: bool, generator: random.Random) -> Generated:
    names = [f"c{index}" for index in range(size)]
    steps = [f"{name} = {name} + 1;" for name in names]
    if not safe:
        steps[-1] = f"{names[-1]} = {names[-1]} + 2;"
    body = ["int n = __VERIFIER_nondet_int();", f"int {', '.join(f'{name} = 0' for name in names)};"]
    body += [*block("while (c0 < n)", steps), *check(f"c0 == {names[-1]}"), "return 0;"]
    return Generated(program(function("int main(void)", body)), (1,))


FAMILY = Family(
    "lockstep-loop",
    "counters that step together in a loop without branchings",
    (2, 3, 4, 8),
    _build,
    proofs=frozenset({Proof.PREDICATE}),
    origin="VMCAI'12 Table 1, program 02",
)
