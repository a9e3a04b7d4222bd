"""Expressions to Python source under static knowledge of which variables have a value (static partial evaluation).

A storage is known, maybe known (its local variable may be None) or unknown at compile time.  An expression over an unknown storage
is unknown at compile time.  Elements of arrays, divisions by variables and choices between branches that are not both known
get a local variable of their own, which may be None.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from verilab.analysis.value.compiled import text
from verilab.analysis.value.compiled.text import Text
from verilab.analysis.value.precision import Storage
from verilab.program.expressions import (
    FLOAT_COMPARISONS,
    Binary,
    Cast,
    Constant,
    Expression,
    FloatOperation,
    IfThenElse,
    Read,
    Select,
    Unary,
    postorder,
)
from verilab.program.storages import Array

LONGEST = 160
"""Sources longer than this are put into a local variable, so that shared subexpressions cannot multiply."""


class Status(Enum):
    """What is known at compile time of a storage's value at run time."""

    KNOWN = "known"
    MAYBE = "maybe"
    UNKNOWN = "unknown"


def local(storage: Storage) -> str:
    """The name of a storage's local variable in generated code."""
    return f"v{storage.slot}"


class Translator:
    """Translates expressions; the assignments of the temporaries they need are appended to ``statements``."""

    def __init__(self, status: Callable[[Storage], Status], prefix: str = "t") -> None:
        self.status = status
        self.statements: list[str] = []
        self._prefix = prefix
        self._count = 0

    def translate(self, expression: Expression) -> Text | None:
        """The expression's source, or None where it is unknown at compile time."""
        done: dict[int, Text | None] = {}
        for node in postorder(expression):
            translated = self._node(node, done)
            if translated is not None and len(translated.source) > LONGEST:
                translated = self.hoist(translated)
            done[id(node)] = translated
        return done[id(expression)]

    def hoist(self, translated: Text) -> Text:
        """The same value as a local variable."""
        if translated.source.isidentifier():
            return translated
        name = f"{self._prefix}{self._count}"
        self._count += 1
        self.statements.append(f"{name} = {translated.nullable}")
        return Text(name, translated.low, translated.high, (name,) if translated.guards else ())

    def _node(self, node: Expression, done: dict[int, Text | None]) -> Text | None:
        match node:
            case Constant(value=value):
                return text.number(value)
            case Read(variable=variable):
                return self._read(variable, variable.type.minimum, variable.type.maximum)
            case Select(array=array, index=index):
                return self._select(array, done[id(index)])
            case Unary(operator=operator, operand=operand, type=type):
                inner = done[id(operand)]
                return None if inner is None else text.negation(operator, inner, type)
            case Cast(operand=operand, type=type):
                inner = done[id(operand)]
                return None if inner is None else text.cast(inner, type)
            case Binary(operator=operator, left=left, right=right):
                first, second = done[id(left)], done[id(right)]
                if first is None or second is None:
                    return None
                if operator in ("/", "%"):
                    return self._divide(operator, first, second, node)
                return text.operation(operator, first, second, left.type)
            case IfThenElse(condition=condition, then=then, otherwise=otherwise):
                return self._choice(done[id(condition)], done[id(then)], done[id(otherwise)], node)
            case FloatOperation(operands=operands):
                known = [translated for operand in operands if (translated := done[id(operand)]) is not None]
                return self._operate(known, node) if len(known) == len(operands) else None

    def _read(self, storage: Storage, low: int, high: int) -> Text | None:
        name = local(storage)
        match self.status(storage):
            case Status.KNOWN:
                return Text(name, low, high)
            case Status.MAYBE:
                return Text(name, low, high, (name,))
            case _:
                return None

    def _select(self, array: Array, index: Text | None) -> Text | None:
        whole = self._read(array, array.type.minimum, array.type.maximum)
        if whole is None or index is None:
            return None
        if index.constant is not None:
            if not 0 <= index.constant < array.length:
                return None
            source = f"{whole.source}[{index.source}]"
        else:
            index = self.hoist(index)
            source = f"{whole.source}[{index.source}]"
            if index.low < 0 or index.high >= array.length:
                source = f"({source} if 0 <= {index.source} < {array.length} else None)"
        name = f"{self._prefix}{self._count}"
        self._count += 1
        guards = text.joined(whole, index)
        self.statements.append(f"{name} = {source} if {text.not_none(guards)} else None" if guards else f"{name} = {source}")
        return Text(name, array.type.minimum, array.type.maximum, (name,))

    def _divide(self, operator: str, left: Text, right: Text, node: Binary) -> Text | None:
        type = node.left.type
        if right.constant == 0:
            return None
        if right.constant is not None:
            left = self.hoist(left)
            return text.division(operator, left.source, left, right.constant, type)
        function = "divide" if operator == "/" else "remainder"
        call = f"{function}({left.source}, {right.source}, {type.width}, {type.signed})"
        name = f"{self._prefix}{self._count}"
        self._count += 1
        guards = text.joined(left, right)
        self.statements.append(f"{name} = {call} if {text.not_none(guards)} else None" if guards else f"{name} = {call}")
        return Text(name, type.minimum, type.maximum, (name,))

    def _operate(self, operands: list[Text], node: FloatOperation) -> Text:
        of, type = node.operands[0].type, node.type
        types = map(str, (of.width, of.signed, type.width, type.signed))
        given = ", ".join([repr(node.operator.name), *types, *(operand.source for operand in operands)])
        name = f"{self._prefix}{self._count}"
        self._count += 1
        guards = text.joined(*operands)
        self.statements.append(f"{name} = operate({given})" + (f" if {text.not_none(guards)} else None" if guards else ""))
        if node.operator in FLOAT_COMPARISONS:
            return Text(name, 0, 1, (name,) if guards else ())
        return Text(name, type.minimum, type.maximum, (name,) if guards else ())

    def _choice(self, condition: Text | None, then: Text | None, otherwise: Text | None, node: IfThenElse) -> Text | None:
        if condition is None or (then is None and otherwise is None):
            return None
        if condition.constant is not None:
            return then if condition.constant else otherwise
        low = min(branch.low for branch in (then, otherwise) if branch)
        high = max(branch.high for branch in (then, otherwise) if branch)
        if then is not None and otherwise is not None and not then.guards and not otherwise.guards:
            source = f"({then.source} if {condition.condition} else {otherwise.source})"
            return Text(source, low, high, condition.guards)
        first = "None" if then is None else then.nullable
        second = "None" if otherwise is None else otherwise.nullable
        name = f"{self._prefix}{self._count}"
        self._count += 1
        choice = f"({first} if {condition.condition} else {second})"
        guards = condition.guards
        self.statements.append(f"{name} = {choice} if {text.not_none(guards)} else None" if guards else f"{name} = {choice}")
        return Text(name, low, high, (name,))
