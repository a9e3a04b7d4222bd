"""Incremental sessions of OpenSMT."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.backend import QueryContext, SolverGaveUp, Status, Value
from verilab.solving.session import BaseSession
from verilab_backends.opensmt.library import OpenSmtLibrary
from verilab_backends.opensmt.terms import OpenSmtContext, Sorts, message


class OpenSmtSession(BaseSession):
    """The assertions here, and a prover that gets those it lacks before each check.

    Assumptions are asserted by labels on a level of their own, which goes before anything else changes.  OpenSMT's cores do not name
    formulas that it rewrites before it solves ("ite"), but do name labels; each core is checked.  After an interruption, an error,
    or where the assertions need another logic, a new context is given all assertions again.
    """

    def __init__(self, environment: Environment, library: OpenSmtLibrary, context: QueryContext) -> None:
        super().__init__("opensmt", environment, context)
        self._library = library
        self._sorts = Sorts(environment)
        self._levels: list[list[FNode]] = [[]]
        self._logic = ""
        self._opensmt: OpenSmtContext | None = None
        self._prover: Any = None
        self._counts = [0]  # per level of the prover: how many of its assertions it has
        self._assumed: list[FNode] | None = None  # those on the level of their own
        self._model: dict[str, Value] | None = None
        self._known_core: list[FNode] | None = None  # the core, once it was asked for
        self._seconds: float | None = None

    def _close(self) -> None:
        self._forget()

    def _push(self) -> None:
        self._levels.append([])

    def _pop(self, levels: int) -> None:
        del self._levels[len(self._levels) - levels :]
        if self._prover is not None:
            self._drop_assumptions()
            while len(self._counts) > len(self._levels):
                self._prover.pop()
                self._counts.pop()

    def _add(self, formula: FNode) -> None:
        self._sorts.logic([formula])  # refused now rather than later
        self._levels[-1].append(formula)

    def _check(self, assumptions: Sequence[FNode], seconds: float | None) -> Status:
        self._model = self._known_core = None
        self._seconds = seconds
        logic = self._sorts.logic([*(formula for level in self._levels for formula in level), *assumptions])
        if self._opensmt is None or (logic and logic != self._logic):
            self._make_anew(logic or self._logic or "QF_LIA")
        assert self._opensmt is not None
        context = self._opensmt
        try:
            with context.limit(seconds):
                self._tell(context, assumptions)
                refuted = bool(self._prover.isUnsat())
        except self._library.error as error:
            self.reason_unknown = "timeout" if context.expired else message(error)
            self._forget()
            return Status.UNKNOWN
        except BaseException:  # also after an interruption the prover is in an unknown state
            self._forget()
            raise
        if context.expired:  # in the last moment
            self._make_anew(self._logic)
            self.reason_unknown = "timeout"
            return Status.UNKNOWN
        return Status.UNSAT if refuted else Status.SAT

    def _make_anew(self, logic: str) -> None:
        self._forget()
        self._logic = logic
        self._opensmt = OpenSmtContext(self._library, self.environment, logic, self._context.seed)
        options = self._library.options
        self._prover = self._opensmt.prover(options.GENERATE_MODELS, options.GENERATE_UNSAT_CORE)

    def _forget(self) -> None:
        """Free the context; the next check makes another."""
        if self._opensmt is not None:
            self._opensmt.close()
        self._opensmt = self._prover = self._assumed = None
        self._counts = [0]

    def _drop_assumptions(self) -> None:
        if self._assumed is not None:
            self._prover.pop()
            self._assumed = None

    def _tell(self, context: OpenSmtContext, assumptions: Sequence[FNode]) -> None:
        self._drop_assumptions()
        for index, level in enumerate(self._levels):
            if index == len(self._counts):
                self._prover.push()
                self._counts.append(0)
            for formula in level[self._counts[index] :]:
                self._prover.addConstraint(context.to_opensmt(formula))
            self._counts[index] = len(level)
        self._ask_about(context, assumptions)

    def _ask_about(self, context: OpenSmtContext, assumptions: Sequence[FNode]) -> None:
        """Assert labels, and that each implies its assumption, on a level of their own."""
        self._drop_assumptions()
        self._prover.push()
        self._assumed = list(assumptions)
        for index, formula in enumerate(self._assumed):
            self._prover.addConstraint(context.implication(index, formula))
            self._prover.addConstraint(context.label(index))

    def _values(self, terms: Sequence[FNode]) -> list[Value]:
        """By the values of all symbols; one that the assertions do not constrain gets 0 or false."""
        if self._model is None:
            self._model = self._read_model()
        return [self._value(term, self._model) for term in terms]

    def _value(self, term: FNode, model: dict[str, Value]) -> Value:
        constants = {symbol: self._constant(symbol, model.get(str(symbol.symbol_name()), 0)) for symbol in term.get_free_variables()}
        constant = self.environment.simplifier.simplify(self.environment.substituter.substitute(term, constants))
        if not constant.is_constant():
            raise SolverGaveUp(f"no value of {str(term)[:60]}: it divides by zero")
        value = constant.constant_value()
        if constant.is_bool_constant():
            return bool(value)
        return Fraction(value) if constant.is_real_constant() else int(value)

    def _constant(self, symbol: FNode, value: Value) -> FNode:
        manager, type = self.environment.formula_manager, symbol.symbol_type()
        if type.is_bool_type():
            return manager.Bool(bool(value))
        return manager.Real(Fraction(value)) if type.is_real_type() else manager.Int(int(value))

    def _read_model(self) -> dict[str, Value]:
        if self._prover is None:
            raise SolverGaveUp("OpenSMT has no model: its last answer was not sat")
        try:
            model = self._prover.getModel()
            return {str(entry.getName()): _number(entry.getValue()) for entry in model}
        except self._library.error as error:
            raise SolverGaveUp(f"OpenSMT has no model: {message(error)}") from error

    def _core(self) -> list[FNode]:
        if self._known_core is None:
            self._known_core = self._find_core()
        return self._known_core

    def _find_core(self) -> list[FNode]:
        """OpenSMT's core where it is one, else all assumptions."""
        asked, context = list(self._assumed or ()), self._opensmt
        if not asked or context is None:
            return asked
        try:
            core = context.labels_in_core(self._prover)
            kept = [formula for index, formula in enumerate(asked) if index in core]
            with context.limit(self._seconds):
                self._ask_about(context, kept)
                return kept if self._prover.isUnsat() else asked
        except self._library.error:
            self._forget()
            return asked


def _number(value: Any) -> Value:
    """A Boolean, or the text of a BigInteger or Rational ("-1/2"), as Python has it."""
    text = str(value)
    return text == "True" if text in ("True", "False") else Fraction(text)
