"""Exact feasibility of linear constraints, with a Farkas certificate where there is no solution.

Constraints are  sum a_i x_i + c  <= 0,  < 0  or  = 0  over the rationals.  There is no solution iff multipliers exist, nonnegative but
for equations, with   sum_j m_j * (left side of j) = d   for a constant  d > 0, or d = 0 and a strict constraint among those with m_j > 0
(Farkas' lemma in Motzkin's form).  Equations are eliminated by substitution, inequalities go through the simplex of Dutertre and
de Moura (CAV'06) with Bland's rule; strictness is an infinitesimal.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Hashable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any

from verilab.data_classes import dataclass
from verilab.solving.simplification.linear_forms import Number


class Relation(Enum):
    """Of a sum to its bound; in a ``Constraint``, to 0."""

    LE = "<="
    LT = "<"
    EQ = "="


@dataclass(frozen=True, slots=True, eq=False)
class Constraint:
    """sum coefficients * variable + constant  relation  0; no coefficient is 0."""

    coefficients: Mapping[Any, Number]
    constant: Number
    relation: Relation = Relation.LE


@dataclass(frozen=True, slots=True)
class Infeasible:
    """Farkas multipliers, by the number of the constraint; those that are 0 are left out."""

    multipliers: dict[int, Fraction]


@dataclass(frozen=True, slots=True)
class Feasible:
    """A solution; variables that are left out may have any value."""

    values: dict[Hashable, Fraction]


class TimeIsOver(Exception):
    """The time given to ``solve`` has passed."""


@dataclass(frozen=True, slots=True)
class _Definition:
    """An equation solved for a variable:  pivot = sum coefficients + constant;  row = its number;  used: (definition, factor) that were
    added to the original equation before."""

    row: int
    pivot: Hashable
    coefficients: dict[Hashable, Fraction]
    constant: Fraction
    scale: Fraction
    used: list[tuple[int, Fraction]]


def solve(constraints: Sequence[Constraint], end: float | None = None) -> Infeasible | Feasible:
    """A solution or a certificate that there is none; TimeIsOver where it is not found before ``end`` (of ``time.monotonic``)."""
    definitions: list[_Definition] = []
    order: dict[Hashable, int] = {}  # the definition of each pivot variable
    for index, constraint in enumerate(constraints):
        if constraint.relation is not Relation.EQ:
            continue
        coefficients, constant, used = _reduced(constraint, definitions, order)
        if not coefficients:
            if constant:
                sign = Fraction(1 if constant > 0 else -1)
                return Infeasible(_origins({index: sign}, [(number, sign * factor) for number, factor in used], definitions))
            continue
        pivot = min(coefficients, key=lambda variable: abs(coefficients[variable]) != 1)
        scale = -1 / coefficients.pop(pivot)
        rest = {variable: value * scale for variable, value in coefficients.items()}
        order[pivot] = len(definitions)
        definitions.append(_Definition(index, pivot, rest, constant * scale, scale, used))
    return _inequalities(constraints, definitions, order, end)


def _reduced(
    constraint: Constraint, definitions: list[_Definition], order: dict[Hashable, int]
) -> tuple[dict[Hashable, Fraction], Fraction, list[tuple[int, Fraction]]]:
    """A constraint's left side without pivot variables: coefficients, constant, and the definitions used with their factors."""
    coefficients = {variable: Fraction(value) for variable, value in constraint.coefficients.items()}
    constant = Fraction(constraint.constant)
    used: list[tuple[int, Fraction]] = []
    # A definition holds no earlier pivot, so each is used once if they are taken in their order.
    pending = [order[variable] for variable in coefficients if variable in order]
    heapq.heapify(pending)
    while pending:
        number = heapq.heappop(pending)
        definition = definitions[number]
        factor = coefficients.pop(definition.pivot, None)
        if not factor:
            continue
        used.append((number, factor))
        constant += factor * definition.constant
        for variable, value in definition.coefficients.items():
            total = coefficients.get(variable, 0) + factor * value
            if total:
                if variable not in coefficients and variable in order:
                    heapq.heappush(pending, order[variable])
                coefficients[variable] = Fraction(total)
            else:
                del coefficients[variable]
    return coefficients, constant, used


# pivot = rest  is  scale * equation + pivot = 0-combination: replacing factor * pivot adds  factor * scale * equation  to the row, where
# equation is the original one plus the definitions that it used before.
def _origins(multipliers: dict[int, Fraction], used: list[tuple[int, Fraction]], definitions: list[_Definition]) -> dict[int, Fraction]:
    """Multipliers of the original constraints, given those of the reduced ones and the definitions used to reduce them."""
    weights = [Fraction(0)] * len(definitions)
    for number, factor in used:
        weights[number] += factor
    result = dict(multipliers)
    for number in range(len(definitions) - 1, -1, -1):
        definition = definitions[number]
        weight = weights[number] * definition.scale
        if weight:
            result[definition.row] = result.get(definition.row, Fraction(0)) + weight
            for earlier, factor in definition.used:
                weights[earlier] += weight * factor
    return {row: value for row, value in result.items() if value}


