"""Strategies are values: text in, the same text out, and a wrong text is answered with what is known."""

from __future__ import annotations

import pytest

from verilab.refinement.strategy import DEFAULTS, PRESETS, StrategyError, parse_strategy


def test_an_empty_text_is_the_plain_single_path_strategy() -> None:
    assert str(parse_strategy("")) == " ".join(f"{kind}={name}" for kind, name in DEFAULTS.items())


@pytest.mark.parametrize("text", [*PRESETS, "apply=pivot", "apply=restart:located rank=first"])
def test_printing_a_strategy_and_parsing_it_again_gives_the_same_strategy(text: str) -> None:
    strategy = parse_strategy(text)
    assert parse_strategy(str(strategy)).text == strategy.text


def test_parts_may_come_in_any_order() -> None:
    assert parse_strategy("apply=pivot rank=first").text == parse_strategy("rank=first apply=pivot").text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("apply=pivott", "pivot"),
        ("lazzy", "lazy"),
        ("pick=first", "part 1"),
        ("apply=pivot apply=restart", "twice"),
        ("apply=restart:somewhere", "located"),
        ("rank=first:3", "no parameter"),
        ("rank=", "part 1"),
    ],
)
def test_a_wrong_text_names_the_place_and_what_would_work(text: str, expected: str) -> None:
    with pytest.raises(StrategyError, match=expected):
        parse_strategy(text)
