"""Projection: from conjuncts to what they say about some of their variables only.

Exact for variables that an equation defines (x = t, x <-> t, a literal x; a linear equation with coefficient 1 or -1 of x), which is
what SSA path formulas consist of; disjunctions are split into cases.  What is left goes to the solver's own quantifier elimination,
where it has one; conjuncts that still speak of other variables are dropped: the result is then implied by the conjuncts, but perhaps
weaker than their projection.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.simplification.linear_forms import linear_form
from verilab.solving.simplification.simplifier import conjuncts
from verilab_backends.arithmetic.fourier_motzkin import eliminated
from verilab_backends.arithmetic.literal_constraints import LiteralConstraints
from verilab_backends.procedures.cases import cases, disequation_cases, is_disequation

Eliminator = Callable[[FNode, Sequence[FNode], float], FNode | None]
"""(formula, variables, seconds) -> a quantifier-free equivalent of "exists variables. formula", or None."""


LEAVES = 64
"""Into how many cases one projection may be split."""
SECONDS = 2.0
"""What one call of the solver's quantifier elimination may take; it is exponential."""


def project(
    environment: Environment,
    formulas: Iterable[FNode],
    keep: Iterable[FNode],
    eliminate: Eliminator | None = None,
    end: float | None = None,
) -> tuple[list[FNode], bool]:
    """Conjuncts over the variables ``keep`` that ``formulas`` imply, and whether they are the exact projection.

    From the time ``end`` (of ``time.monotonic``) on, what is not yet eliminated is dropped.
    """
    return _Projection(environment, set(keep), eliminate, end).project(list(formulas))


class _Projection:
    """One projection; ``_leaves`` counts down over its cases."""

    def __init__(self, environment: Environment, kept: set[FNode], eliminate: Eliminator | None, end: float | None) -> None:
        self._environment = environment
        self._manager = environment.formula_manager
        self._kept = kept
        self._eliminate = eliminate
        self._linear = LiteralConstraints(environment)
        self._leaves = LEAVES
        self._end = end

    # exists V. F and G  =  F and exists V. G  where F has no variable of V;     exists V. F or G  =  (exists V. F) or (exists V. G)
    def project(self, formulas: list[FNode]) -> tuple[list[FNode], bool]:
        work = _substituted(self._environment, formulas, self._kept)
        foreign = [formula for formula in work if not formula.get_free_variables() <= self._kept]
        if not foreign:
            return work, True
        own = [formula for formula in work if formula.get_free_variables() <= self._kept]
        split = next((index for index, formula in enumerate(foreign) if self._cases(formula)), None)
        if split is None or self._leaves <= 0 or (self._end is not None and time.monotonic() > self._end):
            projection, exact = self._leaf(foreign)
            return [*own, *projection], exact
        alternatives = self._cases(foreign[split])
        self._leaves -= len(alternatives) - 1
        rest = foreign[:split] + foreign[split + 1 :]
        answers = [self.project([*case, *rest]) for case in alternatives]
        union = self._manager.Or([self._manager.And(answer) for answer, _ in answers])
        return [*own, *conjuncts(self._environment.simplifier.simplify(union))], all(exact for _, exact in answers)

    def _cases(self, formula: FNode) -> list[list[FNode]]:
        """How a formula is split; disequations of integers only where no quantifier elimination is there to cope with them."""
        alternatives = cases(self._environment, formula)
        if alternatives or not is_disequation(self._environment, formula):
            return alternatives
        integer = self._environment.stc.get_type(formula.arg(0).arg(0)).is_int_type()
        return disequation_cases(self._environment, formula) if self._eliminate is None or not integer else []

    def _leaf(self, foreign: list[FNode]) -> tuple[list[FNode], bool]:
        """What Fourier and Motzkin make of literals, or the solver's quantifier elimination, in conjuncts; or none."""
        body = self._manager.And(foreign)
        variables = sorted(body.get_free_variables() - self._kept, key=lambda symbol: str(symbol.symbol_name()))
        arithmetic = all(variable.symbol_type().is_int_type() or variable.symbol_type().is_real_type() for variable in variables)
        if arithmetic and not any(is_disequation(self._environment, formula) for formula in foreign):
            literals = eliminated(self._linear, foreign, variables)
            if literals is not None:
                return literals, True
        if self._eliminate is None or any(variable.symbol_type().is_function_type() for variable in variables):
            return [], False
        seconds = SECONDS if self._end is None else min(SECONDS, self._end - time.monotonic())
        answer = self._eliminate(body, variables, seconds) if seconds > 0 else None
        if answer is None or not answer.get_free_variables() <= self._kept:
            return [], False
        return conjuncts(answer), True


def _substituted(environment: Environment, formulas: list[FNode], kept: set[FNode]) -> list[FNode]:
    """Replace variables outside ``kept`` by what an equation says they are, as long as there is such an equation."""
    simplify = environment.simplifier.simplify
    work = list(dict.fromkeys(part for formula in formulas for part in conjuncts(formula)))
    while True:
        definition = next((pair for formula in work if (pair := _definition(environment, formula, kept)) is not None), None)
        if definition is None:
            return work
        variable, term = definition
        result: dict[FNode, None] = {}
        for formula in work:
            if variable in formula.get_free_variables():
                formula = simplify(environment.substituter.substitute(formula, {variable: term}))
            result.update(dict.fromkeys(conjuncts(formula)))
        work = list(result)


def _definition(environment: Environment, formula: FNode, kept: set[FNode]) -> tuple[FNode, FNode] | None:
    """``(x, t)`` where the formula says x = t of a variable outside ``kept`` that t does not contain."""
    manager = environment.formula_manager
    if formula.is_symbol():
        return None if formula in kept else (formula, manager.TRUE())
    if formula.is_not() and formula.arg(0).is_symbol():
        return None if formula.arg(0) in kept else (formula.arg(0), manager.FALSE())
    if not (formula.is_equals() or formula.is_iff()) or formula.get_free_variables() <= kept:
        return None
    left, right = formula.args()
    for variable, term in ((left, right), (right, left)):
        if variable.is_symbol() and variable not in kept and variable not in term.get_free_variables():
            return variable, term
    if formula.is_equals() and environment.stc.get_type(left).is_int_type():
        return _solved(environment, left, right, kept)
    return None


# sum a_i x_i + c = 0 with a_j = +-1:   x_j = -+ (sum of the others + c)
def _solved(environment: Environment, left: FNode, right: FNode, kept: set[FNode]) -> tuple[FNode, FNode] | None:
    """A linear integer equation solved for a variable with coefficient 1 or -1; of several, for that which occurs last on the left."""
    manager = environment.formula_manager
    form = linear_form((right, -1), (left, 1))
    if not all(term.is_symbol() for term in form.coefficients):
        return None
    for variable in reversed(form.coefficients):
        factor = int(form.coefficients[variable])
        if variable in kept or abs(factor) != 1:
            continue
        others = [(symbol, int(other)) for symbol, other in reversed(form.coefficients.items()) if symbol is not variable]
        terms = [manager.Times(manager.Int(-factor * other), symbol) for symbol, other in others]
        return variable, manager.Plus([manager.Int(-factor * int(form.constant)), *terms])
    return None
