"""What is around an engine that solves Horn clauses: the clock, records, and a look at what it answers before it is used.

Clauses whose body is contradictory are left out, and so are those of predicates that the others do not reach: these are false.  Spacer
takes them for true.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from pysmt.environment import Environment

from verilab.solving.backend import QueryContext, SolverSession, Status
from verilab.solving.certificate import Valid
from verilab.solving.engine import ClauseEngine
from verilab.solving.horn import Clause, HornSystem
from verilab.solving.horn_certificate import certify_clauses
from verilab.solving.interpolation import Failed, Interpolants, NotUnsat, Outcome, TimedOut, Unsupported
from verilab.solving.reduction.trees import ReducedTreeInterpolator


class ReducedHornSolver(ReducedTreeInterpolator):
    """A ``HornSolver`` from an engine and a session of any solver."""

    def __init__(
        self, procedure: str, engine: ClauseEngine, session: SolverSession, environment: Environment, context: QueryContext
    ) -> None:
        super().__init__(procedure, engine, session, environment, context)
        self._clause_engine = engine

    def solve(self, system: HornSystem, *, timeout: float | None = None) -> Outcome:
        return self._timed("solve-clauses", len(system.clauses), lambda: self._solve(system, timeout))

    def _solve(self, system: HornSystem, timeout: float | None) -> Outcome:
        seconds = self._context.seconds(timeout)
        end = None if seconds is None else time.monotonic() + seconds
        try:
            possible = [clause for clause in system.clauses if self._session.check([clause.body], timeout=seconds) is not Status.UNSAT]
        except ValueError as error:  # a theory that the solver does not know
            return Unsupported(str(error), self.procedure)
        reached = _reached(possible)
        kept = tuple([clause for clause in possible if clause.source is None or clause.source in reached])
        rest = None if end is None else max(0.001, end - time.monotonic())
        answer = self._clause_engine.solve(HornSystem(system.parameters, kept), rest)
        if isinstance(answer, NotUnsat | TimedOut | Unsupported | Failed):
            return answer
        false = self._environment.formula_manager.FALSE()
        formulas = tuple([self._simplify(formula) if number in reached else false for number, formula in enumerate(answer)])
        rest = None if end is None else max(0.1, end - time.monotonic())
        certificate = certify_clauses(self._session, self._environment, system, formulas, timeout=rest)
        if not isinstance(certificate, Valid):
            return Failed(f"the engine's answer solves no clauses: {certificate}", self.procedure)
        return Interpolants(formulas, self.procedure)


def _reached(clauses: Sequence[Clause]) -> set[int]:
    """The predicates that the clauses lead to from those without a source."""
    reached = {clause.target for clause in clauses if clause.source is None and clause.target is not None}
    pending = list(reached)
    while pending:
        source = pending.pop()
        for clause in clauses:
            if clause.source == source and clause.target is not None and clause.target not in reached:
                reached.add(clause.target)
                pending.append(clause.target)
    return reached
