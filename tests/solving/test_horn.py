"""Horn clauses with loops: who solves them, certificates of their solutions, and what is refused."""

from __future__ import annotations

from contextlib import closing

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT

from tests.backends.required import need
from verilab.solving.backend import QueryContext
from verilab.solving.certificate import Certificate, Condition, Valid, Violated
from verilab.solving.conformance.loops import loop_queries, loop_rows
from verilab.solving.horn import Clause, HornSystem
from verilab.solving.horn_certificate import certify_clauses
from verilab.solving.interpolation import Interpolants, NotUnsat
from verilab.solving.procedure import Procedure
from verilab.solving.procedures import make_horn_solver
from verilab.solving.registry import UnknownBackend, load_backend


@pytest.fixture
def environment() -> Environment:
    return Environment()


def counter(environment: Environment) -> tuple[HornSystem, FNode, FNode]:
    """i = 0; while (i < n) i++; i != n is an error; with its i and n."""
    m = environment.formula_manager
    i, n, following = (m.Symbol(name, INT) for name in ("i", "n", "i'"))
    start = Clause(None, 0, m.And(m.Equals(i, m.Int(0)), m.LE(i, n)), (), (i, n))
    step = Clause(0, 0, m.And(m.LT(i, n), m.Equals(following, m.Plus(i, m.Int(1)))), (i, n), (following, n))
    end = Clause(0, None, m.And(m.LE(n, i), m.Not(m.Equals(i, n))), (i, n))
    return HornSystem(((i, n),), (start, step, end)), i, n


def test_every_system_of_the_kit_is_answered_rightly(environment: Environment) -> None:
    with closing(need("z3")) as backend, closing(need("cvc5")) as checker:
        rows = list(loop_rows(backend, checker, environment, list(backend.capabilities.interpolation)))
    assert [row.query for row in rows] == [query.name for query in loop_queries(environment)]
    assert [row.result == "satisfiable" for row in rows] == [query.unsafe for query in loop_queries(environment)]
    assert {row.result for row in rows} == {"valid", "satisfiable"}, rows


def certificate(environment: Environment, system: HornSystem, formulas: list[FNode]) -> Certificate:
    with closing(need("cvc5")) as checker, closing(checker.session(environment)) as session:
        return certify_clauses(session, environment, system, formulas)


def test_a_certificate_names_the_clause_that_fails(environment: Environment) -> None:
    m = environment.formula_manager
    system, i, n = counter(environment)
    assert certificate(environment, system, [m.LE(i, n)]) == Valid()
    assert certificate(environment, system, [m.LT(i, n)]) == Violated(Condition.INITIATION, 1)
    assert certificate(environment, system, [m.LE(i, m.Int(5))]) == Violated(Condition.CONSECUTION, 2)
    assert certificate(environment, system, [m.TRUE()]) == Violated(Condition.CONTRADICTION, 3)
    assert certificate(environment, system, [m.LE(m.Symbol("j", INT), n)]) == Violated(Condition.VOCABULARY, 1)
    with pytest.raises(ValueError, match="1 predicates have as many formulas, not 2"):
        certificate(environment, system, [m.TRUE(), m.TRUE()])


def test_arguments_that_do_not_fit_the_parameters_are_refused(environment: Environment) -> None:
    m = environment.formula_manager
    x, flag = m.Symbol("x", INT), m.Symbol("flag")
    with pytest.raises(ValueError, match="has the arguments"):
        HornSystem(((x,),), (Clause(None, 0, m.TRUE(), (), (flag,)),))
    with pytest.raises(ValueError, match="not different"):
        HornSystem(((x, m.Symbol("y", INT)),), (Clause(None, 0, m.TRUE(), (), (x, x)),))


def test_a_backend_without_loops_is_refused_by_name(environment: Environment) -> None:
    with closing(need("cvc5")) as backend, pytest.raises(UnknownBackend, match="no procedure of cvc5 solves Horn clauses with loops; z3"):
        make_horn_solver(backend, "", environment)
    with closing(need("z3")) as backend, pytest.raises(UnknownBackend, match="known: horn"):
        make_horn_solver(backend, "newton-wp", environment)


def test_clauses_cross_the_border_of_a_worker(environment: Environment) -> None:
    system, _, _ = counter(environment)
    queries = {query.name: query.system for query in loop_queries(environment)}
    with closing(load_backend("z3", isolate=True)) as backend, closing(make_horn_solver(backend, "horn", environment)) as solver:
        assert backend.capabilities.loops == {"horn"}
        outcome = solver.solve(system)
        assert isinstance(outcome, Interpolants)
        assert certificate(environment, system, list(outcome.formulas)) == Valid()
        assert solver.solve(queries["counter-unsafe"]) == NotUnsat()
        assert isinstance(solver.solve(queries["no-parameters"]), Interpolants)


class Careless:
    """A solver of Horn clauses that says true of everything."""

    procedure = "test:careless"

    def __init__(self, true: FNode) -> None:
        self._true = true

    def sequence(self, partitions: object, *, timeout: float | None = None) -> NotUnsat:
        return NotUnsat()

    def solve(self, system: HornSystem, *, timeout: float | None = None) -> Interpolants:
        return Interpolants((self._true,) * len(system.parameters), self.procedure)

    def close(self) -> None:
        """There is nothing to free."""


def test_a_wrong_solution_is_an_outcome_of_its_own_where_solutions_are_checked(environment: Environment) -> None:
    system, _, _ = counter(environment)
    with closing(need("cvc5")) as checker:
        careless = Careless(environment.formula_manager.TRUE())
        session = checker.session(environment)
        with closing(Procedure(careless.procedure, lambda: careless, environment, QueryContext(), checker=lambda: session)) as solver:
            assert str(solver.solve(system)) == "Invalid(violation='contradiction of clause 3', procedure='test:careless')"
