"""The expressions of observer automata: C's operators over arguments, the returned value, variables, constants and integers.

They have no effects and no division.  Their values are C's: the usual arithmetic conversions apply, pointers count as unsigned integers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from verilab.data_classes import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in an automaton's text: 1-based line and column, 0 where it was made by a program."""

    line: int = 0
    column: int = 0


NOWHERE = Place()


@dataclass(frozen=True, slots=True)
class Number:
    """An integer; ``hexadecimal`` says how it is written."""

    value: int
    hexadecimal: bool = False


@dataclass(frozen=True, slots=True)
class Name:
    """A variable or a constant of the automaton."""

    name: str
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Argument:
    """``$k``: the k-th argument of the call, from 1, with the value that it had at the call."""

    position: int
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Result:
    """``$r``: the value that the call returned."""

    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Unary:
    """``!``, ``-`` or ``~``."""

    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class Binary:
    """An operator of LEVELS."""

    operator: str
    left: Expression
    right: Expression


Expression = Number | Name | Argument | Result | Unary | Binary

LEVELS = (("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", "<=", ">", ">="), ("<<", ">>"), ("+", "-"), ("*",))
"""The binary operators by precedence, loosest first; all associate to the left."""

LEVEL = {operator: level for level, operators in enumerate(LEVELS) for operator in operators}
UNARY = ("!", "-", "~")
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def walk(expression: Expression) -> Iterator[Expression]:
    """Every node, operands after their operators, left before right."""
    stack = [expression]
    while stack:
        node = stack.pop()
        yield node
        match node:
            case Unary(operand=operand):
                stack.append(operand)
            case Binary(left=left, right=right):
                stack += [right, left]


def conjuncts(expression: Expression) -> list[Expression]:
    """The operands of the outermost ``&&``s, in order."""
    operands: list[Expression] = []
    stack = [expression]
    while stack:
        node = stack.pop()
        if isinstance(node, Binary) and node.operator == "&&":
            stack += [node.right, node.left]
        else:
            operands.append(node)
    return operands


def text(expression: Expression, level: int = 0) -> str:
    """The expression as it is written, in parentheses where it binds more loosely than ``level``."""
    match expression:
        case Number(value=value, hexadecimal=hexadecimal):
            return hex(value) if hexadecimal else str(value)
        case Name(name=name):
            return name
        case Argument(position=position):
            return f"${position}"
        case Result():
            return "$r"
        case Unary(operator=operator, operand=operand):
            return operator + text(operand, len(LEVELS))
        case Binary(operator=operator, left=left, right=right):
            own = LEVEL[operator]
            shown = f"{text(left, own)} {operator} {text(right, own + 1)}"
            return f"({shown})" if own < level else shown
