"""Factors in a procedure's name: how they are written, what an engine lacks is refused, and what they do to a question."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import BOOL, INT

import verilab
from tests.backends.required import need, require
from tests.solving.broken_backends import backwards
from verilab.solving.backend import Capabilities, QueryContext, Reduction, Simplification, Theory
from verilab.solving.certificate import Valid, certify
from verilab.solving.factors import Direction, FactorError, Factors, Proof, check_factors, parse_factors, split_factors, split_names
from verilab.solving.interpolation import Failed, Interpolants, NotUnsat, Outcome, TimedOut
from verilab.solving.portfolios import Plan, PortfolioError, choices_with, parse_interpolation, procedure_names
from verilab.solving.procedure import Procedure
from verilab.solving.procedures import checker_for, make_interpolator, make_tree_interpolator, procedure_of, split_procedure, theories_of
from verilab.solving.records import QueryRecord
from verilab.solving.registry import load_backend
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.workshop import named_backends


class Chain:
    """x0 = 0, n times x' = x + 1, x > n: in one environment."""

    def __init__(self, length: int = 3) -> None:
        self.environment = Environment()
        m = self.m = self.environment.formula_manager
        x = self.x = [m.Symbol(f"x@{i}", INT) for i in range(length + 1)]
        steps = [m.Equals(x[i + 1], m.Plus(x[i], m.Int(1))) for i in range(length)]
        self.partitions = [m.Equals(x[0], m.Int(0)), *steps, m.LT(m.Int(length), x[length])]

    def certified(self, formulas: Sequence[FNode]) -> bool:
        with closing(need("cvc5").session(self.environment)) as session:
            return isinstance(certify(session, self.environment, self.partitions, formulas), Valid)


def test_factors_are_written_in_one_way() -> None:
    bare, factors = split_factors("mathsat:proofs( proof=pairs, direction = back)")
    assert bare == "mathsat:proofs"
    assert factors == Factors(Direction.BACK, Proof.PAIRS)
    assert f"{bare}{factors}" == "mathsat:proofs(direction=back,proof=pairs)"
    assert split_factors(f"{bare}{factors}") == (bare, factors)


def test_factors_that_are_the_engines_own_are_no_part_of_the_name() -> None:
    assert split_factors("z3:horn(direction=front,proof=whole)") == ("z3:horn", Factors())
    backend = need("cvc5")
    assert procedure_of(backend, "cvc5:proofs(algorithm=mcmillan)") == "proofs"
    assert procedure_of(backend, "proofs(algorithm=pudlak)") == "proofs(algorithm=pudlak)"


def test_some_factors_go_over_others() -> None:
    own = parse_factors("direction=back")
    assert own.over(parse_factors("direction=conjoined,proof=pairs")) == parse_factors("direction=back,proof=pairs")


def test_old_names_mean_what_they_meant() -> None:
    assert split_procedure("z3:horn") == ("z3", "horn")
    assert split_procedure("z3") == ("z3", "")
    assert split_procedure("z3(direction=back)") == ("z3", "(direction=back)")
    assert procedure_of(need("z3"), "") == "horn"
    assert procedure_of(need("z3"), "(direction=back)") == "horn(direction=back)"
    assert theories_of(need("z3"), "newton-sp(proof=pairs)") == need("z3").capabilities.interpolation["newton-sp"]


def test_names_with_factors_stand_in_lists_and_portfolios() -> None:
    assert split_names("a:x(direction=back,proof=pairs), b:y") == ["a:x(direction=back,proof=pairs)", "b:y"]
    assert parse_interpolation("a:x(proof=pairs,direction=back), portfolio(b:y(proof=pairs)=0.25, c:z)") == (
        "a:x(direction=back,proof=pairs)",
        Plan(("b:y(proof=pairs)", "c:z"), (0.25, None)),
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("z3:horn(direction=bak)", "unknown direction 'bak'; did you mean 'back'?"),
        ("z3:horn(directions=back)", "unknown factor 'directions'; did you mean 'direction'?"),
        ("z3:horn(direction)", "direction=front|back|conjoined|disjoined"),
        ("z3:horn(direction=back,direction=front)", "given twice"),
        ("z3:horn(direction=back", "not closed"),
        ("z3:horn(algorithm=)", "algorithm=NAME"),
    ],
)
def test_wrong_factors_are_refused_with_what_would_work(text: str, problem: str) -> None:
    with pytest.raises(FactorError) as caught:
        split_factors(text)
    assert problem in str(caught.value)
    with pytest.raises(PortfolioError):
        parse_interpolation(text)


