"""A hardware register with ``size`` flags, set and cleared by masks: the proof needs the bits of a word.

Setting flag k clears flag k-1, so that no two neighbouring flags are up.  In the unsafe variant one mask clears the wrong flag.
"""

from __future__ import annotations

import random

from verilab.families.family import Family, Generated
from verilab.families.text import block, function, program


def _build(size: int, safe: bool, generator: random.Random) -> Generated:
    faulty = None if safe else generator.randrange(1, size)
    loop = ["int event = __VERIFIER_nondet_int();"]
    for flag in range(size):
        neighbours = 0
        if flag > 0 and flag != faulty:
            neighbours |= 1 << (flag - 1)
        if flag + 1 < size:
            neighbours |= 1 << (flag + 1)
        body = [f"flags = flags & ~{neighbours:#x}u;", f"flags = flags | {1 << flag:#x}u;"]
        loop += block(f"if (event == {flag})", body)
    loop += [f"if (event == {size})", "  flags = flags ^ (flags & 1u);", "if ((flags & (flags << 1)) != 0)", "  reach_error();"]
    body = ["unsigned int flags = 0;", *block("while (1)", loop), "return 0;"]
    inputs = () if faulty is None else (faulty - 1, faulty)
    return Generated(program(function("int main(void)", body)), inputs)


FAMILY = Family(
    "flag-register",
    "neighbouring flags of a register exclude each other by masks",
    (2, 3, 5, 8),
    _build,
)
