"""The conformance kit: what verilab asks of every backend, ours or a third party's.

``check_backend`` runs generated queries against sessions and against every interpolation procedure, certifies each interpolant
sequence with another backend, and reports one row per query.  A test of a backend is one line:
    ``assert check_backend(backend, checker).failures == ()``
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pysmt.environment import Environment

from verilab.solving.backend import Backend, QueryContext, SolverGaveUp, SolverSession, Theory
from verilab.solving.certificate import NotDecided, Violated, certify
from verilab.solving.conformance.catalogue import generated_queries
from verilab.solving.conformance.loops import loop_rows
from verilab.solving.conformance.query import Query, Size
from verilab.solving.conformance.report import Report, Row
from verilab.solving.conformance.scenarios import scenario_rows
from verilab.solving.conformance.sessions import session_mistake
from verilab.solving.conformance.trees import tree_rows
from verilab.solving.interpolation import Interpolants, Interpolator, NotUnsat, TimedOut, reason_of
from verilab.solving.procedures import make_interpolator

__all__ = ["Query", "Report", "Row", "Size", "check_backend"]

IMPATIENCE = 16
"""A family that timed out gets half its time limit each time, down to this part of it: queries that are not basic need no answer."""


def check_backend(
    backend: Backend,
    checker: Backend,
    *,
    size: Size = Size.FULL,
    procedures: Sequence[str] | None = None,
    timeout: float = 10.0,
    patience: float = 2.0,
    seed: int = 0,
    only: Callable[[Query], bool] = lambda query: True,
) -> Report:
    """Run the kit; ``checker`` is another backend with all theories; ``timeout`` in wall seconds of a basic query,
    ``patience`` of any other (less where its family timed out before).

    ``procedures``: bare names; all that the backend declares by default.  ``only`` picks queries, for those who look for a mistake.
    Each logic has one session, one interpolator and one checking session, which answer all of its queries.
    """
    kit = _Kit(backend, checker, timeout, patience)
    rows: list[Row] = []
    skipped: dict[str, int] = {}
    names = tuple(backend.capabilities.interpolation if procedures is None else procedures)
    theories = backend.capabilities.theories.union(*(backend.capabilities.interpolation[name] for name in names))
    queries = [kit.fit(query) for query in generated_queries(kit.environment, size, seed=seed, supported=theories, judge=kit.judge)]
    queries = [query for query in queries if only(query)]
    try:
        for query in _supported(queries, backend.capabilities.theories, backend.name, skipped):
            rows.append(kit.session_row(query))
        rows += scenario_rows(backend, checker, kit.environment, names)
        rows += tree_rows(backend, checker, kit.environment, names)
        rows += loop_rows(backend, checker, kit.environment, names)
        for name in names:
            for query in _supported(queries, backend.capabilities.interpolation[name], f"{backend.name}:{name}", skipped):
                row = kit.interpolation_row(name, query)
                rows.append(replace(row, basic=row.basic and name not in backend.capabilities.controls))
    finally:
        kit.close()
    return Report(tuple(rows), skipped)


def _supported(queries: Sequence[Query], theories: frozenset[Theory], name: str, skipped: dict[str, int]) -> Iterator[Query]:
    for query in queries:
        if query.theories <= theories:
            yield query
        else:
            skipped[name] = skipped.get(name, 0) + 1


class _Kit:
    """The solvers of one run of the kit, made when they are first needed, and how patient it is with each family."""

    def __init__(self, backend: Backend, checker: Backend, timeout: float, patience: float) -> None:
        self.environment = Environment()
        self._backend = backend
        self._checker = checker
        self._timeout = timeout
        self._patience = patience
        self._context = QueryContext(timeout=timeout)
        self._sessions: dict[str, SolverSession] = {}
        self._judges: dict[str, SolverSession] = {}
        self._interpolators: dict[tuple[str, str], Interpolator] = {}
        self._limits: dict[tuple[str, str], float] = {}

    def close(self) -> None:
        """Free all solvers; the two backends stay open."""
        for session in (*self._sessions.values(), *self._judges.values()):
            session.close()
        for interpolator in self._interpolators.values():
            interpolator.close()

    def judge(self, logic: str) -> SolverSession:
        """The checker's session of a logic; nothing is asserted on it between two queries."""
        if logic not in self._judges:
            self._judges[logic] = self._checker.session(self.environment, logic=logic, context=QueryContext(timeout=self._timeout))
        return self._judges[logic]

    def fit(self, query: Query) -> Query:
        """Booleans belong to every logic: a query of no theory is asked in one that the backend has."""
        if query.theories or Theory.LIA in self._backend.capabilities.theories:
            return query
        return replace(query, logic="QF_BV" if Theory.BV in self._backend.capabilities.theories else "QF_UF")

    def session_row(self, query: Query) -> Row:
        """Whether a session answers a query rightly in every way of asking."""
        limit = self._limit(self._backend.name, query)
        start = time.perf_counter()
        try:
            if query.logic not in self._sessions:
                self._sessions[query.logic] = self._backend.session(self.environment, logic=query.logic, context=self._context)
            detail = session_mistake(self._sessions[query.logic], self.judge(query.logic), self.environment, query, limit)
        except SolverGaveUp as error:
            self._sessions.pop(query.logic)  # an enumeration may have left levels behind
            return self._row(query, self._backend.name, "unknown", start, str(error))
        except (Exception, SystemExit) as error:  # whatever a backend raises is a row, and the kit goes on with a new session
            self._sessions.pop(query.logic, None)
            return self._row(query, self._backend.name, "crashed", start, f"{type(error).__name__}: {error}")
        if detail == "unknown":
            result = "unknown"
            self._limits[self._backend.name, query.family] = limit / 2
        else:
            result = "wrong" if detail else "sat" if query.satisfiable else "unsat"
        return self._row(query, self._backend.name, result, start, detail)

    def interpolation_row(self, procedure: str, query: Query) -> Row:
        """Whether a procedure's answer is right: interpolants that meet the four conditions, or that there are none."""
        name = f"{self._backend.name}:{procedure}"
        limit = self._limit(name, query)
        start = time.perf_counter()
        try:
            outcome = self._interpolator(procedure, query.logic).sequence(query.partitions, timeout=limit)
        except (Exception, SystemExit) as error:  # see session_row
            self._interpolators.pop((procedure, query.logic), None)
            crashed = self._row(query, name, "crashed", start, f"{type(error).__name__}: {error}")
            return replace(crashed, cuts=len(query.partitions) - 1)
        row = replace(self._row(query, name, "", start), cuts=len(query.partitions) - 1)
        if isinstance(outcome, TimedOut):
            self._limits[name, query.family] = limit / 2
        if isinstance(outcome, NotUnsat):
            mistake = "" if query.satisfiable else "says that an unsatisfiable sequence is satisfiable"
            return replace(row, result="wrong" if mistake else "satisfiable", detail=mistake)
        if not isinstance(outcome, Interpolants):
            return replace(row, result=type(outcome).__name__.lower(), detail=reason_of(outcome))
        if query.satisfiable:
            return replace(row, result="wrong", detail="interpolates a satisfiable sequence")
        if outcome.procedure != name:
            return replace(row, result="wrong", detail=f"signs its answer with {outcome.procedure!r}")
        return self._certified(row, query, outcome)

    def _certified(self, row: Row, query: Query, outcome: Interpolants) -> Row:
        start = time.perf_counter()
        if len(outcome.formulas) != len(query.partitions) - 1:
            return replace(row, result="invalid", detail=f"{len(outcome.formulas)} formulas for {len(query.partitions) - 1} cuts")
        if not all(formula in self.environment.formula_manager for formula in outcome.formulas):
            return replace(row, result="invalid", detail="a formula of another pySMT environment")
        certificate = certify(self.judge(query.logic), self.environment, query.partitions, outcome.formulas)
        row = replace(row, check_seconds=time.perf_counter() - start)
        if isinstance(certificate, Violated):
            return replace(row, result="invalid", detail=str(certificate))
        if isinstance(certificate, NotDecided):
            return replace(row, result="unknown", detail=f"certificate: {certificate.reason}")
        return replace(row, result="valid")

    def _limit(self, procedure: str, query: Query) -> float:
        if query.basic:
            return self._timeout
        return max(self._limits.get((procedure, query.family), self._patience), self._patience / IMPATIENCE)

    def _interpolator(self, procedure: str, logic: str) -> Interpolator:
        key = (procedure, logic)
        if key not in self._interpolators:
            interpolator = make_interpolator(self._backend, procedure, self.environment, logic=logic, context=self._context)
            self._interpolators[key] = interpolator
        return self._interpolators[key]

    def _row(self, query: Query, procedure: str, result: str, start: float, detail: str = "") -> Row:
        seconds = time.perf_counter() - start
        return Row(query.name, procedure, result, seconds, detail, query.basic, query.family, theories=query.theories)
