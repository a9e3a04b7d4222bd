"""Incremental sessions of cvc5."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cvc5
from pysmt.fnode import FNode

from verilab.solving.backend import QueryContext, SolverGaveUp, Status, Value
from verilab.solving.session import BaseSession
from verilab_backends.cvc5.terms import Cvc5Terms
from verilab_backends.operators import UnsupportedTerm


class Cvc5Session(BaseSession):
    """One cvc5 solver over the terms of a ``Cvc5Terms``."""

    def __init__(self, terms: Cvc5Terms, logic: str, context: QueryContext) -> None:
        super().__init__("cvc5", terms.environment, context)
        self._terms = terms
        self._solver = cvc5.Solver(terms.manager)
        for option, value in (
            ("incremental", "true"),
            ("produce-models", "true"),
            ("produce-unsat-assumptions", "true"),
            ("seed", str(context.seed)),
            ("tlimit-per", "0"),
        ):
            self._solver.setOption(option, value)
        self._solver.setLogic(logic)
        self._milliseconds = 0
        self._assumed: list[FNode] = []

    def _close(self) -> None:
        self._solver = None

    def _push(self) -> None:
        self._solver.push()

    def _pop(self, levels: int) -> None:
        self._solver.pop(levels)

    def _add(self, formula: FNode) -> None:
        self._solver.assertFormula(self._terms.to_cvc5(formula))

    def _check(self, assumptions: Sequence[FNode], seconds: float | None) -> Status:
        milliseconds = 0 if seconds is None else max(1, int(seconds * 1000))
        if milliseconds != self._milliseconds:
            self._solver.setOption("tlimit-per", str(milliseconds))
            self._milliseconds = milliseconds
        self._assumed = list(assumptions)
        try:
            if assumptions:
                answer = self._solver.checkSatAssuming(*(self._terms.to_cvc5(assumption) for assumption in assumptions))
            else:
                answer = self._solver.checkSat()
        except RuntimeError as error:  # cvc5's own exceptions: the logic does not fit, resources
            self.reason_unknown = str(error)
            return Status.UNKNOWN
        if answer.isSat():
            return Status.SAT
        if answer.isUnsat():
            return Status.UNSAT
        explanation = answer.getUnknownExplanation()
        self.reason_unknown = "timeout" if explanation == cvc5.UnknownExplanation.TIMEOUT else str(explanation)
        return Status.UNKNOWN

    def _values(self, terms: Sequence[FNode]) -> list[Value]:
        try:
            values: list[Any] = self._solver.getValue([self._terms.to_cvc5(term) for term in terms])
            return [self._terms.value(term) for term in values]
        except (RuntimeError, UnsupportedTerm) as error:
            raise SolverGaveUp(f"cvc5 has no model value: {error}") from error

    def _core(self) -> list[FNode]:
        core = set(self._solver.getUnsatAssumptions())
        return [formula for formula in self._assumed if self._terms.to_cvc5(formula) in core]