def test_what_an_engine_lacks_is_refused_by_name() -> None:
    with pytest.raises(FactorError, match=r"cvc5:proofs has no algorithm 'weak'; it has: mcmillan, pudlak, inverse"):
        procedure_of(need("cvc5"), "proofs(algorithm=weak)")
    with pytest.raises(FactorError, match=r"z3:horn has no algorithm 'pudlak'; its engine has one way only"):
        procedure_of(need("z3"), "horn(algorithm=pudlak)")
    with pytest.raises(FactorError, match=r"prover=cvc5: the engine proves by itself; give one of z3's procedures that can: backward"):
        procedure_of(need("z3"), "horn(prover=cvc5)")
    without = Capabilities(frozenset({Theory.LIA}), unsat_cores=False, interpolation={"own": frozenset({Theory.LIA})})
    with pytest.raises(FactorError, match=r"no unsatisfiable cores; give reduction=none"):
        check_factors("some", without, "own", Factors(reduction=Reduction.MINIMAL))
    with pytest.raises(FactorError, match=r"no unsatisfiable cores; give simplification=normal"):
        check_factors("some", without, "own", Factors(simplification=Simplification.NEEDED))


def test_a_worker_has_its_own_algorithms_and_no_other_prover() -> None:
    with closing(load_backend("cvc5", isolate=True)) as backend:
        assert procedure_of(backend, "proofs(algorithm=pudlak)") == "proofs(algorithm=pudlak)"
        with pytest.raises(FactorError, match="cvc5 has no procedure of two sides here"):
            procedure_of(backend, "backward(prover=z3)")


def test_trees_have_no_factors() -> None:
    with pytest.raises(FactorError, match="leave them out for trees"):
        make_tree_interpolator(need("z3"), "horn(direction=back)", Environment())


def test_who_checks_has_had_no_part_where_there_is_such_a_one() -> None:
    assert checker_for("z3:backward(prover=mathsat)") == "cvc5"
    assert checker_for("mathsat:proofs(direction=back)") == "cvc5"
    assert checker_for("mathsat:backward(prover=cvc5)") == "z3"


EACH = (
    "direction=back", "direction=conjoined", "direction=disjoined", "proof=pairs", "reduction=none", "reduction=core",
    "reduction=minimal", "simplification=none", "simplification=normal", "simplification=needed",
)  # fmt: skip
ALL = "direction=conjoined,proof=pairs,reduction=minimal,simplification=needed"


@pytest.mark.parametrize(
    ("engine", "factors"),
    [
        *(("z3:horn", each) for each in (*EACH, ALL)),
        *((f"{engine}:proofs", each) for engine in ("cvc5", "mathsat", "smtinterpol") for each in ("simplification=none", ALL)),
    ],
)
def test_each_factor_of_each_kind_of_engine_gives_interpolants_under_its_name(engine: str, factors: str) -> None:
    require(engine.partition(":")[0])
    chain = Chain()
    interpolants = verilab.interpolate(chain.partitions, f"{engine}({factors})", environment=chain.environment)
    assert interpolants.is_certified
    assert interpolants.procedure == f"{engine}({factors})"


