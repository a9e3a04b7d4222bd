"""What every session promises besides its answers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pysmt.environment import Environment

from tests.backends.required import need
from verilab.solving.backend import Backend, QueryContext, SessionClosed, SolverSession
from verilab.solving.records import QueryRecord
from verilab.solving.registry import load_backend

USES: dict[str, Callable[[SolverSession], object]] = {
    "push": lambda session: session.push(),
    "pop": lambda session: session.pop(),
    "add": lambda session: session.add(),
    "check": lambda session: session.check(),
    "values": lambda session: session.values([]),
    "unsat_core": lambda session: session.unsat_core(),
    "implied": lambda session: session.implied([]),
}
BACKENDS: dict[str, Callable[[], Backend]] = {
    "z3": lambda: need("z3"),
    "cvc5": lambda: need("cvc5"),
    "z3 in a worker": lambda: load_backend("z3", isolate=True),
}


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_closed_session_is_refused_and_does_not_crash(backend: str) -> None:
    solver = BACKENDS[backend]()
    environment = Environment()
    session = solver.session(environment)
    session.push()
    session.close()
    session.close()
    for use in USES.values():
        with pytest.raises(SessionClosed, match="closed"):
            use(session)
    interpolator = solver.interpolator(next(iter(solver.capabilities.interpolation)), environment)
    interpolator.close()
    interpolator.close()
    with pytest.raises(SessionClosed, match="closed"):
        interpolator.sequence([environment.formula_manager.FALSE()])
    solver.close()


def test_an_interpolation_in_a_worker_is_recorded_like_any_other() -> None:
    rows: list[QueryRecord] = []
    solver = load_backend("z3", isolate=True)
    environment = Environment()
    interpolator = solver.interpolator("horn", environment, context=QueryContext(recorder=rows.append))
    interpolator.sequence([environment.formula_manager.FALSE()])
    assert [(row.kind, row.procedure, row.outcome) for row in rows] == [("interpolate", "z3:horn", "interpolants")]
    solver.close()
