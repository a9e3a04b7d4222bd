"""A loop that runs as often as the environment wants, and an error behind it: in the manner of Lukasczyk 2018, Listing 2.1.

The label ERROR is reached if the loop ran exactly ``size`` times.  There are only unsafe programs: the counter takes every value.
"""

from __future__ import annotations

import random

from verilab.families.family import Family, Generated
from verilab.families.text import program


def _build(size: int, safe: bool, generator: random.Random) -> Generated:
    main = f"""
int main(void) {{
  int rounds = 0;
  while (__VERIFIER_nondet_int()) {{
    rounds = rounds + 1;
    if (rounds > {size})
      return 0;
  }}
  if (rounds == {size})
    goto ERROR;
  return 0;
ERROR:
  reach_error();
  return 1;
}}"""
    return Generated(program(main), (*[1] * size, 0))


FAMILY = Family(
    "counted-loop",
    "an error that is reached after an exact number of rounds",
    (1, 3, 10, 50),
    _build,
    proofs=frozenset(),
    verdicts=(False,),
    origin="after Lukasczyk 2018, Listing 2.1",
)
