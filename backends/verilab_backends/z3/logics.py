"""Which theories a term needs and a logic has.

z3 takes operators of a theory outside the solver's logic for uninterpreted ones and then answers sat where it must not: a session
refuses such terms.
"""

from __future__ import annotations

from pysmt import operators as op
from pysmt.fnode import FNode
from pysmt.typing import PySMTType

from verilab.solving.backend import Theory

_BITS = {theory: 1 << index for index, theory in enumerate(Theory)}
_LIA, _NIA, _LRA, _BV, _ARRAYS, _UF = (_BITS[theory] for theory in Theory)


def logic_flags(logic: str) -> int | None:
    """The theories of an SMT-LIB logic as bits; None for a logic that has all or is not known.

    Finite domains are words for us: z3's solver for ``QF_FD`` makes clauses of what is asserted and asks its SAT solver alone.
    """
    name = logic.removeprefix("QF_")
    if name in ("ALL", "") or "FP" in name or "S" in name:
        return None
    if name == "FD":
        return _BV
    flags = 0
    if name.startswith("A"):
        flags |= _ARRAYS
        name = name[2:] if name.startswith("AX") else name[1:]
    if name.startswith("UF"):
        flags |= _UF
        name = name[2:]
    if name.startswith("BV"):
        flags |= _BV
        name = name[2:]
    integers, reals, nonlinear = "I" in name, "R" in name, name.startswith("N")
    flags |= (_LIA if integers else 0) | (_LRA if reals else 0) | (_NIA if nonlinear else 0)
    return flags


def own_theory(node: FNode) -> int:
    """The theory of a term's topmost operator, as a bit; 0 where it is none's."""
    kind = node.node_type()
    if kind == op.SYMBOL:
        return _sort_flag(node.symbol_type())
    if kind == op.FUNCTION:
        return _UF | _sort_flag(node.function_name().symbol_type().return_type)
    if kind == op.INT_CONSTANT:
        return _LIA
    if kind == op.REAL_CONSTANT:
        return _LRA
    if kind == op.BV_CONSTANT or kind in op.BV_OPERATORS or kind in op.BV_RELATIONS:
        return _BV
    if kind in (op.ARRAY_SELECT, op.ARRAY_STORE, op.ARRAY_VALUE):
        return _ARRAYS
    if kind == op.TIMES and sum(not argument.is_constant() for argument in node.args()) > 1:
        return _NIA
    if kind in (op.DIV, op.POW) and not node.arg(1).is_constant():
        return _NIA
    if kind == op.BV_TONATURAL:
        return _LIA
    return 0


def _sort_flag(type: PySMTType) -> int:
    if type.is_int_type():
        return _LIA
    if type.is_real_type():
        return _LRA
    if type.is_bv_type():
        return _BV
    if type.is_array_type():
        return _ARRAYS
    return 0


def theory_names(flags: int) -> str:
    """The theories of these bits, for messages."""
    return ", ".join(theory.value for theory, bit in _BITS.items() if bit & flags)
