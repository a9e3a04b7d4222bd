"""What is done to a sequence before an engine sees it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT, BVType

from tests.backends.required import need
from verilab.solving.backend import QueryContext, Reduction, Status, Value
from verilab.solving.certificate import Valid, certify
from verilab.solving.engine import Sequent
from verilab.solving.interpolation import Failed, Interpolants, NotUnsat, TimedOut, Unsupported, reason_of, shared_variables
from verilab.solving.records import QueryRecord
from verilab.solving.reduction.sequences import ReducedInterpolator
from verilab.solving.registry import load_backend
from verilab.solving.session import BaseSession


class Spy:
    """An engine that remembers its question and answers with numbered symbols."""

    def __init__(self, environment: Environment) -> None:
        self.manager = environment.formula_manager
        self.seen: list[Sequent] = []

    def interpolate(self, sequent: Sequent, seconds: float | None) -> Sequence[FNode] | Failed:
        self.seen.append(sequent)
        return [self.manager.Symbol(f"I{index}") for index in range(len(sequent.shared))]

    def close(self) -> None:
        pass


def prepared(context: QueryContext | None = None) -> tuple[Environment, Spy, ReducedInterpolator]:
    environment = Environment()
    spy = Spy(environment)
    context = context or QueryContext()
    session = load_backend("z3").session(environment, context=context)
    return environment, spy, ReducedInterpolator("toy:spy", spy, session, environment, context)


def test_partitions_outside_the_core_drop_out_and_their_cuts_share_an_interpolant() -> None:
    environment, spy, interpolator = prepared()
    m = environment.formula_manager
    x, y, z = (m.Symbol(name, INT) for name in "xyz")
    noise = m.LT(z, m.Int(7))
    low, link, high = m.LT(x, m.Int(0)), m.LE(y, x), m.LT(m.Int(0), y)
    outcome = interpolator.sequence([noise, m.And(low, noise), noise, m.And(noise, link), high, noise])
    assert isinstance(outcome, Interpolants)
    assert [str(formula) for formula in outcome.formulas] == ["True", "I0", "I0", "I1", "False"]
    (sequent,) = spy.seen
    assert sequent.partitions == (low, link, high)
    assert sequent.shared == ((x,), (y,))


def test_a_contradiction_within_one_partition_needs_no_engine() -> None:
    environment, spy, interpolator = prepared()
    m = environment.formula_manager
    x, y = m.Symbol("x", INT), m.Symbol("y", INT)
    outcome = interpolator.sequence([m.LT(y, m.Int(0)), m.And(m.LT(x, y), m.LT(y, x)), m.LT(x, m.Int(0))])
    assert outcome == Interpolants((m.TRUE(), m.FALSE()), "toy:spy")
    assert spy.seen == []


def test_satisfiable_sequences_are_recognised_before_the_engine() -> None:
    environment, spy, interpolator = prepared()
    m = environment.formula_manager
    assert interpolator.sequence([m.Symbol("p"), m.Symbol("q")]) == NotUnsat()
    assert spy.seen == []


def test_a_sequence_of_one_has_no_interpolants() -> None:
    environment, _, interpolator = prepared()
    assert interpolator.sequence([environment.formula_manager.FALSE()]) == Interpolants((), "toy:spy")


def test_an_empty_sequence_is_an_error() -> None:
    _, _, interpolator = prepared()
    with pytest.raises(ValueError, match="empty sequence"):
        interpolator.sequence([])


def test_each_query_is_recorded_with_its_outcome() -> None:
    rows: list[QueryRecord] = []
    environment, _, interpolator = prepared(QueryContext(recorder=rows.append))
    m = environment.formula_manager
    p = m.Symbol("p")
    interpolator.sequence([p, m.Not(p)])
    interpolator.sequence([p])
    own = [(row.kind, row.procedure, row.size, row.outcome) for row in rows if row.kind == "interpolate"]
    assert own == [("interpolate", "toy:spy", 2, "interpolants"), ("interpolate", "toy:spy", 1, "notunsat")]


def test_shared_variables_are_those_on_both_sides_of_a_cut() -> None:
    m = Environment().formula_manager
    a, b, c = (m.Symbol(name) for name in "abc")
    assert shared_variables([m.And(a, b), c, m.Or(a, c), b]) == ((a, b), (a, b, c), (b,))


def test_formulas_that_the_solver_cannot_express_are_unsupported_with_the_reason() -> None:
    environment = Environment()
    m = environment.formula_manager
    v = m.Symbol("v", BVType(8))
    interpolator = load_backend("z3").interpolator("newton-sp", environment, logic="QF_LIA")
    outcome = interpolator.sequence([m.BVULT(v, m.BV(3, 8)), m.BVULT(m.BV(5, 8), v)])
    assert isinstance(outcome, Unsupported)
    assert "another logic" in outcome.reason
    interpolator.close()


def test_a_conjunct_that_occurs_again_is_asked_once() -> None:
    """Synthesis did not end in time on a contradiction that was said twice."""
    environment, spy, interpolator = prepared()
    m = environment.formula_manager
    x = m.Symbol("x", INT)
    low, high = m.LT(x, m.Int(0)), m.LT(m.Int(0), x)
    outcome = interpolator.sequence([low, low, m.And(high, low)])
    assert isinstance(outcome, Interpolants)
    assert [str(formula) for formula in outcome.formulas] == ["I0", "I0"]
    (sequent,) = spy.seen
    assert sequent.partitions == (low, high)


class Coreless(BaseSession):
    """A session of z3 that cannot be asked for a core."""

    def __init__(self, environment: Environment, context: QueryContext) -> None:
        super().__init__("z3", environment, context)
        self._inner = load_backend("z3").session(environment, context=context)

    def _push(self) -> None:
        self._inner.push()

    def _pop(self, levels: int) -> None:
        self._inner.pop(levels)

    def _add(self, formula: FNode) -> None:
        self._inner.add(formula)

    def _check(self, assumptions: Sequence[FNode], seconds: float | None) -> Status:
        return self._inner.check(assumptions, timeout=seconds)

    def _values(self, terms: Sequence[FNode]) -> list[Value]:
        return self._inner.values(terms)

    def _core(self) -> list[FNode]:
        raise AssertionError("a core is asked for")

    def _close(self) -> None:
        self._inner.close()


def unreduced() -> tuple[Environment, Spy, ReducedInterpolator]:
    environment, context = Environment(), QueryContext(reduction=Reduction.NONE)
    spy = Spy(environment)
    return environment, spy, ReducedInterpolator("toy:spy", spy, Coreless(environment, context), environment, context)


def test_without_reduction_the_engine_gets_every_conjunct_and_no_core_is_asked_for() -> None:
    environment, spy, interpolator = unreduced()
    m = environment.formula_manager
    x, z = m.Symbol("x", INT), m.Symbol("z", INT)
    low, high, noise = m.LT(x, m.Int(0)), m.LT(m.Int(0), x), m.LT(z, m.Int(7))
    partitions = [noise, m.And(low, noise), m.TRUE(), high, noise]
    outcome = interpolator.sequence(partitions)
    assert isinstance(outcome, Interpolants)
    assert [str(formula) for formula in outcome.formulas] == ["I0", "I1", "I1", "I2"]
    assert spy.seen[0].partitions == (noise, m.And(low, noise), high, noise)


@pytest.mark.parametrize("second", [True, False])
def test_without_reduction_satisfiable_sequences_are_recognised_too(second: bool) -> None:
    environment, spy, interpolator = unreduced()
    m = environment.formula_manager
    assert interpolator.sequence([m.Symbol("p"), m.Symbol("q") if second else m.TRUE()]) == NotUnsat()
    assert spy.seen == []


@pytest.mark.parametrize("name", ["z3", "cvc5", "mathsat", "opensmt", "yices", "smtinterpol"])
def test_procedures_interpolate_what_is_not_reduced_or_say_why_not(name: str) -> None:
    environment, context = Environment(), QueryContext(timeout=5.0, reduction=Reduction.NONE)
    m = environment.formula_manager
    x, y, z = (m.Symbol(name, INT) for name in "xyz")
    noise = m.LE(z, m.Int(7))
    partitions = [m.And(m.LE(x, m.Int(0)), noise), m.Equals(y, x), m.And(noise, m.LE(m.Int(5), y)), m.LE(m.Int(3), z)]
    backend = need(name)
    answered = 0
    with closing(load_backend("z3").session(environment)) as judge:
        for procedure in backend.capabilities.interpolation:
            with closing(backend.interpolator(procedure, environment, context=context)) as interpolator:
                outcome = interpolator.sequence(partitions)
                if isinstance(outcome, Interpolants):
                    answered += 1
                    assert certify(judge, environment, partitions, outcome.formulas) == Valid(), procedure
                else:
                    assert isinstance(outcome, TimedOut) or reason_of(outcome), procedure
    backend.close()
    assert answered


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_partition_that_contradicts_itself_is_interpolated_without_reduction(place: int) -> None:
    """Spacer takes the predicate of a clause whose body is contradictory for true."""
    environment, context = Environment(), QueryContext(reduction=Reduction.NONE)
    m = environment.formula_manager
    x = m.Symbol("x", INT)
    partitions = [m.LE(x, m.Int(number)) for number in range(3)]
    partitions[place] = m.And(m.Equals(m.Int(0), m.Int(0)), m.Equals(m.Int(0), m.Int(1)))
    with closing(need("z3").interpolator("horn", environment, context=context)) as interpolator:
        outcome = interpolator.sequence(partitions)
    assert isinstance(outcome, Interpolants)
    with closing(need("cvc5").session(environment)) as judge:
        assert certify(judge, environment, partitions, outcome.formulas) == Valid()
