"""pySMT terms to Yices terms, memoised per node; arrays are functions there.  The way back is ``terms_back``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pysmt import operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab_backends.operators import UnsupportedTerm
from verilab_backends.term_conversion import converted
from verilab_backends.yices.library import YicesError, numbers
from verilab_backends.yices.library import library as y


def _nary(name: str) -> Callable[[list[int]], int]:
    make = getattr(y, name)
    return lambda arguments: int(make(len(arguments), numbers(arguments)))


def _fixed(make: Callable[..., int]) -> Callable[[list[int]], int]:
    return lambda arguments: make(*arguments)


_MAKERS: dict[int, Callable[[list[int]], int]] = {
    op.AND: _nary("and"), op.OR: _nary("or"), op.PLUS: _nary("sum"), op.TIMES: _nary("product"),
    op.TOREAL: lambda arguments: arguments[0],  # integers are among the reals
} | {
    kind: _fixed(make)
    for kind, make in {
        op.NOT: getattr(y, "not"), op.IMPLIES: y.implies, op.IFF: y.iff, op.EQUALS: y.eq, op.ITE: y.ite, op.MINUS: y.sub,
        op.LE: y.arith_leq_atom, op.LT: y.arith_lt_atom, op.ARRAY_SELECT: y.application1, op.ARRAY_STORE: y.update1,
        op.BV_NOT: y.bvnot, op.BV_AND: y.bvand2, op.BV_OR: y.bvor2, op.BV_XOR: y.bvxor2, op.BV_CONCAT: y.bvconcat2,
        op.BV_ULT: y.bvlt_atom, op.BV_ULE: y.bvle_atom, op.BV_SLT: y.bvslt_atom, op.BV_SLE: y.bvsle_atom, op.BV_COMP: y.redcomp,
        op.BV_NEG: y.bvneg, op.BV_ADD: y.bvadd, op.BV_SUB: y.bvsub, op.BV_MUL: y.bvmul, op.BV_UDIV: y.bvdiv, op.BV_UREM: y.bvrem,
        op.BV_SDIV: y.bvsdiv, op.BV_SREM: y.bvsrem, op.BV_LSHL: y.bvshl, op.BV_LSHR: y.bvlshr, op.BV_ASHR: y.bvashr,
    }.items()
}  # fmt: skip


class YicesTerms:
    """The converter of one environment.  Yices keeps its terms until the process ends."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self._memo: dict[int, int] = {}
        self._types: dict[Any, int] = {}
        self.symbols: dict[int, FNode] = {}
        """The pySMT symbol of each Yices constant."""

    def type(self, type: Any) -> int:
        """The Yices type of a pySMT type."""
        known = self._types.get(type)
        if known is None:
            known = self._types[type] = self._make_type(type)
        return known

    def _make_type(self, type: Any) -> int:
        if type.is_bool_type():
            return int(y.bool_type())
        if type.is_int_type():
            return int(y.int_type())
        if type.is_real_type():
            return int(y.real_type())
        if type.is_bv_type():
            return int(y.bv_type(type.width))
        if type.is_array_type():
            return int(y.function_type(1, numbers([self.type(type.index_type)]), self.type(type.elem_type)))
        if type.is_function_type():
            parameters = [self.type(parameter) for parameter in type.param_types]
            return int(y.function_type(len(parameters), numbers(parameters), self.type(type.return_type)))
        raise UnsupportedTerm(f"Yices has no type for {type}")

    def to_yices(self, formula: FNode) -> int:
        """The Yices term of a pySMT term; UnsupportedTerm names what Yices lacks."""
        return converted(formula, self._memo, self._convert)

    def _convert(self, node: FNode, arguments: list[int]) -> int:
        term = self._make(node, arguments)
        if term < 0:
            raise UnsupportedTerm(f"Yices has no term for {op.op_to_str(node.node_type())}: {y.error()}")
        return term

    def _make(self, node: FNode, arguments: list[int]) -> int:
        kind = node.node_type()
        maker = _MAKERS.get(kind)
        if maker is not None:
            return maker(arguments)
        if kind == op.SYMBOL:
            return self._constant(node)
        if kind == op.BOOL_CONSTANT:
            return int(y.true() if node.constant_value() else y.false())
        if kind == op.BV_CONSTANT:
            return int(y.parse_bvbin(format(node.constant_value(), f"0{node.bv_width()}b").encode()))
        if kind in (op.INT_CONSTANT, op.REAL_CONSTANT):
            return int(y.parse_rational(str(node.constant_value()).encode()))
        return self._make_special(kind, node, arguments)

    def _make_special(self, kind: int, node: FNode, arguments: list[int]) -> int:
        match kind:
            case op.FUNCTION:
                return int(y.application(self.to_yices(node.function_name()), len(arguments), numbers(arguments)))
            case op.DIV:
                integer = self.environment.stc.get_type(node.arg(0)).is_int_type()
                return int(y.idiv(*arguments) if integer else y.division(*arguments))
            case op.BV_EXTRACT:
                return int(y.bvextract(arguments[0], node.bv_extract_start(), node.bv_extract_end()))
            case op.BV_ZEXT:
                return int(y.zero_extend(arguments[0], node.bv_extend_step()))
            case op.BV_SEXT:
                return int(y.sign_extend(arguments[0], node.bv_extend_step()))
            case op.BV_ROL:
                return int(y.rotate_left(arguments[0], node.bv_rotation_step()))
            case op.BV_ROR:
                return int(y.rotate_right(arguments[0], node.bv_rotation_step()))
        raise UnsupportedTerm(f"Yices has no operator {op.op_to_str(kind)}")

    def _constant(self, symbol: FNode) -> int:
        term = int(y.new_uninterpreted_term(self.type(symbol.symbol_type())))
        if term < 0:
            raise YicesError(y.error())
        self.symbols[term] = symbol
        return term
