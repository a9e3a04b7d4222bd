"""cvc5:proofs: all cuts of a sequence from one proof, in three labellings; what the proof cannot give falls back and is counted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT, REAL, BVType, FunctionType

from tests.backends.required import need
from verilab.resources import Deadline, OutOfTime
from verilab.solving.backend import QueryContext, SessionClosed
from verilab.solving.certificate import Valid, certify
from verilab.solving.interpolation import Failed, Interpolants, NotUnsat, Outcome, TimedOut
from verilab.solving.procedures import make_interpolator
from verilab.solving.records import QueryRecord

LABELLINGS = ("proofs", "proofs-pudlak", "proofs-inverse")


class Case:
    """One environment with its symbols, and the two backends."""

    def __init__(self, logic: str = "QF_LIA") -> None:
        self.environment = Environment()
        self.m = self.environment.formula_manager
        self.logic = logic
        self.records: list[QueryRecord] = []
        self.cvc5 = need("cvc5")
        self.z3 = need("z3")

    def ints(self, names: str) -> list[FNode]:
        return [self.m.Symbol(name, INT) for name in names.split()]

    def reals(self, names: str) -> list[FNode]:
        return [self.m.Symbol(name, REAL) for name in names.split()]

    def ask(self, partitions: Sequence[FNode], labelling: str = "proofs", timeout: float | None = 20.0) -> Outcome:
        context = QueryContext(recorder=self.records.append)
        interpolator = make_interpolator(self.cvc5, labelling, self.environment, logic=self.logic, context=context)
        try:
            return interpolator.sequence(partitions, timeout=timeout)
        finally:
            interpolator.close()

    def valid(self, partitions: Sequence[FNode], labelling: str = "proofs") -> Interpolants:
        """The interpolants, which must be right."""
        outcome = self.ask(partitions, labelling)
        assert isinstance(outcome, Interpolants)
        session = self.z3.session(self.environment, logic=self.logic)
        assert certify(session, self.environment, partitions, outcome.formulas) == Valid()
        session.close()
        return outcome


@pytest.mark.parametrize("labelling", LABELLINGS)
def test_a_chain_of_increments_needs_one_farkas_lemma(labelling: str) -> None:
    case = Case()
    m = case.m
    a, b, c = case.ints("a b c")
    chain = [m.Equals(a, m.Int(0)), m.Equals(b, m.Plus(a, m.Int(1))), m.Equals(c, m.Plus(b, m.Int(1))), m.GT(c, m.Int(2))]
    outcome = case.valid(chain, labelling)
    assert [formula.serialize() for formula in outcome.formulas] == ["(a <= 0)", "(b <= 1)", "(c <= 2)"]
    assert outcome.fallback == ""


@pytest.mark.parametrize("labelling", LABELLINGS)
def test_a_block_with_branches_is_resolved(labelling: str) -> None:
    case = Case()
    m = case.m
    x = case.ints("x0 x1 x2 x3")
    p = [m.Symbol(f"p{index}") for index in range(4)]
    blocks = [m.And(m.Equals(x[0], m.Int(0)), p[0])]
    for i in range(3):
        up = m.And(p[i], m.Equals(x[i + 1], m.Plus(x[i], m.Int(2))), m.Not(p[i + 1]))
        stay = m.And(m.Not(p[i]), m.Equals(x[i + 1], x[i]), p[i + 1])
        blocks.append(m.Or(up, stay))
    outcome = case.valid([*blocks, m.GT(x[3], m.Int(4))], labelling)
    assert outcome.fallback == ""


@pytest.mark.parametrize("labelling", LABELLINGS)
def test_booleans_alone(labelling: str) -> None:
    case = Case()
    m = case.m
    p, q, r, s = (m.Symbol(name) for name in "pqrs")
    outcome = case.valid([m.Or(p, q), m.And(m.Implies(p, r), m.Iff(q, s)), m.Xor(r, m.TRUE()), m.Not(s)], labelling)
    assert outcome.fallback == ""


@pytest.mark.parametrize("labelling", LABELLINGS)
def test_what_rewriting_alone_refutes_needs_no_fallback(labelling: str) -> None:
    case = Case()
    m = case.m
    p, q = m.Symbol("p"), m.Symbol("q")
    assert case.valid([q, m.Iff(p, m.Not(p)), p], labelling).fallback == ""


@pytest.mark.parametrize("labelling", LABELLINGS)
def test_conjunctions_in_lemmas_may_mix_sides(labelling: str) -> None:
    case = Case("QF_UFLIA")
    m = case.m
    g = m.Symbol("g", FunctionType(INT, [INT]))
    ys = case.ints("y0 y1 y2 y3")
    steps = [m.And(m.LT(old, m.Function(g, [old])), m.Equals(new, m.Function(g, [old]))) for old, new in pairwise(ys)]
    assert case.valid([m.LE(m.Int(0), ys[0]), *steps, m.LT(ys[-1], m.Int(3))], labelling).fallback == ""


@pytest.mark.parametrize("labelling", LABELLINGS)
def test_bit_vectors_are_interpolated_bit_by_bit(labelling: str) -> None:
    case = Case("QF_BV")
    m = case.m
    a, b, c = (m.Symbol(name, BVType(8)) for name in "abc")
    four = m.BV(4, 8)
    even = [m.Equals(m.BVAnd(a, m.BV(3, 8)), m.BV(0, 8)), m.Equals(b, m.BVAdd(a, four)), m.Equals(c, m.BVAdd(b, four))]
    assert case.valid([*even, m.Equals(m.BVAnd(c, m.BV(1, 8)), m.BV(1, 8))], labelling).fallback == ""


@pytest.mark.parametrize("labelling", LABELLINGS)
def test_strict_real_facts_stay_strict(labelling: str) -> None:
    case = Case("QF_LRA")
    m = case.m
    x, y, z = case.reals("x y z")
    third = m.Real((1, 3))
    outcome = case.valid([m.LT(m.Real(0), x), m.Equals(x, m.Times(third, y)), m.LE(y, z), m.LE(z, m.Real(0))], labelling)
    assert [formula.serialize() for formula in outcome.formulas[1:]] == ["(! (y <= 0.0))", "(! (z <= 0.0))"]


@pytest.mark.parametrize("labelling", LABELLINGS)
def test_rounding_and_disequalities_of_integers(labelling: str) -> None:
    case = Case()
    m = case.m
    x, y, z = case.ints("x y z")
    even = m.Equals(x, m.Times(m.Int(2), y))
    case.valid([even, m.LE(x, z), m.Or(m.LT(z, x), m.Equals(z, x)), m.And(m.LE(m.Int(3), z), m.LE(z, m.Int(3)))], labelling)
    case.valid([m.LE(x, y), m.LE(y, z), m.Not(m.Equals(x, z)), m.LE(z, x)], labelling)


def test_choices_inside_of_terms_are_written_out() -> None:
    case = Case()
    m = case.m
    x, y, z = case.ints("x y z")
    case.valid([m.Equals(y, m.Ite(m.LT(x, m.Int(0)), m.Times(m.Int(-1), x), x)), m.Equals(z, m.Plus(y, m.Int(1))), m.LT(z, m.Int(1))])
    half = m.Div(x, m.Int(2))
    case.valid([m.And(m.Equals(y, half), m.LE(m.Int(4), x)), m.Equals(z, y), m.LT(z, m.Int(2))])


@pytest.mark.parametrize("labelling", LABELLINGS)
def test_equal_arguments_give_equal_values(labelling: str) -> None:
    case = Case("QF_UFLIA")
    m = case.m
    f = m.Symbol("f", FunctionType(INT, [INT]))
    a, b, c, d = case.ints("a b c d")
    case.valid([m.Equals(a, b), m.And(m.Equals(c, m.Function(f, [a])), m.Equals(d, m.Function(f, [b]))), m.Not(m.Equals(c, d))], labelling)


@pytest.mark.parametrize("labelling", LABELLINGS)
def test_trivial_partitions_and_cuts(labelling: str) -> None:
    case = Case()
    m = case.m
    x, y = case.ints("x y")
    low, high = m.LT(x, m.Int(0)), m.LT(m.Int(0), x)
    assert case.valid([m.And(low, high)], labelling).formulas == ()
    assert case.valid([low, m.FALSE(), high], labelling).formulas == (m.TRUE(), m.FALSE())
    assert case.valid([m.LE(y, x), m.And(low, high), m.TRUE()], labelling).formulas == (m.TRUE(), m.FALSE())
    assert case.valid([low, m.LE(y, m.Int(3)), low, high], labelling).fallback == ""


def test_satisfiable_sequences_are_told() -> None:
    case = Case()
    (x,) = case.ints("x")
    assert case.ask([case.m.LT(x, case.m.Int(0)), case.m.TRUE()]) == NotUnsat()


@pytest.mark.parametrize("labelling", LABELLINGS)
def test_literals_that_mix_both_sides_fall_back_and_are_counted(labelling: str) -> None:
    case = Case()
    m = case.m
    v, w, q, r = case.ints("v w q r")
    word = m.Int(8)
    # no sum of inequalities refutes  v = 8 q + 1, w = v + 8 r, w = 2: cvc5 branches on q + r, which is on neither side
    outcome = case.valid(
        [m.Equals(v, m.Plus(m.Times(word, q), m.Int(1))), m.And(m.Equals(w, m.Plus(v, m.Times(word, r))), m.Equals(w, m.Int(2)))],
        labelling,
    )
    mixed = [record for record in case.records if record.kind == "fallback"]
    assert outcome.fallback == "1 of 1 cuts by cvc5:newton-sp"
    assert [(record.procedure, record.size, record.outcome) for record in mixed] == [(f"cvc5:{labelling}", 1, "interpolants")]


def test_without_a_fallback_a_mixing_proof_fails_with_the_reason() -> None:
    case = Case("QF_UFLIA")
    m = case.m
    f = m.Symbol("f", FunctionType(INT, [INT]))
    xs = case.ints("x0 x1 x2 x3")
    steps = [m.Equals(after, m.Function(f, [before])) for before, after in pairwise(xs)]
    grow = m.Not(m.Equals(m.Function(f, [m.Function(f, [m.Function(f, [xs[0]])])]), xs[-1]))
    outcome = case.ask([*steps, grow])
    if isinstance(outcome, Failed):
        assert "mixes both sides" in outcome.reason
    else:
        case.valid([*steps, grow])


def hard(case: Case) -> list[FNode]:
    """A sum of many products by odd numbers that cannot be met: long to refute."""
    m = case.m
    xs = case.ints(" ".join(f"x{index}" for index in range(14)))
    odd = [12223, 12224, 36674, 61119, 85569, 33331, 77773, 99991, 45677, 65537, 81239, 52361, 98773, 12347]
    total = m.Plus([m.Times(m.Int(factor), x) for factor, x in zip(odd, xs, strict=True)])
    bounds = [m.And(m.LE(m.Int(0), x), m.LE(x, m.Int(40))) for x in xs]
    squares = m.And([m.Or(m.Equals(x, m.Times(m.Int(3), y)), m.LE(m.Plus(x, y), m.Int(7))) for x, y in pairwise(xs)])
    return [m.And(bounds), squares, m.Equals(m.Times(m.Int(7), total), m.Int(89643481 * 7 + 3))]


def test_the_time_limit_of_a_query_holds() -> None:
    case = Case()
    outcome = case.ask(hard(case), timeout=0.001)
    assert outcome == TimedOut("cvc5:proofs")


def test_the_end_of_the_run_is_no_time_out() -> None:
    case = Case()
    context = QueryContext(deadline=Deadline(0.0))
    interpolator = make_interpolator(case.cvc5, "proofs", case.environment, context=context)
    with pytest.raises(OutOfTime):
        interpolator.sequence(hard(case))
    interpolator.close()


def test_a_closed_interpolator_says_so_and_each_query_is_recorded_once() -> None:
    case = Case()
    (x,) = case.ints("x")
    case.ask([case.m.LT(x, case.m.Int(0)), case.m.LT(case.m.Int(0), x)])
    assert [(record.kind, record.procedure, record.outcome) for record in case.records] == [("interpolate", "cvc5:proofs", "interpolants")]
    interpolator = make_interpolator(case.cvc5, "proofs", case.environment)
    interpolator.close()
    interpolator.close()
    with pytest.raises(SessionClosed):
        interpolator.sequence([case.m.FALSE()])


@pytest.mark.parametrize("labelling", LABELLINGS)
def test_a_chain_of_equations_between_two_numbers_is_one_sum(labelling: str) -> None:
    """-1 = a = b = c = 0 mixes all partitions as one step, and none as a linear combination."""
    case = Case()
    m = case.m
    a, b, c = case.ints("a b c")
    bounds = m.And(m.LE(a, m.Int(-1)), m.GE(a, m.Int(-1)))
    outcome = case.valid([bounds, m.Equals(b, a), m.Equals(c, b), m.Equals(c, m.Int(0))], labelling)
    assert outcome.fallback == ""
    assert all(formula.get_free_variables() <= {symbol} for formula, symbol in zip(outcome.formulas, (a, b, c), strict=True))


def test_what_a_contradiction_does_not_need_is_not_proved() -> None:
    case = Case()
    m = case.m
    x = case.ints("x0 x1 x2")
    others = case.ints(" ".join(f"y{index}" for index in range(40)))
    noise = m.And([m.Equals(other, m.Plus(x[0], m.Int(index))) for index, other in enumerate(others)])
    outcome = case.valid([m.And(m.Equals(x[0], m.Int(0)), noise), m.Equals(x[1], m.Plus(x[0], m.Int(1))), m.LT(x[1], m.Int(1))])
    assert outcome.fallback == ""
    satisfiable = case.ask([m.And(m.Equals(x[0], m.Int(0)), noise), m.GT(x[1], x[0])])
    assert isinstance(satisfiable, NotUnsat)
