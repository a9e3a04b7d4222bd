"""Literals as linear constraints over the rationals, and sums of constraints as formulas again.

What is not linear arithmetic is a variable: a product of two variables, an application, a division; and each other atom b is a variable
too, with  b as 1 <= b  and  not b as b <= 0.  A combination of constraints in which all variables cancel stays a contradiction then.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import gcd, lcm

import pysmt.operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.simplification.linear_atoms import LinearAtoms
from verilab.solving.simplification.linear_forms import Number, linear_form
from verilab_backends.arithmetic.exact_simplex import Constraint, Relation

_RELATIONS = {op.LE: Relation.LE, op.LT: Relation.LT, op.EQUALS: Relation.EQ}


class LiteralConstraints:
    """The translation both ways in one environment."""

    def __init__(self, environment: Environment) -> None:
        self._manager = environment.formula_manager
        self._type = environment.stc.get_type
        self._linear = LinearAtoms(environment)
        self._known: dict[FNode, Constraint] = {}

    def is_arithmetic(self, atom: FNode) -> bool:
        """Whether an atom compares integers or reals."""
        if atom.node_type() not in _RELATIONS:
            return False
        sort = self._type(atom.arg(0))
        return bool(sort.is_int_type() or sort.is_real_type())

    def constraint(self, literal: FNode) -> Constraint:
        """The constraint of a literal that is no negated arithmetic equation; that one has none."""
        known = self._known.get(literal)
        if known is None:
            known = self._known[literal] = self._constraint(literal)
        return known

    def _constraint(self, literal: FNode) -> Constraint:
        positive = not literal.is_not()
        atom = literal if positive else literal.arg(0)
        if atom.is_bool_constant():
            return Constraint({}, 0 if atom.is_true() == positive else 1)
        if not self.is_arithmetic(atom):
            return Constraint({atom: -1}, 1) if positive else Constraint({atom: 1}, 0)
        left, right = atom.args()
        relation = _RELATIONS[atom.node_type()]
        if not positive:
            assert relation is not Relation.EQ
            left, right = right, left
            relation = Relation.LT if relation is Relation.LE else Relation.LE
        difference = linear_form((left, 1), (right, -1))
        if self._type(left).is_int_type():
            return _tightened(difference.coefficients, difference.constant, relation)
        return Constraint(difference.coefficients, difference.constant, relation)

    def is_integral(self, constraint: Constraint) -> bool:
        """Whether a constraint has integer terms and integer numbers only."""
        numbers = (constraint.constant, *constraint.coefficients.values())
        return all(number.denominator == 1 for number in numbers) and all(
            self._type(term).is_int_type() for term in constraint.coefficients
        )

    def normalised(self, constraint: Constraint) -> Constraint:
        """An equivalent constraint: over the integers with coprime factors."""
        if not constraint.coefficients or not self.is_integral(constraint):
            return constraint
        return _tightened(constraint.coefficients, constraint.constant, constraint.relation)

    def formula(self, constraint: Constraint) -> FNode:
        """The formula of a constraint."""
        coefficients, constant = constraint.coefficients, constraint.constant
        if constraint.relation is not Relation.EQ:
            return self.inequality(coefficients, constant, constraint.relation is Relation.LT)
        m = self._manager
        if self.is_integral(constraint):
            parts = [m.Times(m.Int(int(value)), term) for term, value in coefficients.items()]
            normal = self._linear.equal(m.Plus([*parts, m.Int(int(constant))]), m.Int(0))
            return m.Bool(normal) if isinstance(normal, bool) else normal[0]
        parts = [self._scaled(term, Fraction(value)) for term, value in coefficients.items()]
        return m.Equals(m.Plus(parts) if len(parts) > 1 else parts[0], m.Real(-Fraction(constant)))

    def inequality(self, coefficients: Mapping[FNode, Number], constant: Number, strict: bool) -> FNode:
        """The formula of  sum coefficients * variable + constant <= 0  (``<`` where strict)."""
        m = self._manager
        if not coefficients:
            return m.Bool(constant < 0 or (constant == 0 and not strict))
        scale = lcm(constant.denominator, *(value.denominator for value in coefficients.values()))
        atom = next(iter(coefficients))
        if self._type(atom).is_bool_type():
            return atom if coefficients[atom] < 0 else m.Not(atom)
        if all(self._type(term).is_int_type() for term in coefficients):
            parts = [m.Times(m.Int(int(value * scale)), term) for term, value in coefficients.items()]
            normal = self._linear.at_most(m.Plus(parts), m.Int(int(-constant * scale)), strict=strict)
            if isinstance(normal, bool):
                return m.Bool(normal)
            return normal[0] if normal[1] else m.Not(normal[0])
        numbers = {term: value * scale for term, value in coefficients.items()}
        divisor = gcd(*(int(value) for value in numbers.values()))
        left = [self._scaled(term, Fraction(value) / divisor) for term, value in numbers.items() if value > 0]
        right = [self._scaled(term, -Fraction(value) / divisor) for term, value in numbers.items() if value < 0]
        bound = -Fraction(constant) * scale / divisor
        if bound or not right:
            right.append(m.Real(bound))
        sums = [m.Plus(side) if len(side) > 1 else side[0] if side else m.Real(0) for side in (left, right)]
        return m.LT(*sums) if strict else m.LE(*sums)

    def _scaled(self, term: FNode, factor: Fraction) -> FNode:
        m = self._manager
        real = m.ToReal(term) if self._type(term).is_int_type() else term
        return real if factor == 1 else m.Times(m.Real(factor), real)


# Integers, g = gcd a_i:   a x + c < 0  <=>  a x + c + 1 <= 0;   a x + c <= 0  <=>  (a/g) x + ceil(c/g) <= 0;   a x + c = 0 needs g | c
def _tightened(coefficients: Mapping[FNode, Number], constant: Number, relation: Relation) -> Constraint:
    value = int(constant) + (relation is Relation.LT)
    divisor = gcd(*(int(factor) for factor in coefficients.values()))
    if divisor > 1:
        if relation is Relation.EQ and value % divisor:
            return Constraint({}, 1)
        coefficients = {term: int(factor) // divisor for term, factor in coefficients.items()}
        value = -(-value // divisor)
    return Constraint(coefficients, value, Relation.EQ if relation is Relation.EQ else Relation.LE)
