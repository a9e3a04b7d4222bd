"""Terms as SMT-LIB text and back."""

from __future__ import annotations

import pytest
from pysmt.environment import Environment
from pysmt.typing import BOOL, INT, ArrayType, BVType, FunctionType

from verilab.solving.conformance import Size
from verilab.solving.conformance.catalogue import generated_queries
from verilab.solving.smtlib.printing import declarations, symbol_text, to_smtlib
from verilab.solving.smtlib.reading import SmtLibReader
from verilab.solving.smtlib.syntax import SmtLibError, Unbalanced, expressions, read_sexps


def test_every_generated_query_reads_back_as_the_same_term() -> None:
    environment = Environment()
    reader = SmtLibReader(environment)
    for query in generated_queries(environment, Size.QUICK):
        for partition in query.partitions:
            assert reader.term(to_smtlib(partition)) is partition


def test_terms_cross_into_another_environment_by_their_declarations() -> None:
    here, there = Environment(), Environment()
    reader = SmtLibReader(there)
    for query in generated_queries(here, Size.QUICK):
        for partition in query.partitions:
            for declaration in declarations(sorted(partition.get_free_variables(), key=str)):
                reader.declare(declaration)
            assert to_smtlib(reader.term(to_smtlib(partition))) == to_smtlib(partition)


def test_shared_subterms_are_written_once() -> None:
    m = Environment().formula_manager
    term = m.Symbol("x", INT)
    for _ in range(200):
        term = m.Plus(term, term)
    assert len(to_smtlib(m.LE(term, m.Int(0)))) < 10_000


def test_deep_terms_need_no_recursion() -> None:
    environment = Environment()
    m = environment.formula_manager
    x = m.Symbol("x", INT)
    term = x
    for index in range(20_000):
        term = m.Plus(term, m.Int(index))
    formula = m.LE(term, m.Int(0))
    assert SmtLibReader(environment).term(to_smtlib(formula)) is formula


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(- 5)", "-5"),
        ("(=> p q p)", "(p -> (q -> p))"),
        ("(distinct x y)", "(! (x = y))"),
        ("(< x y 3)", "((x < y) & (y < 3))"),
        ("(let ((a (+ x 1))) (let ((a (+ a a))) (< a y)))", "(((x + 1) + (x + 1)) < y)"),
        ("(! (< x y) :named it)", "(x < y)"),
        ("#b0101", "5_4"),
        ("#xff", "255_8"),
        ("((_ extract 3 0) v)", "v[0:3]"),
        ("(mod x 4)", "(x - (4 * (x / 4)))"),
    ],
)
def test_the_text_of_other_solvers_is_read(text: str, expected: str) -> None:
    environment = Environment()
    m = environment.formula_manager
    for name, type in (("x", INT), ("y", INT), ("p", BOOL), ("q", BOOL), ("v", BVType(8))):
        m.Symbol(name, type)
    assert SmtLibReader(environment).term(text).serialize() == expected


@pytest.mark.parametrize("text", ["(+ x", "x)", "(frobnicate x)", "unknown", "", "x x", "()"])
def test_what_is_no_term_is_refused(text: str) -> None:
    environment = Environment()
    environment.formula_manager.Symbol("x", INT)
    with pytest.raises(SmtLibError):
        SmtLibReader(environment).term(text)


def test_odd_symbol_names_and_all_sorts_survive() -> None:
    here, there = Environment(), Environment()
    m = here.formula_manager
    symbols = [
        m.Symbol("f::x@2", INT),
        m.Symbol("let", BOOL),
        m.Symbol("a b", BVType(7)),
        m.Symbol("cells", ArrayType(INT, BVType(8))),
        m.Symbol("g", FunctionType(INT, [INT, BOOL])),
    ]
    reader = SmtLibReader(there)
    for symbol, declaration in zip(symbols, declarations(symbols), strict=True):
        copy = reader.declare(declaration)
        assert (copy.symbol_name(), str(copy.symbol_type())) == (symbol.symbol_name(), str(symbol.symbol_type()))


def test_a_quantifier_that_says_divisible_is_read_as_that() -> None:
    environment = Environment()
    manager = environment.formula_manager
    v = manager.Symbol("v@1", INT)
    reader = SmtLibReader(environment)
    formula = reader.term("(and (<= 0 v@1) (exists ((k Int)) (= (+ (* 4 k) v@1) 3)) (not (exists ((k Int)) (= v@1 (* (- 3) k)))))")
    assert formula.get_free_variables() == {v}
    for value in range(-12, 12):
        holds = environment.simplifier.simplify(environment.substituter.substitute(formula, {v: manager.Int(value)}))
        assert holds.is_true() is (value >= 0 and value % 4 == 3 and value % 3 != 0), value


def test_any_other_quantifier_is_refused() -> None:
    environment = Environment()
    environment.formula_manager.Symbol("v@1", INT)
    reader = SmtLibReader(environment)
    for text in ("(exists ((k Int)) (< k v@1))", "(forall ((k Int)) (= (* k k) v@1))", "(exists ((r Real)) (= r r))"):
        with pytest.raises(SmtLibError, match="cannot be eliminated"):
            reader.term(text)


@pytest.mark.parametrize(
    "name", ["select", "store", "let", "assert", "and", "mod", "bvadd", "pi", "exp", "str.len", "Int", "f::x", "x@3", "x"]
)
def test_a_variable_has_no_name_that_means_something_to_a_solver(name: str) -> None:
    """Bars do not help: ``|select|`` is ``select``."""
    environment = Environment()
    manager = environment.formula_manager
    symbol = manager.Symbol(name, INT)
    assert symbol_text(name).strip("|") not in {"select", "store", "let", "assert", "and", "mod", "bvadd", "pi", "exp", "str.len", "Int"}
    formula = manager.LT(manager.Plus(symbol, manager.Int(1)), manager.Int(7))
    assert SmtLibReader(environment).term(to_smtlib(formula)) is formula


def test_expressions_come_with_the_places_where_they_start() -> None:
    text = '; one\n(a "b (""c" |d )|)\n  e (f (g))'
    assert list(expressions(text)) == [(6, ["a", '"b (""c"', "|d )|"]), (27, "e"), (29, ["f", ["g"]])]


@pytest.mark.parametrize(
    ("text", "problem", "offset"),
    [("(a) (b (c)", "1 parentheses", 4), ("(a))", "too many", 3), ('(a "b)', 'a " that', 3), ("a |b", r"a \| that", 2)],
)
def test_text_that_is_not_balanced_is_refused_at_its_place(text: str, problem: str, offset: int) -> None:
    """A quote that nothing closes was once passed over, and what it quotes read as if it were terms."""
    with pytest.raises(Unbalanced, match=problem) as caught:
        read_sexps(text)
    assert caught.value.offset == offset
