"""Compilation of expressions to Python source, for the paths of 100,000s of edges that the interpreter has to run.

The generated code computes the value of the usual case only.  Signed overflow, a shift distance or an index out of range, a zero
divisor and unknown values raise ``UnusualError``, upon which the interpreter evaluates the edge by
``verilab.evidence.interpretation.evaluation``.

With H = 2^(w-1) and M = 2^w - 1:   signed x op y  is  t = x op y  if -H <= t < H;   unsigned: (x op y) & M;
cast to signed w: ((x + H) & M) - H;   cast to unsigned w: x & M;   nothing where the operand's range fits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verilab.evidence.interpretation import float_arithmetic
from verilab.evidence.interpretation.evaluation import State, UnusualError
from verilab.program import semantics
from verilab.program.expressions import (
    COMPARISONS,
    Binary,
    Cast,
    Constant,
    Expression,
    FloatOperation,
    FloatOperator,
    IfThenElse,
    Read,
    Select,
    Unary,
    children,
    postorder,
)
from verilab.program.types import IntType

DEPTH_LIMIT = 40  # CPython's parser refuses deeply nested parentheses
SIZE_LIMIT = 2_000  # nodes of the expression unfolded into a tree


def _unusual() -> int:
    raise UnusualError


def _divide(left: int, right: int, minimum: int) -> int:
    if not right or (right == -1 and left == minimum):
        raise UnusualError
    return semantics.divide(left, right)


def _remainder(left: int, right: int, minimum: int) -> int:
    if not right or (right == -1 and left == minimum):
        raise UnusualError
    return semantics.remainder(left, right)


def _operate(operator: str, width: int, signed: bool, result_width: int, result_signed: bool, *operands: int) -> int:
    for operand in operands:
        if operand.__class__ is not int:
            raise UnusualError
    value = float_arithmetic.evaluate(FloatOperator[operator], operands, IntType(width, signed), IntType(result_width, result_signed))
    if value is None:
        raise UnusualError
    return value


_GLOBALS: dict[str, Any] = {"unusual": _unusual, "divide": _divide, "remainder": _remainder, "operate": _operate}


def compile_function(expressions: list[Expression], template: str, names: dict[str, object]) -> Callable[[State], Any] | None:
    """``def f(s)`` with ``template`` as its body, in which ``{0}``, ``{1}``, ... stand for the expressions' source.

    ``names`` are the objects that the template mentions by name.  None where an expression is too deep or too large for Python's parser.
    """
    if not all(_compilable(expression) for expression in expressions):
        return None
    writer = _Writer()
    sources = [writer.source(expression) for expression in expressions]
    namespace: dict[str, Any] = {}
    bound = "".join(f", {name}={name}" for name in names)
    exec(f"def f(s{bound}):\n {template.format(*sources)}", {**_GLOBALS, **names}, namespace)
    function: Callable[[State], Any] = namespace["f"]
    return function


def _compilable(expression: Expression) -> bool:
    depths: dict[int, int] = {}
    sizes: dict[int, int] = {}
    for node in postorder(expression):
        operands = children(node)
        depths[id(node)] = 1 + max((depths[id(operand)] for operand in operands), default=0)
        sizes[id(node)] = 1 + sum(sizes[id(operand)] for operand in operands)
        if depths[id(node)] > DEPTH_LIMIT or sizes[id(node)] > SIZE_LIMIT:
            return False
    return True


def _fits(inner: IntType, outer: IntType) -> bool:
    return outer.minimum <= inner.minimum and inner.maximum <= outer.maximum


class _Writer:
    """Writes expressions as Python source; temporaries are named apart (``t0``, ``t1``, ...)."""

    def __init__(self) -> None:
        self._temporaries = 0

    def _temporary(self) -> str:
        self._temporaries += 1
        return f"t{self._temporaries}"

    def source(self, expression: Expression) -> str:
        texts: dict[int, str] = {}
        for node in postorder(expression):
            texts[id(node)] = self._node(node, [texts[id(operand)] for operand in children(node)])
        return texts[id(expression)]

    def _node(self, node: Expression, operands: list[str]) -> str:
        match node:
            case Constant(value=value):
                return f"({value})"
            case Read(variable=variable):
                return f"s[{variable.slot}]"
            case Select(array=array):
                index = self._temporary()
                return f"(s[{array.slot} + {index}] if 0 <= ({index} := {operands[0]}) < {array.length} else unusual())"
            case IfThenElse():
                return f"({operands[1]} if {operands[0]} else {operands[2]})"
            case Cast(operand=operand, type=type):
                return self._cast(operands[0], operand.type, type)
            case Unary(operator=operator, type=type):
                return self._unary(operator, operands[0], type)
            case Binary(operator=operator, left=left):
                return self._binary(operator, operands[0], operands[1], left.type)
            case FloatOperation():
                of, type = node.operands[0].type, node.type
                given = (repr(node.operator.name), of.width, of.signed, type.width, type.signed, *operands)
                return f"operate({', '.join(map(str, given))})"

    def _cast(self, operand: str, inner: IntType, type: IntType) -> str:
        if _fits(inner, type):
            return operand
        mask = (1 << type.width) - 1
        if not type.signed:
            return f"({operand} & {mask})"
        half = 1 << (type.width - 1)
        return f"(({operand} + {half} & {mask}) - {half})"

    def _checked(self, operation: str, type: IntType) -> str:
        value = self._temporary()
        return f"({value} if {type.minimum} <= ({value} := {operation}) <= {type.maximum} else unusual())"

    def _unary(self, operator: str, operand: str, type: IntType) -> str:
        if operator == "!":
            # 1 and 0, not True and False, which print differently; the same below for comparisons.
            return f"(0 if {operand} else 1)"
        if type.signed:
            return f"(~{operand})" if operator == "~" else self._checked(f"-{operand}", type)
        return f"({operator}{operand} & {type.maximum})"

    def _binary(self, operator: str, left: str, right: str, type: IntType) -> str:
        if operator in COMPARISONS:
            return f"(1 if {left} {operator} {right} else 0)"
        if operator in ("&", "|", "^"):
            return f"({left} {operator} {right})"
        if operator in ("<<", ">>"):
            distance = self._temporary()
            shifted = f"({left} {operator} {distance})"
            if operator == "<<":
                # The distance is tested before the operand is shifted by it.
                shifted = self._cast(shifted, IntType(2 * type.width + 2, True), type)
            return f"({shifted} if 0 <= ({distance} := {right}) < {type.width} else unusual())"
        if operator in ("/", "%"):
            if not type.signed:
                return f"({left} // ({right} or unusual()))" if operator == "/" else f"({left} % ({right} or unusual()))"
            return f"{'divide' if operator == '/' else 'remainder'}({left}, {right}, {type.minimum})"
        if type.signed:
            return self._checked(f"{left} {operator} {right}", type)
        return f"({left} {operator} {right} & {type.maximum})"
