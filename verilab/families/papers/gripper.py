"""The planning problem gripper as an event handler: VMCAI'12 Table 1, programs 04 (safe) and 05 (with a fault).

A robot with two grippers carries ``size`` balls between two rooms; in each round the environment chooses one action.  No gripper ever
holds two balls.  In the unsafe variant one pick does not check that its gripper is empty.
"""

from __future__ import annotations

import random

from verilab.families.family import Family, Generated
from verilab.families.text import block, check, function, program

_GRIPPERS = (("left", 2), ("right", 3))  # name, and the place of a ball that it holds; rooms are the places 0 and 1


def _build(size: int, safe: bool, generator: random.Random) -> Generated:
    faulty = None if safe else generator.randrange(2, size + 1)
    body = [f"int room = 0, left = 0, right = 0, {', '.join(f'ball{ball} = 0' for ball in range(1, size + 1))};", "int action;"]
    rounds = ["action = __VERIFIER_nondet_int();", *block("if (action == 0)", ["room = 1 - room;"])]
    number = 1
    trigger = 0
    for gripper, place in _GRIPPERS:
        for ball in range(1, size + 1):
            careless = ball == faulty and gripper == "left"
            trigger = number if careless else trigger
            empty = "" if careless else f" && {gripper} == 0"
            pick = f"if (action == {number} && ball{ball} == room{empty})"
            drop = f"if (action == {number + 1} && {gripper} == {ball})"
            rounds += block(pick, [f"ball{ball} = {place};", f"{gripper} = {ball};"])
            rounds += block(drop, [f"ball{ball} = room;", f"{gripper} = 0;"])
            number += 2
    for gripper, place in _GRIPPERS:
        for ball in range(1, size + 1):
            rounds += check(f"ball{ball} != {place} || {gripper} == {ball}")
    body += [*block("while (1)", rounds), "return 0;"]
    return Generated(program(function("int main(void)", body)), (1, trigger))


FAMILY = Family(
    "gripper",
    "a robot with two grippers carries balls between two rooms",
    (2, 3, 4),
    _build,
    origin="VMCAI'12 Table 1, programs 04 and 05",
)
