"""Integer equations that say nothing but "is divisible by": the only quantifiers that interpolants of linear integers need.

exists x. c x + t = 0     <=>     |c| div t     <=>     t = |c| * (t div |c|)            (c not 0, x not in t)
"""

from __future__ import annotations

from collections.abc import Sequence

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.simplification.linear_forms import linear_form
from verilab.solving.simplification.simplifier import conjuncts


def without_exists(environment: Environment, bound: Sequence[FNode], body: FNode) -> FNode | None:
    """``exists bound. body`` without quantifier where each variable occurs in one linear equation of a conjunction; else None."""
    manager = environment.formula_manager
    parts = conjuncts(body)
    for variable in bound:
        having = [part for part in parts if variable in part.get_free_variables()]
        if len(having) > 1:
            return None
        if having:
            divisible = _divisible(environment, having[0], variable)
            if divisible is None:
                return None
            parts[parts.index(having[0])] = divisible
    return manager.And(parts)


def _divisible(environment: Environment, equation: FNode, variable: FNode) -> FNode | None:
    """What ``exists variable. equation`` says; None where the equation is not linear in it over the integers."""
    if not equation.is_equals() or not environment.stc.get_type(equation.arg(0)).is_int_type():
        return None
    manager = environment.formula_manager
    form = linear_form((equation.arg(0), 1), (equation.arg(1), -1))
    coefficient = int(form.coefficients.get(variable, 0))
    others = [(term, int(factor)) for term, factor in form.coefficients.items() if term is not variable]
    if not coefficient or any(variable in term.get_free_variables() for term, _ in others):
        return None
    parts = [term if factor == 1 else manager.Times(manager.Int(factor), term) for term, factor in others]
    if form.constant or not parts:
        parts.append(manager.Int(int(form.constant)))
    total = manager.Plus(parts)
    divisor = manager.Int(abs(coefficient))
    return manager.Equals(total, manager.Times(divisor, manager.Div(total, divisor)))
