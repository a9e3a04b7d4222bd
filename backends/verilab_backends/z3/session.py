"""Incremental sessions of z3 by its low-level functions."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

from pysmt.fnode import FNode
from z3 import z3consts as k

from verilab.resources import Deadline
from verilab.solving.backend import QueryContext, SolverGaveUp, Status, Value
from verilab.solving.session import BaseSession
from verilab_backends.z3 import bits
from verilab_backends.z3.library import array, library
from verilab_backends.z3.logics import logic_flags, theory_names
from verilab_backends.z3.terms import Z3Terms

_STATUS = {k.Z3_L_TRUE: Status.SAT, k.Z3_L_FALSE: Status.UNSAT, k.Z3_L_UNDEF: Status.UNKNOWN}
_NO_TIMEOUT = 0xFFFFFFFF
FINITE = "QF_FD"


class Z3Session(BaseSession):
    """One z3 solver over the terms of a ``Z3Terms``."""

    def __init__(self, terms: Z3Terms, logic: str, context: QueryContext) -> None:
        super().__init__("z3", terms.environment, context)
        self._terms = terms
        self._z3 = terms.context
        self._logic = logic
        allowed = logic_flags(logic)
        self._foreign = 0 if allowed is None else ~allowed
        self._seed = context.seed
        self._once = context.once
        self._by_bits = context.once and logic == "QF_BV" and bits.is_installed()
        self._model = 0
        self._lacks_model = False
        self._assumed: list[FNode] = []
        self._levels: list[list[FNode]] = [[]]
        self._make_solver()

    def _make_solver(self) -> None:
        """A solver that nothing was asked, with the assertions of all levels."""
        self._solver = self._terms.expect(library.mk_solver_for_logic(self._z3, self._terms.symbol(self._logic)))
        library.solver_inc_ref(self._z3, self._solver)
        self._milliseconds = _NO_TIMEOUT
        self._set("random_seed", self._seed)
        for number, level in enumerate(self._levels):
            # Without a level z3's first check goes to its tactic solver, which transforms all assertions as a whole: 206 ms against 7 on
            # the same integer block, but 1.4 s against more than 20 on the unrolling of a protocol.
            if number or not self._once:
                library.solver_push(self._z3, self._solver)
            for formula in level:
                library.solver_assert(self._z3, self._solver, self._terms.to_z3(formula))

    def _close(self) -> None:
        self._drop_model()
        self._drop_solver()

    def _drop_solver(self) -> None:
        library.solver_dec_ref(self._z3, self._solver)
        self._solver = 0

    def _set(self, name: str, value: int) -> None:
        parameters = self._terms.expect(library.mk_params(self._z3))
        library.params_inc_ref(self._z3, parameters)
        library.params_set_uint(self._z3, parameters, self._terms.symbol(name), value)
        library.solver_set_params(self._z3, self._solver, parameters)
        library.params_dec_ref(self._z3, parameters)

    def _push(self) -> None:
        self._levels.append([])
        library.solver_push(self._z3, self._solver)

    def _pop(self, levels: int) -> None:
        del self._levels[len(self._levels) - levels :]
        library.solver_pop(self._z3, self._solver, levels)

    def _add(self, formula: FNode) -> None:
        library.solver_assert(self._z3, self._solver, self._to_z3(formula))
        self._levels[-1].append(formula)

    def _to_z3(self, formula: FNode) -> int:
        handle = self._terms.to_z3(formula)
        if foreign := self._terms.theories(formula) & self._foreign:
            raise ValueError(f"a session of logic {self._logic} was given a term with {theory_names(foreign)}; choose another logic")
        return handle

    def _check(self, assumptions: Sequence[FNode], seconds: float | None) -> Status:
        self._drop_model()
        by_bits, self._by_bits = self._by_bits, False  # what is asked next is asked of the solver itself
        if by_bits and not assumptions:
            deadline = Deadline(seconds)
            status = self._check_bits(seconds)
            if status is not None:
                return status
            seconds = deadline.remaining()
        self._limit(seconds)
        if assumptions:
            self._assumed = list(assumptions)
            handles = [self._to_z3(assumption) for assumption in assumptions]
            answer = library.solver_check_assumptions(self._z3, self._solver, len(handles), array(handles))
        else:
            self._assumed = []
            answer = library.solver_check(self._z3, self._solver)
        status = _STATUS[answer]
        if status is Status.SAT:
            self._model = self._terms.expect(library.solver_get_model(self._z3, self._solver))
            library.model_inc_ref(self._z3, self._model)
        elif status is Status.UNKNOWN:
            self._explain()
            # z3's solver of words keeps what its assumptions were made of: after one that it could not decide trivial questions run out of
            # time, too.
            if "BV" in self._logic or self._logic == FINITE:
                self._drop_solver()
                self._make_solver()
        return status

    def _check_bits(self, seconds: float | None) -> Status | None:
        """The first question of a session for one, by clauses of bits; None where it is no such question."""
        self._assumed = []
        try:
            found = bits.satisfiable(self._terms, [self._to_z3(formula) for level in self._levels for formula in level], seconds)
        except bits.OutOfSeconds:
            self.reason_unknown = "timeout"
            return Status.UNKNOWN
        except bits.Unfit:
            return None
        self._lacks_model = found
        return Status.SAT if found else Status.UNSAT

    def _explain(self) -> None:
        reason = library.solver_get_reason_unknown(self._z3, self._solver).decode()
        self.reason_unknown = "timeout" if reason in ("timeout", "canceled", "cancelled") else reason

    def _limit(self, seconds: float | None) -> None:
        """z3's own timer; a limit is set again only when it differs by more than a tenth, as setting it costs a call."""
        milliseconds = _NO_TIMEOUT if seconds is None else max(1, min(int(seconds * 1000), _NO_TIMEOUT - 1))
        if milliseconds > self._milliseconds or milliseconds < self._milliseconds * 0.9:
            self._set("timeout", milliseconds)
            self._milliseconds = milliseconds

    def _drop_model(self) -> None:
        self._lacks_model = False
        if self._model:
            library.model_dec_ref(self._z3, self._model)
            self._model = 0

    def _values(self, terms: Sequence[FNode]) -> list[Value]:
        if self._lacks_model:  # the bits are not the words'
            self._check((), self._context.seconds())
        if not self._model:
            raise SolverGaveUp("no model: the last check was not SAT")
        context, model, result = self._z3, self._model, ctypes.c_void_p()
        evaluate, truth_of, value_of, to_z3 = library.model_eval, library.get_bool_value, self._terms.value, self._terms.to_z3
        values: list[Value] = []
        for term in terms:
            if not evaluate(context, model, to_z3(term), True, result) or result.value is None:
                raise SolverGaveUp(f"z3's model has no value for {term}")
            truth = truth_of(context, result.value)
            values.append(truth == k.Z3_L_TRUE if truth != k.Z3_L_UNDEF else value_of(result.value))
        return values

    def _core(self) -> list[FNode]:
        if not self._assumed:
            return []
        core = self._terms.expect(library.solver_get_unsat_core(self._z3, self._solver))
        library.ast_vector_inc_ref(self._z3, core)
        handles = {library.ast_vector_get(self._z3, core, index) for index in range(library.ast_vector_size(self._z3, core))}
        library.ast_vector_dec_ref(self._z3, core)
        return [formula for formula in self._assumed if self._terms.to_z3(formula) in handles]
