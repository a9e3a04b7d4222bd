"""An n-bit counter with one branching per bit in a single loop, as ``flat-counter``, of which all bits are asserted.

A carry runs through the bits.  The loop ends when the highest bit is set for the first time: then all others have just become 0.  In
the unsafe variant one bit keeps its value when the carry passes.
"""

from __future__ import annotations

import random

from verilab.families.family import Family, Generated
from verilab.families.text import block, check, function, indented, program


def _build(size: int, safe: bool, generator: random.Random) -> Generated:
    stuck = None if safe else generator.randrange(size - 1)
    body = [f"int {', '.join(f'b{index} = 0' for index in range(size))};", "int carry;"]
    rounds = ["carry = 1;"]
    for index in range(size):
        set_bit = [f"b{index} = 1;", "carry = 0;"]
        branching = [f"if (b{index}) {{", f"  b{index} = {1 if index == stuck else 0};", "} else {", *indented(set_bit), "}"]
        rounds += block("if (carry)", branching)
    body += block(f"while (!b{size - 1})", rounds)
    body += [*check(" && ".join(f"b{index} == 0" for index in range(size - 1))), "return 0;"]
    return Generated(program(function("int main(void)", body)), ())


FAMILY = Family(
    "bit-counter",
    "a binary counter with a carry through all bits",
    (2, 4, 8, 16),
    _build,
    origin="after VMCAI'12 Table 1, programs 07-10",
)
