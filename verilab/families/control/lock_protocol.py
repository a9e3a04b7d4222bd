"""Locks that must be taken and released in turn: ``size`` of them, each wanted or not in each round of a loop.

Taking a held lock and releasing a free one are errors.  In the unsafe variant one lock is released only if the next one was not wanted.
The domain needs every lock with its request; a verifier that tracks all of them together sees 2^size combinations.
"""

from __future__ import annotations

import random

from verilab.families.family import Family, Generated
from verilab.families.text import CHOOSE, block, function, program

_OPERATIONS = """static void acquire(int *lock) {
  if (*lock)
    reach_error();
  *lock = 1;
}

static void release(int *lock) {
  if (!*lock)
    reach_error();
  *lock = 0;
}
"""


def _build(size: int, safe: bool, generator: random.Random) -> Generated:
    leaky = None if safe else generator.randrange(size)
    numbers = range(size)
    rounds = [f"int want{index} = choose();" for index in numbers]
    for index in numbers:
        rounds += block(f"if (want{index})", [f"acquire(&lock{index});"])
    for index in reversed(numbers):
        condition = f"want{index} && !want{(index + 1) % size}" if index == leaky else f"want{index}"
        rounds += block(f"if ({condition})", [f"release(&lock{index});"])
    body = [*block("while (choose())", rounds), "return 0;"]
    locks = "\n".join(f"static int lock{index} = 0;" for index in numbers)
    # Round 1 leaks the lock, round 2 takes it again.
    first = [1] + [int(index in (leaky, ((leaky or 0) + 1) % size)) for index in numbers]
    return Generated(program(CHOOSE, locks, _OPERATIONS, function("int main(void)", body)), (*first, *first))


FAMILY = Family(
    "lock-protocol",
    "locks that are taken and released in turn, each on demand",
    (2, 3, 5, 8),
    _build,
)
