"""Replay: every engine on the identical queries, each outcome in its own column, strength and predicates per engine."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest
from pysmt.environment import Environment
from pysmt.typing import INT
from typer.testing import CliRunner

from tests.backends.required import need
from verilab.cli.app import app
from verilab.experiments.queries.measures import Measures, PredicateGain, compare, measure
from verilab.experiments.queries.replay import COLUMNS, ReplayOptions, replay
from verilab.experiments.queries.summary import summarise
from verilab.solving import registry
from verilab.solving.conformance.integers import INTEGER_FAMILIES
from verilab.solving.queries.files import RecordedQuery, query_text

RUNNER = CliRunner()


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """Two runs of two queries each, the second one bit-vectors in names that the first has for integers, and a foreign file."""
    folder = tmp_path / "queries"
    folder.mkdir()
    environment = Environment()
    for number, name in enumerate(("counter-chain", "lock-protocol"), start=1):
        query = INTEGER_FAMILIES[name].query(environment, name, 3, 0, satisfiable=False)
        text = query_text(RecordedQuery(query.partitions, query.logic, {"task": "family/one"}))
        (folder / f"one-aaaaaaaa-{number:04d}.smt2").write_text(text)
    vectors = (
        '(set-logic QF_BV)\n(set-info :verilab-task "family/two")\n(declare-const x@0 (_ BitVec 8))\n(declare-const x@1 (_ BitVec 8))\n'
        "(assert (= x@0 #x00))(assert (= x@1 (bvadd x@0 #x01)))(assert (bvult x@1 x@0))(check-sat)\n"
    )
    (folder / "two-bbbbbbbb-0001.smt2").write_text(vectors)
    (folder / "two-bbbbbbbb-0002.smt2").write_text(vectors.replace("bvult x@1 x@0", "bvult x@0 x@1"))
    (folder / "foreign.smt2").write_text(
        "(set-logic QF_LRA)\n(declare-const r Real)\n(assert (< r 0.0))\n(assert (> r 1.0))\n(check-sat)\n"
    )
    return folder


def test_every_engine_is_asked_every_query_in_order(recorded: Path) -> None:
    engines = ("z3:horn", "z3:newton-sp")
    result = replay(recorded, engines, ReplayOptions(timeout=5.0))
    assert [row.engine for row in result.rows] == list(engines) * 5
    outcomes = {(row.query, row.engine): row.outcome for row in result.rows}
    assert outcomes["one-aaaaaaaa-0001.smt2", "z3:horn"] == "valid"
    assert outcomes["two-bbbbbbbb-0001.smt2", "z3:newton-sp"] == "valid"
    assert {outcomes["two-bbbbbbbb-0002.smt2", engine] for engine in engines} == {"satisfiable"}
    chain = next(row for row in result.rows if row.query == "one-aaaaaaaa-0001.smt2")
    assert (chain.cuts, chain.task) == (4, "family/one")
    assert chain.measures.variables == 4
    assert chain.predicates >= chain.new_predicates > 0
    assert sum(result.strength["z3:horn", "z3:newton-sp"].values()) >= 4


def test_the_summary_relates_times_to_the_first_engine(recorded: Path) -> None:
    summaries = summarise(replay(recorded, ("z3:horn", "z3:backward"), ReplayOptions(strength=False)).rows)
    assert [summary.engine for summary in summaries] == ["z3:horn", "z3:backward"]
    assert summaries[0].ratio == 1.0
    assert summaries[0].outcomes == Counter(valid=4, satisfiable=1)
    # z3:backward does not know reals
    assert summaries[1].outcomes["valid"] == 3
    assert summaries[1].ratio is not None


def test_an_invalid_answer_is_told_and_ends_with_exit_code_1(recorded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = registry.Source("tests.solving.broken_backends:backwards", "")
    monkeypatch.setitem(registry._BUILT_IN, "broken", source)
    result = RUNNER.invoke(app, ["queries", "replay", str(recorded), "--with", "z3:horn,broken:horn"])
    assert result.exit_code == 1
    assert "INVALID: broken:horn on one-aaaaaaaa-0001.smt2: vocabulary at cut 1" in result.stderr


def test_the_rows_are_tidy(recorded: Path, tmp_path: Path) -> None:
    rows = tmp_path / "rows.csv"
    result = RUNNER.invoke(app, ["queries", "replay", str(recorded), "--with", "z3:horn,cvc5:sygus", "--csv", str(rows), "--timeout", "5"])
    assert result.exit_code == 0, result.output
    assert "cvc5:sygus" in result.stdout
    with rows.open() as file:
        table = list(csv.DictReader(file))
    assert tuple(table[0]) == COLUMNS
    assert len(table) == 10
    assert {row["outcome"] for row in table} <= {"valid", "satisfiable", "timedout"}


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--with", "z3:horny"], "did you mean 'horn'"),
        (["--with", ""], "z3:horn,cvc5:sygus"),
        (["--with", "z3", "--check-with", "zz3"], "unknown backend 'zz3'"),
    ],
)
def test_wrong_usage_is_told(recorded: Path, arguments: list[str], problem: str) -> None:
    result = RUNNER.invoke(app, ["queries", "replay", str(recorded), *arguments])
    assert result.exit_code == 2
    assert problem in result.stderr


def test_a_broken_file_is_refused_before_any_engine_is_asked(recorded: Path) -> None:
    (recorded / "zz.smt2").write_text("(set-logic QF_LIA)\n(assert (< x 0))\n")
    result = RUNNER.invoke(app, ["queries", "replay", str(recorded), "--with", "z3:horn"])
    assert result.exit_code == 2
    assert "zz.smt2:2: not a term that verilab reads: unknown symbol x" in result.stderr


def test_an_empty_folder_is_refused_with_what_would_fill_it(tmp_path: Path) -> None:
    result = RUNNER.invoke(app, ["queries", "replay", str(tmp_path), "--with", "z3:horn"])
    assert result.exit_code == 2
    assert "verilab queries record" in result.stderr


def test_strength_is_decided_cut_by_cut() -> None:
    environment = Environment()
    m = environment.formula_manager
    x = m.Symbol("x", INT)
    at_least = [m.LE(m.Int(bound), x) for bound in range(3)]
    even = m.Equals(x, m.Times(m.Int(2), m.Symbol("h", INT)))
    first = [at_least[1], at_least[1], m.Equals(x, m.Int(1)), at_least[0]]
    second = [at_least[0], at_least[2], m.And(at_least[1], m.LE(x, m.Int(1))), even]
    comparison = compare(need("z3").session(environment), environment, {"a": first, "b": second})
    assert comparison == {("a", "b"): Counter(stronger=1, weaker=1, equivalent=1, incomparable=1)}


def test_sizes_count_what_is_shared_once() -> None:
    m = Environment().formula_manager
    x, zero = m.Symbol("x", INT), m.Int(0)
    atom = m.LE(zero, x)
    assert measure([atom, m.Not(atom), atom]) == Measures(nodes=4, atoms=1, variables=1)


def test_a_predicate_is_new_once_in_a_run_whatever_the_instance() -> None:
    environment = Environment()
    m = environment.formula_manager
    gain = PredicateGain(environment)
    at = [m.Symbol(f"main::x@{cut}", INT) for cut in range(3)]
    assert gain.add("a:b", "run", [m.LE(m.Int(0), at[0]), m.LE(m.Int(0), at[1])]) == (1, 1)
    assert gain.add("a:b", "run", [m.LE(m.Int(0), at[2]), m.LE(m.Int(5), at[2])]) == (2, 1)
    assert gain.add("c:d", "run", [m.LE(m.Int(0), at[2])]) == (1, 1)
    # two instances of one symbol say something that no predicate of one state can
    assert gain.add("a:b", "run", [m.LE(at[0], at[1])]) == (1, 1)


def test_an_answer_that_the_checker_cannot_read_is_unchecked_and_the_rows_go_on(tmp_path: Path) -> None:
    # cvc5, which checks z3's answers, has constant arrays of values only.
    need("z3")
    declared = "(set-logic QF_ALIA)\n(declare-const a (Array Int Int))\n(declare-const v Int)\n"
    text = declared + "(assert (= a ((as const (Array Int Int)) v)))\n(assert (not (= (select a 3) (select a 4))))\n(check-sat)\n"
    (tmp_path / "a.smt2").write_text(text)
    (tmp_path / "b.smt2").write_text(declared + "(assert (= v 1))\n(assert (= v 2))\n(check-sat)\n")
    rows = replay(tmp_path, ("z3:horn",), ReplayOptions(strength=False)).rows
    assert [row.query for row in rows] == ["a.smt2", "b.smt2"]
    assert rows[0].outcome in ("unchecked", "timedout", "failed")
    assert rows[1].outcome == "valid"
