"""Polynomials with integer coefficients modulo a power of two, and what follows from equations between them.

An equation that has a variable once, with an odd coefficient, is solved for it; of any other one the greatest monomial is rewritten by the
rest.  What equals 0 after that follows from the equations; nothing is said of what does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

Monomial = tuple[int, ...]
"""Its variables' numbers, sorted; () is 1."""
Polynomial = Mapping[Monomial, int]
"""Of each monomial its coefficient, which is not 0."""

MOST_MONOMIALS = 300
MOST_STEPS = 2_000


class TooLarge(Exception):
    """A polynomial has more than ``MOST_MONOMIALS``, or rewriting one takes more than ``MOST_STEPS``."""


def constant(value: int) -> Polynomial:
    return {(): value} if value else {}


def variable(number: int) -> Polynomial:
    return {(number,): 1}


def combined(*summands: tuple[int, Polynomial]) -> Polynomial:
    """The sum of multiples.  Raises TooLarge."""
    total: dict[Monomial, int] = {}
    for factor, polynomial in summands:
        for monomial, coefficient in polynomial.items():
            total[monomial] = total.get(monomial, 0) + factor * coefficient
    if len(total) > MOST_MONOMIALS:
        raise TooLarge
    return {monomial: coefficient for monomial, coefficient in total.items() if coefficient}


def multiplied(left: Polynomial, right: Polynomial) -> Polynomial:
    """The product.  Raises TooLarge."""
    return combined(*((one * other, {tuple(sorted(first + second)): 1}) for first, one in left.items() for second, other in right.items()))


class Ideal:
    """Equations ``p = 0`` modulo 2^``width``, as rules; ``contradictory``: they have no common solution."""

    def __init__(self, width: int, equations: Iterable[Polynomial] = ()) -> None:
        self.contradictory = False
        self._modulus = 1 << width
        self._solved: dict[int, Polynomial] = {}
        self._leading: list[tuple[Monomial, int, Polynomial]] = []
        for equation in equations:
            self.add(equation)

    def contains(self, polynomial: Polynomial) -> bool:
        """Whether it was shown to be 0.  Raises TooLarge."""
        return self.contradictory or not self.reduced(polynomial)

    def add(self, polynomial: Polynomial) -> None:
        """Let it be 0.  Raises TooLarge."""
        pending = [polynomial]
        for _ in range(MOST_STEPS):
            if not pending or self.contradictory:
                return
            left = self.reduced(pending.pop())
            if not left:
                continue
            if _twos(left.get((), 0)) < min((_twos(value) for monomial, value in left.items() if monomial), default=self._modulus):
                self.contradictory = True
                return
            number = next(self._solvable(left), None)
            if number is None:
                lead = max(left, key=lambda monomial: (len(monomial), monomial))
                self._leading.append((lead, left[lead], left))
                continue
            inverse = -pow(left[(number,)], -1, self._modulus)
            value = self._small(
                combined((inverse, {monomial: coefficient for monomial, coefficient in left.items() if monomial != (number,)}))
            )
            pending += self._forget(number)
            self._solved[number] = value
        raise TooLarge

    def _solvable(self, polynomial: Polynomial) -> Iterator[int]:
        occurrences = list(chain.from_iterable(set(monomial) for monomial in polynomial))
        for monomial in sorted(polynomial, reverse=True):
            if len(monomial) == 1 and polynomial[monomial] % 2 and occurrences.count(monomial[0]) == 1:
                yield monomial[0]

    def _forget(self, number: int) -> list[Polynomial]:
        """The equations that speak of a variable, which are rules no longer."""
        solved = {other: value for other, value in self._solved.items() if _speaks(value, number)}
        leading = [rule for rule in self._leading if _speaks(rule[2], number)]
        for other in solved:
            del self._solved[other]
        self._leading = [rule for rule in self._leading if rule not in leading]
        return [combined((1, variable(other)), (-1, value)) for other, value in solved.items()] + [rule[2] for rule in leading]

    def reduced(self, polynomial: Polynomial) -> Polynomial:
        """What is left of it.  Raises TooLarge."""
        left = self._small(polynomial)
        for _ in range(MOST_STEPS):
            step = self._step(left)
            if step is None:
                return left
            left = self._small(step)
        raise TooLarge

    def _small(self, polynomial: Polynomial) -> Polynomial:
        return {monomial: value % self._modulus for monomial, value in polynomial.items() if value % self._modulus}

    def _step(self, polynomial: Polynomial) -> Polynomial | None:
        for monomial, value in polynomial.items():
            for number in monomial:
                if number in self._solved:
                    rest = list(monomial)
                    rest.remove(number)
                    return combined((1, polynomial), (-1, {monomial: value}), (1, multiplied({tuple(rest): value}, self._solved[number])))
            for lead, coefficient, rule in self._leading:
                quotient = _without(monomial, lead)
                if quotient is not None and _twos(coefficient) <= _twos(value):
                    twos = coefficient & -coefficient
                    factor = value // twos * pow(coefficient // twos, -1, self._modulus)
                    return combined((1, polynomial), (-1, multiplied({quotient: factor}, rule)))
        return None


def _twos(value: int) -> int:
    """How often 2 divides it; 0 is divided as often as one likes."""
    return (value & -value).bit_length() - 1 if value else 1 << 30


def _without(monomial: Monomial, factor: Monomial) -> Monomial | None:
    rest = list(monomial)
    for number in factor:
        if number not in rest:
            return None
        rest.remove(number)
    return tuple(rest)


def _speaks(polynomial: Polynomial, number: int) -> bool:
    return any(number in monomial for monomial in polynomial)
