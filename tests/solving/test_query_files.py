"""Recorded queries: valid SMT-LIB that reads back as the same terms, never lost, and broken files named by file and line."""

from __future__ import annotations

from pathlib import Path

import pytest
from pysmt.environment import Environment
from pysmt.typing import INT

from tests.backends.required import need, require
from verilab.solving.backend import QueryContext
from verilab.solving.conformance import Size
from verilab.solving.conformance.catalogue import family_queries
from verilab.solving.interpolation import Interpolants, Interpolator, Outcome
from verilab.solving.procedure import Procedure
from verilab.solving.queries.files import QueryFileError, RecordedQuery, query_files, query_text, read_query
from verilab.solving.queries.recorder import QueryRecorder, read_index


def test_every_query_of_the_kit_survives_a_file(tmp_path: Path) -> None:
    environment = Environment()
    path = tmp_path / "query.smt2"
    for query in family_queries(environment, Size.QUICK):
        origin = {"task": 'a "quoted" name', "asked": "z3:horn interpolants 0.1"}
        recorded = RecordedQuery(query.partitions, query.logic, origin)
        path.write_text(query_text(recorded))
        assert read_query(path, environment) == recorded


def test_other_solvers_read_the_files_and_agree(tmp_path: Path) -> None:
    require("z3", "cvc5")
    import cvc5
    import z3

    path = tmp_path / "query.smt2"
    for query in family_queries(Environment(), Size.TINY):
        path.write_text(query_text(RecordedQuery(query.partitions, query.logic, {"task": "t"})))
        expected = "sat" if query.satisfiable else "unsat"
        solver = z3.Solver()
        solver.from_file(str(path))
        assert str(solver.check()) == expected, query.name
        parser = cvc5.InputParser(cvc5.Solver())
        parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, str(path))
        assert not parser.done()


GOOD = "(set-logic QF_LIA)\n(declare-const x Int)\n"


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("", 1, "asserts nothing"),
        (GOOD + "(assert (< x 0)", 3, "not closed"),
        (GOOD + "(assert (< x 0)))\n", 3, "too many"),
        (GOOD + "(assert (< y 0))", 3, "unknown symbol y"),
        (GOOD + "\n(assert (frobnicate x))", 4, "unknown operator frobnicate"),
        (GOOD + "(assert (< x true))", 3, "not a term"),
        (GOOD + "(assert x)", 3, "must be Boolean"),
        (GOOD + "(assert (< x))", 3, "not a term"),
        (GOOD + "(assert (forall ((y Int)) (< x y)))", 3, "not a term"),
        (GOOD + "(push 1)", 3, "'push'"),
        (GOOD + "(declare-const x Bool)", 3, "cannot declare x"),
        (GOOD + "(declare-const f Float32)", 3, "unknown sort"),
        (GOOD + "(assert |broken)", 3, "| that is not closed"),
        ("int main(void) { return 0; }", 1, "expected a command"),
        ("\x00\x01\x02", 1, "expected a command"),
    ],
)
def test_a_broken_or_foreign_file_is_refused_with_its_line(tmp_path: Path, text: str, line: int, problem: str) -> None:
    path = tmp_path / "broken.smt2"
    path.write_text(text)
    with pytest.raises(QueryFileError) as caught:
        read_query(path, Environment())
    assert str(caught.value).startswith(f"{path}:{line}: ")
    assert problem in str(caught.value)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "binary.smt2"
    path.write_bytes(b"\xff\xfe\x00(")
    with pytest.raises(QueryFileError, match="UTF-8"):
        read_query(path, Environment())


def test_foreign_conventions_are_understood(tmp_path: Path) -> None:
    path = tmp_path / "foreign.smt2"
    path.write_text(
        "(set-option :produce-interpolants true)\n(set-logic QF_LIA)\n(declare-fun |a b| () Int)\n"
        "(define-fun half () Int (+ |a b| 1))\n(assert (! (> half 0) :interpolation-group g1))\n"
        "(assert (! (< half 9) :interpolation-group g2))\n(assert (! (< |a b| 5) :interpolation-group g1))\n(check-sat)\n(exit)\n"
    )
    environment = Environment()
    query = read_query(path, environment)
    m, a = environment.formula_manager, environment.formula_manager.get_symbol("a b")
    half = m.Plus(a, m.Int(1))
    assert query.partitions == (m.And(m.GT(half, m.Int(0)), m.LT(a, m.Int(5))), m.LT(half, m.Int(9)))


class _Case:
    """A recorder of a run and an observed z3:horn."""

    def __init__(self, folder: Path) -> None:
        self.environment = Environment()
        m = self.environment.formula_manager
        x = m.Symbol("x", INT)
        self.partitions = [m.LT(x, m.Int(0)), m.LT(m.Int(0), x)]
        self.recorder = QueryRecorder(folder, "family/task", {"backend": "z3"}, "0.1")

    def observed(self, interpolator: Interpolator) -> Procedure:
        return Procedure(interpolator.procedure, lambda: interpolator, self.environment, QueryContext(), observers=[self.recorder])


def test_a_query_is_recorded_with_its_origin_and_outcome(tmp_path: Path) -> None:
    case = _Case(tmp_path)
    case.recorder.phase, case.recorder.iteration = "predicate (int)", lambda: 4
    z3 = need("z3")
    for procedure in ("horn", "backward"):
        case.observed(z3.interpolator(procedure, case.environment)).sequence(case.partitions)
    (path,) = query_files(tmp_path)
    query = read_query(path, case.environment)
    assert query.partitions == tuple(case.partitions)
    assert query.origin["task"] == "family/task"
    assert (query.origin["iteration"], query.origin["phase"]) == ("4", "predicate (int)")
    asked = [entry.split()[:2] for entry in query.origin["asked"].split("; ")]
    assert asked == [["z3:horn", "interpolants"], ["z3:backward", "interpolants"]]
    assert "(set-info :status unsat)" in path.read_text()
    (row,) = read_index(tmp_path)
    assert (row["file"], row["partitions"]) == (path.name, 2)


def test_a_query_that_never_ends_is_on_disk(tmp_path: Path) -> None:
    case = _Case(tmp_path)

    class Dying:
        procedure = "toy:dying"

        def sequence(self, partitions: object, *, timeout: float | None = None) -> Outcome:
            (path,) = query_files(tmp_path)
            assert "toy:dying unanswered" in path.read_text()
            raise KeyboardInterrupt

        def close(self) -> None:
            pass

    with pytest.raises(KeyboardInterrupt):
        case.observed(Dying()).sequence(case.partitions)
    assert read_index(tmp_path)[0]["asked"] == [["toy:dying", "unanswered", 0.0]]


def test_names_are_the_same_in_every_run(tmp_path: Path) -> None:
    names = []
    for folder in ("one", "two"):
        case = _Case(tmp_path / folder)
        outcome = case.observed(need("z3").interpolator("horn", case.environment)).sequence(case.partitions)
        assert isinstance(outcome, Interpolants)
        names.append([path.name for path in query_files(tmp_path / folder)])
    assert names[0] == names[1] != []
