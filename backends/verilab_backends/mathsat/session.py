"""Incremental sessions of MathSAT."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from pysmt.fnode import FNode

from verilab.solving import enumeration
from verilab.solving.backend import QueryContext, SolverGaveUp, Status, Value
from verilab.solving.session import BaseSession
from verilab_backends.mathsat.library import ModelCallback, array
from verilab_backends.mathsat.terms import MathsatError, MathsatTerms
from verilab_backends.mathsat.terms_back import UnsupportedTerm
from verilab_backends.mathsat.timer import Timer

_STATUS = {1: Status.SAT, 0: Status.UNSAT, -1: Status.UNKNOWN}
_STALE = 64
"""Labels of earlier assumptions that are kept, beyond four times those in use, in the hope that they come again."""
_MOST_MINTERMS = 1000
"""Of one all-SAT by MathSAT itself, whose minterms are kept until it ends; where there are more, the rest comes one by one."""


class MathsatSession(BaseSession):
    """One MathSAT environment over the terms of a ``MathsatTerms``.

    MathSAT assumes literals only: any other assumption f gets a label l, and l => f is asserted on a level of its own, which stays
    open while nothing but assumptions changes.
    """

    def __init__(self, terms: MathsatTerms, logic: str, context: QueryContext) -> None:
        super().__init__("mathsat", terms.environment, context)
        self._terms = terms
        self._library = terms.library
        self._options = {"model_generation": "true"}
        if "BV" in logic:
            # With it MathSAT 5.6.11 loses track of bit-vectors between levels: "Invalid model" after sat.
            self._options["preprocessor.toplevel_propagation"] = "false"
        self._env = terms.make_env(self._options, context.seed)
        self._timer = Timer(self._library, self._env)
        self._levels: list[list[FNode]] = [[]]
        self._seconds: float | None = None
        self._labelled: set[FNode] = set()
        self._assumed: list[FNode] = []
        self._literals: list[int] = []

    def _close(self) -> None:
        self._library.destroy_env(self._env)

    def _push(self) -> None:
        self._drop_labels()
        self._expect(self._library.push_backtrack_point(self._env))
        self._levels.append([])

    def _pop(self, levels: int) -> None:
        self._drop_labels()
        for _ in range(levels):
            self._expect(self._library.pop_backtrack_point(self._env))
        del self._levels[len(self._levels) - levels :]

    def _add(self, formula: FNode) -> None:
        self._drop_labels()
        self._expect(self._library.assert_formula(self._env, self._terms.to_mathsat(formula)))
        self._levels[-1].append(formula)

    def _expect(self, code: int) -> None:
        if code:
            raise MathsatError(self._terms.error(self._env))

    def _check(self, assumptions: Sequence[FNode], seconds: float | None) -> Status:
        self._assumed = list(assumptions)
        self._seconds = seconds
        self._literals = self._literals_of(self._assumed)
        self._timer.start(seconds)
        answer = self._library.solve_with_assumptions(self._env, array(self._literals), len(self._literals))
        status = _STATUS[answer]
        if status is Status.UNKNOWN:
            self.reason_unknown = "timeout" if self._timer.expired else self._terms.error(self._env)
        return status

    def _literals_of(self, formulas: list[FNode]) -> list[int]:
        if len(self._labelled) > _STALE + 4 * len(formulas):
            self._drop_labels()
        return [self._literal(formula) for formula in formulas]

    def _literal(self, formula: FNode) -> int:
        if formula.is_symbol() or (formula.is_not() and formula.arg(0).is_symbol()):
            return self._terms.to_mathsat(formula)
        label, library = self._terms.label(formula), self._library
        if formula not in self._labelled:
            if not self._labelled:
                self._expect(library.push_backtrack_point(self._env))
            self._labelled.add(formula)
            root = self._terms.root
            implication = library.make_or(root, library.make_not(root, label), self._terms.to_mathsat(formula))
            self._expect(library.assert_formula(self._env, implication))
        return label

    def _drop_labels(self) -> None:
        if self._labelled:
            self._expect(self._library.pop_backtrack_point(self._env))
            self._labelled.clear()

    def _all_sat(self, formulas: Sequence[FNode]) -> Iterator[tuple[bool | None, ...]]:
        """By MathSAT's own all-SAT, which builds no model of the theory: that is what a value costs."""
        minterms, complete = self._minterms(formulas) if formulas else ([], False)
        yield from minterms
        if not complete:
            yield from enumeration.all_sat_but(self, self.environment, formulas, minterms)

    def _minterms(self, formulas: Sequence[FNode]) -> tuple[list[tuple[bool, ...]], bool]:
        """Different minterms, and whether these are all."""
        minterms: list[tuple[bool, ...]] = []
        self.push()
        try:
            atoms = [self._atom(formula) for formula in formulas]
            asked = list(dict.fromkeys(atoms))
            negated = {self._library.make_not(self._terms.root, atom) for atom in asked}

            def met(literals: Any, size: int, _: int) -> int:
                true = set(literals[:size]) - negated
                minterms.append(tuple(atom in true for atom in atoms))
                return int(len(minterms) < _MOST_MINTERMS)

            self._timer.start(self._context.seconds(None))
            number = self._library.all_sat(self._env, array(asked), len(asked), ModelCallback(met), None)
        finally:
            self.pop()
        return minterms, number == len(minterms) < _MOST_MINTERMS

    def _atom(self, formula: FNode) -> int:
        """A variable of MathSAT that is the formula on this level."""
        if formula.is_symbol():
            return self._terms.to_mathsat(formula)
        label, library = self._terms.label(formula), self._library
        self._expect(library.assert_formula(self._env, library.make_iff(self._terms.root, label, self._terms.to_mathsat(formula))))
        return label

    def _values(self, terms: Sequence[FNode]) -> list[Value]:
        try:
            return [self._value(term) for term in terms]
        except MathsatError as error:
            # "Invalid model": after many levels MathSAT may lose the model of a right answer.  Without that history it has one.
            self._make_anew()
            if self._check(self._assumed, self._seconds) is not Status.SAT:
                raise SolverGaveUp(f"MathSAT has no model value: {error}") from error
        try:
            return [self._value(term) for term in terms]
        except MathsatError as error:
            raise SolverGaveUp(f"MathSAT has no model value: {error}") from error

    def _make_anew(self) -> None:
        """The same assertions in a new environment."""
        self._library.destroy_env(self._env)
        self._env = self._terms.make_env(self._options, self._context.seed)
        self._timer = Timer(self._library, self._env)
        self._labelled.clear()
        for index, level in enumerate(self._levels):
            if index:
                self._expect(self._library.push_backtrack_point(self._env))
            for formula in level:
                self._expect(self._library.assert_formula(self._env, self._terms.to_mathsat(formula)))

    def _value(self, term: FNode) -> Value:
        try:
            constant: Any = self._library.get_model_value(self._env, self._terms.to_mathsat(term))
            if constant is None:
                raise MathsatError(self._terms.error(self._env))
            value = self._terms.value(constant)
        except UnsupportedTerm as error:
            raise SolverGaveUp(f"MathSAT's model value: {error}") from error
        return Fraction(value) if self.environment.stc.get_type(term).is_real_type() else value

    def _core(self) -> list[FNode]:
        size = ctypes.c_size_t()
        address = self._library.get_unsat_assumptions(self._env, ctypes.byref(size))
        if address is None:
            return []
        core = set((ctypes.c_void_p * size.value).from_address(address)) if size.value else set()
        self._library.free(address)
        return [formula for formula, literal in zip(self._assumed, self._literals, strict=True) if literal in core]
