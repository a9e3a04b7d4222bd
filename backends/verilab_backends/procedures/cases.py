"""Case splits: a formula as a disjunction of conjunctions, one connective at a time."""

from __future__ import annotations

from pysmt.environment import Environment
from pysmt.fnode import FNode


def cases(environment: Environment, formula: FNode) -> list[list[FNode]]:
    """The conjunctions that a formula is the disjunction of; none where it is a literal without if-then-else, or a conjunction."""
    m = environment.formula_manager
    if formula.is_or():
        return [[argument] for argument in formula.args()]
    if formula.is_implies():
        return [[m.Not(formula.arg(0))], [formula.arg(1)]]
    if formula.is_iff():
        left, right = formula.args()
        return [[left, right], [m.Not(left), m.Not(right)]]
    if formula.is_ite():
        condition, then, otherwise = formula.args()
        return [[condition, then], [m.Not(condition), otherwise]]
    if formula.is_not():
        return _negated_cases(environment, formula.arg(0))
    choice = _conditional(formula)
    return [] if choice is None else _choice_cases(environment, formula, choice)


def is_disequation(environment: Environment, formula: FNode) -> bool:
    """Whether a formula says that two integers or reals differ."""
    if not formula.is_not() or not formula.arg(0).is_equals():
        return False
    sort = environment.stc.get_type(formula.arg(0).arg(0))
    return bool(sort.is_int_type() or sort.is_real_type())


def disequation_cases(environment: Environment, formula: FNode) -> list[list[FNode]]:
    """The two cases of a disequation without if-then-else."""
    m = environment.formula_manager
    left, right = formula.arg(0).args()
    return [[m.LT(left, right)], [m.LT(right, left)]]


def _negated_cases(environment: Environment, inner: FNode) -> list[list[FNode]]:
    m = environment.formula_manager
    if inner.is_and():
        return [[m.Not(argument)] for argument in inner.args()]
    if inner.is_or():
        return [[m.Not(argument) for argument in inner.args()]]
    if inner.is_implies():
        return [[inner.arg(0), m.Not(inner.arg(1))]]
    if inner.is_iff():
        left, right = inner.args()
        return [[left, m.Not(right)], [m.Not(left), right]]
    if inner.is_ite():
        condition, then, otherwise = inner.args()
        return [[condition, m.Not(then)], [m.Not(condition), m.Not(otherwise)]]
    if inner.is_not():
        return [[inner.arg(0)]]
    choice = _conditional(inner)
    return [] if choice is None else _choice_cases(environment, m.Not(inner), choice)


def _choice_cases(environment: Environment, formula: FNode, choice: FNode) -> list[list[FNode]]:
    condition, then, otherwise = choice.args()
    substitute = environment.substituter.substitute
    negated = environment.formula_manager.Not(condition)
    return [[condition, substitute(formula, {choice: then})], [negated, substitute(formula, {choice: otherwise})]]


def _conditional(atom: FNode) -> FNode | None:
    """An if-then-else term within an atom."""
    stack, seen = [atom], {atom}
    while stack:
        node = stack.pop()
        if node.is_ite():
            return node
        for argument in node.args():
            if argument not in seen:
                seen.add(argument)
                stack.append(argument)
    return None
