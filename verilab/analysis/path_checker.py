"""The path checker: is an error path an execution?  (CEGAR's feasibility check on path formulas, FORTE'15 Alg. 1.)"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pysmt.fnode import FNode

from verilab.analysis.paths import Feasibility, Feasible, Infeasible, Undecided
from verilab.formulas.path_formulas import PathFormulas
from verilab.formulas.traces.trace import Trace
from verilab.program.cfa import Edge
from verilab.program.control import ControlGraph
from verilab.solving.backend import SolverSession, Status


class PathChecker:
    """Checks paths from the program's entry in one encoding by their formulas, each in a session of its own.

    ``seconds`` is the wall time that one check may take; ``checks`` counts them.
    """

    def __init__(
        self, formulas: PathFormulas, graph: ControlGraph, make_session: Callable[[], SolverSession], seconds: float | None
    ) -> None:
        self.checks = 0
        self._formulas = formulas
        self._graph = graph
        self._make_session = make_session
        self._seconds = seconds

    def __call__(self, edges: Sequence[Edge]) -> Feasibility:
        """Whether a path of edges is an execution."""
        return self.check(self._formulas.edges_trace(self._graph, edges))

    def excludes(self, partitions: Sequence[FNode]) -> bool:
        """Whether a path formula, which may start anywhere, has no execution for sure."""
        self.checks += 1
        session = self._make_session()
        try:
            session.add(*partitions)
            return session.check(timeout=self._seconds) is Status.UNSAT
        finally:
            session.close()

    def check(self, trace: Trace) -> Feasibility:
        """Whether a trace is an execution."""
        self.checks += 1
        session = self._make_session()
        try:
            session.add(*trace.partitions)
            status = session.check(timeout=self._seconds)
            if status is Status.UNSAT:
                return Infeasible("its path formula is unsatisfiable")
            if status is Status.UNKNOWN:
                return Undecided(session.reason_unknown)
            self._prefer(trace, session)
            # One question for all: a round trip a symbol would be hundreds, and of a symbol in no partition any value will do.
            symbols = sorted(frozenset().union(*(partition.get_free_variables() for partition in trace.partitions)), key=str)
            model = dict(zip(symbols, session.values(symbols), strict=True))
            return Feasible(trace.counterexample(lambda symbol: _integral(model.get(symbol))))
        finally:
            session.close()

    def _prefer(self, trace: Trace, session: SolverSession) -> None:
        """Of the executions of a feasible trace, one in which functions without a body return what is modelled, where there is one."""
        wished = trace.returning_objects()
        if wished and session.check(wished, timeout=self._seconds) is not Status.SAT:
            session.check(timeout=self._seconds)


def _integral(value: object) -> int | bool | None:
    return value if isinstance(value, int) else None
