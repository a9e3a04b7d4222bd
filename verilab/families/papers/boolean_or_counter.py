"""Track the Boolean, not the loop counter: the example of FORTE'15 Fig. 1 and SPIN'15 Fig. 1.

The error path is infeasible for two reasons: the value of ``b`` and the value of ``i``.  A refinement by ``b`` proves the program at
once, one by ``i`` unrolls the loop, which has ``size`` rounds (1000 in the papers).  The unsafe variant tests ``b`` the wrong way round.
"""

from __future__ import annotations

import random

from verilab.families.family import Family, Generated
from verilab.families.text import CHOOSE, program


def _build(size: int, safe: bool, generator: random.Random) -> Generated:
    main = f"""
static int f(int x) {{ return x; }}

int main(void) {{
  int b = choose();
  int i = 0;
  if (b) {{
    while (i < {size}) {{
      f(i++);
    }}
  }}
  if (i != 0) {{
    if ({"!b" if safe else "b"}) {{
      reach_error();
    }}
  }}
  return 0;
}}"""
    return Generated(program(CHOOSE, main), (1,))


FAMILY = Family(
    "boolean-or-counter",
    "a Boolean and a loop counter both refute the error path, only the Boolean does so cheaply",
    (1, 10, 50, 1000),
    _build,
    origin="FORTE'15 Fig. 1, SPIN'15 Fig. 1",
)
