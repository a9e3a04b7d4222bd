"""Integer equations that say nothing but "is divisible by": the only quantifiers that interpolants of linear integers need.

exists x. c x + t = 0     <=>     |c| div t     <=>     t = |c| * (t div |c|)            (c not 0, x not in t)
"""

from __future__ import annotations

from collections.abc import Sequence

from pysmt.environment import Environment
from pysmt.fnode import FNode

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
    if not equation.is_equals() or not environment.stc.get_type(equation.arg(0)).is_int_type():
        return None
    manager = environment.formula_manager
    coefficient = 0
    rest: list[FNode] = []
    stack = [(equation.arg(0), 1), (equation.arg(1), -1)]
    while stack:
        term, factor = stack.pop()
        if term is variable:
            coefficient += factor
        elif variable not in term.get_free_variables():
            rest.append(term if factor == 1 else manager.Times(manager.Int(factor), term))
        elif term.is_plus():
            stack.extend((argument, factor) for argument in reversed(term.args()))
        elif term.is_minus():
            stack.extend(((term.arg(1), -factor), (term.arg(0), factor)))
        elif term.is_times() and len(term.args()) == 2 and any(argument.is_int_constant() for argument in term.args()):
            constant, other = sorted(term.args(), key=lambda argument: not argument.is_int_constant())
            stack.append((other, factor * constant.constant_value()))
        else:
            return None
    if not coefficient:
        return None
    total = manager.Plus(rest) if rest else manager.Int(0)
    divisor = manager.Int(abs(coefficient))
    return manager.Equals(total, manager.Times(divisor, manager.Div(total, divisor)))
