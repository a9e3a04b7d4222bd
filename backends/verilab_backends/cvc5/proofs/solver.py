"""cvc5 solvers that answer one query after the other: one finds the core of a contradiction, the other proves the core.

A proof whose steps are to be read must come from a solver that does not preprocess: equations that are substituted before the search mix
the partitions that they come from.  But the search of such a solver is slow, mostly about what the contradiction does not need: of 1,248
assertions one needs .7 s, where a solver that preprocesses needs .04 s.  So the latter says what is needed, and the former proves that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import cvc5

RENEWAL = 64
"""Queries after which a new solver is made: a used one is ready at once, but what it has seen slows it down in the long run."""


PROVING = (
    ("incremental", "true"),
    ("produce-proofs", "true"),
    ("simplification", "none"),
    ("proof-granularity", "macro"),
    # The other bit-vector solver's refutations are one step.
    ("bv-solver", "bitblast-internal"),
)
NARROWING = (("incremental", "true"), ("produce-unsat-cores", "true"), ("unsat-cores-mode", "assumptions"))
"""Options of the two kinds of solvers."""


class RenewedSolver:
    """Makes, reuses and renews the solver with these options."""

    def __init__(self, manager: Any, logic: str, options: Sequence[tuple[str, str]]) -> None:
        self._manager = manager
        self._logic = logic
        self._options = tuple(options)
        self._solver: Any = None
        self._retired: Any = None  # until the next query: what an exception still holds of its proof must not outlive it
        self._queries = 0

    @contextmanager
    def checked(self, assertions: Sequence[Any], seconds: float | None) -> Iterator[tuple[Any, Any]]:
        """(cvc5's answer, the solver), which has the proof or the core of an unsatisfiable query while the context lasts.

        Raises RuntimeError, cvc5's own exceptions, for terms outside of the logic.
        """
        solver = self._ready()
        clean = False
        try:
            solver.setOption("tlimit-per", "0" if seconds is None else str(max(1, int(seconds * 1000))))
            solver.push()
            for assertion in assertions:
                solver.assertFormula(assertion)
            answer = solver.checkSat()
            yield answer, solver
            clean = answer.isSat() or answer.isUnsat()
        finally:
            if clean:
                solver.pop()
            else:
                self._retired, self._solver = solver, None

    def _ready(self) -> Any:
        self._queries += 1
        self._retired = None
        if self._solver is None or self._queries > RENEWAL:
            self._queries = 1
            self._solver = solver = cvc5.Solver(self._manager)
            for option, value in self._options:
                solver.setOption(option, value)
            solver.setLogic(self._logic)
        return self._solver

    def close(self) -> None:
        self._solver = self._retired = None
