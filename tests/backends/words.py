"""Words for tests, their bits, and whether what was lifted means the same."""

from __future__ import annotations

from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import BVType
from verilab_backends.words.bit_lifting import lifted

from tests.backends.required import need
from verilab.solving.backend import Status


class Words:
    """Two words of one width, and a third one."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.environment = Environment()
        m = self.manager = self.environment.formula_manager
        self.a, self.b, self.c = (m.Symbol(name, BVType(width)) for name in "abc")

    def bit(self, word: FNode, position: int) -> FNode:
        m = self.manager
        return m.Equals(m.BVExtract(word, position, position), m.BV(1, 1))

    def word_bits(self, word: FNode, value: int) -> FNode:
        """word = value, bit by bit."""
        m = self.manager
        bits = [(self.bit(word, i), value >> i & 1) for i in range(self.width)]
        return m.And([bit if one else m.Not(bit) for bit, one in bits])

    def equal_bits(self, left: FNode, right: FNode) -> FNode:
        m = self.manager
        pairs = [(self.bit(left, i), self.bit(right, i)) for i in range(self.width)]
        return m.And([m.And(m.Not(m.And(x, m.Not(y))), m.Not(m.And(y, m.Not(x)))) for x, y in pairs])

    def less_bits(self, left: FNode, right: FNode, signed: bool = False) -> FNode:
        """left < right as a chain of borrows."""
        m = self.manager
        borrow = m.FALSE()
        for i in range(self.width):
            x, y = self.bit(left, i), self.bit(right, i)
            if signed and i == self.width - 1:
                x, y = y, x
            borrow = m.Or(m.And(m.Not(x), y), m.And(m.Or(m.Not(x), y), borrow))
        return borrow

    def equivalent(self, left: FNode, right: FNode) -> bool:
        backend = need("z3")
        session = backend.session(self.environment, logic="QF_BV")
        answer = session.check([self.manager.Not(self.manager.Iff(left, right))])
        session.close()
        backend.close()
        return answer is Status.UNSAT

    def lifted(self, formula: FNode) -> FNode:
        result = lifted(self.environment, formula)
        assert result.get_free_variables() <= formula.get_free_variables()
        assert self.equivalent(formula, result)
        return result
