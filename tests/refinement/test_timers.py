"""The time of a run by the operators of its CPA (thesis, Fig. 4.2)."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from tests.program import lowered_programs
from tests.refinement.benches import Bench
from verilab.analysis.timers import Timers
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Safe

ROUNDS = "int main(void) { int k = 0, x = 1; while (k < 3) { if (x == 2) { reach_error(); } k++; } return 0; }"


def test_the_time_of_successors_is_theirs_and_not_that_of_who_takes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    timers, now = Timers(), 0

    def pass_time(seconds: int) -> None:
        nonlocal now
        now += seconds

    def successors(point: object, state: object) -> Iterator[tuple[str, str, str]]:
        for _ in range(3):
            pass_time(2)
            yield ("point", "state", "step")

    monkeypatch.setattr("verilab.analysis.timers.perf_counter", lambda: now)
    for _ in timers.adjusting(successors)("point", "state"):  # type: ignore[arg-type]  # what the points are does not matter
        pass_time(10)
    assert timers.precision == 6
    timers.stopping(pass_time)(3)
    assert timers.stop == 3


def test_a_run_of_predicates_tells_what_its_parts_took_and_the_parts_are_within_the_whole() -> None:
    loop = RefinementLoop(Bench(lowered_programs.program(ROUNDS)).analysis, parse_strategy("single-path"))
    begin = time.perf_counter()
    assert isinstance(loop.run(), Safe)
    whole = time.perf_counter() - begin
    found = loop.statistics
    assert 0 < found.precision_s + found.stop_s <= found.exploration_s
    assert found.refinement_s > 0
    assert found.exploration_s + found.refinement_s <= whole
