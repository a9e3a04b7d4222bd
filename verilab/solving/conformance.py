"""The conformance kit: what verilab asks of every backend, ours or a third party's.

``check_backend`` runs generated queries against sessions and against every interpolation procedure, certifies each interpolant
sequence with another backend, and reports one row per query.  A test of a backend is one line:
    ``assert check_backend(backend, checker).failures == ()``
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pysmt.environment import Environment

from verilab.solving.backend import Backend, QueryContext, SolverSession, Status, Theory
from verilab.solving.certificate import NotDecided, Violated, certify
from verilab.solving.conformance_queries import Query, generated_queries
from verilab.solving.interpolation import Interpolants, Interpolator, NotUnsat
from verilab.solving.registry import make_interpolator


@dataclass(frozen=True, slots=True)
class Row:
    """One query and what became of it.

    ``result``: "valid", "satisfiable", "unsat" and "sat" are right answers; "timedout", "failed", "unsupported" and "unknown" are none;
    "invalid" and "wrong" are false ones.
    """

    query: str
    procedure: str
    result: str
    seconds: float
    detail: str = ""
    basic: bool = False


_FALSE = ("invalid", "wrong")
_NONE = ("timedout", "failed", "unsupported", "unknown")


@dataclass(frozen=True, slots=True)
class Report:
    """All rows of a run of the kit; ``skipped`` counts what the declared capabilities exclude, per procedure."""

    rows: tuple[Row, ...]
    skipped: dict[str, int] = field(default_factory=dict)

    @property
    def failures(self) -> tuple[Row, ...]:
        """False answers, and basic queries without an answer."""
        return tuple(row for row in self.rows if row.result in _FALSE or (row.basic and row.result in _NONE))

    def counts(self) -> dict[tuple[str, str], int]:
        """How many rows per (procedure, result)."""
        return dict(Counter((row.procedure, row.result) for row in self.rows))


def check_backend(
    backend: Backend,
    checker: Backend,
    *,
    sizes: tuple[int, ...] = (1, 2, 4),
    seeds: tuple[int, ...] = (0,),
    procedures: Sequence[str] | None = None,
    timeout: float = 10.0,
) -> Report:
    """Run the kit; ``checker`` is another backend with all theories; ``timeout`` in seconds per query.

    ``procedures``: bare names; all that the backend declares by default.
    """
    environment = Environment()
    context = QueryContext(timeout=timeout)
    rows: list[Row] = []
    skipped: dict[str, int] = {}
    queries = list(generated_queries(environment, sizes=sizes, seeds=seeds))
    for query in _supported(queries, backend.capabilities.theories, backend.name, skipped):
        session = backend.session(environment, logic=query.logic, context=context)
        rows.append(_session_row(backend.name, session, query))
        session.close()
    for procedure in backend.capabilities.interpolation if procedures is None else procedures:
        theories = backend.capabilities.interpolation[procedure]
        for query in _supported(queries, theories, f"{backend.name}:{procedure}", skipped):
            interpolator = make_interpolator(backend, procedure, environment, logic=query.logic, context=context)
            judge = checker.session(environment, logic=query.logic, context=context)
            rows.append(_interpolation_row(interpolator, judge, environment, query))
            judge.close()
            interpolator.close()
    return Report(tuple(rows), skipped)


def _supported(queries: Iterable[Query], theories: frozenset[Theory], name: str, skipped: dict[str, int]) -> Iterable[Query]:
    for query in queries:
        if query.theories <= theories:
            yield query
        else:
            skipped[name] = skipped.get(name, 0) + 1


def _session_row(name: str, session: SolverSession, query: Query) -> Row:
    """Check the whole conjunction, pushed and as assumptions; a model must satisfy it, a core must be enough."""
    start = time.perf_counter()
    detail = _session_mistake(session, query)
    if detail == "unknown":
        result = "unknown"
    elif detail:
        result = "wrong"
    else:
        result = "sat" if query.satisfiable else "unsat"
    return Row(query.name, name, result, time.perf_counter() - start, detail, query.basic)


def _session_mistake(session: SolverSession, query: Query) -> str:
    expected = Status.SAT if query.satisfiable else Status.UNSAT
    session.push()
    session.add(*query.partitions)
    status = session.check()
    if status is Status.UNKNOWN:
        return "unknown"
    if status is not expected:
        return f"answers {status.value}"
    if query.satisfiable:
        if not all(value is True for value in session.values(query.partitions)):
            return "the model does not satisfy the assertions"
        if not all(session.implied(query.partitions)):
            return "implied() misses an assertion"
        if list(session.all_sat(query.partitions)) != [(True,) * len(query.partitions)]:
            return "all_sat() of the assertions is not one cube"
    session.pop()
    if session.check() is not Status.SAT:
        return "an assertion outlives its level"
    if session.check(query.partitions) is not expected:
        return "answers differently with assumptions"
    if not query.satisfiable:
        core = session.unsat_core()
        if not set(core) <= set(query.partitions):
            return "the core is not a part of the assumptions"
        if session.check(core) is not Status.UNSAT:
            return "the core is satisfiable"
    return ""


def _interpolation_row(interpolator: Interpolator, judge: SolverSession, environment: Environment, query: Query) -> Row:
    start = time.perf_counter()
    outcome = interpolator.sequence(query.partitions)
    seconds = time.perf_counter() - start

    def row(result: str, detail: str = "") -> Row:
        return Row(query.name, interpolator.procedure, result, seconds, detail, query.basic)

    if isinstance(outcome, NotUnsat):
        return row("satisfiable") if query.satisfiable else row("wrong", "says that an unsatisfiable sequence is satisfiable")
    if not isinstance(outcome, Interpolants):
        return row(type(outcome).__name__.lower(), getattr(outcome, "reason", ""))
    if query.satisfiable:
        return row("wrong", "interpolates a satisfiable sequence")
    certificate = certify(judge, environment, query.partitions, outcome.formulas)
    if isinstance(certificate, Violated):
        return row("invalid", str(certificate))
    if isinstance(certificate, NotDecided):
        return row("unknown", f"certificate: {certificate.reason}")
    return row("valid")
