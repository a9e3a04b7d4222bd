"""Incremental sessions of Yices."""

from __future__ import annotations

from collections.abc import Sequence

from pysmt.fnode import FNode

from verilab.solving.backend import QueryContext, SolverGaveUp, Status, Value
from verilab.solving.session import BaseSession
from verilab_backends.yices.contexts import Context, Model, watchdog
from verilab_backends.yices.library import YicesError
from verilab_backends.yices.terms import YicesTerms


class YicesSession(BaseSession):
    """One context of Yices' DPLL(T) solvers over the terms of a ``YicesTerms``."""

    def __init__(self, terms: YicesTerms, context: QueryContext) -> None:
        super().__init__("yices", terms.environment, context)
        self._terms = terms
        # interactive: the context is as before when a search was stopped
        self._solver = Context(mode="interactive")
        self._model: Model | None = None
        self._assumed: list[FNode] = []

    def _close(self) -> None:
        self._drop_model()
        self._solver.close()

    def _drop_model(self) -> None:
        if self._model is not None:
            self._model.close()
            self._model = None

    def _push(self) -> None:
        self._drop_model()
        self._solver.push()

    def _pop(self, levels: int) -> None:
        self._drop_model()
        self._solver.pop(levels)

    def _add(self, formula: FNode) -> None:
        self._drop_model()
        try:
            self._solver.add(self._terms.to_yices(formula))
        except YicesError as error:
            raise ValueError(f"Yices cannot assert a formula: {error}; choose another backend for this theory") from error

    def _check(self, assumptions: Sequence[FNode], seconds: float | None) -> Status:
        self._drop_model()
        self._assumed = list(assumptions)
        try:
            status = self._solver.check([self._terms.to_yices(assumption) for assumption in assumptions], seconds)
        except YicesError as error:
            self.reason_unknown = str(error)
            return Status.UNKNOWN
        if status is Status.UNKNOWN:
            self.reason_unknown = "timeout" if watchdog.barked else "Yices gave up"
        elif status is Status.SAT:
            self._model = self._solver.model()
        return status

    def _values(self, terms: Sequence[FNode]) -> list[Value]:
        if self._model is None:
            raise SolverGaveUp("no model: the last check was not SAT")
        type_of = self.environment.stc.get_type
        return [self._model.value(self._terms.to_yices(term), type_of(term)) for term in terms]

    def _core(self) -> list[FNode]:
        core = set(self._solver.core())
        return [formula for formula in self._assumed if self._terms.to_yices(formula) in core]
