"""An n-bit counter with one if-then-else per bit, side by side: VMCAI'12 Table 1, programs 07 to 10 (4, 8, 16 and 32 bits there).

The carry runs through the bits, so that the way through a round depends on the state of all of them, and 2^n ways are there.  The
assertion is about the highest bit, which ends the loop: as in the paper no invariant is needed (0 splits there), but whoever looks at
the ways one by one looks at many.  ``bit-counter`` asserts the other bits, too.  In the unsafe variant the loop may be left at any time.
"""

from __future__ import annotations

import random

from verilab.families.family import Family, Generated
from verilab.families.text import block, branches, check, function, program


def _build(size: int, safe: bool, generator: random.Random) -> Generated:
    rounds = ["carry = 1;"]
    for bit in (f"b{index}" for index in range(size)):
        rounds += branches(f"{bit} + carry > 1", [f"{bit} = 0;", "carry = 1;"], [f"{bit} = {bit} + carry;", "carry = 0;"])
    if not safe:
        rounds += ["if (__VERIFIER_nondet_int())", "  break;"]
    body = [f"int {', '.join(f'b{index} = 0' for index in range(size))};", "int carry;"]
    body += [*block(f"while (!b{size - 1})", rounds), *check(f"b{size - 1}"), "return 0;"]
    return Generated(program(function("int main(void)", body)), (1,))


FAMILY = Family(
    "flat-counter",
    "a binary counter with an if-then-else per bit, asserted about its highest bit",
    (2, 4, 8, 16),
    _build,
    origin="VMCAI'12 Table 1, programs 07-10",
)
