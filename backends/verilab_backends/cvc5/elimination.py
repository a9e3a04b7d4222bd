"""cvc5's quantifier elimination (``get-qe``)."""

from __future__ import annotations

from collections.abc import Sequence

import cvc5
from cvc5 import Kind
from pysmt.fnode import FNode

from verilab_backends.cvc5.terms import Cvc5Terms
from verilab_backends.operators import UnsupportedTerm


class Cvc5Elimination:
    """The ``Eliminator`` over the terms of one environment; linear arithmetic only, as cvc5's is."""

    def __init__(self, terms: Cvc5Terms) -> None:
        self._terms = terms

    def __call__(self, formula: FNode, variables: Sequence[FNode], seconds: float) -> FNode | None:
        terms = self._terms
        if any(not variable.symbol_type().is_int_type() for variable in formula.get_free_variables()):
            return None
        constants = [terms.to_cvc5(variable) for variable in variables]
        bound = [terms.manager.mkVar(constant.getSort(), str(constant)) for constant in constants]
        body = terms.to_cvc5(formula).substitute(constants, bound)
        quantified = terms.manager.mkTerm(Kind.EXISTS, terms.manager.mkTerm(Kind.VARIABLE_LIST, *bound), body)
        solver = cvc5.Solver(terms.manager)
        solver.setOption("tlimit-per", str(max(1, int(seconds * 1000))))
        solver.setLogic("LIA")
        try:
            return terms.from_cvc5(solver.getQuantifierElimination(quantified))
        except (RuntimeError, UnsupportedTerm):
            return None
