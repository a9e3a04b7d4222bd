"""Formulas of explicit-value invariants, and their translation between vocabularies."""

from __future__ import annotations

import itertools

import pytest
from pysmt.environment import Environment

from verilab.formulas.assignments import invariant_formula
from verilab.formulas.encodings.bit_vectors import BitVectorEncoding
from verilab.formulas.encodings.integers import IntEncoding
from verilab.formulas.regions import Untranslatable, translated
from verilab.formulas.terms.inspection import Evaluation, atoms, dag_size
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Array, Program, Variable
from verilab.program.elements import Assignments, Element
from verilab.program.types import INT, UINT, IntType

Setting = tuple[Program, Variable, Variable, Array]


@pytest.fixture
def setting() -> Setting:
    builder = ProgramBuilder()
    storages = builder.variable("x", INT), builder.variable("y", UINT), builder.array("a", INT, 1000)
    return builder.finish(builder.function("main")), *storages


def vocabulary(program: Program, kind: str, environment: Environment | None = None) -> Vocabulary:
    environment = environment or Environment()
    return Vocabulary(program, IntEncoding(environment) if kind == "int" else BitVectorEncoding(environment))


def evaluation(vocabulary: Vocabulary, values: dict[Element, int]) -> Evaluation:
    bits = vocabulary.encoding.name == "bv"
    known = {vocabulary.symbol(element): value & ((1 << element[0].type.width) - 1) if bits else value for element, value in values.items()}
    return Evaluation(known.get)


@pytest.mark.parametrize("kind", ["int", "bv"])
def test_exactly_the_rows_satisfy_the_formula(setting: Setting, kind: str) -> None:
    program, x, y, _ = setting
    rows = ((1, 5), (2, 5), (3, 5), (-1, None), (7, 6), (7, 9))
    symbols = vocabulary(program, kind)
    formula = invariant_formula(symbols, Assignments(((x, 0), (y, 0)), rows))
    for first, second in itertools.product(range(-2, 9), range(4, 11)):
        expected = any(first == row[0] and row[1] in (None, second) for row in rows)
        assert evaluation(symbols, {(x, 0): first, (y, 0): second}).holds(formula) is expected


def test_what_all_rows_share_is_said_once(setting: Setting) -> None:
    program, x, y, _ = setting
    formula = invariant_formula(vocabulary(program, "int"), Assignments(((x, 0), (y, 0)), tuple((row, 3) for row in range(1000))))
    assert dag_size(formula) < 15
    assert len(atoms(formula)) == 3


def test_no_row_is_false_and_an_unknown_row_is_true(setting: Setting) -> None:
    program, x, _, a = setting
    symbols = vocabulary(program, "int")
    assert invariant_formula(symbols, Assignments(((x, 0),), ())).is_false()
    assert invariant_formula(symbols, Assignments((), ((),))).is_true()
    assert invariant_formula(symbols, Assignments(((x, 0),), ((None,), (3,)))).is_true()
    assert invariant_formula(symbols, Assignments(((a, 3),), ((5,),))).is_true()


@pytest.mark.parametrize("shared", [True, False])
def test_linear_relations_translate_exactly_to_bit_vectors(setting: Setting, shared: bool) -> None:
    program, x, y, _ = setting
    source = vocabulary(program, "int")
    target = vocabulary(program, "bv", source.encoding.environment if shared else None)
    manager = source.encoding.environment.formula_manager
    first, second = source.symbol((x, 0)), source.symbol((y, 0))
    total = manager.Plus(manager.Times(manager.Int(3), first), manager.Times(manager.Int(-1), second), manager.Int(7))
    formulas = [
        manager.LE(total, manager.Int(5)),
        manager.LT(manager.Minus(first, second), manager.Plus(second, manager.Int(1))),
        manager.Not(manager.Equals(manager.Ite(manager.LT(first, second), first, second), manager.Int(0))),
        manager.LE(manager.Int(1 << 40), manager.Times(first, second)),
    ]
    values = [(a, b) for a in (INT.minimum, -1, 0, 1, 5, INT.maximum) for b in (0, 1, 2, 5, UINT.maximum)]
    for formula in formulas:
        counterpart = translated(formula, source, target)
        for a, b in values:
            state: dict[Element, int] = {(x, 0): a, (y, 0): b}
            assert evaluation(source, state).holds(formula) is evaluation(target, state).holds(counterpart)


def test_a_copy_to_another_environment_speaks_about_its_symbols(setting: Setting) -> None:
    program, x, _, _ = setting
    source, target = vocabulary(program, "int"), vocabulary(program, "int")
    formula = source.encoding.equals(source.symbol((x, 0)), source.encoding.constant_term(3, INT))
    copy = translated(formula, source, target)
    assert copy is target.encoding.equals(target.symbol((x, 0)), target.encoding.constant_term(3, INT))


def test_what_has_no_counterpart_is_refused(setting: Setting) -> None:
    program = setting[0]
    integers, bits = vocabulary(program, "int"), vocabulary(program, "bv")
    manager = integers.encoding.environment.formula_manager
    with pytest.raises(Untranslatable, match="bit vectors to integers"):
        translated(bits.terms.true, bits, integers)
    with pytest.raises(Untranslatable, match="no symbol of the program"):
        translated(manager.LE(manager.Symbol("stranger", integers.encoding.sort(IntType(32, True))), manager.Int(0)), integers, bits)


def test_vocabularies_of_one_environment_know_each_others_symbols(setting: Setting) -> None:
    program, x, _, _ = setting
    first = vocabulary(program, "int")
    symbol = first.symbol((x, 0))
    second = vocabulary(program, "int", first.encoding.environment)
    assert second.element(symbol) == (x, 0)
    assert vocabulary(program, "bv", first.encoding.environment).element(symbol) is None
