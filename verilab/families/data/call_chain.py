"""Parameters and results through a chain of ``size`` functions, each called from two places.

Every function adds one to what it gets from the next.  In the unsafe variant one of them adds two.
"""

from __future__ import annotations

import random

from verilab.families.family import Family, Generated
from verilab.families.text import CHOOSE, check, function, program


def _build(size: int, safe: bool, generator: random.Random) -> Generated:
    faulty = None if safe else generator.randrange(1, size + 1)
    links = [function("static int link0(int x)", ["return x;"])]
    for index in range(1, size + 1):
        body = ["int y;", "if (x)", f"  y = link{index - 1}(1);", "else", f"  y = link{index - 1}(0);"]
        links.append(function(f"static int link{index}(int x)", [*body, f"return y + {2 if index == faulty else 1};"]))
    body = ["int x = choose();", *check(f"link{size}(x) == x + {size}"), "return 0;"]
    return Generated(program(CHOOSE, *links, function("int main(void)", body)), (0,))


FAMILY = Family("call-chain", "a chain of functions, each called from two places", (1, 2, 4, 8), _build)
