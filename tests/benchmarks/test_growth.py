"""The benchmark of growth: its programs are safe at every size, and a fixed cost is no growth."""

from __future__ import annotations

import pytest

from benchmarks.growth import AXES, above_smallest, lines_of


@pytest.mark.parametrize("name", AXES)
def test_every_program_is_proven_and_the_exponent_is_told_last(name: str) -> None:
    lines = list(lines_of(name, AXES[name], "value", (3,), 20))
    assert lines[0].split()[:4] == [name, "value", "3", "true"]
    assert lines[-1].split()[:3] == [name, "value", "exponent"]


def test_a_fixed_cost_per_run_is_taken_off() -> None:
    assert above_smallest([(size, 5.0 + 0.25 * (size - 10)) for size in (10, 20, 40, 80)]) == pytest.approx(1.0)
    assert above_smallest([(size, 5.0 + (size - 10) ** 2) for size in (10, 20, 40, 80)]) == pytest.approx(2.0)
    assert above_smallest([(10, 1.0)]) is None
