"""``verilab.interpolate``: certified answers, and an exception for each way of having none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.shortcuts import INT, LT, And, Bool, Equals, ForAll, Implies, Int, Plus, String, Symbol, Times, get_env, is_valid
from pysmt.typing import STRING

import verilab as vl
from tests.api.objects import own_backend
from tests.backends.required import require
from verilab.solving.certificate import Condition, Valid, certify
from verilab.solving.interpolation import Failed, Interpolants, Outcome, TimedOut, Unsupported
from verilab.solving.registry import UnknownBackend, load_backend

X, Y, Z = (Symbol(f"api_{name}", INT) for name in "xyz")
CHAIN = [Equals(X, Int(0)), Equals(Y, Plus(X, Int(1))), LT(Y, Int(0))]
QUERY = """(set-logic QF_LIA)
(declare-const x Int)
(declare-fun y () Int)
(assert (! (= x 0) :named first))
(assert (! (= y (+ x 1)) :interpolation-group middle))
(assert (! (< x 5) :interpolation-group middle))
(assert (! (< y 0) :named last))
(check-sat)
"""


@pytest.mark.parametrize("engine", ["", "z3", "z3:horn", "cvc5:proofs", "cvc5", "mathsat:proofs", "yices:mcsat", "z3:farkas"])
def test_an_engine_gives_interpolants_that_another_solver_accepts(engine: str) -> None:
    require(engine.partition(":")[0] or "z3")
    interpolants = vl.interpolate(CHAIN, engine)
    assert len(interpolants) == len(interpolants.formulas) == 2
    assert interpolants.is_certified
    assert interpolants.checked_by != interpolants.procedure.partition(":")[0]
    assert interpolants.seconds > 0
    checker = load_backend("z3")
    assert certify(checker.session(get_env()), get_env(), CHAIN, list(interpolants)) == Valid()


def test_without_the_check_nobody_is_asked() -> None:
    assert vl.interpolate(CHAIN, "z3:horn", check=False).checked_by == ""
    assert vl.interpolate(CHAIN, "z3:horn", check="z3").checked_by == "z3"


def test_a_file_has_its_partitions_as_named_assertions_and_groups(tmp_path: Path) -> None:
    file = tmp_path / "query.smt2"
    file.write_text(QUERY)
    interpolants = vl.interpolate(file, "z3:horn")
    assert len(interpolants) == 2
    assert {symbol.symbol_name() for symbol in interpolants[0].get_free_variables()} <= {"x"}
    assert interpolants.to_smtlib().splitlines()[0] == "("
    assert vl.interpolate(str(file), "cvc5:proofs").is_certified


def test_a_tree_has_an_interpolant_for_each_node_but_the_root() -> None:
    left, right, root = Equals(X, Int(1)), Equals(Y, Int(2)), LT(Plus(X, Y), Int(3))
    interpolants = vl.interpolate([left, right, root], "z3:horn", parents=[2, 2])
    assert [formula.get_free_variables() for formula in interpolants] == [{X}, {Y}]
    with pytest.raises(vl.Refused, match="unknown procedure of z3 for trees 'farkas'; known: horn"):
        vl.interpolate([left, right, root], "z3:farkas", parents=[2, 2])
    with pytest.raises(vl.Refused, match="the parent of node 1 must be one of 2"):
        vl.interpolate([left, right, root], parents=[1, 1])


def test_formulas_stay_in_the_callers_environment() -> None:
    own = Environment()
    manager = own.formula_manager
    x = manager.Symbol("x", own.type_manager.INT())
    parts = [manager.Equals(x, manager.Int(0)), manager.Equals(x, manager.Int(1))]
    (interpolant,) = vl.interpolate(parts, environment=own)
    assert interpolant in manager
    with pytest.raises(vl.Refused, match="formula 1 is of another pySMT environment"):
        vl.interpolate(parts)


def test_trivial_queries_have_answers() -> None:
    assert len(vl.interpolate([Bool(False)])) == 0
    assert [formula.is_true() for formula in vl.interpolate([Bool(True), Bool(False)])] == [True]
    (interpolant,) = vl.interpolate([And(LT(X, Y), LT(Y, Z)), LT(Z, X)])
    assert is_valid(Implies(And(LT(X, Y), LT(Y, Z)), interpolant), solver_name="z3")


@pytest.mark.parametrize(
    ("formulas", "engine", "kind", "message"),
    [
        (CHAIN[:2], "z3:horn", vl.Satisfiable, "satisfiable together"),
        (CHAIN, "bitwuzla:proofs", vl.UnsupportedInterpolation, "linear integers; an engine that can is"),
        ([ForAll([X], LT(X, Y)), Bool(False)], "z3", vl.UnsupportedInterpolation, "quantifiers; no installed engine can"),
        ([Equals(Symbol("api_s", STRING), String("a")), Bool(False)], "cvc5", vl.UnsupportedInterpolation, "strings; no installed engine"),
        ([Equals(Times(X, X), Int(2)), Bool(False)], "mathsat", vl.UnsupportedInterpolation, "non-linear integers; an engine that can is"),
        (CHAIN, "z3:hron", UnknownBackend, "did you mean 'horn'"),
        (CHAIN, "cvc6", UnknownBackend, "did you mean 'cvc5'"),
        ([], "z3", vl.Refused, "at least one"),
        ([X, Y], "z3", vl.Refused, "formula 1 is no Boolean term"),
        (["a", "b"], "z3", vl.Refused, "formula 1 is a str"),
        ("nowhere.smt2", "z3", vl.Refused, "nowhere.smt2: No such file"),
    ],
)
def test_each_failure_has_a_class_and_says_what_would_work(
    formulas: Sequence[FNode] | str, engine: str, kind: type[Exception], message: str
) -> None:
    if engine == "mathsat":
        require("mathsat")
    with pytest.raises(kind, match=message) as caught:
        vl.interpolate(formulas, engine)
    assert isinstance(caught.value, vl.Refused)


class Answering:
    """A backend that answers what it was told, whatever it is asked."""

    def __init__(self, outcome: Outcome) -> None:
        inner = load_backend("z3")
        self.name, self.version, self.capabilities, self.session = "parrot", "1", inner.capabilities, inner.session
        self.outcome = outcome
        self.procedure = "parrot:horn"

    def interpolator(self, procedure: str, environment: Environment, **_: object) -> Answering:
        return self

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        return self.outcome

    def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("formulas", "condition", "cut"),
    [
        ((LT(X, Int(0)), Bool(False)), Condition.INITIATION, 1),
        ((Bool(True), LT(Y, Int(-5))), Condition.CONSECUTION, 1),
        ((Bool(True), Bool(True)), Condition.CONTRADICTION, 2),
        ((Equals(Z, Int(0)), Bool(True)), Condition.VOCABULARY, 1),
    ],
)
def test_a_wrong_answer_names_the_condition_and_the_cut(formulas: tuple[FNode, FNode], condition: Condition, cut: int) -> None:
    with pytest.raises(vl.InvalidInterpolants, match=f"refutes {condition.value} at cut {cut}") as caught:
        vl.interpolate(CHAIN, Answering(Interpolants(formulas, "parrot:horn")))
    assert (caught.value.condition, caught.value.cut, caught.value.formulas) == (condition, cut, formulas)
    assert vl.interpolate(CHAIN, Answering(Interpolants(formulas, "parrot:horn")), check=False).formulas == formulas


@pytest.mark.parametrize(
    ("outcome", "kind", "message"),
    [
        (TimedOut("parrot:horn"), vl.InterpolationTimedOut, "timed out after 3 s"),
        (Failed("it crashed", "parrot:horn"), vl.InterpolationFailed, "it crashed"),
        (Unsupported("strings", "parrot:horn"), vl.UnsupportedInterpolation, 'strings; an engine that can is engine="z3:horn"'),
    ],
)
def test_what_an_engine_says_of_itself_is_raised(outcome: Outcome, kind: type[vl.InterpolationError], message: str) -> None:
    with pytest.raises(kind, match=message) as caught:
        vl.interpolate(CHAIN, Answering(outcome), timeout=3)
    assert isinstance(caught.value, vl.InterpolationError)
    assert caught.value.procedure.endswith(":horn")


def test_a_backend_of_ones_own_interpolates() -> None:
    assert vl.interpolate(CHAIN, own_backend()).is_certified
