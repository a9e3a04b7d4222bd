"""One OpenSMT context: formulas there and back as SMT-LIB text, provers, and a timer.

A context knows one logic, and an interruption ends it for good: who uses one makes it anew then (3 ms).
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.smtlib.printing import declarations, to_smtlib
from verilab.solving.smtlib.reading import SmtLibReader
from verilab.solving.smtlib.syntax import Sexp, read_sexps
from verilab_backends.opensmt.library import OpenSmtLibrary


class UnsupportedTerm(ValueError):
    """OpenSMT has no such formula; the message says why."""


class Sorts:
    """Which logic formulas need; each formula is looked at once."""

    def __init__(self, environment: Environment) -> None:
        self._theory = environment.theoryo.get_theory
        self._known: dict[FNode, str] = {}

    def logic(self, formulas: Iterable[FNode]) -> str:
        """QF_LIA, QF_LRA, or "" where neither integers nor reals occur; UnsupportedTerm for both at once, and for other sorts."""
        logics = {self._logic(formula) for formula in formulas} - {""}
        if len(logics) > 1:
            raise UnsupportedTerm("OpenSMT does not mix integers and reals")
        return next(iter(logics), "")

    def _logic(self, formula: FNode) -> str:
        known = self._known.get(formula)
        if known is None:
            known = self._known[formula] = self._find(formula)
        return known

    def _find(self, formula: FNode) -> str:
        theory = self._theory(formula)
        if theory.bit_vectors or theory.arrays or theory.uninterpreted or theory.strings:
            raise UnsupportedTerm("OpenSMT is used for linear integers or reals only: no bit-vectors, arrays or functions")
        if theory.integer_arithmetic and theory.real_arithmetic:
            raise UnsupportedTerm("OpenSMT does not mix integers and reals")
        return "QF_LIA" if theory.integer_arithmetic else "QF_LRA" if theory.real_arithmetic else ""


class OpenSmtContext:
    """A JavaSMT context of OpenSMT; ``close`` frees it and all that was made in it."""

    def __init__(self, library: OpenSmtLibrary, environment: Environment, logic: str, seed: int) -> None:
        self.library = library
        self.expired = False
        self._logic = logic
        self._context, self._shutdown = library.make_context(logic, seed)
        self._manager = self._context.getFormulaManager()
        self._reader = SmtLibReader(environment)
        self._formulas: dict[FNode, Any] = {}
        self._labels: list[Any] = []
        self._implications: dict[tuple[int, FNode], Any] = {}
        self._provers: list[Any] = []

    def close(self) -> None:
        for prover in self._provers:
            prover.close()
        self._formulas.clear()
        self._context.close()

    def prover(self, *options: Any) -> Any:
        """A ``ProverEnvironment``, which lives as long as the context."""
        prover = self._context.newProverEnvironment(*options)
        self._provers.append(prover)
        return prover

    def interpolating_prover(self, steps: int = 0, lemmas: int = 0) -> Any:
        """An ``InterpolatingProverEnvironment``, which lives as long as the context.

        ``steps``, ``lemmas``: OpenSMT's numbers of the algorithms for resolution steps and for lemmas of arithmetic.
        """
        prover = self._context.newProverEnvironmentWithInterpolation()
        # All it can: 15 nodes instead of 112 for the first cut of three unrolled blocks of VMCAI'12 Fig. 1, in the same time.
        self.library.set_option(prover, ":simplify-interpolants", 4)
        self.library.set_option(prover, ":interpolation-bool-algorithm", steps)
        self.library.set_option(prover, ":interpolation-lra-algorithm", lemmas)
        self._provers.append(prover)
        return prover

    @contextmanager
    def limit(self, seconds: float | None) -> Iterator[None]:
        """Interrupt what is asked inside after so many seconds (None: never), which raises ``library.error`` there; see ``expired``."""
        if seconds is None:
            yield
            return
        timer = threading.Timer(seconds, self._stop)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()  # it may have begun to stop what comes next

    def _stop(self) -> None:
        self.expired = True
        self._shutdown.requestShutdown("timeout")

    def to_opensmt(self, formula: FNode) -> Any:
        """A formula there.  UnsupportedTerm says what OpenSMT does not like about it."""
        known = self._formulas.get(formula)
        if known is None:
            known = self._formulas[formula] = self._parse(f"{_declared(formula)}(assert {to_smtlib(formula)})")
        return known

    def _parse(self, text: str) -> Any:
        try:
            return self._manager.parse(text)
        except self.library.error as error:
            raise UnsupportedTerm(f"OpenSMT cannot read a formula: {message(error)}") from error

    def label(self, index: int) -> Any:
        """A Boolean variable that no formula of ours has."""
        while index >= len(self._labels):
            name = _label_name(len(self._labels))
            self._labels.append(self._manager.parse(f"(declare-fun {name} () Bool)(assert {name})"))
        return self._labels[index]

    def implication(self, index: int, formula: FNode) -> Any:
        """The label implies the formula."""
        known = self._implications.get((index, formula))
        if known is None:
            text = f"(declare-fun {_label_name(index)} () Bool){_declared(formula)}(assert (=> {_label_name(index)} {to_smtlib(formula)}))"
            known = self._implications[index, formula] = self._parse(text)
        return known

    def interpolants(self, prover: Any, partitions: Sequence[FNode], sides: Sequence[Sequence[int]]) -> list[FNode] | None:
        """Assert the partitions: for each side, some of them by their numbers, an interpolant against the others; None where they are
        satisfiable.  SmtLibError where an answer is no formula.
        """
        groups = self.library.array_list([prover.addConstraint(self.to_opensmt(partition)) for partition in partitions])
        if not prover.isUnsat():
            return None
        solver = self.library.main_solver(prover)
        masks = self.library.integer_lists()
        for side in sides:
            masks.add(self.library.integers(self.library.array_list([groups.get(index) for index in side])))
        proof = solver.getInterpolationContext()
        path = proof.getPathInterpolants(masks)  # held until all are read, see OpenSmtLibrary.main_solver
        logic = solver.getLogic()
        return [self._read(str(logic.dumpWithLets(path.get(index)))) for index in range(path.size())]

    def labels_in_core(self, prover: Any) -> set[int]:
        """The indices of the labels in the unsatisfiable core of the last check."""
        solver = self.library.main_solver(prover)
        core = solver.getUnsatCore()
        logic = solver.getLogic()
        known = set()
        for index in range(core.size()):
            match read_sexps(str(logic.dumpWithLets(core.get(index)))):
                case [["let", [[str(), str(name)]], str()]]:  # a variable
                    known.add(name)
        return {index for index in range(len(self._labels)) if _label_name(index) in known}

    def _read(self, text: str) -> FNode:
        (body,) = read_sexps(text)
        return self._reader.build(_with_points(body) if self._logic == "QF_LRA" else body)


def _label_name(index: int) -> str:
    return f"|verilab label {index}|"


def _declared(formula: FNode) -> str:
    return "".join(declarations(sorted(formula.get_free_variables(), key=lambda symbol: str(symbol.symbol_name()))))


# OpenSMT writes the integers among the reals without a point.
def _with_points(expression: Sexp) -> Sexp:
    """The expression with ``n.0`` for every numeral n; lists are changed in place."""
    if isinstance(expression, str):
        return f"{expression}.0" if expression.isdigit() else expression
    stack = [expression]
    while stack:
        items = stack.pop()
        for index, item in enumerate(items):
            if isinstance(item, list):
                stack.append(item)
            elif item.isdigit():
                items[index] = f"{item}.0"
    return expression


def message(error: Any) -> str:
    """The first words of a Java exception."""
    text = " ".join(str(error).split()) or type(error).__name__
    return text[:200]
