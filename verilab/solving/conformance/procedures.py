"""Scenarios of the conformance kit about interpolators: time limits, deadlines, records, refusals.

Each returns what went wrong, "" for nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from pysmt.fnode import FNode

from verilab.resources import Deadline, OutOfTime
from verilab.solving.backend import QueryContext, SessionClosed
from verilab.solving.certificate import Valid, certify
from verilab.solving.conformance import workbench
from verilab.solving.conformance.workbench import LIMIT, Bench
from verilab.solving.interpolation import Interpolants, Interpolator, NotUnsat
from verilab.solving.records import QueryRecord


def _valid(bench: Bench, interpolator: Interpolator, partitions: list[FNode]) -> str:
    outcome = interpolator.sequence(partitions)
    if not isinstance(outcome, Interpolants):
        return f"{type(outcome).__name__} for a trivial sequence"
    judge = bench.checker.session(bench.environment, logic=bench.logic if bench.logic != "QF_UF" else "QF_LIA")
    certificate = certify(judge, bench.environment, partitions, outcome.formulas)
    judge.close()
    return "" if isinstance(certificate, Valid) else f"a trivial sequence gets interpolants with {certificate}"


def interpolation_limits(bench: Bench, procedure: str) -> str:
    """A hard sequence ends soon after its limit, and the next one is answered."""
    m, p = bench.environment.formula_manager, bench.boolean("p")
    interpolator = bench.backend.interpolator(procedure, bench.environment, logic=bench.logic)
    mistake = _valid(bench, interpolator, [p, m.Not(p)])
    start = time.perf_counter()
    outcome = interpolator.sequence(bench.pigeons(), timeout=LIMIT)
    seconds = time.perf_counter() - start
    if seconds > LIMIT + workbench.PATIENCE:
        mistake = mistake or f"a query with a limit of {LIMIT} s took {seconds:.1f} s"
    if isinstance(outcome, NotUnsat):
        mistake = mistake or "says that a contradiction is satisfiable"
    mistake = mistake or _valid(bench, interpolator, [m.And(p, bench.boolean("q")), m.Not(p)])
    interpolator.close()
    return mistake


def interpolation_rules(bench: Bench, procedure: str) -> str:
    """An interpolation is recorded; a passed deadline raises OutOfTime; a closed interpolator is refused, an unknown one named."""
    m, p = bench.environment.formula_manager, bench.boolean("p")
    records: list[QueryRecord] = []
    interpolator = bench.backend.interpolator(
        procedure, bench.environment, logic=bench.logic, context=QueryContext(recorder=records.append)
    )
    if interpolator.procedure != f"{bench.backend.name}:{procedure}":
        return f"calls itself {interpolator.procedure}"
    interpolator.sequence([p, m.Not(p)])
    if [(row.kind, row.procedure) for row in records] != [("interpolate", interpolator.procedure)]:
        return f"one interpolation is recorded as {[(row.kind, row.procedure) for row in records]}"
    interpolator.close()
    try:
        interpolator.sequence([p, m.Not(p)])
        return "a closed interpolator answers"
    except SessionClosed:
        return _refusals(bench, procedure)


def _refusals(bench: Bench, procedure: str) -> str:
    late = bench.backend.interpolator(procedure, bench.environment, logic=bench.logic, context=QueryContext(deadline=Deadline(0.0)))
    time.sleep(0.001)
    try:
        late.sequence([bench.boolean("p"), bench.boolean("q")])
        return "an interpolation after the run's deadline does not raise OutOfTime"
    except OutOfTime:
        late.close()
    try:
        bench.backend.interpolator(f"no-{procedure}", bench.environment)
    except ValueError as error:
        return "" if procedure in str(error) else "the refusal of an unknown procedure does not name the known ones"
    return "an unknown procedure is not refused"


PROCEDURE_SCENARIOS: dict[str, Callable[[Bench, str], str]] = {
    "interpolation-limits": interpolation_limits,
    "interpolation-rules": interpolation_rules,
}
