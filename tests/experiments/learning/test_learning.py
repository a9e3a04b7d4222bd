"""A selector learns from an oracle's rows what costs, and is compared on families that it never saw."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.experiments.learning.oracle_rows import FAMILIES, candidate_row, choices_rows, run_row, write_rows
from verilab.experiments.learning import Choice, LearningError, RowsError, compare_folds, compare_model, read_choices, train
from verilab.experiments.learning.ways import oracle, worst
from verilab.program.errors import InputError
from verilab.refinement.learned.reading import model_text, parse_model


@pytest.fixture(scope="module")
def choices(tmp_path_factory: pytest.TempPathFactory) -> tuple[Choice, ...]:
    return read_choices([write_rows(tmp_path_factory.mktemp("rows") / "rows.jsonl", choices_rows())]).choices


@pytest.mark.parametrize("kind", ["trees", "linear"])
def test_what_decides_the_cost_is_learned_and_holds_on_an_unseen_family(kind: str, choices: tuple[Choice, ...]) -> None:
    model = train(choices, ["locks"], kind=kind)
    comparison = compare_model(choices, model, ["spin15-good-narrow"])
    assert list(comparison.families) == ["locks"]
    learned, scores, chance, best, worst = comparison.ways
    assert learned.regret.estimate < 0.1
    assert learned.best > 0.9
    assert (scores.difference is not None, chance.difference is not None) == (True, True)
    assert scores.difference is not None
    assert scores.difference.low > 0
    assert best.regret.estimate == 0 < learned.regret.estimate + 1e-9 < chance.regret.estimate < worst.regret.estimate


def test_every_family_is_compared_by_a_model_that_did_not_see_it(choices: tuple[Choice, ...]) -> None:
    comparison = compare_folds(choices, len(FAMILIES))
    assert sorted(comparison.families) == sorted(FAMILIES)
    assert comparison.choices == len(choices) == 2 * comparison.tasks
    assert comparison.ways[0].regret.estimate < 0.1


def test_nothing_of_a_held_out_family_reaches_the_model(choices: tuple[Choice, ...]) -> None:
    without = train([choice for choice in choices if choice.family != "locks"])
    held_out = train(choices, ["locks"])
    assert (held_out.features, held_out.model) == (without.features, without.model)
    assert "locks" not in held_out.training["families"]
    assert held_out.training["held_out"] == ["locks"]


@pytest.mark.parametrize("kind", ["trees", "linear"])
def test_the_same_rows_in_any_order_make_the_same_file(kind: str, choices: tuple[Choice, ...]) -> None:
    first = model_text(train(choices, kind=kind, seed=3))
    assert model_text(train(choices[::-1], kind=kind, seed=3)) == first
    assert parse_model(first.encode(), "model").model == train(choices, kind=kind, seed=3).model


def test_another_seed_makes_another_model(choices: tuple[Choice, ...]) -> None:
    assert train(choices, seed=1).model != train(choices, seed=2).model


def test_regret_is_in_binary_orders_of_magnitude_of_the_cost_and_bounded(tmp_path: Path) -> None:
    scores = {"length": 1.0, "width": 1.0}
    rows = [run_row("a/b"), *(candidate_row("a/b", 1, place, scores, cost) for place, cost in enumerate([0.9, 3.9, 9999.0]))]
    (choice,) = read_choices([write_rows(tmp_path / "rows", rows)]).choices
    assert choice.regrets("cpu_s") == pytest.approx([0.0, 2.0, 6.0])


def test_a_candidate_without_a_verdict_is_worse_than_any_with_one(tmp_path: Path) -> None:
    scores = {"length": 1.0, "width": 1.0}
    rows = [
        run_row("a/b"),
        candidate_row("a/b", 1, 0, scores, 0.4, outcome="undecided", verdict="unknown"),
        candidate_row("a/b", 1, 1, scores, 2.0),
    ]
    (choice,) = read_choices([write_rows(tmp_path / "rows", rows)]).choices
    assert choice.costs("cpu_s") == [4.0, 2.0]
    regret, none = choice.regrets("cpu_s")
    assert regret > none == 0.0
    assert (list(oracle("cpu_s")(choice)), list(worst("cpu_s")(choice))) == ([1], [0])


@pytest.mark.parametrize(
    "other", [{"after": None, "outcome": "not followed"}, {"outcome": "undecided", "verdict": "unknown"}, {"candidate": None}]
)
def test_choices_that_say_nothing_are_left_out_and_counted(other: dict[str, Any], tmp_path: Path, choices: tuple[Choice, ...]) -> None:
    scores = {"length": 1.0, "width": 1.0}
    rows = [run_row("a/b"), *(candidate_row("a/b", 1, place, scores, 1.0, **other) for place in range(2))]
    whole = write_rows(tmp_path / "whole", choices_rows())
    found = read_choices([whole, write_rows(tmp_path / "rows", rows)])
    assert found.choices == choices
    assert found.incomplete == ("candidate" not in other)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "no row of an oracle"),
        ("[]", "no row of an oracle"),
        ('{"row": "candidate", "task": "x"}', "a candidate of no run before it"),
        ('{"row": "run", "task": 3, "strategy": "s", "configuration": {}}', "a task and a strategy, which are texts"),
        (json.dumps(run_row("a/b")) + '\n{"row": "candidate", "task": "a/b", "refinement": 1}', "the key 'candidate' is missing"),
        (
            json.dumps(run_row("a/b")) + "\n" + json.dumps(candidate_row("a/b", 1, 0, {"length": 1, "width": 1}, -1.0)),
            "-1.0, which is no cost",
        ),
        (json.dumps(run_row("a/b")) + "\n" + json.dumps(candidate_row("a/b", 1, 0, {"length": 1, "width": 1}, 1.0, outcome="so")), "'so'"),
        ("", "no refinement of which all candidates were followed"),
    ],
)
def test_rows_that_are_none_are_refused_by_file_and_line(line: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(line + "\n" if line else "")
    with pytest.raises((InputError, RowsError)) as refused:
        read_choices([path])
    assert isinstance(refused.value, (InputError, RowsError))
    assert message in refused.value.render()
    assert f"{path}:" in refused.value.render()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"held_out": ["lock"]}, "did you mean 'locks'?"),
        ({"held_out": FAMILIES[1:]}, "fewer than two families"),
        ({"kind": "forest"}, "model 'forest': unknown; known: trees, linear"),
        ({"measure": "cpu"}, "did you mean 'cpu_s'?"),
        ({"seed": -1}, "seed=-1: give a number from 0"),
    ],
)
def test_wrong_requests_to_train_are_refused(settings: dict[str, Any], message: str, choices: tuple[Choice, ...]) -> None:
    with pytest.raises(LearningError) as refused:
        train(choices, **settings)
    assert message in str(refused.value)


def test_a_model_is_not_compared_on_what_it_was_trained_on(choices: tuple[Choice, ...]) -> None:
    with pytest.raises(LearningError, match="trained on every family"):
        compare_model(choices, train(choices))


@pytest.mark.parametrize(
    ("against", "message"),
    [
        ("spin15-wide", "do not have the score width:wide:positions"),
        ("spin15-none", "not by a list of scores"),
        ("pcegar-multi", "join-all"),
    ],
)
def test_strategies_whose_choice_the_rows_do_not_tell_are_refused(against: str, message: str, choices: tuple[Choice, ...]) -> None:
    with pytest.raises(LearningError, match=message):
        compare_folds(choices, 2, [against])
