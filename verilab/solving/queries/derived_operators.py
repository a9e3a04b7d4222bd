"""Operators on words that SMT-LIB 2.7 and solvers have and pySMT has not, by what they say.

bvredor x      some bit of x                 bvredand x   all bits of x            bvredxor x   an odd number of bits of x
bvuaddo x y    x + y overflows               bvsaddo x y  the same, signed         bvnego x     -x overflows
bvusubo x y    x < y                         bvssubo x y  x - y overflows, signed
bvumulo x y    x * y overflows               bvsmulo x y  the same, signed         bvsdivo x y  x / y overflows, signed
"""

from __future__ import annotations

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.smtlib.operators import Rule


def derived_operators(environment: Environment) -> dict[str, Rule]:
    """What each name builds."""
    return _Words(environment).rules()


class _Words:
    def __init__(self, environment: Environment) -> None:
        self._m = environment.formula_manager

    def rules(self) -> dict[str, Rule]:
        m = self._m
        return {
            "bvredor": lambda x: m.BVNot(m.BVComp(x, self._constant(x, 0))),
            "bvredand": lambda x: m.BVComp(x, self._constant(x, -1)),
            "bvredxor": self._parity,
            "bvuaddo": lambda x, y: m.BVULT(m.BVAdd(x, y), x),
            "bvsaddo": lambda x, y: self._overflows(m.BVAdd(m.BVSExt(x, 1), m.BVSExt(y, 1)), x.bv_width()),
            "bvusubo": m.BVULT,
            "bvssubo": lambda x, y: self._overflows(m.BVSub(m.BVSExt(x, 1), m.BVSExt(y, 1)), x.bv_width()),
            "bvumulo": self._product_overflows,
            "bvsmulo": lambda x, y: self._overflows(m.BVMul(self._wide(x, m.BVSExt), self._wide(y, m.BVSExt)), x.bv_width()),
            "bvsmod": self._floored_rest,
            "bvnego": lambda x: m.Equals(x, self._least(x)),
            "bvsdivo": lambda x, y: m.And(m.Equals(x, self._least(x)), m.Equals(y, self._constant(y, -1))),
        }

    def _constant(self, like: FNode, value: int) -> FNode:
        width = like.bv_width()
        return self._m.BV(value % (1 << width), width)

    def _least(self, like: FNode) -> FNode:
        return self._constant(like, 1 << (like.bv_width() - 1))

    def _parity(self, x: FNode) -> FNode:
        total = self._m.BVExtract(x, 0, 0)
        for bit in range(1, x.bv_width()):
            total = self._m.BVXor(total, self._m.BVExtract(x, bit, bit))
        return total

    def _floored_rest(self, x: FNode, y: FNode) -> FNode:
        m, zero = self._m, self._constant(x, 0)
        rest = m.BVSRem(x, y)
        agrees = m.Iff(m.BVSLT(rest, zero), m.BVSLT(y, zero))
        return m.Ite(m.Or(m.Equals(rest, zero), m.Equals(y, zero), agrees), rest, m.BVAdd(rest, y))

    def _wide(self, x: FNode, extend: Rule) -> FNode:
        return extend(x, x.bv_width())

    def _overflows(self, exact: FNode, width: int) -> FNode:
        """Whether a signed result is not what its low bits say."""
        low = self._m.BVExtract(exact, 0, width - 1)
        return self._m.Not(self._m.Equals(exact, self._m.BVSExt(low, exact.bv_width() - width)))

    def _product_overflows(self, x: FNode, y: FNode) -> FNode:
        width = x.bv_width()
        exact = self._m.BVMul(self._wide(x, self._m.BVZExt), self._wide(y, self._m.BVZExt))
        return self._m.Not(self._m.Equals(self._m.BVExtract(exact, width, 2 * width - 1), self._m.BV(0, width)))
