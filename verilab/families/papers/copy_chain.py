"""An assertion at the loop head, changed in a branch: the example of Spiessl 2017, with a chain of copies.

``do { assert i == 0; if (*) i = 1; } while (true);`` is the unsafe program of size 1.  For larger sizes i is copied from a next variable,
that one from the next, and only the last one may become 1: the shortest error path has ``size`` rounds.  The safe variant assigns 0.
"""

from __future__ import annotations

import random

from verilab.families.family import Family, Generated
from verilab.families.text import function, indented, program


def _build(size: int, safe: bool, generator: random.Random) -> Generated:
    names = [f"i{index}" for index in range(1, size + 1)]
    rounds = [f"if ({names[0]} != 0)", "  reach_error();"]
    for name, value in zip(names, [*names[1:], "0" if safe else "1"], strict=True):
        rounds += ["if (__VERIFIER_nondet_int())", f"  {name} = {value};"]
    body = [f"int {', '.join(f'{name} = 0' for name in names)};", "do {", *indented(rounds), "} while (1);", "return 0;"]
    return Generated(program(function("int main(void)", body)), (1,) * (size * size))


FAMILY = Family(
    "copy-chain",
    "a constant travels along a chain of copies to the asserted variable",
    (1, 2, 3, 5),
    _build,
    origin="Spiessl 2017, example program",
)
