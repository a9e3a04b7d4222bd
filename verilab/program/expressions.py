"""Pure expressions over program variables: no side effects, no non-determinism, every conversion explicit.

Operands of an arithmetic, bitwise or comparison operator have equal types (shifts: the right operand may differ); the result of
an arithmetic or bitwise operator has the operands' (left operand's) type and wraps around in it, *signed types too* (two's
complement; the concrete interpreter reports signed overflow as undefined behaviour, see ``verilab.evidence``).  Comparisons
yield 0 or 1 of type ``INT``.  Division truncates toward zero; the divisor is never zero (lowering puts an assume edge before).
A shift distance counts modulo the width of the left operand; ``>>`` is arithmetic where the left operand is signed.

A floating-point value is its IEEE 754 pattern, an unsigned integer of the format's width (32: binary32, 64: binary64); what integers
cannot say of it in a step is a ``FloatOperation``.

Expressions compare by identity and are shared freely; walks over them must be iterative or memoised by ``id``.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from enum import Enum

from verilab.data_classes import dataclass
from verilab.program.storages import Array, Variable
from verilab.program.types import IntType

ARITHMETIC = frozenset({"+", "-", "*", "/", "%"})
BITWISE = frozenset({"&", "|", "^", "<<", ">>"})
COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})
UNARY = frozenset({"-", "~", "!"})


@dataclass(frozen=True, slots=True, eq=False)
class Constant:
    """An integer inside the range of its type."""

    value: int
    type: IntType


@dataclass(frozen=True, slots=True, eq=False)
class Read:
    """The current value of a scalar variable."""

    variable: Variable

    @property
    def type(self) -> IntType:
        return self.variable.type


@dataclass(frozen=True, slots=True, eq=False)
class Select:
    """The element of an array at an index (an expression of any integer type, in elements, not bytes).

    An index out of bounds is undefined behaviour: the value is then arbitrary.
    """

    array: Array
    index: Expression

    @property
    def type(self) -> IntType:
        return self.array.type


@dataclass(frozen=True, slots=True, eq=False)
class Unary:
    """``-`` and ``~`` in the operand's type; ``!`` yields 0 or 1 of type INT."""

    operator: str
    operand: Expression
    type: IntType


@dataclass(frozen=True, slots=True, eq=False)
class Binary:
    """An operator of ARITHMETIC, BITWISE or COMPARISONS."""

    operator: str
    left: Expression
    right: Expression
    type: IntType


@dataclass(frozen=True, slots=True, eq=False)
class Cast:
    """Conversion modulo 2^width (to ``_Bool`` lowering uses ``!= 0`` instead)."""

    operand: Expression
    type: IntType


class FloatOperator(Enum):
    """Operations of IEEE 754 on patterns, rounding to nearest, ties to even; NaNs as the SSE instructions of x86 make them."""

    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIVIDE = "/"
    SQUARE_ROOT = "sqrt"
    MODULO = "fmod"  # x - y trunc(x / y), exactly
    REMAINDER = "remainder"  # x - y n, n the integer nearest to x / y, the even one of two
    FLOOR = "floor"
    CEILING = "ceil"
    TRUNCATE = "trunc"
    ROUND = "round"  # to the nearest integer, half away from zero
    ROUND_EVEN = "rint"  # to the nearest integer, half to even
    EQUAL = "=="  # comparisons yield 0 or 1 of type INT; false where an operand is a NaN
    LESS = "<"
    LESS_EQUAL = "<="
    FROM_FLOAT = "float of float"  # between the formats
    FROM_INTEGER = "float of integer"
    TO_INTEGER = "integer of float"  # truncated; arbitrary where the result's type does not have it (lowering branches before it)


FLOAT_COMPARISONS = frozenset({FloatOperator.EQUAL, FloatOperator.LESS, FloatOperator.LESS_EQUAL})


@dataclass(frozen=True, slots=True, eq=False)
class FloatOperation:
    """An operator on one or two patterns of one format (FROM_INTEGER: on an integer)."""

    operator: FloatOperator
    operands: tuple[Expression, ...]
    type: IntType


@dataclass(frozen=True, slots=True, eq=False)
class IfThenElse:
    """``condition != 0 ? then : otherwise``; both branches have the result's type."""

    condition: Expression
    then: Expression
    otherwise: Expression

    @property
    def type(self) -> IntType:
        return self.then.type


Expression = Constant | Read | Select | Unary | Binary | Cast | IfThenElse | FloatOperation


def children(expression: Expression) -> tuple[Expression, ...]:
    """The direct operands of an expression, left to right."""
    match expression:
        case Constant() | Read():
            return ()
        case Select(index=index):
            return (index,)
        case Unary(operand=operand) | Cast(operand=operand):
            return (operand,)
        case Binary(left=left, right=right):
            return (left, right)
        case IfThenElse(condition=condition, then=then, otherwise=otherwise):
            return (condition, then, otherwise)
        case FloatOperation(operands=operands):
            return operands


def postorder(expression: Expression, known: Container[int] = ()) -> Iterator[Expression]:
    """Every distinct node (by identity) once, operands before their users, iteratively; none below a node whose ``id`` is known."""
    done: set[int] = set()
    stack: list[tuple[Expression, bool]] = [(expression, False)]
    while stack:
        node, expanded = stack.pop()
        if id(node) in done or id(node) in known:
            continue
        if expanded:
            done.add(id(node))
            yield node
        else:
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(children(node)) if id(child) not in done)


def storages(expression: Expression) -> set[Variable | Array]:
    """The variables and arrays an expression reads."""
    reads: set[Variable | Array] = set()
    for node in postorder(expression):
        if isinstance(node, Read):
            reads.add(node.variable)
        elif isinstance(node, Select):
            reads.add(node.array)
    return reads
