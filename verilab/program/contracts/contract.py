"""Contracts: what a recursive function requires of its callers, and ensures when it returns (Hoare, "Procedures and parameters", 1971).

A clause is an expression, true where it is not 0, over the callee's parameters as they were passed, its result, and the scalars of static
storage duration that it may write: behind the call by their own name, before it by a *before* variable of the signature.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from verilab.data_classes import dataclass
from verilab.program.cfa import Function, Program, RecursiveCall
from verilab.program.expressions import Binary, Cast, Constant, Expression, FloatOperation, IfThenElse, Read, Select, Unary, postorder
from verilab.program.operations import Havoc
from verilab.program.storages import Variable
from verilab.program.types import INT


@dataclass(frozen=True, eq=False)
class Signature:
    """What the contract of a function may speak about.

    ``written``: the scalars of static storage duration that a call may change; ``before``: what their values before the call are called,
    variables with slots behind the program's.
    """

    function: Function
    written: tuple[Variable, ...]
    before: Mapping[Variable, Variable]

    @cached_property
    def inputs(self) -> tuple[Variable, ...]:
        """The parameters, and what is written as it was before."""
        return (*self.function.parameters, *self.before.values())

    @cached_property
    def outputs(self) -> tuple[Variable, ...]:
        """The result, where there is one, and what is written as it is behind the call."""
        return (*([] if self.function.result is None else [self.function.result]), *self.written)


@dataclass(frozen=True, slots=True, eq=False)
class Contract:
    """``requires`` is None where any call will do; ``ensures``: what holds behind every call that comes to its end."""

    signature: Signature
    ensures: tuple[Expression, ...] = ()
    requires: Expression | None = None


def signatures(program: Program) -> list[Signature]:
    """Those of the functions that recursive calls enter, in the order of their first calls."""
    by_function: dict[Function, Signature] = {}
    for call in program.recursive_calls:
        if call.callee not in by_function:
            written = written_by(call)
            before = {
                variable: Variable(f"{variable.name}@before", variable.type, program.slot_count + number)
                for number, variable in enumerate(written)
            }
            by_function[call.callee] = Signature(call.callee, written, before)
    return list(by_function.values())


def written_by(call: RecursiveCall) -> tuple[Variable, ...]:
    """The scalars of static storage duration that the call may change."""
    operation = call.edge.operation
    assert isinstance(operation, Havoc)
    return tuple([target for target in operation.targets if isinstance(target, Variable) and target.function is None])


def substitute(expression: Expression, read: Callable[[Variable], Expression | None]) -> Expression:
    """The expression with other expressions in place of reads, of the same types; None keeps a read."""
    done: dict[int, Expression] = {}
    for node in postorder(expression):
        match node:
            case Read(variable=variable):
                image: Expression = read(variable) or node
            case Unary(operator=operator, operand=operand, type=type):
                image = Unary(operator, done[id(operand)], type)
            case Cast(operand=operand, type=type):
                image = Cast(done[id(operand)], type)
            case Binary(operator=operator, left=left, right=right, type=type):
                image = Binary(operator, done[id(left)], done[id(right)], type)
            case IfThenElse(condition=condition, then=then, otherwise=otherwise):
                image = IfThenElse(done[id(condition)], done[id(then)], done[id(otherwise)])
            case Select(array=array, index=index):
                image = Select(array, done[id(index)])
            case FloatOperation(operator=floating, operands=operands, type=type):
                image = FloatOperation(floating, tuple([done[id(operand)] for operand in operands]), type)
            case Constant():
                image = node
        done[id(node)] = image
    return done[id(expression)]


def all_of(parts: Iterable[Expression]) -> Expression:
    """The conjunction of truth values, as a balanced tree."""
    return _balanced("&", list(parts), 1)


def any_of(parts: Iterable[Expression]) -> Expression:
    """Their disjunction."""
    return _balanced("|", list(parts), 0)


def _balanced(operator: str, parts: list[Expression], empty: int) -> Expression:
    if not parts:
        return Constant(empty, INT)
    while len(parts) > 1:
        paired: list[Expression] = [Binary(operator, left, right, INT) for left, right in zip(parts[::2], parts[1::2], strict=False)]
        parts = paired + ([parts[-1]] if len(parts) % 2 else [])
    return parts[0]
