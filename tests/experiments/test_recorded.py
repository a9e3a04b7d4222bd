"""``verilab papers TABLE --recorded``: a reader checks a page's table without running a day."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import verilab
from verilab.cli.app import app
from verilab.experiments.papers.recorded import recorded_rows
from verilab.verification.configuration import ConfigurationError


def printed(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["papers", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_recorded_table_is_the_one_that_the_rows_of_its_stages_print() -> None:
    recorded = printed("forte15", "--recorded")
    by_file = printed("forte15", *(argument for file in recorded_rows("forte15") for argument in ("--from", str(file))))
    assert recorded.startswith(by_file)
    assert "672 rows of " in recorded


def test_a_stage_that_has_not_all_of_its_rows_is_none(tmp_path: Path) -> None:
    (tmp_path / "2026" / "forte15").mkdir(parents=True)
    for file in ("20s.csv", "60s-partial.csv"):
        (tmp_path / "2026" / "forte15" / file).touch()
    assert [file.name for file in recorded_rows("forte15", tmp_path)] == ["20s.csv"]


def test_only_the_rows_that_are_named_are_printed() -> None:
    table = printed("thesis", "--recorded", "--only", "pcegar-single,pcegar-multi")
    assert "multi-path" in table
    assert "R_T" not in table.partition("\n\n")[2]


def test_stages_are_in_the_order_of_their_limits_and_the_screen_is_none(tmp_path: Path) -> None:
    for year, file in (("2025", "20s"), ("2026", "180s"), ("2026", "60s"), ("2026", "20s"), ("2026", "screen")):
        (tmp_path / year / "forte15").mkdir(parents=True, exist_ok=True)
        (tmp_path / year / "forte15" / f"{file}.csv").touch()
    assert [file.name for file in recorded_rows("forte15", tmp_path)] == ["20s.csv", "60s.csv", "180s.csv"]
    assert all(file.parents[1].name == "2026" for file in recorded_rows("forte15", tmp_path))


def test_a_table_without_recorded_rows_is_named_with_the_place(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=f"no rows of spiessl17 are recorded in {tmp_path}"):
        recorded_rows("spiessl17", tmp_path)


def test_a_table_without_recorded_rows_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(verilab, "__file__", str(tmp_path / "verilab" / "__init__.py"))
    result = CliRunner().invoke(app, ["papers", "spiessl17", "--recorded"])
    assert result.exit_code == 2
    assert "no rows of spiessl17 are recorded" in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("forte15", "--from", "rows.csv"), "--recorded and --from"),
        (("forte15", "--demo"), "--recorded prints a table of rows that exist: leave out tasks"),
    ],
    ids=["other rows", "a run"],
)
def test_recorded_rows_and_others_or_a_run_are_refused(arguments: tuple[str, ...], message: str) -> None:
    result = CliRunner().invoke(app, ["papers", *arguments, "--recorded"])
    assert result.exit_code == 2
    assert message in " ".join(result.output.split())


def test_a_named_experiment_prints_the_table_of_its_paper() -> None:
    result = CliRunner().invoke(app, ["reproduce", "thesis-h3", "--recorded"])
    assert result.exit_code == 0, result.output
    assert result.stdout == printed("thesis-properties", "--recorded")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("demo",), "demo is the table of no paper"),
        (("spiessl17", "--tasks", "folder"), "--recorded prints a table of rows that exist: leave out --rows"),
    ],
)
def test_a_named_experiment_refuses_what_has_no_recorded_table(arguments: tuple[str, ...], message: str) -> None:
    result = CliRunner().invoke(app, ["reproduce", *arguments, "--recorded"])
    assert result.exit_code == 2
    assert message in " ".join(result.output.split())
