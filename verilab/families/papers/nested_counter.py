"""An n-bit counter with nested branchings; the assertion is about the highest bit only: VMCAI'12 Table 1, program 01 (4 bits there).

The loop ends at the highest bit, which the assertion repeats: no invariant is needed.  In the unsafe variant the loop may also be left
at any time.
"""

from __future__ import annotations

import random

from verilab.families.family import Family, Generated
from verilab.families.text import block, check, function, indented, program


def _build(size: int, safe: bool, generator: random.Random) -> Generated:
    increment: list[str] = [f"b{size - 1} = 1;"]
    for index in range(size - 2, -1, -1):
        increment = [f"if (b{index}) {{", *indented([f"b{index} = 0;", *increment]), "} else {", f"  b{index} = 1;", "}"]
    if not safe:
        increment += ["if (__VERIFIER_nondet_int())", "  break;"]
    body = [f"int {', '.join(f'b{index} = 0' for index in range(size))};"]
    body += block(f"while (!b{size - 1})", increment)
    body += [*check(f"b{size - 1}"), "return 0;"]
    return Generated(program(function("int main(void)", body)), (1,))


FAMILY = Family(
    "nested-counter",
    "a binary counter with nested branchings, asserted about its highest bit",
    (2, 4, 8),
    _build,
    origin="VMCAI'12 Table 1, program 01",
)
