"""The time of a run by the operators of its CPA (thesis, Fig. 4.2)."""

from __future__ import annotations

import time
from collections.abc import Iterator

from tests.program import lowered_programs
from tests.refinement.benches import Bench
from verilab.analysis.timers import Timers
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Safe

ROUNDS = "int main(void) { int k = 0, x = 1; while (k < 3) { if (x == 2) { reach_error(); } k++; } return 0; }"


def test_the_time_of_successors_is_theirs_and_not_that_of_who_takes_them() -> None:
    timers = Timers()

    def successors(point: object, state: object) -> Iterator[tuple[str, str, str]]:
        for _ in range(3):
            time.sleep(0.02)
            yield ("point", "state", "step")

    for _ in timers.adjusting(successors)("point", "state"):  # type: ignore[arg-type]  # what the points are does not matter
        time.sleep(0.1)
    assert 0.06 <= timers.precision < 0.2
    timers.stopping(time.sleep)(0.03)
    assert 0.03 <= timers.stop < 0.1


def test_a_run_of_predicates_tells_what_its_parts_took_and_the_parts_are_within_the_whole() -> None:
    loop = RefinementLoop(Bench(lowered_programs.program(ROUNDS)).analysis, parse_strategy("single-path"))
    begin = time.perf_counter()
    assert isinstance(loop.run(), Safe)
    whole = time.perf_counter() - begin
    found = loop.statistics
    assert 0 < found.precision_s + found.stop_s <= found.exploration_s
    assert found.refinement_s > 0
    assert found.exploration_s + found.refinement_s <= whole
