"""The decomposition of variance: what is put into a table is found again, and nothing else is."""

from __future__ import annotations

import random
from itertools import product

import pytest

from verilab.errors import Refused
from verilab.experiments.statistics.decomposition import Observation, decompose

ENGINES, DIRECTIONS = ("a", "b", "c"), ("front", "back")


def table(task: float = 0.0, engine: float = 0.0, both: float = 0.0, noise: float = 0.0, tasks: int = 20) -> list[Observation]:
    """Figures with effects of these sizes."""
    chance = random.Random(1)
    observations = []
    for number, e, d in product(range(tasks), range(3), range(2)):
        value = task * (number - (tasks - 1) / 2) + engine * (e - 1) + both * (e - 1) * (2 * d - 1) + noise * chance.gauss(0, 1)
        observations.append(Observation(f"t{number}", (ENGINES[e], DIRECTIONS[d]), value))
    return observations


def shares(observations: list[Observation]) -> dict[str, float]:
    return {term.name: term.share.estimate for term in decompose(observations, ("engine", "direction")).terms}


@pytest.mark.parametrize(
    ("observed", "name"),
    [(table(task=1.0), "task"), (table(engine=1.0), "engine"), (table(both=1.0), "engine x direction")],
)
def test_one_effect_is_all_of_the_variance(observed: list[Observation], name: str) -> None:
    terms = shares(observed)
    assert terms[name] == pytest.approx(1.0)
    assert sum(terms.values()) == pytest.approx(1.0)


def test_shares_add_up_and_effects_are_told_from_noise() -> None:
    decomposition = decompose(table(task=0.2, engine=1.0, both=0.5, noise=0.5), ("engine", "direction"))
    assert sum(term.share.estimate for term in decomposition.terms) == pytest.approx(1.0)
    by_name = {term.name: term for term in decomposition.terms}
    engine, direction = by_name["engine"], by_name["direction"]
    assert engine.p is not None
    assert direction.p is not None
    assert engine.p < 0.001 < 0.05 < direction.p
    assert engine.share.low < engine.share.estimate < engine.share.high
    assert by_name["engine x task"].f is None
    assert decomposition.means["engine"]["a"] < decomposition.means["engine"]["b"] < decomposition.means["engine"]["c"]


def test_the_sums_of_squares_are_those_of_a_worked_example() -> None:
    """Two engines on three tasks: 1 2, 3 6, 5 10.  Grand mean 4.5; tasks 1.5, 4.5, 7.5; engines 3, 6."""
    observed = [Observation(f"t{t}", (e,), v) for t, pair in enumerate(((1, 2), (3, 6), (5, 10))) for e, v in zip("ab", pair, strict=True)]
    found = {term.name: term for term in decompose(observed, ("engine",)).terms}
    whole = 36 + 13.5 + 4
    assert found["task"].share.estimate == pytest.approx(36 / whole)
    assert found["engine"].share.estimate == pytest.approx(13.5 / whole)
    assert found["engine"].f == pytest.approx(13.5 / (4 / 2))


def test_units_without_all_cells_are_left_out_and_told() -> None:
    observed = [each for each in table(engine=1.0) if not (each.unit == "t3" and each.levels == ("b", "back"))]
    decomposition = decompose(observed, ("engine", "direction"))
    assert decomposition.left_out == ("t3",)
    assert len(decomposition.units) == 19


def test_a_design_that_is_not_complete_names_the_cell() -> None:
    observed = [each for each in table() if each.levels != ("b", "back")]
    with pytest.raises(Refused, match="20 of 20 have none at engine=b, direction=back"):
        decompose(observed, ("engine", "direction"))


def test_factors_of_one_level_are_no_factors() -> None:
    observed = [each for each in table(engine=1.0) if each.levels[1] == "front"]
    assert decompose(observed, ("engine", "direction")).levels == {"engine": ENGINES}
    with pytest.raises(Refused, match="no factor has two levels"):
        decompose([each for each in observed if each.levels[0] == "a"], ("engine", "direction"))


def test_equal_seeds_have_equal_intervals() -> None:
    observed = table(engine=1.0, noise=1.0)
    first, again = (decompose(observed, ("engine",), seed=3).terms for _ in range(2))
    assert first == again


def test_nothing_over_nothing_is_no_test() -> None:
    terms = {term.name: term for term in decompose(table(task=1.0, engine=0.1), ("engine", "direction")).terms}
    assert terms["engine x direction"].f is None
    assert terms["engine"].f == float("inf")
