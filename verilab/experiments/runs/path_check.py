"""The solver-based check of a concrete edge path: what decides an error path that the value domain cannot contradict."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from verilab.analysis.predicate import paths
from verilab.analysis.refinable import Feasible, Undecided
from verilab.analysis.value.analysis import Infeasible
from verilab.formulas.path_formulas import PathFormulas
from verilab.program.cfa import Edge
from verilab.program.control import ControlGraph
from verilab.solving.backend import SolverSession


class PathFormulaCheck:
    """Checks paths from the program's entry by the satisfiability of their path formula.

    ``seconds`` is the wall time that one check may take.
    """

    def __init__(
        self, formulas: PathFormulas, graph: ControlGraph, make_session: Callable[[], SolverSession], *, seconds: float | None
    ) -> None:
        self._formulas = formulas
        self._graph = graph
        self._checks = paths.PathChecks(formulas.vocabulary, make_session, seconds)

    def __call__(self, edges: Sequence[Edge]) -> Feasible | Infeasible | Undecided:
        """Feasible with the execution, Infeasible, or Undecided where the solver gave up."""
        answer = self._checks.check(self._formulas.edges_trace(self._graph, edges))
        match answer:
            case paths.Execution(counterexample=counterexample):
                return Feasible(counterexample)
            case paths.Infeasible():
                return Infeasible("its path formula is unsatisfiable")
        return Undecided(answer.reason)
