"""Wrong interpolants as solvers were reported to give them in 2026, recreated small: whoever gives such an answer is caught.

A scripted backend signs the answers; the queries and the answers are our own, of the kind of each report:

    MathSAT    sequences of bit vectors whose interpolants are right for each cut alone, but do not follow from each other (JavaSMT #707)
    Yices      an interpolant that is not implied by its own side; sequences put together of pairs (yices2 #345, #659)
    Princess   an interpolant of bit vectors that forgets the wrap-around (princess #37)
    cvc5       a sequence whose interpolant is not implied by the one before and its formula (JavaSMT #649)
    Bitwuzla   a lemma that mixes symbols of both sides: the interpolant speaks of what is not shared (JavaSMT #703)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT, REAL, BVType, FunctionType

import verilab as vl
from verilab.api.interpolation_errors import InvalidInterpolants
from verilab.solving.backend import Backend, Capabilities, QueryContext, SolverSession, Theory
from verilab.solving.certificate import Condition
from verilab.solving.interpolation import Interpolants, Interpolator, Invalid, Outcome
from verilab.solving.procedure import Procedure
from verilab.solving.registry import load_backend


@dataclass
class Scripted:
    """A backend that gives the same formulas to every question."""

    name: str
    answer: tuple[FNode, ...]
    version: str = "scripted"
    capabilities: Capabilities = field(
        default_factory=lambda: Capabilities(theories=frozenset(Theory), interpolation={"proofs": frozenset(Theory)})
    )

    def session(self, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None) -> SolverSession:
        return load_backend("z3").session(environment, logic=logic, context=context)

    def interpolator(
        self, procedure: str, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None
    ) -> Interpolator:
        return ScriptedInterpolator(f"{self.name}:{procedure}", self.answer)

    def close(self) -> None:
        pass


@dataclass
class ScriptedInterpolator:
    procedure: str
    answer: tuple[FNode, ...]

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        return Interpolants(self.answer, self.procedure)

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class Reported:
    """A query, the wrong answer, the right one, and what the certificate has to find."""

    partitions: list[FNode]
    wrong: list[FNode]
    right: list[FNode]
    condition: Condition
    cut: int


def mathsat(e: Environment) -> Reported:
    """d is negative, and x is its sign extension by way of y: each cut alone excludes that x is small, with another bound."""
    m = e.formula_manager
    d, x, y = m.Symbol("d", BVType(4)), m.Symbol("x", BVType(8)), m.Symbol("y", BVType(8))

    def least(term: FNode, value: int) -> FNode:
        return m.BVUGE(term, m.BV(value, 8))

    partitions = [m.And(m.Equals(y, m.BVSExt(d, 4)), m.BVSLT(d, m.BV(0, 4))), m.Equals(x, y), m.BVULT(x, m.BV(16, 8))]
    return Reported(partitions, [least(y, 16), least(x, 0xF8)], [least(y, 0xF8), least(x, 16)], Condition.CONSECUTION, 1)


def yices_side(e: Environment) -> Reported:
    """What is left of a circle is cut off too far: the interpolant excludes the model, and points of its own side."""
    m = e.formula_manager
    x, y = m.Symbol("rx", REAL), m.Symbol("ry", REAL)
    side = m.And(m.LE(m.Plus(x, y), m.Real(3)), m.GE(y, m.Real(1)))
    model = m.Equals(x, m.Real(3))
    return Reported([side, model], [m.LE(x, m.Real(1))], [m.LE(x, m.Real(2))], Condition.INITIATION, 1)


def yices_pairs(e: Environment) -> Reported:
    """Pairs, each asked by itself: the second one knows more than the first one tells it."""
    m = e.formula_manager
    a, b, c = (m.Symbol(f"y_{name}", INT) for name in "abc")
    partitions = [
        m.Equals(a, m.Int(0)),
        m.Equals(b, m.Plus(a, m.Int(1))),
        m.Equals(c, m.Plus(b, m.Int(1))),
        m.LT(c, m.Int(2)),
    ]
    wrong = [m.LE(m.Int(0), a), m.Equals(b, m.Int(1)), m.LE(m.Int(2), c)]
    return Reported(partitions, wrong, [m.LE(m.Int(0), a), m.LE(m.Int(1), b), m.LE(m.Int(2), c)], Condition.CONSECUTION, 1)


def princess(e: Environment) -> Reported:
    """y = x + 200 in eight bits: where x is large enough, y is small."""
    m = e.formula_manager
    x, y = m.Symbol("px", BVType(8)), m.Symbol("py", BVType(8))

    def number(value: int) -> FNode:
        return m.BV(value, 8)

    side = m.And(m.Equals(y, m.BVAdd(x, number(200))), m.BVULT(x, number(100)))
    other = m.And(m.BVUGE(y, number(50)), m.BVULT(y, number(200)))
    wraps = m.Or(m.BVUGE(y, number(200)), m.BVULT(y, number(44)))
    return Reported([side, other], [m.BVUGE(y, number(200))], [wraps], Condition.INITIATION, 1)


def cvc5(e: Environment) -> Reported:
    """The temporary is 0 because of what the first formula says, which the first interpolant has forgotten."""
    m = e.formula_manager
    flag, temporary = m.Symbol("flag", BVType(32)), m.Symbol("temporary", BVType(32))
    zero = m.BV(0, 32)
    partitions = [m.Equals(flag, zero), m.Equals(temporary, flag), m.Not(m.Equals(temporary, zero))]
    is_zero = m.And(m.Equals(temporary, zero), m.TRUE())
    return Reported(partitions, [m.TRUE(), is_zero], [m.Equals(flag, zero), is_zero], Condition.CONSECUTION, 1)


def bitwuzla(e: Environment) -> Reported:
    """f(a) = f(b) if a = b: the congruence lemma has a symbol of each side, and only s is shared."""
    m = e.formula_manager
    a, b, s = (m.Symbol(f"z_{name}", BVType(8)) for name in "abs")
    f = m.Symbol("z_f", FunctionType(BVType(8), [BVType(8)]))
    zero = m.BV(0, 8)
    left = m.And(m.Equals(a, s), m.Equals(m.Function(f, [a]), zero))
    right = m.And(m.Equals(b, s), m.Not(m.Equals(m.Function(f, [b]), zero)))
    mixed = m.Implies(m.Equals(a, s), m.Equals(m.Function(f, [a]), zero))
    return Reported([left, right], [m.And(mixed, m.Equals(a, s))], [m.Equals(m.Function(f, [s]), zero)], Condition.VOCABULARY, 1)


REPORTS: list[tuple[str, Callable[[Environment], Reported]]] = [
    ("mathsat", mathsat),
    ("yices", yices_side),
    ("yices", yices_pairs),
    ("princess", princess),
    ("cvc5", cvc5),
    ("bitwuzla", bitwuzla),
]


@pytest.mark.parametrize(("name", "make"), REPORTS, ids=[make.__name__ for _, make in REPORTS])
@pytest.mark.parametrize("checker", ["z3", "cvc5"])
def test_the_certificate_catches_an_answer_of_the_kind_that_was_reported(
    name: str, make: Callable[[Environment], Reported], checker: str
) -> None:
    environment = Environment()
    reported = make(environment)
    backend: Backend = Scripted(f"as-{name}", tuple(reported.wrong))
    with pytest.raises(InvalidInterpolants) as raised:
        vl.interpolate(reported.partitions, backend, check=checker, environment=environment)
    assert (raised.value.condition, raised.value.cut, raised.value.checked_by) == (reported.condition, reported.cut, checker)
    right = vl.interpolate(reported.partitions, Scripted(f"right-{name}", tuple(reported.right)), check=checker, environment=environment)
    assert list(right) == reported.right


@pytest.mark.parametrize(("name", "make"), REPORTS, ids=[make.__name__ for _, make in REPORTS])
def test_in_a_run_such_an_answer_is_invalid_and_never_used(name: str, make: Callable[[Environment], Reported]) -> None:
    environment = Environment()
    reported = make(environment)
    session = load_backend("cvc5").session(environment, logic="ALL")
    scripted = ScriptedInterpolator(f"{name}:proofs", tuple(reported.wrong))
    checked = Procedure(scripted.procedure, lambda: scripted, environment, QueryContext(), checker=lambda: session)
    outcome = checked.sequence(reported.partitions)
    assert outcome == Invalid(f"{reported.condition.value} at cut {reported.cut}", f"{name}:proofs")


@pytest.mark.parametrize("make", [mathsat, yices_pairs], ids=["mathsat", "yices"])
def test_of_a_sequence_each_wrong_interpolant_is_right_for_its_cut_alone(make: Callable[[Environment], Reported]) -> None:
    """So nobody finds these who checks pairs."""
    environment = Environment()
    reported, m = make(environment), environment.formula_manager
    for cut, formula in enumerate(reported.wrong, start=1):
        pair = [m.And(reported.partitions[:cut]), m.And(reported.partitions[cut:])]
        assert list(vl.interpolate(pair, Scripted(f"pair-{cut}", (formula,)), check="z3", environment=environment)) == [formula]
