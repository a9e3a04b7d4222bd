"""Units are exchanged in ``size`` loops, one behind the other: VMCAI'12 Table 1, program 03 (two loops there).

The paper says of it that its branching is complex and its invariant not obvious, as of Fig. 1, and of §1's "multiple outer loops" that
large blocks do not merge them.  Here every round of loop i moves one unit from v0 to v_i, or one from v1 back to v0; all loops but the
last one run as long as the environment wants, the last one until v0 is 0.  The proof needs n = v0 + v1 + ... at each loop.  As in
``bounded-sum``, a round in which a variable has left [-1000, 1000] ends the program.  In the unsafe variant one move doubles the unit.
"""

from __future__ import annotations

import random

from verilab.families.family import Family, Generated, Proof
from verilab.families.text import block, branches, check, function, leave_outside, program


def _build(size: int, safe: bool, generator: random.Random) -> Generated:
    faulty = None if safe else generator.randrange(1, size + 1)
    names = [f"v{index}" for index in range(size + 1)]
    body = [f"int n = __VERIFIER_nondet_int(), {', '.join(f'{name} = 0' for name in names[1:])};", "int v0 = n;"]
    for index, name in enumerate(names[1:], start=1):
        forth = ["v0 = v0 - 1;", f"{name} = {name} + {2 if index == faulty else 1};"]
        exchange = branches("__VERIFIER_nondet_int()", forth, ["v1 = v1 - 1;", "v0 = v0 + 1;"])
        body += block("while (v0 != 0)" if index == size else "while (__VERIFIER_nondet_int())", [*leave_outside(names), *exchange])
    body += [*check(f"n == {' + '.join(names[1:])}"), "return 0;"]
    # n = 1, which the faulty move makes two of; the other loops are passed by.
    if faulty is None or faulty == size:
        return Generated(program(function("int main(void)", body)), (1, *[0] * (size - 1), 1))
    return Generated(program(function("int main(void)", body)), (1, *[0] * (faulty - 1), 1, 1, *[0] * (size - faulty)))


FAMILY = Family(
    "exchange-loops",
    "units are exchanged in several loops, the sum of the variables is invariant",
    (1, 2, 3),
    _build,
    proofs=frozenset({Proof.PREDICATE}),
    origin="after VMCAI'12 Table 1, program 03",
)
