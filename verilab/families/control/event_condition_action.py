"""An event-condition-action system, in the style of the RERS challenge: random rules over a few state variables.

A rule fires for one event in one state and moves to another state.  The set of reachable states is computed here by breadth-first
search: the error rule gets a state that is not reachable (safe) or the one that is farthest from the start (unsafe, with the shortest
sequence of events that leads there).
"""

from __future__ import annotations

import random
from collections import deque

from verilab.families.family import Family, Generated
from verilab.families.text import function, indented, program

EVENTS = 3
PHASES = 3

State = tuple[int, int]  # mode (0 .. size), phase (0 .. PHASES - 1); the mode ``size`` is entered by no rule


def _build(size: int, safe: bool, generator: random.Random) -> Generated:
    rules: dict[tuple[State, int], State] = {}
    for mode in range(size):
        for phase in range(PHASES):
            for event in range(1, EVENTS + 1):
                if generator.random() < 0.6:
                    rules[(mode, phase), event] = (generator.randrange(size), generator.randrange(PHASES))
    paths = _shortest_paths(rules)
    last = max(paths, key=lambda state: (len(paths[state]), state))
    unreachable = next((state for state in _states(size) if state not in paths), (size, 0))
    target = unreachable if safe else last
    step = [f"if (mode == {target[0]} && phase == {target[1]} && event == {EVENTS + 1})", "  reach_error();"]
    for number, (((mode, phase), event), (next_mode, next_phase)) in enumerate(rules.items()):
        head = "if" if number == 0 else "} else if"
        step += [f"{head} (event == {event} && mode == {mode} && phase == {phase}) {{"]
        step += indented([f"mode = {next_mode};", f"phase = {next_phase};"])
    step += ["}"] if rules else []
    loop = ["while (1) {", "  int event = __VERIFIER_nondet_int();", f"  if (event < 1 || event > {EVENTS + 1})", "    return 0;"]
    parts = ["static int mode = 0;\nstatic int phase = 0;", function("static void step(int event)", step)]
    return Generated(program(*parts, function("int main(void)", [*loop, "  step(event);", "}"])), (*paths[last], EVENTS + 1))


def _states(size: int) -> list[State]:
    return [(mode, phase) for mode in range(size) for phase in range(PHASES)]


def _shortest_paths(rules: dict[tuple[State, int], State]) -> dict[State, tuple[int, ...]]:
    paths: dict[State, tuple[int, ...]] = {(0, 0): ()}
    pending = deque(paths)
    while pending:
        state = pending.popleft()
        for event in range(1, EVENTS + 1):
            following = rules.get((state, event))
            if following is not None and following not in paths:
                paths[following] = (*paths[state], event)
                pending.append(following)
    return paths


FAMILY = Family(
    "event-condition-action",
    "random rules over state variables; which states are reachable is computed by search",
    (2, 5, 10, 20),
    _build,
)
