"""Which theories formulas need, and the SMT-LIB logic that has them."""

from __future__ import annotations

from collections.abc import Iterable

from pysmt import operators as op
from pysmt.fnode import FNode
from pysmt.typing import PySMTType

from verilab.solving.backend import Theory

_WORDS = frozenset({*op.BV_OPERATORS, *op.BV_RELATIONS, op.BV_CONSTANT})
_CONSTANTS = {op.INT_CONSTANT: Theory.LIA, op.REAL_CONSTANT: Theory.LRA, op.BV_TONATURAL: Theory.LIA}


class NoTheory(ValueError):
    """Formulas have what no backend knows, as the message names it: quantifiers, strings."""


def needed_theories(formulas: Iterable[FNode]) -> frozenset[Theory]:
    """The theories of the symbols, constants and operators of formulas; none for Boolean ones.  NoTheory for what is in none."""
    theories: set[Theory] = set()
    seen: set[FNode] = set()
    pending = list(formulas)
    while pending:
        node = pending.pop()
        if node not in seen:
            seen.add(node)
            _add_own(node, theories)
            pending.extend(node.args())
    return frozenset(theories)


def logic_of(theories: frozenset[Theory]) -> str:
    """The name of a quantifier-free logic with these theories; "ALL" where SMT-LIB has none, as for words and integers together."""
    integers, reals = bool(theories & {Theory.LIA, Theory.NIA}), Theory.LRA in theories
    if Theory.BV in theories and (integers or reals):
        return "ALL"
    name = ("A" if Theory.ARRAYS in theories else "") + ("UF" if Theory.UF in theories else "") + ("BV" if Theory.BV in theories else "")
    if integers or reals:
        sorts = ("I" if integers else "") + ("R" if reals else "")
        name += f"{'N' if Theory.NIA in theories else 'L'}{sorts}A"
    return f"QF_{'AX' if name == 'A' else name or 'UF'}"


def _add_own(node: FNode, theories: set[Theory]) -> None:
    """The theories of a term's topmost operator."""
    kind = node.node_type()
    if kind in op.QUANTIFIERS:
        raise NoTheory("quantifiers")
    if kind == op.STR_CONSTANT or kind in op.STR_OPERATORS or kind in op.STR_RELATIONS:
        raise NoTheory("strings")
    if kind == op.SYMBOL:
        _add_sort(node.symbol_type(), theories)
    elif kind == op.FUNCTION:
        theories.add(Theory.UF)
        _add_sort(node.function_name().symbol_type().return_type, theories)
    elif kind in _CONSTANTS:
        theories.add(_CONSTANTS[kind])
    elif kind in _WORDS:
        theories.add(Theory.BV)
    elif kind in op.ARRAY_OPERATORS:
        theories.add(Theory.ARRAYS)
    elif (kind == op.TIMES and sum(not argument.is_constant() for argument in node.args()) > 1) or (
        kind in (op.DIV, op.POW) and not node.arg(1).is_constant()
    ):
        theories.add(Theory.NIA)


def _add_sort(sort: PySMTType, theories: set[Theory]) -> None:
    if sort.is_string_type():
        raise NoTheory("strings")
    if sort.is_int_type():
        theories.add(Theory.LIA)
    elif sort.is_real_type():
        theories.add(Theory.LRA)
    elif sort.is_bv_type():
        theories.add(Theory.BV)
    elif sort.is_array_type():
        theories.add(Theory.ARRAYS)
        _add_sort(sort.index_type, theories)
        _add_sort(sort.elem_type, theories)
