"""Machine operators as bit-vector operators, exactly; a division by zero has an arbitrary result."""

from __future__ import annotations

import pysmt.operators as op
from pysmt.fnode import FNode
from pysmt.typing import BVType, PySMTType

from verilab.evidence.naive.operators import Operators
from verilab.program.types import IntType

_SAME = {"+": op.BV_ADD, "-": op.BV_SUB, "*": op.BV_MUL, "&": op.BV_AND, "|": op.BV_OR, "^": op.BV_XOR}
_SIGNED = {"/": op.BV_SDIV, "%": op.BV_SREM, "<<": op.BV_LSHL, ">>": op.BV_ASHR}
_UNSIGNED = {"/": op.BV_UDIV, "%": op.BV_UREM, "<<": op.BV_LSHL, ">>": op.BV_LSHR}


class BitVectors(Operators):
    name = "bv"
    total = True

    def sort(self, type: IntType) -> PySMTType:
        return BVType(type.width)

    def symbol_name(self, name: str, type: IntType) -> str:
        return f"{name}:{type.width}"

    def ranges(self, symbol: FNode, type: IntType) -> tuple[FNode, ...]:
        return ()

    def constant(self, value: int, type: IntType) -> FNode:
        return self.terms.bit_vector(value, type.width)

    def less(self, left: FNode, right: FNode, type: IntType) -> FNode:
        return self.terms.node(op.BV_SLT if type.signed else op.BV_ULT, (left, right))

    def negative(self, operand: FNode, type: IntType) -> FNode:
        return self.terms.node(op.BV_NEG, (operand,), (type.width,))

    def complement(self, operand: FNode, type: IntType) -> FNode:
        return self.terms.node(op.BV_NOT, (operand,), (type.width,))

    def cast(self, operand: FNode, source: IntType, target: IntType) -> FNode:
        if target.width < source.width:
            return self.terms.node(op.BV_EXTRACT, (operand,), (target.width, 0, target.width - 1))
        if target.width > source.width:
            kind = op.BV_SEXT if source.signed else op.BV_ZEXT
            return self.terms.node(kind, (operand,), (target.width, target.width - source.width))
        return operand

    def arithmetic(self, operator: str, left: FNode, right: FNode, type: IntType, right_type: IntType) -> FNode:
        if operator in _SAME:
            return self.terms.node(_SAME[operator], (left, right), (type.width,))
        kind = (_SIGNED if type.signed else _UNSIGNED)[operator]
        if operator in ("<<", ">>"):
            return self.terms.node(kind, (left, self._distance(right, type, right_type)), (type.width,))
        result = self.terms.node(kind, (left, right), (type.width,))
        zero = self.equal(right, self.constant(0, type))
        if right.is_constant():
            return self.fresh(type) if right.constant_value() == 0 else result
        return self.choice(zero, self.fresh(type), result)

    # d mod w for any d, also a negative one: ((d srem w) + w) srem w in bits enough for 2 w and d.
    def _distance(self, distance: FNode, type: IntType, distance_type: IntType) -> FNode:
        wide = IntType(max(type.width, distance_type.width) + type.width.bit_length() + 2, True)
        modulus = self.constant(type.width, wide)
        rest = self.terms.node(op.BV_SREM, (self.cast(distance, distance_type, wide), modulus), (wide.width,))
        moved = self.terms.node(op.BV_ADD, (rest, modulus), (wide.width,))
        rest = self.terms.node(op.BV_SREM, (moved, modulus), (wide.width,))
        return self.cast(rest, wide, type)
