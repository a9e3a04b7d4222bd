"""The benchmark's table: every engine on every class, nothing asked in vain."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from typer.testing import CliRunner

from verilab.cli.app import app
from verilab.experiments.queries.benchmark import CLASSES, BenchmarkOptions, Cell, benchmark, ratios
from verilab.solving.conformance.catalogue import FAMILIES

RUNNER = CliRunner()


def test_each_class_is_a_family_of_the_kit_in_ascending_sizes() -> None:
    for family, sizes in CLASSES.values():
        assert family in FAMILIES
        assert list(sizes) == sorted(sizes)


def test_an_engine_that_timed_out_is_not_asked_a_bigger_one() -> None:
    options = BenchmarkOptions(timeout=0.2, repetitions=1, classes=("LBE",))
    outcomes = [cells[0].outcome for cells in benchmark(["cvc5:sygus"], options)]
    late = outcomes.index("timedout")
    assert set(outcomes[:late]) <= {"valid"}
    assert set(outcomes[late + 1 :]) == {"skipped"}


def test_what_an_engine_does_not_declare_is_not_asked() -> None:
    options = BenchmarkOptions(repetitions=2, classes=("real",))
    cells = list(benchmark(["z3:horn", "z3:backward"], options))
    assert [cell.outcome for cell in cells[0]] == ["valid", "undeclared"]
    assert len(cells[0][0].seconds) == 2


def test_ratios_are_to_the_fastest_valid_answer() -> None:
    cells = [
        Cell("CHAIN", 1, "a:b", "valid", (0.2, 0.4, 0.3)),
        Cell("CHAIN", 1, "c:d", "valid", (0.1,)),
        Cell("CHAIN", 1, "e:f", "failed", (0.01,)),
    ]
    assert ratios(cells) == [pytest.approx(3.0), 1.0, None]
    assert ratios(cells[2:]) == [None]


def test_the_command_prints_the_table_and_writes_the_rows(tmp_path: Path) -> None:
    rows = tmp_path / "rows.csv"
    arguments = ["queries", "benchmark", "--with", "z3:horn,z3:newton-sp", "--classes", "CHAIN,boolean", "--repetitions", "2"]
    result = RUNNER.invoke(app, [*arguments, "--csv", str(rows), "--timeout", "5"])
    assert result.exit_code == 0, result.output
    assert "CHAIN 100" in result.stdout
    with rows.open() as file:
        table = list(csv.DictReader(file))
    asked = {(row["class"], row["size"]) for row in table}
    assert asked == {(kind, str(size)) for kind in ("CHAIN", "boolean") for size in CLASSES[kind][1]}


def test_an_unknown_class_is_refused_with_the_known_ones() -> None:
    result = RUNNER.invoke(app, ["queries", "benchmark", "--classes", "CHAINS"])
    assert result.exit_code == 2
    assert "known: CHAIN, LBE" in result.stderr