@pytest.mark.parametrize("engine", ["cvc5", "mathsat", "opensmt"])
def test_the_algorithms_of_a_proof_differ(engine: str) -> None:
    """x and y are shared: McMillan's labels take the clause of A for the interpolant, the inverse ones the negated clauses of B."""
    environment = Environment()
    m = environment.formula_manager
    x, y, a = m.Symbol("x", INT), m.Symbol("y", INT), m.Symbol("a", BOOL)
    p, q = m.LE(x, m.Int(0)), m.LE(y, m.Int(0))
    partitions = [m.And(m.Or(p, a), m.Or(m.Not(a), q)), m.And(m.Not(p), m.Not(q))]
    found = {}
    with closing(need(engine)) as backend:
        for algorithm in ("mcmillan", "pudlak", "inverse"):
            with closing(make_interpolator(backend, f"proofs(algorithm={algorithm})", environment)) as interpolator:
                outcome = interpolator.sequence(partitions)
            assert isinstance(outcome, Interpolants)
            found[algorithm] = outcome.formulas[0]
    with closing(need("z3").session(environment)) as session:
        for strong, weak in (("mcmillan", "pudlak"), ("pudlak", "inverse")):
            assert session.check([found[strong], m.Not(found[weak])]).value == "unsat"


@pytest.mark.parametrize("engine", ["mathsat", "opensmt"])
def test_weak_interpolants_say_what_the_other_side_admits(engine: str) -> None:
    """2 <= x <= z <= y against y <= 0: a lemma's summary of A is 2 <= y, the negated one of B is 1 <= y."""
    environment = Environment()
    m = environment.formula_manager
    x, y, z = (m.Symbol(name, INT) for name in "xyz")
    partitions = [m.And(m.LE(z, y), m.LE(x, z), m.LE(m.Int(2), x)), m.LE(y, m.Int(0))]
    with closing(need(engine)) as backend, closing(need("z3").session(environment)) as session:
        for name, number in (("proofs", 2), ("proofs(algorithm=weak)", 1)):
            with closing(make_interpolator(backend, name, environment)) as interpolator:
                outcome = interpolator.sequence(partitions)
            assert isinstance(outcome, Interpolants)
            assert session.check([m.Not(m.Iff(outcome.formulas[0], m.LE(m.Int(number), y)))]).value == "unsat"


def test_a_prover_gives_the_cores_of_another_solvers_models() -> None:
    require("cvc5")
    chain = Chain()
    rows: list[QueryRecord] = []
    name = "z3:backward(prover=cvc5)"
    with closing(make_interpolator(need("z3"), name, chain.environment, context=QueryContext(recorder=rows.append))) as interpolator:
        outcome = interpolator.sequence(chain.partitions)
    assert isinstance(outcome, Interpolants)
    assert chain.certified(outcome.formulas)
    assert [(row.kind, row.procedure, row.outcome) for row in rows] == [("interpolate", name, "interpolants")]


class Fixed:
    """Answers in turn what it is given; ``asked`` are the sequences."""

    procedure = "some:own"

    def __init__(self, *outcomes: Outcome) -> None:
        self._outcomes = list(outcomes)
        self.asked: list[Sequence[FNode]] = []

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        self.asked.append(partitions)
        return self._outcomes.pop(0)

    def close(self) -> None:
        pass


def in_pairs(engine: Fixed, chain: Chain) -> Procedure:
    return Procedure("some:own", lambda: engine, chain.environment, QueryContext(), factors=Factors(proof=Proof.PAIRS))


def test_a_chain_asks_about_what_each_cut_leaves_of_the_beginning() -> None:
    chain = Chain(2)
    m, x = chain.m, chain.x
    first, second, third = (m.LE(variable, m.Int(number)) for number, variable in enumerate(x))
    inner = Fixed(*(Interpolants((formula,), "some:own") for formula in (first, second, third)))
    outcome = in_pairs(inner, chain).sequence(chain.partitions)
    assert outcome == Interpolants((first, second, third), "some:own")
    assert inner.asked[1] == [m.And(first, chain.partitions[1]), m.And(chain.partitions[2:])]


def test_a_chain_stops_where_a_cut_is_not_answered() -> None:
    chain = Chain(2)
    first = Interpolants((chain.m.LE(chain.x[0], chain.m.Int(0)),), "some:own")
    late = in_pairs(Fixed(first, TimedOut("some:own")), chain)
    assert late.sequence(chain.partitions) == TimedOut("some:own")
    wrong = in_pairs(Fixed(first, NotUnsat()), chain).sequence(chain.partitions)
    assert wrong == Failed("the interpolant of cut 1 does not contradict what follows", "some:own")


