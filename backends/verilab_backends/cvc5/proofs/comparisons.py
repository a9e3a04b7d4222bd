"""cvc5's comparisons as linear forms."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from cvc5 import Kind

from verilab.solving.simplification.linear_forms import Number


class Comparisons:
    """Reads comparisons, each once; ``terms`` has the variables (terms that are neither sums nor constants) by their identities."""

    def __init__(self) -> None:
        self.terms: dict[int, Any] = {}
        self._forms: dict[int, tuple[dict[int, Number], Number]] = {}
        self._integers: dict[int, bool] = {}
        self._kept: list[Any] = []

    def difference(self, comparison: Any) -> tuple[dict[int, Number], Number]:
        """``left - right`` as coefficients by variable and a constant."""
        identity = comparison.getId()
        known = self._forms.get(identity)
        if known is None:
            self._kept.append(comparison)  # an identity is not given twice while its term lives
            known = self._forms[identity] = self._sum([(comparison[0], 1), (comparison[1], -1)])
        return known

    def is_integer(self, variable: int) -> bool:
        known = self._integers.get(variable)
        if known is None:
            known = self._integers[variable] = bool(self.terms[variable].getSort().isInteger())
        return known

    def _sum(self, pending: list[tuple[Any, Number]]) -> tuple[dict[int, Number], Number]:
        coefficients: dict[int, Number] = {}
        constant: Number = 0
        while pending:
            term, factor = pending.pop()
            kind = term.getKind()
            if kind == Kind.ADD:
                pending.extend((child, factor) for child in term)
            elif kind == Kind.SUB:
                first, *others = term
                pending.append((first, factor))
                pending.extend((child, -factor) for child in others)
            elif kind == Kind.NEG:
                pending.append((term[0], -factor))
            elif kind in (Kind.CONST_INTEGER, Kind.CONST_RATIONAL):
                constant += factor * number_of(term)
            elif kind == Kind.TO_REAL:
                pending.append((term[0], factor))
            elif kind == Kind.MULT and (scaled := _scaled(term)) is not None:
                inner, number = scaled
                if inner is None:
                    constant += factor * number
                else:
                    pending.append((inner, factor * number))
            else:
                identity = term.getId()
                self.terms.setdefault(identity, term)
                coefficients[identity] = coefficients.get(identity, 0) + factor
        return {variable: factor for variable, factor in coefficients.items() if factor}, constant


def number_of(constant: Any) -> Number:
    """The value of an arithmetic constant, an int where it is whole."""
    if constant.getKind() == Kind.CONST_INTEGER:
        return int(constant.getIntegerValue())
    value = Fraction(constant.getRealValue())
    return value.numerator if value.denominator == 1 else value


def _scaled(product: Any) -> tuple[Any | None, Number] | None:
    """(other factor, number) of a product with at most one factor that is not a constant; None for other products."""
    number: Number = 1
    inner = None
    for child in product:
        kind = child.getKind()
        if kind in (Kind.CONST_INTEGER, Kind.CONST_RATIONAL):
            number *= number_of(child)
        elif kind in (Kind.NEG, Kind.TO_REAL) and child[0].getKind() in (Kind.CONST_INTEGER, Kind.CONST_RATIONAL):
            number *= -number_of(child[0]) if kind == Kind.NEG else number_of(child[0])
        elif inner is None:
            inner = child
        else:
            return None
    return inner, number
