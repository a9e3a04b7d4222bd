"""The sum stays, over integers that do not wrap: VMCAI'12 Fig. 1 (Table 1, program 06), over ``size`` variables instead of three.

As ``summing-loop``, whose variables wrap around as C's do.  The paper's are Boogie's mathematical integers; here a round in which a
variable has left [-1000, 1000] ends the program, so that no sum overflows and n = v0 + v1 + ... is an invariant as it stands.
It is implied by every proof: from states where it fails, rounds that only take from v0, or only give to it, lead to the error.
The unsafe variant decrements once by two.
"""

from __future__ import annotations

import random

from verilab.families.family import Family, Generated, Proof
from verilab.families.text import block, check, function, leave_outside, program


def _build(size: int, safe: bool, generator: random.Random) -> Generated:
    names = [f"v{index}" for index in range(size)]
    body = [f"int n = __VERIFIER_nondet_int(), {', '.join(f'{name} = 0' for name in names[1:])};", "int v0 = n;"]
    rounds = leave_outside(names)
    for index, name in enumerate(names):
        after = names[(index + 1) % size]
        step = 2 if index == 0 and not safe else 1
        rounds += block("if (__VERIFIER_nondet_int())", [f"{name} = {name} + 1;", f"{after} = {after} - {step};"])
    body += block("while (v0 != 0)", rounds)
    body += [*check(f"n == {' + '.join(names[1:])}"), "return 0;"]
    # n = 1; v0 = 2 and v1 = -2 by the faulty branch, then twice the last branch, which takes from v0 what it adds elsewhere.
    last_only = [0] * (size - 1) + [1]
    return Generated(program(function("int main(void)", body)), (1, *[1, *last_only[1:]], *last_only))


FAMILY = Family(
    "bounded-sum",
    "variables exchange units in a loop, their sum is invariant; none of them overflows",
    (2, 3, 4, 6),
    _build,
    proofs=frozenset({Proof.PREDICATE}),
    origin="VMCAI'12 Fig. 1 and Table 1, program 06",
)
