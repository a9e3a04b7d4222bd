"""Path invariants (Beyer, Henzinger, Majumdar, Rybalchenko, PLDI 2007): what excludes a path and all others through its loops at once.

Instead of interpolants of the one unrolling that the path is, an inductive invariant of its path program is asked of a solver of Horn
clauses.  Said at the control points of the path it is a sequence of inductive interpolants, too: A_1 ⇒ I_1, I_k ∧ A_(k+1) ⇒ I_(k+1),
I_(n-1) ∧ A_n ⇒ ⊥; but it may speak of all that is live in the path program, not only of what both sides of a cut share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pysmt.fnode import FNode

from verilab.analysis.predicate.interpolation import Refutation, Refuter
from verilab.analysis.predicate.path_programs import PathProgram
from verilab.data_classes import dataclass
from verilab.errors import Refused
from verilab.formulas.blocks.block import Block
from verilab.formulas.path_formulas import PathFormulas
from verilab.formulas.traces.trace import Trace
from verilab.program.control import ControlPoint
from verilab.solving.horn import HornSolver
from verilab.solving.interpolation import Interpolants, NotUnsat, TimedOut, reason_of

SECONDS = 3.0
"""What the first path programs may take; after each that takes longer the next has half of that, but at least LEAST."""
LEAST = 0.3

UNSAFE = "the path program is unsafe"


@dataclass(frozen=True, slots=True)
class Solution:
    """An inductive invariant of a path program: a formula over the vocabulary's symbols per control point, and where it is from."""

    formulas: Mapping[ControlPoint, FNode]
    provenance: str


class PathInvariants:
    """Finds invariants of path programs.  ``asked``: of how many."""

    def __init__(self, formulas: PathFormulas, refuter: Refuter, make_solver: Callable[[], HornSolver] | None) -> None:
        self.asked = 0
        self._formulas = formulas
        self._refuter = refuter
        self._make_solver = make_solver
        self._solver: HornSolver | None = None
        self._seconds = SECONDS
        self._unsafe: list[frozenset[Block]] = []
        self._failures: dict[frozenset[Block], str] = {}
        self._solved: dict[frozenset[Block], Solution] = {}

    def refute(self, trace: Trace) -> Refutation | str:
        """Why an infeasible path to an error is so, by the invariants at its inner cuts; or why there are none.

        "" where the path has no loop.  Refused without a solver.
        """
        solver = self._ready()
        program = PathProgram.of(trace)
        if program is None:
            return ""
        solution = self._known(program) or self._asked(program, solver)
        if isinstance(solution, str):
            return solution
        said = [solution.formulas.get(point, trace.true) for point in trace.points[1:-1]]
        at_cuts = tuple([trace.from_state(formula, cut) for cut, formula in enumerate(said, start=1)])
        return self._refuter.refutation(trace, Interpolants(at_cuts, solution.provenance))

    # The executions of a path program are those of every path program that has its blocks, too.
    def _known(self, program: PathProgram) -> Solution | str | None:
        blocks = frozenset(program.blocks)
        if any(fewer <= blocks for fewer in self._unsafe):
            return UNSAFE
        solved = next((solution for more, solution in self._solved.items() if blocks <= more), None)
        return solved or self._failures.get(blocks)

    def _asked(self, program: PathProgram, solver: HornSolver) -> Solution | str:
        blocks = frozenset(program.blocks)
        self.asked += 1
        outcome = solver.solve(program.system(self._formulas), timeout=self._seconds)
        if isinstance(outcome, Interpolants):
            provenance = f"{outcome.procedure.partition(':')[0]}:path-invariants"
            solution = self._solved[blocks] = Solution(dict(zip(program.points, outcome.formulas, strict=True)), provenance)
            return solution
        if isinstance(outcome, NotUnsat):
            self._unsafe.append(blocks)
            return UNSAFE
        if isinstance(outcome, TimedOut):
            self._seconds = max(self._seconds / 2, LEAST)
        self._failures[blocks] = "timeout" if isinstance(outcome, TimedOut) else reason_of(outcome)
        return self._failures[blocks]

    def counters(self) -> dict[str, float]:
        """As a run's report has them."""
        return {"path_programs": self.asked, "path_invariants": len(self._solved)}

    def close(self) -> None:
        """Free the solver."""
        if self._solver is not None:
            self._solver.close()

    def _ready(self) -> HornSolver:
        if self._solver is None:
            if self._make_solver is None:
                raise Refused("path invariants need a solver of Horn clauses with loops, and this analysis has none; z3:horn is one")
            self._solver = self._make_solver()
        return self._solver
