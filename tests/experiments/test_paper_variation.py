"""Rows of a paper's table with another scope of precision."""

from __future__ import annotations

import pytest

from verilab.experiments.papers.catalogue import STUDIES, TABLES
from verilab.experiments.papers.tables.rows import Row, varied
from verilab.experiments.papers.tables.settings import Under
from verilab.refinement.strategy import parse_strategy
from verilab.verification.configuration import Configuration, ConfigurationError


def _row(key: str) -> Row:
    return next(row for row in STUDIES["spin15-predicate"].rows() if row.key == key)


def test_a_scope_takes_the_place_of_the_presets() -> None:
    row = varied(_row("spin15-good-narrow"), scope="located")
    strategy = parse_strategy(row.settings["strategy"])
    assert str(strategy.apply) == "restart:located"
    assert strategy.select == parse_strategy("spin15-good-narrow").select


def test_a_varied_row_is_still_a_row_of_its_table() -> None:
    row = varied(_row("spin15-good"), scope="function")
    assert STUDIES["spin15-predicate"].row_of(row.configuration(Configuration())) == "spin15-good"


def test_what_is_given_stays_and_the_rest_is_the_papers() -> None:
    base = Configuration(interpolation="cvc5:proofs")
    assert _row("spin15-none").configuration(base).interpolation == "smtinterpol:proofs"
    row = _row("spin15-none").configuration(base, given={"interpolation"})
    assert (row.interpolation, row.reduction, row.extraction, row.fallback) == (
        "cvc5:proofs",
        "none",
        "atoms",
        "none",
    )


def test_an_unknown_scope_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ConfigurationError, match="known: "):
        varied(_row("spin15-good"), "block")


def test_a_scope_that_is_ours_is_replaced_too() -> None:
    row = next(row for row in STUDIES["forte15"].rows() if row.key == "forte15-score" and row.under is Under.OURS)
    assert str(parse_strategy(row.settings["strategy"]).apply) == "restart:located"
    assert str(parse_strategy(varied(row, scope="global").settings["strategy"]).apply) == "restart:global"


@pytest.mark.parametrize("study", ["forte15", "spin15-predicate", "spin15-value", "spin15-combinations", "thesis"])
def test_every_row_is_there_under_both_settings_and_can_be_configured(study: str) -> None:
    rows = STUDIES[study].rows()
    for side in (Under.PAPER, Under.OURS):
        assert [row.key for row in rows if row.under is side] == [row.preset for row in TABLES[study].rows]
    papers = [row.configuration(Configuration()) for row in rows if row.under is Under.PAPER]
    assert all(each.target_coverage == "separate" and each.loop_counter == "literal" for each in papers)
    assert len({row.label for row in rows}) == len(rows)
