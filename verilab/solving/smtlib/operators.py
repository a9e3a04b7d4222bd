"""SMT-LIB's operators and pySMT's: the tables of ``printing`` and ``reading``."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from pysmt import operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode

OPERATORS = {
    op.AND: "and", op.OR: "or", op.NOT: "not", op.IMPLIES: "=>", op.IFF: "=", op.EQUALS: "=", op.ITE: "ite", op.PLUS: "+", op.MINUS: "-",
    op.TIMES: "*", op.LE: "<=", op.LT: "<", op.TOREAL: "to_real", op.POW: "^", op.BV_NOT: "bvnot", op.BV_AND: "bvand", op.BV_OR: "bvor",
    op.BV_XOR: "bvxor", op.BV_CONCAT: "concat", op.BV_ULT: "bvult", op.BV_ULE: "bvule", op.BV_NEG: "bvneg", op.BV_ADD: "bvadd",
    op.BV_SUB: "bvsub", op.BV_MUL: "bvmul", op.BV_UDIV: "bvudiv", op.BV_UREM: "bvurem", op.BV_LSHL: "bvshl", op.BV_LSHR: "bvlshr",
    op.BV_ASHR: "bvashr", op.BV_SLT: "bvslt", op.BV_SLE: "bvsle", op.BV_COMP: "bvcomp", op.BV_SDIV: "bvsdiv", op.BV_SREM: "bvsrem",
    op.ARRAY_SELECT: "select", op.ARRAY_STORE: "store", op.BV_TONATURAL: "bv2nat",
}  # fmt: skip


def indexed_operator(node: FNode) -> str | None:
    """The text of an operator with numbers, ``(_ extract 7 0)``; None for all others."""
    match node.node_type():
        case op.BV_EXTRACT:
            return f"(_ extract {node.bv_extract_end()} {node.bv_extract_start()})"
        case op.BV_ZEXT:
            return f"(_ zero_extend {node.bv_extend_step()})"
        case op.BV_SEXT:
            return f"(_ sign_extend {node.bv_extend_step()})"
        case op.BV_ROL:
            return f"(_ rotate_left {node.bv_rotation_step()})"
        case op.BV_ROR:
            return f"(_ rotate_right {node.bv_rotation_step()})"
    return None


Rule = Callable[..., FNode]


def operator_table(environment: Environment) -> dict[str, Rule]:
    """What each operator name builds; names of indexed operators are written ``(_ name)`` and get their numbers last."""
    return _core_table(environment) | _word_table(environment)


def _core_table(environment: Environment) -> dict[str, Rule]:
    """Booleans, arithmetic, arrays."""
    m = environment.formula_manager
    core = _Core(environment)
    return {
        "and": m.And, "or": m.Or, "not": m.Not, "=>": core.implies, "=": core.equal, "distinct": core.distinct, "ite": m.Ite,
        "xor": _folded(lambda x, y: m.Not(m.Iff(x, y))), "+": m.Plus, "*": m.Times, "-": core.minus, "<=": core.chain(m.LE),
        "<": core.chain(m.LT), ">=": core.chain(m.GE), ">": core.chain(m.GT), "div": _binary(m.Div), "/": core.divide,
        "to_real": m.ToReal, "^": _binary(m.Pow), "mod": lambda x, y: m.Minus(x, m.Times(y, m.Div(x, y))),
        "abs": lambda x: m.Ite(m.LE(m.Int(0), x), x, m.Times(m.Int(-1), x)), "select": m.Select, "store": m.Store,
    }  # fmt: skip


def _word_table(environment: Environment) -> dict[str, Rule]:
    """Bit-vectors."""
    m = environment.formula_manager
    folded = {
        "bvand": m.BVAnd, "bvor": m.BVOr, "bvxor": m.BVXor, "bvadd": m.BVAdd, "bvmul": m.BVMul, "concat": m.BVConcat, "bvsub": m.BVSub,
        "bvudiv": m.BVUDiv, "bvurem": m.BVURem, "bvsdiv": m.BVSDiv, "bvsrem": m.BVSRem, "bvshl": m.BVLShl, "bvlshr": m.BVLShr,
        "bvashr": m.BVAShr, "bvcomp": m.BVComp, "bvult": m.BVULT, "bvule": m.BVULE, "bvugt": m.BVUGT, "bvuge": m.BVUGE, "bvslt": m.BVSLT,
        "bvsle": m.BVSLE, "bvsgt": m.BVSGT, "bvsge": m.BVSGE,
    }  # fmt: skip
    return {name: _folded(make) for name, make in folded.items()} | {
        "bvnot": m.BVNot, "bvneg": m.BVNeg, "bv2nat": m.BVToNatural, "ubv_to_int": m.BVToNatural,
        "bvnand": lambda x, y: m.BVNot(m.BVAnd(x, y)), "bvnor": lambda x, y: m.BVNot(m.BVOr(x, y)),
        "bvxnor": lambda x, y: m.BVNot(m.BVXor(x, y)),
        "(_ extract)": lambda x, high, low: m.BVExtract(x, low, high), "(_ zero_extend)": m.BVZExt, "(_ sign_extend)": m.BVSExt,
        "(_ rotate_left)": m.BVRol, "(_ rotate_right)": m.BVRor, "(_ repeat)": m.BVRepeat,
    }  # fmt: skip


def _folded(make: Callable[[FNode, FNode], FNode]) -> Rule:
    """A rule for one or more arguments, from left to right."""

    def rule(*a: FNode) -> FNode:
        result = a[0]
        for other in a[1:]:
            result = make(result, other)
        return result

    return rule


def _binary(make: Rule) -> Rule:
    return lambda x, y: make(x, y)


class _Core:
    """The operators that are no single constructor of pySMT; ValueError for relations of fewer than two terms."""

    def __init__(self, environment: Environment) -> None:
        self._m = environment.formula_manager
        self._type = environment.stc.get_type

    def chain(self, make: Callable[[FNode, FNode], FNode]) -> Rule:
        """a1 ~ a2 and a2 ~ a3 and .."""

        def rule(*a: FNode) -> FNode:
            _several(a)
            return self._m.And([make(x, y) for x, y in pairwise(a)])

        return rule

    def equal(self, *a: FNode) -> FNode:
        _several(a)
        make = self._m.Iff if self._type(a[0]).is_bool_type() else self._m.Equals
        return self._m.And([make(x, y) for x, y in pairwise(a)])

    def distinct(self, *a: FNode) -> FNode:
        _several(a)
        return self._m.And([self._m.Not(self.equal(x, y)) for i, x in enumerate(a) for y in a[i + 1 :]])

    def minus(self, *a: FNode) -> FNode:
        m = self._m
        if len(a) > 1:
            return _folded(m.Minus)(*a)
        if a[0].is_int_constant():
            return m.Int(-a[0].constant_value())
        if a[0].is_real_constant():
            return m.Real(-a[0].constant_value())
        return m.Times(m.Real(-1) if self._type(a[0]).is_real_type() else m.Int(-1), a[0])

    def implies(self, *a: FNode) -> FNode:
        result = a[-1]
        for premise in reversed(a[:-1]):
            result = self._m.Implies(premise, result)
        return result

    def divide(self, x: FNode, y: FNode) -> FNode:
        if x.is_real_constant() and y.is_real_constant():
            return self._m.Real(x.constant_value() / y.constant_value())
        return self._m.Div(x, y)


def _several(a: tuple[FNode, ...]) -> None:
    if len(a) < 2:
        raise ValueError("a relation of fewer than two terms")
