"""Incremental sessions of Bitwuzla."""

from __future__ import annotations

import time
from collections.abc import Sequence

from bitwuzla import Bitwuzla, BitwuzlaException, Option, Options, Result
from pysmt.fnode import FNode

from verilab.solving.backend import QueryContext, SolverGaveUp, Status, Value
from verilab.solving.session import BaseSession
from verilab_backends.bitwuzla.terms import BitwuzlaTerms
from verilab_backends.operators import UnsupportedTerm


class Limit:
    """The terminator that Bitwuzla asks: whether the time of the current query is over."""

    def __init__(self) -> None:
        self._end: float | None = None
        self.passed = False

    def start(self, seconds: float | None) -> None:
        """A query begins that may take so many seconds (None: any)."""
        self._end = None if seconds is None else time.monotonic() + seconds
        self.passed = False

    def __call__(self) -> bool:
        self.passed = self._end is not None and time.monotonic() > self._end
        return self.passed


class BitwuzlaSession(BaseSession):
    """One Bitwuzla solver over the terms of a ``BitwuzlaTerms``."""

    def __init__(self, terms: BitwuzlaTerms, context: QueryContext) -> None:
        super().__init__("bitwuzla", terms.environment, context)
        self._terms = terms
        options = Options()
        options.set(Option.PRODUCE_MODELS, True)
        options.set(Option.PRODUCE_UNSAT_ASSUMPTIONS, True)
        options.set(Option.SEED, context.seed)
        self._solver = Bitwuzla(terms.manager, options)
        self._limit = Limit()
        self._solver.configure_terminator(self._limit)
        self._assumed: list[FNode] = []

    def _close(self) -> None:
        self._solver = None

    def _push(self) -> None:
        self._solver.push()

    def _pop(self, levels: int) -> None:
        self._solver.pop(levels)

    def _add(self, formula: FNode) -> None:
        self._solver.assert_formula(self._terms.to_bitwuzla(formula))

    def _check(self, assumptions: Sequence[FNode], seconds: float | None) -> Status:
        self._assumed = list(assumptions)
        self._limit.start(seconds)
        try:
            answer = self._solver.check_sat(*(self._terms.to_bitwuzla(assumption) for assumption in assumptions))
        except BitwuzlaException as error:
            self.reason_unknown = str(error)
            return Status.UNKNOWN
        if answer is Result.SAT:
            return Status.SAT
        if answer is Result.UNSAT:
            return Status.UNSAT
        self.reason_unknown = "timeout" if self._limit.passed else "Bitwuzla gave up"
        return Status.UNKNOWN

    def _values(self, terms: Sequence[FNode]) -> list[Value]:
        try:
            return [self._terms.value(self._solver.get_value(self._terms.to_bitwuzla(term))) for term in terms]
        except (BitwuzlaException, UnsupportedTerm) as error:
            raise SolverGaveUp(f"Bitwuzla has no model value: {error}") from error

    def _core(self) -> list[FNode]:
        core = set(self._solver.get_unsat_assumptions())
        return [formula for formula in self._assumed if self._terms.to_bitwuzla(formula) in core]
