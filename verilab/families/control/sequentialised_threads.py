"""Threads made sequential: ``size`` threads with explicit program counters under a scheduler that the environment drives.

A thread enters its critical section when it has the turn and hands the turn on when it leaves.  At most one thread is inside.  In the
unsafe variant one thread does not wait for its turn.
"""

from __future__ import annotations

import random

from verilab.families.family import Family, Generated
from verilab.families.text import function, indented, program


def _thread(index: int, size: int, waits: bool) -> str:
    entry = ["pc{0} = 1;", "inside = inside + 1;", "if (inside > 1)", "  reach_error();"]
    guarded = [f"if (turn == {index}) {{", *indented(entry), "}"] if waits else entry
    body = ["switch (pc{0}) {", "case 0:", *indented(guarded), "  break;", "case 1:"]
    body += indented(["inside = inside - 1;", "pc{0} = 2;", "break;"])
    body += ["default:", *indented([f"turn = {(index + 1) % size};", "pc{0} = 0;"]), "}"]
    return function(f"static void run{index}(void)", [line.replace("{0}", str(index)) for line in body])


def _build(size: int, safe: bool, generator: random.Random) -> Generated:
    rash = None if safe else generator.randrange(1, size)
    state = f"static int turn = 0, inside = 0;\nstatic int {', '.join(f'pc{index} = 0' for index in range(size))};"
    threads = [_thread(index, size, index != rash) for index in range(size)]
    schedule = [f"case {index}:\n    run{index}();\n    break;" for index in range(size)]
    loop = ["switch (__VERIFIER_nondet_int()) {", *schedule, "default:\n    return 0;", "}"]
    body = ["while (1) {", *[line.replace("\n", "\n  ") for line in indented(loop)], "}"]
    return Generated(program(state, *threads, function("int main(void)", body)), (0, rash or 0))


FAMILY = Family(
    "sequentialised-threads",
    "threads with explicit program counters that take turns in a critical section",
    (2, 3, 4, 6),
    _build,
)
