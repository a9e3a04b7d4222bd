"""Linear constraints as literals in a normal form: one fact is one literal, however a proof writes it.

An atom is  sum a_i * x_i <= c,  sum < c (reals only)  or  sum = c  with coprime integers a_i, ordered by variable, and a_1 > 0:
    -t <= c  <=>  not (t < -c);      over the integers  t < c  <=>  t <= ceil(c) - 1  and  t <= c  <=>  t <= floor(c).
Variables are integers that stand for any terms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, floor, gcd, lcm

from verilab.data_classes import dataclass
from verilab.solving.simplification.linear_forms import Number
from verilab_backends.arithmetic.exact_simplex import Relation
from verilab_backends.resolution.propositions import FALSE, TRUE, Propositions


@dataclass(frozen=True, slots=True)
class LinearAtom:
    """``sum of coefficients * variables  relation  bound``."""

    coefficients: tuple[tuple[int, int], ...]
    relation: Relation
    bound: Number


@dataclass(frozen=True, slots=True)
class Fact:
    """What a literal says: ``sum + constant <= 0``, ``< 0`` where strict, or ``= 0``."""

    coefficients: dict[int, Number]
    constant: Number
    relation: Relation


class LinearLiterals:
    """The linear atoms of one table of propositions; ``is_integer`` tells a variable's sort."""

    def __init__(self, propositions: Propositions, is_integer: Callable[[int], bool]) -> None:
        self.atoms: dict[int, LinearAtom] = {}
        self._propositions = propositions
        self._is_integer = is_integer
        self._numbers: dict[LinearAtom, int] = {}
        self._facts: dict[int, Fact | None] = {}

    def literal(self, coefficients: Mapping[int, Number], constant: Number, relation: Relation) -> int:
        """The literal of ``sum + constant  relation  0``."""
        terms = sorted((variable, factor) for variable, factor in coefficients.items() if factor)
        if not terms:
            holds = constant == 0 if relation is Relation.EQ else constant < 0 if relation is Relation.LT else constant <= 0
            return TRUE if holds else FALSE
        integer = all(self._is_integer(variable) for variable, _ in terms)
        opposite = terms[0][1] < 0
        whole, bound = _coprime(terms, -constant)
        if opposite:
            whole = tuple((variable, -factor) for variable, factor in whole)
        if relation is Relation.EQ:
            bound = -bound if opposite else bound
            if integer and bound != floor(bound):
                return FALSE
            return self._number(LinearAtom(whole, relation, _plain(bound)))
        strict = relation is Relation.LT
        if integer:
            bound = ceil(bound) - 1 if strict else floor(bound)
            if opposite:
                return -self._number(LinearAtom(whole, Relation.LE, -bound - 1))
            return self._number(LinearAtom(whole, Relation.LE, bound))
        if opposite:
            return -self._number(LinearAtom(whole, Relation.LE if strict else Relation.LT, _plain(-bound)))
        return self._number(LinearAtom(whole, relation, _plain(bound)))

    def fact(self, literal: int) -> Fact | None:
        """What a literal says, with integer coefficients; None for a disequality and for what is not linear."""
        if literal in self._facts:
            return self._facts[literal]
        atom = self.atoms.get(abs(literal))
        fact = None if atom is None else self._fact(atom, literal > 0)
        self._facts[literal] = fact
        return fact

    def _fact(self, atom: LinearAtom, positive: bool) -> Fact | None:
        if positive:
            return Fact(dict(atom.coefficients), -atom.bound, atom.relation)
        if atom.relation is Relation.EQ:
            return None
        negated: dict[int, Number] = {variable: -factor for variable, factor in atom.coefficients}
        if atom.relation is Relation.LT:
            return Fact(negated, atom.bound, Relation.LE)
        if all(self._is_integer(variable) for variable, _ in atom.coefficients):
            return Fact(negated, atom.bound + 1, Relation.LE)
        return Fact(negated, atom.bound, Relation.LT)

    def _number(self, atom: LinearAtom) -> int:
        number = self._numbers.get(atom)
        if number is None:
            number = self._numbers[atom] = self._propositions.atom()
            self.atoms[number] = atom
        return number


def _coprime(terms: list[tuple[int, Number]], bound: Number) -> tuple[tuple[tuple[int, int], ...], Number]:
    """Terms and bound times the positive number that makes the factors coprime integers."""
    if not all(type(factor) is int for _, factor in terms):
        denominator = lcm(*(Fraction(factor).denominator for _, factor in terms))
        terms, bound = [(variable, int(factor * denominator)) for variable, factor in terms], bound * denominator
    divisor = gcd(*(factor for _, factor in terms))  # type: ignore[arg-type]  # integers by now
    if divisor == 1:
        return tuple(terms), bound  # type: ignore[arg-type]  # denominators are cleared above
    return tuple((variable, int(factor) // divisor) for variable, factor in terms), Fraction(bound) / divisor


def _plain(number: Number) -> Number:
    """An int where that is exact: 1 and Fraction(1) are equal but not equally fast."""
    return number if type(number) is int or number != floor(number) else int(number)
