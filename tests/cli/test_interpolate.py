"""``verilab interpolate``: answers in SMT-LIB, certified; a table of all engines; exit codes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from verilab.api import all_engines
from verilab.cli.app import app

QUERY = """(set-logic QF_LIA)
(declare-const x Int)
(declare-fun y () Int)
(assert (! (= x 0) :named first))
(assert (! (= y (+ x 1)) :interpolation-group middle))
(assert (! (< x 5) :interpolation-group middle))
(assert (! (< y {bound}) :named last))
(check-sat)
"""


def invoke(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["interpolate", *map(str, arguments)])


@pytest.fixture
def query(tmp_path: Path) -> Path:
    file = tmp_path / "query.smt2"
    file.write_text(QUERY.format(bound=0))
    return file


def test_an_answer_is_printed_as_get_interpolants_prints_it(query: Path) -> None:
    result = invoke(query, "--engine", "cvc5:proofs", "--check")
    assert result.exit_code == 0, result.output
    head, first, *terms, last = result.output.splitlines()
    assert head.startswith("; cvc5:proofs, ")
    assert head.endswith("certified by z3")
    assert (first, len(terms), last) == ("(", 2, ")")
    assert invoke(query, "--no-check").output.splitlines()[0].endswith("not checked")


def test_a_tree_has_its_parents_by_number(tmp_path: Path) -> None:
    file = tmp_path / "tree.smt2"
    names = "(declare-const a Int)(declare-const b Int)"
    file.write_text(f"{names}(assert (= a 1))(assert (= b 2))(assert (< (+ a b) 3))")
    assert len(invoke(file, "--engine", "z3:horn", "--parents", "2,2").output.splitlines()) == 5
    assert invoke(file, "--parents", "2,x").exit_code == 2


def test_all_engines_are_asked_at_once(query: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def some() -> Sequence[str]:
        return ["z3:horn", "z3:farkas", "cvc5:proofs"]

    monkeypatch.setattr(all_engines, "installed_engines", some)
    done = invoke(query, "--all")
    assert done.exit_code == 0, done.output
    for engine, checker in (("z3:horn", "cvc5"), ("z3:farkas", "cvc5"), ("cvc5:proofs", "z3")):
        (line,) = [line for line in done.output.splitlines() if engine in line]
        assert "valid" in line
        assert checker in line


def test_exit_codes_tell_answers_from_none_and_from_wrong_use(tmp_path: Path, query: Path) -> None:
    satisfiable = tmp_path / "sat.smt2"
    satisfiable.write_text(QUERY.format(bound=7))
    result = invoke(satisfiable)
    assert (result.exit_code, "satisfiable together" in result.output) == (1, True)
    assert invoke(query, "--engine", "z3:hron").exit_code == 2
    assert invoke(tmp_path / "nowhere.smt2").exit_code == 2
    broken = tmp_path / "broken.smt2"
    broken.write_text("(assert (= x 0))")
    result = invoke(broken)
    assert (result.exit_code, "broken.smt2:1" in result.output) == (2, True)
