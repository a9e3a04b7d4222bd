"""One cvc5 solver that proves one query after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import cvc5

RENEWAL = 64
"""Queries after which a new solver is made: a used one is ready at once, but what it has seen slows it down in the long run."""


class ProvingSolver:
    """Makes, reuses and renews the solver."""

    def __init__(self, manager: Any, logic: str) -> None:
        self._manager = manager
        self._logic = logic
        self._solver: Any = None
        self._retired: Any = None  # until the next query: what an exception still holds of its proof must not outlive it
        self._queries = 0

    @contextmanager
    def checked(self, assertions: Sequence[Any], seconds: float | None) -> Iterator[tuple[Any, Any]]:
        """(cvc5's answer, the solver), which has the proof of an unsatisfiable query while the context lasts.

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
            for option, value in (
                ("incremental", "true"),
                ("produce-proofs", "true"),
                ("simplification", "none"),
                ("proof-granularity", "macro"),
                # The other bit-vector solver's refutations are one step.
                ("bv-solver", "bitblast-internal"),
            ):
                solver.setOption(option, value)
            solver.setLogic(self._logic)
        return self._solver

    def close(self) -> None:
        self._solver = self._retired = None
