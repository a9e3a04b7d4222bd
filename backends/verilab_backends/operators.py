"""What operators of solvers are in pySMT: the rules on the way back that several solvers need, over converted arguments."""

from __future__ import annotations

from collections.abc import Callable

from pysmt.environment import Environment
from pysmt.fnode import FNode

Rule = Callable[..., FNode]
"""From the converted arguments (a list) and the operator's integer parameters to a term."""


class UnsupportedTerm(ValueError):
    """A term that the other side cannot express."""


def folded(make: Callable[[FNode, FNode], FNode]) -> Rule:
    """A rule for two or more arguments, from left to right."""

    def rule(a: list[FNode]) -> FNode:
        result = a[0]
        for other in a[1:]:
            result = make(result, other)
        return result

    return rule


class Operators:
    """The rules of one environment, for what pySMT has under another name, or not at all."""

    def __init__(self, environment: Environment) -> None:
        self._manager = environment.formula_manager
        self._type_of = environment.stc.get_type

    def equal(self, a: list[FNode]) -> FNode:
        return self._manager.Iff(*a) if self._type_of(a[0]).is_bool_type() else self._manager.Equals(*a)

    def distinct(self, a: list[FNode]) -> FNode:
        m = self._manager
        return m.And([m.Not(self.equal([x, y])) for i, x in enumerate(a) for y in a[i + 1 :]])

    def xor(self, a: list[FNode]) -> FNode:
        return self._manager.Not(self._manager.Iff(*a))

    def negate(self, a: list[FNode]) -> FNode:
        m = self._manager
        return m.Times(m.Real(-1) if self._type_of(a[0]).is_real_type() else m.Int(-1), a[0])

    def absolute(self, a: list[FNode]) -> FNode:
        m = self._manager
        return m.Ite(m.LE(m.Int(0), a[0]), a[0], m.Times(m.Int(-1), a[0]))

    def divide(self, a: list[FNode]) -> FNode:
        """Of integers; UnsupportedTerm for a divisor that is no constant, or zero."""
        if not a[1].is_int_constant() or a[1].constant_value() == 0:
            raise UnsupportedTerm("a division by a term that is not a constant")
        return self._manager.Div(*a)

    # x mod c = x - c * (x div c): pySMT has no modulo
    def modulo(self, a: list[FNode]) -> FNode:
        return self._manager.Minus(a[0], self._manager.Times(a[1], self.divide(a)))

    def extract(self, a: list[FNode], high: int, low: int) -> FNode:
        return self._manager.BVExtract(a[0], low, high)

    def bit(self, a: list[FNode], index: int) -> FNode:
        return self._manager.Equals(self._manager.BVExtract(a[0], index, index), self._manager.BV(1, 1))