def _inequalities(
    constraints: Sequence[Constraint], definitions: list[_Definition], order: dict[Hashable, int], end: float | None
) -> Infeasible | Feasible:
    """The rest of ``solve``: what the equations leave of the inequalities."""
    simplex = _Simplex()
    uses: dict[int, list[tuple[int, Fraction]]] = {}
    for index, constraint in enumerate(constraints):
        if constraint.relation is Relation.EQ:
            continue
        coefficients, constant, uses[index] = _reduced(constraint, definitions, order)
        if coefficients:
            simplex.add(index, coefficients, constant, constraint.relation is Relation.LT)
        elif constant > 0 or (constant == 0 and constraint.relation is Relation.LT):
            return Infeasible(_origins({index: Fraction(1)}, uses[index], definitions))
    conflict = simplex.run(end)
    if conflict is not None:
        used = [(number, factor * weight) for row, weight in conflict.items() for number, factor in uses[row]]
        return Infeasible(_origins(conflict, used, definitions))
    values = simplex.solution()
    for definition in reversed(definitions):
        terms = (factor * values.setdefault(variable, Fraction(0)) for variable, factor in definition.coefficients.items())
        values[definition.pivot] = definition.constant + sum(terms)
    return Feasible(values)


Value = tuple[Fraction, Fraction]
"""a + b * infinitesimal; compared from the left."""


class _Simplex:
    """Rows  s_j = sum a_i x_i  with upper bounds on the s_j only; the x_i are free."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}  # of free variables and of slacks, in the order of appearance
        self._rows: dict[int, dict[int, Fraction]] = {}  # basic variable -> its combination of the others
        self._bounds: dict[int, Value] = {}
        self._values: dict[int, Value] = {}
        self._slacks: dict[int, int] = {}  # number of a slack -> constraint

    def add(self, index: int, coefficients: dict[Hashable, Fraction], constant: Fraction, strict: bool) -> None:
        """The constraint number ``index``."""
        row = {self._number(variable): value for variable, value in coefficients.items()}
        slack = self._number(("slack", index))
        self._rows[slack] = row
        self._bounds[slack] = (-constant, Fraction(-1 if strict else 0))
        self._slacks[slack] = index

    def _number(self, variable: Hashable) -> int:
        number = self._numbers.setdefault(variable, len(self._numbers))
        self._values.setdefault(number, (Fraction(0), Fraction(0)))
        return number

    def run(self, end: float | None) -> dict[int, Fraction] | None:
        """None where there is a solution, else the multipliers of a contradiction."""
        while end is None or time.monotonic() < end:
            violated = min((basic for basic in self._rows if self._over(basic)), default=None)
            if violated is None:
                return None
            row = self._rows[violated]
            entering = min((number for number, factor in row.items() if self._can_lower(number, factor)), default=None)
            if entering is None:
                # s = sum of a_j s_j with a_j < 0 and every s_j at its bound:  s + sum -a_j s_j = 0, while the bounds' sum is negative
                return {self._slacks[violated]: Fraction(1)} | {self._slacks[number]: -factor for number, factor in row.items()}
            self._pivot(violated, entering)
        raise TimeIsOver

    def _over(self, basic: int) -> bool:
        bound = self._bounds.get(basic)
        return bound is not None and self._values[basic] > bound

    def _can_lower(self, number: int, factor: Fraction) -> bool:
        """Whether a nonbasic variable can change so that a row with this factor of it gets smaller."""
        bound = self._bounds.get(number)
        return bound is None or factor > 0 or self._values[number] < bound

    def _pivot(self, leaving: int, entering: int) -> None:
        """Exchange the two; the leaving variable gets the value of its bound."""
        row = self._rows.pop(leaving)
        factor = row.pop(entering)
        step = tuple((bound - value) / factor for bound, value in zip(self._bounds[leaving], self._values[leaving], strict=True))
        self._values[leaving] = self._bounds[leaving]
        solved = {number: -value / factor for number, value in row.items()}
        solved[leaving] = 1 / factor
        for basic, other in self._rows.items():
            weight = other.pop(entering, None)
            if weight is None:
                continue
            first, second = self._values[basic]
            self._values[basic] = (first + weight * step[0], second + weight * step[1])
            for number, value in solved.items():
                total = other.get(number, 0) + weight * value
                if total:
                    other[number] = Fraction(total)
                else:
                    del other[number]
        first, second = self._values[entering]
        self._values[entering] = (first + step[0], second + step[1])
        self._rows[entering] = solved

    def solution(self) -> dict[Hashable, Fraction]:
        """Values of the free variables, the infinitesimal made small enough to satisfy every bound."""
        epsilon = Fraction(1)
        for number, (bound, strict) in self._bounds.items():
            value, tiny = self._values[number]
            if tiny > strict:
                epsilon = min(epsilon, (bound - value) / (tiny - strict))
        free = {variable: self._values[number] for variable, number in self._numbers.items() if number not in self._slacks}
        return {variable: value + epsilon * tiny for variable, (value, tiny) in free.items()}
