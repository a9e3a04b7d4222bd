"""The capability matrix says what backends declare; the conformance kit finds nothing else, and the page has the same table."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.backends.required import known_backends, need
from verilab.cli.app import app
from verilab.solving.backend import Theory
from verilab.solving.conformance import Report, check_backend
from verilab.solving.conformance.matrix import Measured, Shape, declared, disagreements, lines, markdown, measured
from verilab.solving.conformance.query import Size
from verilab.solving.conformance.report import Row
from verilab.solving.procedures import checker_for
from verilab.solving.registry import load_backend

RUNNER = CliRunner()
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "engines.md"
OWN = [("z3", "horn"), ("cvc5", "proofs"), ("mathsat", "proofs"), ("smtinterpol", "proofs"), ("opensmt", "proofs"), ("yices", "mcsat")]
OWN += [("bitwuzla", "proofs"), ("princess", "proofs")]
"""The procedures that read a solver's own proof, or solve as a whole."""


@pytest.mark.parametrize(("name", "procedure"), OWN)
def test_the_kit_finds_what_an_engine_declares(name: str, procedure: str) -> None:
    with closing(need(name)) as backend, closing(load_backend(checker_for(name))) as checker:
        report = check_backend(backend, checker, size=Size.TINY, procedures=[procedure], patience=0.4)
        table = declared(name, backend.capabilities)
    measurements = measured(report)
    assert disagreements(table, measurements) == []
    assert any(cell.valid for cell in measurements.values())


def row(procedure: str, result: str, *theories: Theory, cuts: int = 1, family: str = "f", basic: bool = True) -> Row:
    return Row("q", procedure, result, 0.0, basic=basic, family=family, theories=frozenset(theories), cuts=cuts)


def test_a_cell_counts_what_was_asked_of_its_shape_and_theory() -> None:
    rows = (
        row("s:p", "valid", Theory.LIA),
        row("s:p", "timedout", Theory.LIA, cuts=4),
        row("s:p", "valid", Theory.LIA, Theory.UF, cuts=4),
        row("s:p", "satisfiable", Theory.LIA),
        row("s:p", "invalid", Theory.LIA, family="trees", cuts=0),
        row("s", "unsat", Theory.LIA, cuts=0),
        row("s:p", "kept", family="scenarios", cuts=0),
    )
    assert measured(Report(rows)) == {
        ("s:p", Theory.LIA, Shape.PAIR): Measured(asked=1, valid=1, wrong=0, basic=1),
        ("s:p", Theory.LIA, Shape.SEQUENCE): Measured(asked=1, valid=0, wrong=0, basic=1),
        ("s:p", Theory.UF, Shape.SEQUENCE): Measured(asked=1, valid=1, wrong=0, basic=1),
        ("s:p", Theory.LIA, Shape.TREE): Measured(asked=1, valid=0, wrong=1, basic=1),
    }


def test_what_the_kit_finds_otherwise_is_told() -> None:
    pair, sequence = ("s:p", Theory.LIA, Shape.PAIR), ("s:p", Theory.LIA, Shape.SEQUENCE)
    tree, words = ("s:p", Theory.LIA, Shape.TREE), ("s:p", Theory.BV, Shape.PAIR)
    found = {pair: Measured(3, 2, 1, 0), sequence: Measured(2, 0, 0, 1), tree: Measured(2, 0, 0, 0), words: Measured(1, 1, 0, 0)}
    assert disagreements(frozenset({pair, sequence, tree}), found) == [
        "s:p, bit-vectors, pair: not declared, but asked",
        "s:p, linear integers, pair: 1 of 3 wrong",
        "s:p, linear integers, sequence: declared, but none of 2 answered",
    ]


def test_the_command_shows_shapes_and_refuses_unknown_engines() -> None:
    shown = RUNNER.invoke(app, ["engines", "z3:horn", "--markdown"])
    assert shown.exit_code == 0
    assert "| z3:horn | pair sequence tree loops |" in shown.stdout
    assert "z3:backward" not in shown.stdout
    assert RUNNER.invoke(app, ["engines", "z4"]).exit_code == 2
    assert RUNNER.invoke(app, ["engines", "--size", "huge"]).exit_code == 2


def test_the_page_has_the_table_of_what_is_installed() -> None:
    written = {line.split(" | ")[0].removeprefix("| "): line for line in PAGE.read_text().splitlines() if line.startswith("| ")}
    able = {entry.name: entry.capabilities for entry in known_backends() if entry.capabilities is not None}
    table = frozenset(place for name, capabilities in able.items() for place in declared(name, capabilities))
    cells = {line.split(" | ")[0].removeprefix("| "): line for line in markdown(lines(table)).splitlines()}
    assert {name: written.get(name, "missing; write the page again by: verilab engines --markdown") for name in cells} == cells
