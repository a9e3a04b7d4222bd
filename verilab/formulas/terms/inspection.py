"""Looking into formulas, iteratively: subterms, symbols, atoms, size, and evaluation under given symbol values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.program.semantics import divide, remainder
from verilab.program.types import IntType

ValueOf = Callable[[FNode], "int | bool | None"]
"""The value of a *symbol* in a model: an int (bit vectors: their unsigned value), a bool, or None where the model leaves it open."""


def subterms(roots: Iterable[FNode], seen: set[FNode] | None = None) -> Iterator[FNode]:
    """Every distinct subterm once, arguments before what is built from them.

    ``seen`` holds what an earlier walk visited; it is left out and the set grows.
    """
    visited: set[FNode] = set() if seen is None else seen
    for root in roots:
        stack = [root]
        while stack:
            node = stack[-1]
            if node in visited:
                stack.pop()
                continue
            pending = [argument for argument in node.args() if argument not in visited]
            if pending:
                pending.reverse()
                stack += pending
            else:
                visited.add(node)
                stack.pop()
                yield node


def symbols(formula: FNode) -> list[FNode]:
    """The symbols of a formula, in a deterministic order."""
    return [node for node in subterms((formula,)) if node.node_type() == op.SYMBOL]


def atoms(formula: FNode) -> list[FNode]:
    """The Boolean symbols and relations of a formula, in a deterministic order; without those inside of other atoms."""
    leaves: dict[FNode, None] = {}
    seen: set[FNode] = set()
    stack = [formula]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        kind = node.node_type()
        if kind in _CONNECTIVES or kind == op.ITE:
            stack.extend(reversed(node.args()))
        elif kind != op.BOOL_CONSTANT:
            leaves[node] = None
    return list(leaves)


_CONNECTIVES = frozenset({op.AND, op.OR, op.NOT, op.IMPLIES, op.IFF})


def dag_size(formula: FNode) -> int:
    """The number of distinct subterms."""
    return sum(1 for _ in subterms((formula,)))


class Evaluation:
    """Evaluates terms under symbol values, remembering every subterm.

    Bit vectors are their unsigned values.  Symbols that the model leaves open are 0 or False.
    """

    def __init__(self, value_of: ValueOf) -> None:
        self._value_of = value_of
        self._values: dict[FNode, int] = {}

    def assign(self, symbol: FNode, value: int) -> None:
        """Fix a symbol's value, before anything that contains it is evaluated."""
        self._values[symbol] = value

    def value(self, term: FNode) -> int:
        """The value of a term; 1 and 0 for true and false."""
        values = self._values
        value = values.get(term)
        if value is not None:
            return value
        stack = [term]
        while stack:
            node = stack[-1]
            if node in values:
                stack.pop()
                continue
            pending = [argument for argument in node.args() if argument not in values]
            if pending:
                stack += pending
                continue
            stack.pop()
            if node.node_type() == op.SYMBOL:
                values[node] = int(self._value_of(node) or 0)
            else:
                values[node] = applied(node, [values[argument] for argument in node.args()])
        return values[term]

    def holds(self, formula: FNode) -> bool:
        return bool(self.value(formula))


def applied(node: FNode, values: list[int]) -> int:
    """The value of a node that is not a symbol, from its arguments' values."""
    match node.node_type():
        case op.INT_CONSTANT | op.BV_CONSTANT | op.BOOL_CONSTANT:
            return int(node.constant_value())
        case op.AND:
            return int(all(values))
        case op.OR:
            return int(any(values))
        case op.NOT:
            return 1 - values[0]
        case op.IMPLIES:
            return int(not values[0] or bool(values[1]))
        case op.IFF | op.EQUALS:
            return int(values[0] == values[1])
        case op.ITE:
            return values[1] if values[0] else values[2]
        case op.PLUS:
            return sum(values)
        case op.MINUS:
            return values[0] - values[1]
        case op.TIMES:
            product = 1
            for value in values:
                product *= value
            return product
        case op.LE | op.BV_ULE:
            return int(values[0] <= values[1])
        case op.LT | op.BV_ULT:
            return int(values[0] < values[1])
        case op.DIV if values[1] and not node.arg(1).is_real_constant():
            # SMT-LIB's integer division leaves a remainder that is not negative.
            return values[0] // values[1] if values[1] > 0 else -(values[0] // -values[1])
        case kind if kind in op.BV_OPERATORS or kind in op.BV_RELATIONS:
            return _apply_bit_vector(node, values)
    raise ValueError(f"cannot evaluate {node}: no value is defined for {op.op_to_str(node.node_type())}")


def _apply_bit_vector(node: FNode, values: list[int]) -> int:
    width: int = node.arg(0).bv_width()
    signed = [IntType(argument.bv_width(), True).wrap(value) for argument, value in zip(node.args(), values, strict=True)]
    first, second = values[0], values[-1]
    mask = (1 << width) - 1
    match node.node_type():
        case op.BV_SLE:
            return int(signed[0] <= signed[1])
        case op.BV_SLT:
            return int(signed[0] < signed[1])
        case op.BV_NOT:
            return ~first & mask
        case op.BV_NEG:
            return -first & mask
        case op.BV_AND:
            return first & second
        case op.BV_OR:
            return first | second
        case op.BV_XOR:
            return first ^ second
        case op.BV_ADD:
            return (first + second) & mask
        case op.BV_SUB:
            return (first - second) & mask
        case op.BV_MUL:
            return (first * second) & mask
        case op.BV_UDIV:
            return first // second if second else mask
        case op.BV_UREM:
            return first % second if second else first
        case op.BV_SDIV:
            return (divide(signed[0], signed[1]) if second else (1 if signed[0] < 0 else -1)) & mask
        case op.BV_SREM:
            return (remainder(signed[0], signed[1]) if second else first) & mask
        case op.BV_LSHL:
            return (first << second) & mask if second < width else 0
        case op.BV_LSHR:
            return first >> second if second < width else 0
        case op.BV_ASHR:
            return (signed[0] >> min(second, width)) & mask
    return _reshaped(node, first, second, signed[0])


def _reshaped(node: FNode, first: int, second: int, signed: int) -> int:
    """The operators whose result has another width than their operands; ``signed`` is the first operand as a signed number."""
    match node.node_type():
        case op.BV_EXTRACT:
            return (first >> int(node.bv_extract_start())) & ((1 << int(node.bv_width())) - 1)
        case op.BV_ZEXT:
            return first
        case op.BV_SEXT:
            return signed & ((1 << int(node.bv_width())) - 1)
        case op.BV_CONCAT:
            return first << int(node.arg(1).bv_width()) | second
        case op.BV_COMP:
            return int(first == second)
    raise ValueError(f"cannot evaluate {node}: unknown operator")
