"""z3's quantifier elimination, by its tactic ``qe``."""

from __future__ import annotations

from collections.abc import Sequence

from pysmt.fnode import FNode

from verilab_backends.operators import UnsupportedTerm
from verilab_backends.z3.library import array, library
from verilab_backends.z3.terms import Z3Error, Z3Terms


class Z3Elimination:
    """The ``Eliminator`` over the terms of one environment."""

    def __init__(self, terms: Z3Terms) -> None:
        self._terms = terms
        self._z3 = terms.context
        self._tactic = terms.expect(library.mk_tactic(self._z3, b"qe"))
        library.tactic_inc_ref(self._z3, self._tactic)

    def __call__(self, formula: FNode, variables: Sequence[FNode], seconds: float) -> FNode | None:
        if any(variable.symbol_type().is_bv_type() for variable in variables):
            return None  # it would enumerate them
        terms, context = self._terms, self._z3
        bound = array([terms.to_z3(variable) for variable in variables])
        body = terms.to_z3(formula)
        quantified = terms.keep(library.mk_exists_const(context, 0, len(bound), bound, 0, None, body))
        goal = terms.expect(library.mk_goal(context, False, False, False))
        library.goal_inc_ref(context, goal)
        try:
            library.goal_assert(context, goal, quantified)
            limited = terms.expect(library.tactic_try_for(context, self._tactic, max(1, int(seconds * 1000))))
            library.tactic_inc_ref(context, limited)
            result = library.tactic_apply(context, limited, goal)
            answer = None if result is None else self._formula(result)
            library.tactic_dec_ref(context, limited)
            return answer
        except (Z3Error, UnsupportedTerm):
            return None
        finally:
            library.goal_dec_ref(context, goal)

    def _formula(self, result: int) -> FNode:
        """The disjunction of the subgoals, each the conjunction of its formulas."""
        terms, context = self._terms, self._z3
        manager = terms.environment.formula_manager
        library.apply_result_inc_ref(context, result)
        try:
            disjuncts = []
            for index in range(library.apply_result_get_num_subgoals(context, result)):
                subgoal = terms.expect(library.apply_result_get_subgoal(context, result, index))
                library.goal_inc_ref(context, subgoal)
                size = library.goal_size(context, subgoal)
                formulas = [terms.keep(library.goal_formula(context, subgoal, position)) for position in range(size)]
                library.goal_dec_ref(context, subgoal)
                disjuncts.append(manager.And([terms.from_z3(formula) for formula in formulas]))
            return manager.Or(disjuncts)
        finally:
            library.apply_result_dec_ref(context, result)
