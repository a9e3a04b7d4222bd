"""SMT-LIB's operators and pySMT's: the tables of ``verilab.solving.smtlib.terms``."""

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
    m = environment.formula_manager
    type_of = environment.stc.get_type

    def several(a: tuple[FNode, ...]) -> None:
        if len(a) < 2:
            raise ValueError("a relation of fewer than two terms")

    def equal(*a: FNode) -> FNode:
        several(a)
        make = m.Iff if type_of(a[0]).is_bool_type() else m.Equals
        return m.And([make(x, y) for x, y in pairwise(a)])

    def distinct(*a: FNode) -> FNode:
        several(a)
        return m.And([m.Not(equal(x, y)) for i, x in enumerate(a) for y in a[i + 1 :]])

    def minus(*a: FNode) -> FNode:
        if len(a) > 1:
            return left(m.Minus)(*a)
        if a[0].is_int_constant():
            return m.Int(-a[0].constant_value())
        if a[0].is_real_constant():
            return m.Real(-a[0].constant_value())
        return m.Times(m.Real(-1) if type_of(a[0]).is_real_type() else m.Int(-1), a[0])

    def implies(*a: FNode) -> FNode:
        result = a[-1]
        for premise in reversed(a[:-1]):
            result = m.Implies(premise, result)
        return result

    def left(make: Callable[[FNode, FNode], FNode]) -> Rule:
        def rule(*a: FNode) -> FNode:
            result = a[0]
            for other in a[1:]:
                result = make(result, other)
            return result

        return rule

    def chain(make: Callable[[FNode, FNode], FNode]) -> Rule:
        def rule(*a: FNode) -> FNode:
            several(a)
            return m.And([make(x, y) for x, y in pairwise(a)])

        return rule

    def divide(x: FNode, y: FNode) -> FNode:
        if x.is_real_constant() and y.is_real_constant():
            return m.Real(x.constant_value() / y.constant_value())
        return m.Div(x, y)

    def magnitude(x: FNode) -> FNode:
        return m.Ite(m.LE(m.Int(0), x), x, m.Times(m.Int(-1), x))

    def binary(make: Rule) -> Rule:
        return lambda x, y: make(x, y)

    table: dict[str, Rule] = {
        "and": m.And, "or": m.Or, "not": m.Not, "=>": implies, "=": equal, "distinct": distinct, "ite": m.Ite,
        "xor": left(lambda x, y: m.Not(m.Iff(x, y))), "+": m.Plus, "*": m.Times, "-": minus, "<=": chain(m.LE), "<": chain(m.LT),
        ">=": chain(m.GE), ">": chain(m.GT), "div": binary(m.Div), "/": divide, "to_real": m.ToReal, "^": binary(m.Pow),
        "mod": lambda x, y: m.Minus(x, m.Times(y, m.Div(x, y))), "abs": magnitude, "select": m.Select, "store": m.Store,
        "bvnot": m.BVNot, "bvneg": m.BVNeg, "bv2nat": m.BVToNatural, "ubv_to_int": m.BVToNatural,
        "bvnand": lambda x, y: m.BVNot(m.BVAnd(x, y)), "bvnor": lambda x, y: m.BVNot(m.BVOr(x, y)),
        "bvxnor": lambda x, y: m.BVNot(m.BVXor(x, y)),
        "(_ extract)": lambda x, high, low: m.BVExtract(x, low, high), "(_ zero_extend)": m.BVZExt, "(_ sign_extend)": m.BVSExt,
        "(_ rotate_left)": m.BVRol, "(_ rotate_right)": m.BVRor, "(_ repeat)": m.BVRepeat,
    }  # fmt: skip
    for name, make in {
        "bvand": m.BVAnd, "bvor": m.BVOr, "bvxor": m.BVXor, "bvadd": m.BVAdd, "bvmul": m.BVMul, "concat": m.BVConcat, "bvsub": m.BVSub,
        "bvudiv": m.BVUDiv, "bvurem": m.BVURem, "bvsdiv": m.BVSDiv, "bvsrem": m.BVSRem, "bvshl": m.BVLShl, "bvlshr": m.BVLShr,
        "bvashr": m.BVAShr, "bvcomp": m.BVComp, "bvult": m.BVULT, "bvule": m.BVULE, "bvugt": m.BVUGT, "bvuge": m.BVUGE, "bvslt": m.BVSLT,
        "bvsle": m.BVSLE, "bvsgt": m.BVSGT, "bvsge": m.BVSGE,
    }.items():  # fmt: skip
        table[name] = left(make)
    return table
