"""A study that was recorded before there was some factor is read: its questions had the engine's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from verilab.errors import Refused
from verilab.experiments.queries.arms import OWN
from verilab.experiments.queries.figures import read_rows


def test_a_factor_that_a_study_does_not_know_is_the_engines_own(tmp_path: Path) -> None:
    file = tmp_path / "study.csv"
    file.write_text("query,task,engine,direction,proof,outcome\nq.smt2,t,z3:horn,back,whole,valid\n")
    (row,), _ = read_rows(file)
    assert (row["direction"], row["auxiliary"]) == ("back", OWN)


def test_what_has_no_factors_at_all_is_no_study(tmp_path: Path) -> None:
    file = tmp_path / "study.csv"
    file.write_text("query,task,engine,outcome\nq.smt2,t,z3:horn,valid\n")
    with pytest.raises(Refused, match="has no column 'direction'"):
        read_rows(file)