def test_conjuncts_that_the_next_step_does_without_are_left_out() -> None:
    chain = Chain(1)
    m, x = chain.m, chain.x
    more = [m.And(m.LE(m.Int(0), variable), m.LE(variable, m.Int(number))) for number, variable in enumerate(x)]
    context = QueryContext()
    engine = Fixed(Interpolants(tuple(more), "some:own"))
    needed = Procedure(
        "some:own",
        lambda: engine,
        chain.environment,
        context,
        factors=Factors(simplification=Simplification.NEEDED),
        cores=lambda: need("z3").session(chain.environment, context=context),
    )
    with closing(needed):
        outcome = needed.sequence(chain.partitions)
    assert isinstance(outcome, Interpolants)
    assert outcome.formulas == (m.LE(x[0], m.Int(0)), m.LE(x[1], m.Int(1)))


def test_wrong_answers_stay_wrong_under_factors() -> None:
    """An engine that hands out its cuts in the wrong order is refuted by the certificate, with factors as without."""
    chain = Chain()
    for factors in ("", "(direction=back)", "(direction=conjoined)", "(direction=disjoined)", "(simplification=needed)"):
        interpolator = make_interpolator(backwards(), f"horn{factors}", chain.environment)
        with closing(interpolator):
            outcome = interpolator.sequence(chain.partitions)
        assert isinstance(outcome, Interpolants)
        assert not chain.certified(outcome.formulas), factors


def test_a_minimal_core_loses_its_contradiction_with_any_conjunct() -> None:
    chain = Chain()
    m, x = chain.m, chain.x
    chain.partitions[0] = m.And(chain.partitions[0], m.Or(m.LE(x[0], m.Int(0)), m.LE(m.Int(7), x[0])), m.LE(m.Int(-1), x[0]))
    for context, name in ((QueryContext(reduction=Reduction.MINIMAL), "newton-sp"), (QueryContext(), "newton-sp(reduction=minimal)")):
        with closing(make_interpolator(need("z3"), name, chain.environment, context=context)) as interpolator:
            outcome = interpolator.sequence(chain.partitions)
        assert isinstance(outcome, Interpolants)
        assert outcome.formulas[0] is chain.partitions[0].arg(0)


def test_factors_of_a_configuration_are_those_of_all_procedures_that_name_none() -> None:
    choices = parse_interpolation("a:x, b:y(direction=back), portfolio(c:z=0.5, d:w(proof=pairs))")
    assert choices_with(choices, "direction=conjoined") == (
        "a:x(direction=conjoined)",
        "b:y(direction=back)",
        Plan(("c:z(direction=conjoined)", "d:w(direction=conjoined,proof=pairs)"), (0.5, None)),
    )
    assert choices_with(choices, "") == choices
    assert procedure_names("a:x", "proof=pairs") == ("a:x(proof=pairs)",)


def test_a_configuration_refuses_factors_that_there_are_not() -> None:
    with pytest.raises(ConfigurationError, match="factors='direction=down': unknown direction 'down'"):
        Configuration(factors="direction=down")
    with pytest.raises(FactorError, match="z3:horn has no algorithm 'pudlak'"):
        named_backends(Configuration(interpolation="z3:horn", factors="algorithm=pudlak"))


PROGRAM = """
extern void reach_error(void);
int main(void) {
  int n = 0, x = 0;
  while (n < 2) { n++; x += 2; }
  if (x != 4) reach_error();
  return 0;
}
"""


def test_a_run_asks_procedures_with_its_factors(tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text(PROGRAM)
    result = verilab.verify(program, analysis="predicate", engine="z3:horn", factors="direction=back,proof=pairs", check_interpolants=True)
    assert result.verdict == "true"
    assert set(result.statistics.interpolation) == {"z3:horn(direction=back,proof=pairs)"}
