"""Horn clauses with loops of a known status, and the rows of the conformance kit about them: see ``verilab.solving.conformance.kit``."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT

from verilab.data_classes import dataclass
from verilab.solving.backend import Backend, QueryContext, Theory
from verilab.solving.certificate import NotDecided, Violated
from verilab.solving.conformance.report import Row
from verilab.solving.horn import Clause, HornSolver, HornSystem
from verilab.solving.horn_certificate import certify_clauses
from verilab.solving.interpolation import Interpolants, NotUnsat, reason_of
from verilab.solving.procedures import make_horn_solver

_TIMEOUT = 10.0
"""Wall seconds per query."""


@dataclass(frozen=True, slots=True)
class LoopQuery:
    """Integers only; all are so small that a procedure for loops must answer them."""

    name: str
    system: HornSystem
    unsafe: bool


class _Builder:
    """Counters i and n of one environment; ``next`` is what i becomes."""

    def __init__(self, environment: Environment) -> None:
        self.m = environment.formula_manager
        self.i, self.n, self.next = (self.m.Symbol(f"loops_{name}", INT) for name in ("i", "n", "next"))
        self.state = (self.i, self.n)
        self.after = (self.next, self.n)

    def start(self, value: int, target: int | None = 0) -> Clause:
        """i = value, n not less."""
        body = self.m.And(self.m.Equals(self.i, self.m.Int(value)), self.m.LE(self.i, self.n))
        return Clause(None, target, body, (), self.state)

    def step(self, source: int, target: int, by: int = 1) -> Clause:
        """i < n: i := i + by."""
        body = self.m.And(self.m.LT(self.i, self.n), self.m.Equals(self.next, self.m.Plus(self.i, self.m.Int(by))))
        return Clause(source, target, body, self.state, self.after)

    def end(self, source: int, bad: FNode) -> Clause:
        """The error, where i >= n and the bad thing holds."""
        return Clause(source, None, self.m.And(self.m.LE(self.n, self.i), bad), self.state)


def loop_queries(environment: Environment) -> Iterator[LoopQuery]:
    """One loop, none, two in turn, one of two places; predicates that nothing reaches, and without parameters."""
    b = _Builder(environment)
    m, one, two = b.m, (b.state,), (b.state, b.state)
    apart, equal = m.Not(m.Equals(b.i, b.n)), m.Equals(b.i, b.n)
    yield LoopQuery("counter", HornSystem(one, (b.start(0), b.step(0, 0), b.end(0, apart))), False)
    yield LoopQuery("counter-unsafe", HornSystem(one, (b.start(0), b.step(0, 0), b.end(0, equal))), True)
    yield LoopQuery("counter-too-far", HornSystem(one, (b.start(0), b.step(0, 0, by=2), b.end(0, apart))), True)
    yield LoopQuery("no-loop", HornSystem(one, (b.start(3), b.end(0, m.LT(b.n, m.Int(3))))), False)
    after = Clause(0, 1, m.And(m.LE(b.n, b.i), m.Equals(b.next, m.Int(0))), b.state, b.after)
    twice = (b.start(0), b.step(0, 0), after, b.step(1, 1), b.end(1, apart))
    yield LoopQuery("two-loops", HornSystem(two, twice), False)
    there_and_back = (b.start(0), b.step(0, 1), b.step(1, 0), b.end(0, apart), b.end(1, apart))
    yield LoopQuery("two-places", HornSystem(two, there_and_back), False)
    yield LoopQuery("unreached", HornSystem(two, (b.start(0), b.step(0, 0), b.step(1, 1), b.end(1, m.TRUE()), b.end(0, apart))), False)
    never = Clause(0, 1, m.And(apart, equal), b.state, b.state)
    contradictory = (b.start(0), b.step(0, 0), never, b.step(1, 1), b.end(1, m.TRUE()), b.end(0, apart))
    yield LoopQuery("contradictory-body", HornSystem(two, contradictory), False)
    flag = HornSystem(((),), (Clause(None, 0, apart), Clause(0, 0, equal), Clause(0, None, m.And(equal, apart))))
    yield LoopQuery("no-parameters", flag, False)
    yield LoopQuery("at-once-unsafe", HornSystem(one, (b.start(0), b.step(0, 0), Clause(None, None, equal))), True)


def loop_rows(backend: Backend, checker: Backend, environment: Environment, procedures: Sequence[str]) -> Iterator[Row]:
    """One row per system and procedure of ``backend`` that solves loops, each solution certified by ``checker``."""
    context = QueryContext(timeout=_TIMEOUT)
    for procedure in procedures:
        if procedure not in backend.capabilities.loops or Theory.LIA not in backend.capabilities.interpolation[procedure]:
            continue
        solver = make_horn_solver(backend, procedure, environment, context=context)
        for query in loop_queries(environment):
            yield _row(solver, checker, environment, query)
        solver.close()


def _row(solver: HornSolver, checker: Backend, environment: Environment, query: LoopQuery) -> Row:
    start = time.perf_counter()
    row = Row(query.name, solver.procedure, "", 0.0, "", True, "loops", theories=frozenset({Theory.LIA}))
    try:
        outcome = solver.solve(query.system)
    except (Exception, SystemExit) as error:  # whatever a backend raises is a row, and the kit goes on
        return replace(row, result="crashed", detail=f"{type(error).__name__}: {error}")
    row = replace(row, seconds=time.perf_counter() - start)
    if isinstance(outcome, NotUnsat):
        return replace(row, result="satisfiable" if query.unsafe else "wrong")
    if not isinstance(outcome, Interpolants):
        return replace(row, result=type(outcome).__name__.lower(), detail=reason_of(outcome))
    if query.unsafe:
        return replace(row, result="wrong", detail="solves clauses that derive false")
    if len(outcome.formulas) != len(query.system.parameters):
        return replace(row, result="invalid", detail=f"{len(outcome.formulas)} formulas for {len(query.system.parameters)} predicates")
    judge = checker.session(environment, context=QueryContext(timeout=_TIMEOUT))
    certificate = certify_clauses(judge, environment, query.system, outcome.formulas)
    judge.close()
    if isinstance(certificate, Violated):
        return replace(row, result="invalid", detail=f"{certificate.condition.value} of clause {certificate.cut}")
    if isinstance(certificate, NotDecided):
        return replace(row, result="unknown", detail=f"certificate: {certificate.reason}")
    return replace(row, result="valid")
