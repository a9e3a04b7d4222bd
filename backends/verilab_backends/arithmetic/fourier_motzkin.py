"""Exact elimination of variables from conjunctions of linear constraints, by Fourier and Motzkin.

    exists x. /\\ l_i <= a_i x  and  /\\ b_j x <= u_j     <=>     /\\ b_j l_i <= a_i u_j         (a_i, b_j > 0)
over the reals; over the integers where a_i = 1 or b_j = 1 for each pair (the real shadow is exact; Pugh, "The Omega Test", 1991).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from pysmt.fnode import FNode

from verilab.formulas.terms.inspection import subterms
from verilab.solving.simplification.linear_forms import Number
from verilab_backends.arithmetic.exact_simplex import Constraint, Relation
from verilab_backends.arithmetic.literal_constraints import LiteralConstraints

CONSTRAINTS = 200
"""How many constraints an elimination may lead to."""


def eliminated(linear: LiteralConstraints, literals: Sequence[FNode], variables: Collection[FNode]) -> list[FNode] | None:
    """Literals equivalent to  exists variables. literals;  None where that is not exact, or too much.

    ``literals`` hold no disequation of arithmetic; ``variables`` are integer and real symbols.
    """
    known = {linear.constraint(literal): literal for literal in literals}
    rest = list(known)
    if _hidden(rest, variables):
        return None
    for variable in sorted(variables, key=lambda symbol: str(symbol.symbol_name())):
        concerned = [constraint for constraint in rest if variable in constraint.coefficients]
        rest = [constraint for constraint in rest if variable not in constraint.coefficients]
        combined = _without(linear, concerned, variable)
        if combined is None or len(rest) + len(combined) > CONSTRAINTS:
            return None
        rest += combined
    # A literal as it was, unless it names a variable that cancels out.
    gone = set(variables)
    result = (known[c] if c in known and gone.isdisjoint(known[c].get_free_variables()) else linear.formula(c) for c in rest)
    return list(dict.fromkeys(result))


def _without(linear: LiteralConstraints, constraints: list[Constraint], variable: FNode) -> list[Constraint] | None:
    """What constraints on a variable say about all others; None where that is not exact."""
    integer = variable.symbol_type().is_int_type()
    if integer and not all(linear.is_integral(constraint) for constraint in constraints):
        return None
    equations = [constraint for constraint in constraints if constraint.relation is Relation.EQ]
    if equations:
        definition = min(equations, key=lambda constraint: abs(Fraction(constraint.coefficients[variable])))
        factor = definition.coefficients[variable]
        if integer and abs(factor) != 1:
            return None
        others = [constraint for constraint in constraints if constraint is not definition]
        return [linear.normalised(_sum(other, 1, definition, -other.coefficients[variable] / Fraction(factor))) for other in others]
    result = []
    lower = [constraint for constraint in constraints if constraint.coefficients[variable] < 0]
    for high in (constraint for constraint in constraints if constraint.coefficients[variable] > 0):
        for low in lower:
            factors = high.coefficients[variable], -low.coefficients[variable]
            if integer and 1 not in factors:
                return None
            result.append(linear.normalised(_sum(low, factors[0], high, factors[1])))
            if len(result) > CONSTRAINTS:
                return None
    return result


def _hidden(constraints: Sequence[Constraint], variables: Collection[FNode]) -> bool:
    """Whether a variable occurs within what is not linear."""
    terms = {term for constraint in constraints for term in constraint.coefficients if not term.is_symbol()}
    return any(node in variables for node in subterms(terms))


def _sum(first: Constraint, weight: Number, second: Constraint, other: Number) -> Constraint:
    """weight * first + other * second, where weight > 0 and, unless the second is an equation, other > 0."""
    coefficients: dict[FNode, Number] = {}
    for constraint, factor in ((first, weight), (second, other)):
        for term, value in constraint.coefficients.items():
            coefficients[term] = coefficients.get(term, 0) + factor * value
    coefficients = {term: value for term, value in coefficients.items() if value}
    strict = Relation.LT in (first.relation, second.relation)
    relation = first.relation if second.relation is Relation.EQ else Relation.LT if strict else Relation.LE
    return Constraint(coefficients, weight * first.constant + other * second.constant, relation)
