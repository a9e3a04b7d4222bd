"""The named experiments: each can be read, and its limits bound its time."""

from __future__ import annotations

import pytest

from verilab.experiments.design.design import estimate, load_design
from verilab.experiments.named import named_experiment, names
from verilab.experiments.store.columns import MODELS
from verilab.verification.configuration import ConfigurationError

MOST_SECONDS = 20 * 60


@pytest.mark.parametrize("name", names())
def test_a_named_experiment_ends_within_twenty_minutes_on_two_cores(name: str) -> None:
    estimated = estimate(load_design(named_experiment(name)), jobs=2)
    assert estimated.runs >= 20
    assert estimated.at_most is not None
    assert estimated.at_most <= MOST_SECONDS


def test_every_table_that_the_papers_are_known_for_has_a_name() -> None:
    tables = {"forte15-table1", *(f"spin15-table{number}" for number in (1, 2, 3)), "vmcai12-table1", "spiessl17"}
    assert {"demo", "ablation", *tables, *(f"thesis-h{number}" for number in (1, 2, 3, 4))} == set(names())


def test_what_a_newcomer_runs_first_records_the_models_and_the_programs_of_its_report() -> None:
    assert MODELS in load_design(named_experiment("demo")).record


def test_a_wrong_name_says_the_nearest_one() -> None:
    with pytest.raises(ConfigurationError, match="did you mean 'spin15-table1'"):
        named_experiment("spin15-tabel1")
