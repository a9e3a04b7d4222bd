"""A ring buffer in an array of ``size`` cells: the environment puts and takes, the positions stay inside, nothing is lost.

The assertions: the position of the next put is inside the array, and the fill count fits the distance of the two positions.  In the
unsafe variant the put position wraps around one cell too late.
"""

from __future__ import annotations

import random

from verilab.families.family import Family, Generated
from verilab.families.text import CHOOSE, program


def _build(size: int, safe: bool, generator: random.Random) -> Generated:
    main = f"""
static int cells[{size}];
static int put_at = 0, take_at = 0, count = 0;

static void put(int value) {{
  if (count == {size})
    return;
  if (put_at < 0 || put_at >= {size})
    reach_error();
  cells[put_at] = value;
  put_at = put_at + 1;
  if (put_at {"==" if safe else ">"} {size})
    put_at = 0;
  count = count + 1;
}}

static int take(void) {{
  int value;
  if (count == 0)
    return 0;
  value = cells[take_at];
  take_at = take_at + 1;
  if (take_at == {size})
    take_at = 0;
  count = count - 1;
  return value;
}}

int main(void) {{
  while (1) {{
    if (choose())
      put(__VERIFIER_nondet_int());
    else
      take();
    if (count == 0 && put_at != take_at)
      reach_error();
  }}
  return 0;
}}"""
    # Put and take alternate until the put position has left the array: with size 1 the count alone shows it.
    inputs = (1, 7, 0) * size
    return Generated(program(CHOOSE, main), inputs)


FAMILY = Family("ring-buffer", "a ring buffer in an array", (1, 2, 4, 8), _build)
