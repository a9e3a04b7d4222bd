"""Evaluation of one expression on a concrete state, with undefined behaviour and unknown values made visible.

This is the reference that the compiled edges (``verilab.evidence.interpretation.compiled``) fall back to whenever anything unusual
happens, so it values exactness over speed.  The result of a node is one of

    an integer                       the value
    a ``Poison``                     the value is fixed by the real program but not modelled (NondetKind.IMPRECISE)
    a ``Fault``                      there is no value: index out of bounds, division by zero

together with the set of undefined behaviours that C compilers give a usual meaning to (signed overflow wraps, a shift distance
counts modulo the width).  Only what the taken branch of an ``IfThenElse`` does counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from verilab.data_classes import dataclass
from verilab.evidence.interpretation import float_arithmetic
from verilab.program import semantics
from verilab.program.cfa import Edge
from verilab.program.expressions import Binary, Cast, Constant, Expression, FloatOperation, IfThenElse, Read, Select, Unary, children
from verilab.program.types import IntType


class Undefined(Enum):
    """The kinds of undefined behaviour that the interpreter notices."""

    SIGNED_OVERFLOW = "signed overflow"
    SHIFT_DISTANCE = "shift distance out of range"
    INDEX = "index out of bounds"
    DIVISION = "division by zero"
    CONVERSION = "conversion of a float out of range"


class UnusualError(Exception):
    """Raised by compiled code and by any operation on a ``Poison``: evaluate the edge again with the reference evaluation."""


class Poison:
    """An unknown value; ``edge`` is where it came from (None: storage that was never written), ``reason`` why it is unknown.

    Every operator raises ``UnusualError``, so that compiled code may treat values as integers without looking.
    """

    __slots__ = ("edge", "reason")

    def __init__(self, reason: str, edge: Edge | None) -> None:
        self.reason = reason
        self.edge = edge

    def __repr__(self) -> str:
        return f"Poison({self.reason})"


def _unusual(*_: object) -> object:
    raise UnusualError


_TWO_SIDED = ("add", "sub", "mul", "floordiv", "mod", "and", "or", "xor", "lshift", "rshift")
_ONE_SIDED = ("eq", "ne", "lt", "le", "gt", "ge", "neg", "invert", "abs", "bool", "index", "hash")
for _name in (*_TWO_SIDED, *("r" + name for name in _TWO_SIDED), *_ONE_SIDED):
    setattr(Poison, f"__{_name}__", _unusual)

Value = int | Poison
State = list[Value]
"""One value per slot of the program (``Variable.slot``, ``Array.slot`` + index)."""


@dataclass(frozen=True, slots=True)
class Fault:
    """An evaluation that has no result."""

    kind: Undefined


NOTHING: frozenset[Undefined] = frozenset()
_OVERFLOW = frozenset({Undefined.SIGNED_OVERFLOW})
_SHIFT = frozenset({Undefined.SHIFT_DISTANCE})

Result = int | Poison | Fault
_EXACT: dict[str, Callable[[int, int], int]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": semantics.divide,
}


def binary(operator: str, left: int, right: int, type: IntType) -> tuple[Result, frozenset[Undefined]]:
    value = semantics.binary(operator, left, right, type)
    if value is None:
        return Fault(Undefined.DIVISION), NOTHING
    if type.signed and operator in _EXACT and _EXACT[operator](left, right) != value:
        return value, _OVERFLOW
    if operator == "%" and type.signed and right == -1 and left == type.minimum:
        return value, _OVERFLOW
    if operator in ("<<", ">>") and not 0 <= right < type.width:
        return value, _SHIFT
    return value, NOTHING


def unary(operator: str, operand: int, type: IntType) -> tuple[Result, frozenset[Undefined]]:
    overflows = operator == "-" and type.signed and operand == type.minimum
    return semantics.unary(operator, operand, type), _OVERFLOW if overflows else NOTHING


def _select(node: Select, index: int, state: Sequence[Value]) -> Result:
    if 0 <= index < node.array.length:
        return state[node.array.slot + index]
    return Fault(Undefined.INDEX)


def evaluate(expression: Expression, state: Sequence[Value]) -> tuple[Result, frozenset[Undefined]]:
    """The expression's result in ``state`` and the undefined behaviours on the way (iterative; any depth).

    Of a conditional only what is chosen is evaluated: most of what memory may hold is in the branches of others.
    """
    results: dict[int, tuple[Result, frozenset[Undefined]]] = {}
    pending = [expression]
    while pending:
        node = pending[-1]
        if id(node) in results:
            pending.pop()
            continue
        missing = [operand for operand in _needed(node, results) if id(operand) not in results]
        if missing:
            pending += missing
            continue
        pending.pop()
        results[id(node)] = _node(node, state, results)
    return results[id(expression)]


def _needed(node: Expression, results: dict[int, tuple[Result, frozenset[Undefined]]]) -> tuple[Expression, ...]:
    """The operands that the node's result depends on, as far as that is known."""
    if not isinstance(node, IfThenElse):
        return children(node)
    chosen = results.get(id(node.condition))
    if chosen is None:
        return (node.condition,)
    return (node.then if chosen[0] else node.otherwise,) if isinstance(chosen[0], int) else ()


def _node(
    node: Expression, state: Sequence[Value], results: dict[int, tuple[Result, frozenset[Undefined]]]
) -> tuple[Result, frozenset[Undefined]]:
    match node:
        case Constant(value=number):
            return number, NOTHING
        case Read(variable=variable):
            return state[variable.slot], NOTHING
        case IfThenElse(condition=condition, then=then, otherwise=otherwise):
            chosen, notes = results[id(condition)]
            if not isinstance(chosen, int):
                return chosen, notes
            value, more = results[id(then if chosen else otherwise)]
            return value, notes | more
        case Binary(operator=operator, left=left, right=right):
            first, notes = results[id(left)]
            second, more = results[id(right)]
            notes = notes | more
            if isinstance(first, int) and isinstance(second, int):
                value, own = binary(operator, first, second, left.type)
                return value, notes | own
            # A fault outweighs an unknown value: the real program has no behaviour here.
            return (first if isinstance(first, Fault) or isinstance(second, int) else second), notes
        case Select(index=index):
            position, notes = results[id(index)]
            return (_select(node, position, state) if isinstance(position, int) else position), notes
        case Unary(operator=operator, operand=operand, type=type):
            inner, notes = results[id(operand)]
            if not isinstance(inner, int):
                return inner, notes
            value, own = unary(operator, inner, type)
            return value, notes | own
        case Cast(operand=operand, type=type):
            inner, notes = results[id(operand)]
            return (type.wrap(inner) if isinstance(inner, int) else inner), notes
        case FloatOperation():
            return _float_operation(node, [results[id(operand)] for operand in node.operands])


def _float_operation(node: FloatOperation, operands: Sequence[tuple[Result, frozenset[Undefined]]]) -> tuple[Result, frozenset[Undefined]]:
    notes = NOTHING.union(*(more for _, more in operands))
    known = [value for value, _ in operands if isinstance(value, int)]
    if len(known) < len(operands):
        # A fault outweighs an unknown value, as above.
        return min((value for value, _ in operands if not isinstance(value, int)), key=lambda value: not isinstance(value, Fault)), notes
    value = float_arithmetic.evaluate(node.operator, known, node.operands[0].type, node.type)
    return (Fault(Undefined.CONVERSION) if value is None else value), notes
