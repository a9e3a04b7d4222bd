"""Interpolation problems are read as each solver asks them: which formulas are on which side of which cut."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from pysmt.environment import Environment
from typer.testing import CliRunner

from verilab.cli.app import app
from verilab.errors import Refused
from verilab.experiments.queries.importing import import_queries
from verilab.experiments.queries.replay import ReplayOptions, replay
from verilab.solving.queries.derived_operators import derived_operators
from verilab.solving.queries.dialects import ForeignQuery, Question, read_foreign
from verilab.solving.queries.files import QueryFileError, read_query
from verilab.solving.queries.scripts import Unread

DECLARED = "(declare-fun a () Int)\n(declare-const b Int)\n(declare-fun c () Int)\n"
NAMED = DECLARED + "".join(f"(assert (! (= {left} {right}) :named {name}))\n" for name, left, right in ("Aab", "Bbc", "Cc1", "Da2"))


def read(folder: Path, text: str, suffix: str = ".smt2") -> list[ForeignQuery | Unread]:
    file = folder / f"q{suffix}"
    file.write_text(text)
    return list(read_foreign(file, Environment()))


def shown(query: ForeignQuery | Unread) -> tuple[Question, list[str]]:
    assert isinstance(query, ForeignQuery)
    return query.question, [formula.serialize() for formula in query.query.partitions]


A, B, C, D = "(a = b)", "(b = c)", "(c = 1)", "(a = 2)"


@pytest.mark.parametrize(
    ("asked", "question", "partitions"),
    [
        ("(get-interpolants A B C D)", Question.SEQUENCE, [A, B, C, D]),
        ("(get-interpolants (and A B) (and C D))", Question.SEQUENCE, [f"({A} & {B})", f"({C} & {D})"]),
        ("(get-interpolants A B)", Question.SEQUENCE, [A, f"({B} & {C} & {D})"]),
        ("(get-interpolants)", Question.SEQUENCE, [A, B, C, D]),
        ("(get-interpolants (A) (B C))", Question.SEQUENCE, [A, f"({B} & {C})", D]),
        ("(get-interpolant (A C))", Question.PAIR, [f"({A} & {C})", f"({B} & {D})"]),
        ("(get-interpolant (A (= c 1)))", Question.PAIR, [f"({A} & {C})", f"({B} & {D})"]),
        ("(get-interpolant A D)", Question.SEQUENCE, [A, f"({B} & {C} & {D})"]),
        ("(get-interpolant I (= a 1))", Question.CONJECTURE, [f"({A} & {B} & {C} & {D})", "(! (a = 1))"]),
        ("(get-interpolant I (= a 1) ((S Bool)) ((S Bool (true))))", Question.CONJECTURE, [f"({A} & {B} & {C} & {D})", "(! (a = 1))"]),
    ],
)
def test_each_question_has_its_sides(tmp_path: Path, asked: str, question: Question, partitions: list[str]) -> None:
    (query,) = read(tmp_path, NAMED + f"(check-sat)\n{asked}\n")
    assert shown(query) == (question, partitions)


def test_a_tree_is_a_cut_for_each_node_but_the_root(tmp_path: Path) -> None:
    # D is the root; its children are A and C, the root of the subtree that is in parentheses
    queries = read(tmp_path, NAMED + "(get-interpolants A (B C) D)\n")
    assert [shown(each) for each in queries] == [
        (Question.TREE, [A, f"({B} & {C} & {D})"]),
        (Question.TREE, [B, f"({A} & {C} & {D})"]),
        (Question.TREE, [f"({B} & {C})", f"({A} & {D})"]),
    ]


def test_interpolation_groups_are_sides_too(tmp_path: Path) -> None:
    text = DECLARED + "".join(
        f"(assert (! (= {left} {right}) :interpolation-group {group}))\n" for group, left, right in ("gab", "gbc", "hc1", "ha2")
    )
    (query,) = read(tmp_path, text + "(get-interpolant (g))\n")
    assert shown(query) == (Question.PAIR, [f"({A} & {B})", f"({C} & {D})"])


def test_the_right_side_of_a_model_interpolant_is_the_model(tmp_path: Path) -> None:
    text = DECLARED + "(assert (< a b))\n(check-sat-assuming-model (a b) (3 1))\n(get-unsat-model-interpolant)\n"
    (query,) = read(tmp_path, text)
    assert shown(query) == (Question.MODEL, ["(a < b)", "((a = 3) & (b = 1))"])


def test_each_question_is_over_what_is_asserted_where_it_stands(tmp_path: Path) -> None:
    text = (
        DECLARED
        + "(assert (! (= a 1) :named X))\n(push 1)\n(assert (! (= a 2) :named Y))\n(set-info :status unsat)\n(get-interpolants X Y)\n"
    )
    text += "(pop 1)\n(assert (! (= a 3) :named Y))\n(get-interpolants X Y)\n"
    queries = read(tmp_path, text)
    assert [shown(each)[1] for each in queries] == [["(a = 1)", "(a = 2)"], ["(a = 1)", "(a = 3)"]]
    assert [each.line for each in queries] == [8, 11]
    assert [each.status for each in queries if isinstance(each, ForeignQuery)] == ["unsat", "unsat"]


def test_functions_and_numerals_of_reals_are_read(tmp_path: Path) -> None:
    text = (
        "(declare-fun x () Real)\n(define-fun twice ((r Real)) Real (* 2 r))\n(define-fun three () Real 3)\n"
        "(assert (! (< (twice x) (/ 1 2)) :named X))\n(assert (! (> x three) :named Y))\n(get-interpolants X Y)\n"
    )
    (query,) = read(tmp_path, text)
    assert shown(query)[1] == ["((2.0 * x) < 1/2)", "(3.0 < x)"]
    assert isinstance(query, ForeignQuery)
    assert query.query.logic == "QF_LRA"


SORT = "(declare-sort U 0)\n(declare-fun a () (Array U U))\n(declare-fun u () U)\n"


def test_a_declared_sort_is_read_as_the_integers(tmp_path: Path) -> None:
    declared = SORT + "(declare-const v () U)\n(declare-fun f (U U) U)\n"
    asserted = "(assert (! (= (f u v) (select a u)) :named X))\n(assert (! (distinct u v) :named Y))\n"
    (query,) = read(tmp_path, f"{declared}{asserted}(get-interpolants X Y)\n")
    assert shown(query)[1] == ["(f(u, v) = a[u])", "(! (u = v))"]
    assert isinstance(query, ForeignQuery)
    assert query.query.logic == "QF_AUFLIA"


def test_a_defined_sort_is_what_it_is_defined_as(tmp_path: Path) -> None:
    text = (
        "(define-sort Word () (_ BitVec 8))\n(define-sort Memory (E) (Array Word E))\n"
        "(declare-fun m () (Memory Word))\n(declare-fun w () Word)\n"
        "(assert (! (= (select m w) #x00) :named X))\n(assert (! (distinct (select m w) #x00) :named Y))\n(get-interpolants X Y)\n"
    )
    (query,) = read(tmp_path, text)
    assert shown(query)[1] == ["(m[w] = 0_8)", "(! (m[w] = 0_8))"]


PRI = r"""
/* a comment */
\functions { int x, y; \partial int f(int); bool b; }
\predicates { p(int); }
\problem {
  \part[A] (x > 0 & f(x) = y) & \part[B] !p(y) & (b | \exists int k; x = 2*k)   // of no part
-> \part[C] (y != f(x) | p(y)) -> \part[D] -x >= 1
}
\interpolant { A; B, C; D }
"""


def test_a_problem_of_princess_is_negated_and_split_into_its_parts(tmp_path: Path) -> None:
    (query,) = read(tmp_path, PRI, ".pri")
    question, partitions = shown(query)
    assert (question, partitions[:2]) == (
        Question.SEQUENCE,
        ["((0 < x) & (f(x) = y))", "((! p(y)) & ((! (y = f(x))) | p(y)))"],
    )
    assert "(! (1 <= (x * -1)))" in partitions[2] or "(! (1 <= (-1 * x)))" in partitions[2]
    assert "b" in partitions[2], "what is in no part belongs to the last one"


def formula(folder: Path, problem: str) -> str:
    r"""The only part of a problem over Booleans ``p``, ``q``, ``r`` and integers ``x``, ``y``, which is negated."""
    text = rf"\functions {{ int x, y; }} \predicates {{ p; q; r; }} \problem {{ \part[A] ({problem}) -> \part[B] (x = x + 1) }}"
    (query,) = read(folder, text + "\\interpolant { A; B }", ".pri")
    return query.reason if isinstance(query, Unread) else shown(query)[1][0]


@pytest.mark.parametrize(
    ("problem", "meaning"),
    [
        ("p <-> q <-> r", "((p <-> q) <-> r)"),
        ("p -> q -> r", "(p -> (q -> r))"),
        ("p <- q <- r", "(r -> (q -> p))"),
        ("p & q | !r & p | q", "((p & q) | ((! r) & p) | q)"),
        ("p && q || r", "((p & q) | r)"),
        ("!x = y & p", "((! (x = y)) & p)"),
        ("p() & x - 1 - y < 2*-x", None),
        ("x < y < 3", "a chain of relations"),
        ("x = !p", "the construct !"),
        ("p & (q", "the construct end"),
        ("p, q", "the construct ,"),
        ("p q", "the construct q"),
        ("x - - y = 1", None),
        ("- -x = 1", "the construct -"),
    ],
)
def test_operators_of_princess_bind_as_its_grammar_says(tmp_path: Path, problem: str, meaning: str | None) -> None:
    read_as = formula(tmp_path, problem)
    if meaning is not None:
        assert read_as == meaning
    else:
        assert "the construct" not in read_as


def test_a_problem_of_princess_may_be_nested_deeply(tmp_path: Path) -> None:
    left = "(" * 800 + "x = 0" + " & x >= 0)" * 800
    text = f"\\functions {{ int x; }}\n\\problem {{ \\part[A] {left} -> \\part[B] (x = 0) }}\n\\interpolant {{ A; B }}\n"
    (query,) = read(tmp_path, text, ".pri")
    assert len(shown(query)[1]) == 2


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("(declare-datatypes ((U 0)) (((u))))\n(assert true)\n(get-interpolants)\n", "the command declare-datatypes"),
        ("(declare-sort U 1)\n(assert true)\n(get-interpolants)\n", "the command declare-sort"),
        (f"{SORT}(assert (forall ((x U)) (= x u)))\n(get-interpolants)\n", "a quantifier beside a declared sort"),
        (f"{SORT}(assert (= a ((as const (Array U U)) u)))\n(get-interpolants)\n", "a constant array beside a declared sort"),
        ("(declare-fun 1 () Int)\n(assert true)\n(get-interpolants)\n", "a numeral or an operator of SMT-LIB as a name"),
        ("(declare-fun + (Int Int) Int)\n(assert true)\n(get-interpolants)\n", "a numeral or an operator of SMT-LIB as a name"),
        ("(declare-fun s () String)\n(assert true)\n(get-interpolants)\n", "unknown sort String"),
        (NAMED + "(get-interpolants A Missing)\n", "unknown symbol Missing"),
        (NAMED + "(get-interpolant (A (= a 7)))\n", "a partition that is not asserted"),
        (NAMED + "(get-unsat-model-interpolant)\n", "no model is assumed: (check-sat-assuming-model ...) is missing"),
        (DECLARED + "(assert (forall ((k Int)) (< k a)))\n(get-interpolants)\n", "a quantifier that cannot be eliminated"),
        (DECLARED + "(assert (+ a 1))\n(get-interpolants)\n", "an assertion must be Boolean"),
    ],
)
def test_what_is_not_read_is_told_with_its_reason(tmp_path: Path, text: str, reason: str) -> None:
    (query,) = read(tmp_path, text)
    assert isinstance(query, Unread)
    assert query.reason == reason


def test_text_that_is_no_smt_lib_is_refused_at_its_line(tmp_path: Path) -> None:
    with pytest.raises(QueryFileError, match=r"q\.smt2:2: 1 parentheses are not closed, from here on"):
        read(tmp_path, "(check-sat)\n(assert true\n")


def test_a_folder_becomes_recorded_queries_each_once(tmp_path: Path) -> None:
    source, to = tmp_path / "source" / "deep", tmp_path / "to"
    source.mkdir(parents=True)
    (source / "one.smt2").write_text(NAMED + "(get-interpolants A B C D)\n(get-interpolants C D)\n")
    (source / "same.smt2").write_text("(set-option :x 1)\n" + NAMED + "(get-interpolants A B C D)\n")
    (source / "none.smt2").write_text(NAMED + "(check-sat)\n")
    (source / "p.pri").write_text(PRI)
    shown = CliRunner().invoke(app, ["queries", "import", str(tmp_path / "source"), "--to", str(to), "--csv", str(tmp_path / "rows.csv")])
    assert "3 files ask 4 questions: 4 read (4 sequence)" in shown.stdout
    assert sorted(path.name for path in to.iterdir()) == ["deep_one-1.smt2", "deep_one-2.smt2", "deep_p-1.smt2"]
    with (tmp_path / "rows.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [(row["source"], row["query"]) for row in rows if row["source"].endswith("same.smt2")] == [("deep/same.smt2", "deep_one-1.smt2")]
    again = read_query(to / "deep_one-1.smt2", Environment())
    assert [str(each) for each in again.partitions] == [A, B, C, D]
    assert again.origin["question"] == "sequence"


def test_imported_queries_are_replayed_even_where_a_symbol_has_two_sorts(tmp_path: Path) -> None:
    for name, sort, low, high in (("one", "Int", "1", "2"), ("two", "Real", "1.0", "2.0"), ("three", "Int", "3", "4")):
        text = (
            f"(declare-fun x () {sort})\n(assert (! (<= x {low}) :named A))\n(assert (! (>= x {high}) :named B))\n(get-interpolants A B)\n"
        )
        (tmp_path / f"{name}.smt2").write_text(text)
    import_queries(tmp_path, tmp_path / "to")
    rows = replay(tmp_path / "to", ["z3:horn"], ReplayOptions(strength=False)).rows
    assert {(row.task, row.outcome) for row in rows} == {("one.smt2", "valid"), ("two.smt2", "valid"), ("three.smt2", "valid")}


def test_a_folder_without_questions_is_refused(tmp_path: Path) -> None:
    (tmp_path / "none.smt2").write_text(NAMED)
    with pytest.raises(Refused, match="has no file that asks for interpolants"):
        import_queries(tmp_path, tmp_path / "to")


def values(name: str, *numbers: tuple[int, ...]) -> list[int | bool]:
    """What an operator makes of each tuple of words of four bits."""
    environment = Environment()
    manager, rule = environment.formula_manager, derived_operators(environment)[name]
    terms = (rule(*(manager.BV(number % 16, 4) for number in operands)) for operands in numbers)
    return [environment.simplifier.simplify(term).constant_value() for term in terms]


SIGNED = range(-8, 8)


@pytest.mark.parametrize(
    ("name", "meaning"),
    [
        ("bvsaddo", lambda x, y: not -8 <= x + y < 8),
        ("bvssubo", lambda x, y: not -8 <= x - y < 8),
        ("bvsmulo", lambda x, y: not -8 <= x * y < 8),
        ("bvsdivo", lambda x, y: x == -8 and y == -1),
        ("bvuaddo", lambda x, y: x % 16 + y % 16 > 15),
        ("bvusubo", lambda x, y: x % 16 < y % 16),
        ("bvumulo", lambda x, y: (x % 16) * (y % 16) > 15),
        ("bvsmod", lambda x, y: (x if y == 0 else x % y) % 16),
    ],
)
def test_operators_of_two_words_mean_what_they_say(name: str, meaning: object) -> None:
    assert callable(meaning)
    pairs = [(x, y) for x in SIGNED for y in SIGNED]
    assert values(name, *pairs) == [meaning(x, y) for x, y in pairs]


@pytest.mark.parametrize(
    ("name", "meaning"),
    [
        ("bvredor", lambda x: x != 0),
        ("bvredand", lambda x: x == -1),
        ("bvredxor", lambda x: (x % 16).bit_count() % 2),
        ("bvnego", lambda x: x == -8),
    ],
)
def test_operators_of_one_word_mean_what_they_say(name: str, meaning: object) -> None:
    assert callable(meaning)
    assert values(name, *((x,) for x in SIGNED)) == [meaning(x) for x in SIGNED]
