"""What each of z3's operators is in pySMT: the table of ``Z3Terms.from_z3``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pysmt.environment import Environment
from pysmt.fnode import FNode
from z3 import z3consts as k

from verilab_backends.operators import Operators, Rule, folded

PARAMETERS = {
    k.Z3_OP_EXTRACT: 2, k.Z3_OP_ZERO_EXT: 1, k.Z3_OP_SIGN_EXT: 1, k.Z3_OP_ROTATE_LEFT: 1, k.Z3_OP_ROTATE_RIGHT: 1,
    k.Z3_OP_REPEAT: 1, k.Z3_OP_BIT2BOOL: 1,
}  # fmt: skip
"""How many integer parameters an operator has, where it has any."""


def back_rules(environment: Environment) -> dict[int, Rule]:
    """By z3's declaration kind."""
    return _core_rules(environment) | _integer_rules(environment) | _bit_vector_rules(environment)


def _core_rules(environment: Environment) -> dict[int, Rule]:
    m = environment.formula_manager
    shared = Operators(environment)
    return {
        k.Z3_OP_TRUE: lambda a: m.TRUE(), k.Z3_OP_FALSE: lambda a: m.FALSE(), k.Z3_OP_NOT: lambda a: m.Not(a[0]),
        k.Z3_OP_AND: m.And, k.Z3_OP_OR: m.Or, k.Z3_OP_IMPLIES: lambda a: m.Implies(*a), k.Z3_OP_IFF: lambda a: m.Iff(*a),
        k.Z3_OP_XOR: shared.xor, k.Z3_OP_EQ: shared.equal, k.Z3_OP_DISTINCT: shared.distinct,
        k.Z3_OP_ITE: lambda a: m.Ite(*a), k.Z3_OP_SELECT: lambda a: m.Select(*a), k.Z3_OP_STORE: lambda a: m.Store(*a),
        k.Z3_OP_CONST_ARRAY: lambda a: a[0],
    }  # fmt: skip


def _integer_rules(environment: Environment) -> dict[int, Rule]:
    m = environment.formula_manager
    shared = Operators(environment)
    return {
        k.Z3_OP_ADD: m.Plus, k.Z3_OP_MUL: m.Times, k.Z3_OP_SUB: folded(m.Minus), k.Z3_OP_UMINUS: shared.negate,
        k.Z3_OP_LE: lambda a: m.LE(*a), k.Z3_OP_LT: lambda a: m.LT(*a), k.Z3_OP_GE: lambda a: m.LE(a[1], a[0]),
        k.Z3_OP_GT: lambda a: m.LT(a[1], a[0]), k.Z3_OP_TO_REAL: lambda a: m.ToReal(a[0]), k.Z3_OP_IDIV: shared.divide,
        k.Z3_OP_MOD: shared.modulo, k.Z3_OP_POWER: lambda a: m.Pow(*a),
        k.Z3_OP_DIV: lambda a: m.Div(*a),
    }  # fmt: skip


def _bit_vector_rules(environment: Environment) -> dict[int, Rule]:
    m = environment.formula_manager

    shared = Operators(environment)

    def complement(make: Callable[[FNode, FNode], FNode]) -> Rule:
        return lambda a: m.BVNot(make(*a))

    binary: dict[str, Any] = {
        "BAND": m.BVAnd, "BOR": m.BVOr, "BXOR": m.BVXor, "CONCAT": m.BVConcat, "BADD": m.BVAdd, "BSUB": m.BVSub, "BMUL": m.BVMul,
        "BUDIV": m.BVUDiv, "BUREM": m.BVURem, "BSDIV": m.BVSDiv, "BSREM": m.BVSRem, "BUDIV_I": m.BVUDiv, "BUREM_I": m.BVURem,
        "BSDIV_I": m.BVSDiv, "BSREM_I": m.BVSRem, "BSHL": m.BVLShl, "BLSHR": m.BVLShr, "BASHR": m.BVAShr, "BCOMP": m.BVComp,
        "ULT": m.BVULT, "ULEQ": m.BVULE, "UGT": m.BVUGT, "UGEQ": m.BVUGE, "SLT": m.BVSLT, "SLEQ": m.BVSLE, "SGT": m.BVSGT, "SGEQ": m.BVSGE,
    }  # fmt: skip
    return {getattr(k, f"Z3_OP_{name}"): folded(make) for name, make in binary.items()} | {
        k.Z3_OP_BNOT: lambda a: m.BVNot(a[0]), k.Z3_OP_BNEG: lambda a: m.BVNeg(a[0]),
        k.Z3_OP_BNAND: complement(m.BVAnd), k.Z3_OP_BNOR: complement(m.BVOr), k.Z3_OP_BXNOR: complement(m.BVXor),
        k.Z3_OP_EXTRACT: shared.extract, k.Z3_OP_ZERO_EXT: lambda a, n: m.BVZExt(a[0], n), k.Z3_OP_SIGN_EXT: lambda a, n: m.BVSExt(a[0], n),
        k.Z3_OP_ROTATE_LEFT: lambda a, n: m.BVRol(a[0], n), k.Z3_OP_ROTATE_RIGHT: lambda a, n: m.BVRor(a[0], n),
        k.Z3_OP_REPEAT: lambda a, n: m.BVRepeat(a[0], n), k.Z3_OP_BIT2BOOL: shared.bit, k.Z3_OP_BV2INT: lambda a: m.BVToNatural(a[0]),
    }  # fmt: skip
