"""Variables that hold the same constant wherever they are assigned, whatever the order: sizes and offsets that a tool put into temporaries.

A scan over the edges, not a dataflow analysis: a variable counts where every assignment to it evaluates to one number, given the others
that count, and nothing else can write it (no pointer to it exists, no havoc names it).  Reading it before its assignment is undefined.
"""

from __future__ import annotations

from verilab.program import semantics
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Call, Function
from verilab.program.expressions import Binary, Cast, Constant, Expression, FloatOperation, IfThenElse, Read, Unary
from verilab.program.memory.objects.objects import MemoryObject
from verilab.program.memory.raw.expressions import AddressOf, RawExpression, raw_postorder
from verilab.program.memory.raw.operations import (
    Allocate,
    CopyBytes,
    Escape,
    EscapeBytes,
    ExternalCall,
    FormatCheck,
    HavocThrough,
    IndirectCall,
    RawOperation,
    Recall,
    SetBytes,
    StoreThrough,
)
from verilab.program.operations import Assign, Assume, Havoc, Nondet, NondetKind, Store
from verilab.program.storages import Array, Variable

ROUNDS = 4  # longer chains of temporaries are not followed
DEEPEST = 20  # of nested operators


class KnownValues:
    """The known variables of a raw automaton, and the functions and storages whose addresses are taken."""

    def __init__(self, builder: ProgramBuilder) -> None:
        self.values: dict[Variable, int] = {}
        self.addressed_functions: set[Function] = set()
        self.called_functions: set[Function] = set()  # by their names
        self.external_calls = 0  # of functions without a body that get pointers
        self._excluded: set[Variable | Array] = set()
        self._assigned: dict[Variable, list[Expression]] = {}
        self._objects: set[MemoryObject] = set()
        for edge in builder.edges:
            self._scan(edge.operation)
        for function in self.addressed_functions:
            self._excluded.update(function.parameters)
        for object in self._objects:
            self._excluded.update(cell.storage for cell in object.cells)
        for _ in range(ROUNDS):
            if not self._round():
                break

    @property
    def models_surroundings(self) -> bool:
        """Whether the program itself calls functions by name whose addresses it gives away: it then models who calls them."""
        return not self.called_functions.isdisjoint(self.addressed_functions)

    def _scan(self, operation: RawOperation) -> None:
        match operation:
            case Assign(target=target, value=value):
                if isinstance(value, Nondet):
                    if value.kind is not NondetKind.UNINITIALISED:
                        self._excluded.add(target)
                else:
                    self._assigned.setdefault(target, []).append(value)
            case Havoc(targets=targets, kind=kind) if kind is not NondetKind.UNINITIALISED:
                self._excluded.update(targets)
            case Allocate(target=target) | FormatCheck(target=target):
                self._excluded.add(target)
            case ExternalCall(results=results, typed=typed):
                self.external_calls += typed
                self._excluded.update(results)
            case Call(callee=callee):
                self.called_functions.add(callee)
            case IndirectCall():
                self._excluded.update(operation.results)
        for expression in expressions_of(operation):
            self._walk(expression)

    def _walk(self, expression: RawExpression) -> None:
        for node in raw_postorder(expression):
            if isinstance(node, AddressOf):
                self._objects.add(node.object)
                self.addressed_functions.update(node.object.functions)

    def _round(self) -> bool:
        grown = False
        for variable, assigned in self._assigned.items():
            if variable in self.values or variable in self._excluded:
                continue
            first = self.value(assigned[0])
            if first is not None and all(self.value(other) == first for other in assigned[1:]):
                self.values[variable] = first
                grown = True
        return grown

    def value(self, expression: RawExpression, depth: int = 0) -> int | None:
        """The value of an expression of constants and known variables; None for any other, and for deep ones."""
        if depth > DEEPEST:
            return None
        match expression:
            case Constant(value=number):
                return number
            case Read(variable=variable):
                return self.values.get(variable)
            case Cast(operand=operand, type=type):
                inner = self.value(operand, depth + 1)
                return None if inner is None else type.wrap(inner)
            case Unary(operator=operator, operand=operand, type=type):
                inner = self.value(operand, depth + 1)
                return None if inner is None else semantics.unary(operator, inner, type)
            case Binary(operator=operator, left=left, right=right):
                first = self.value(left, depth + 1)
                second = None if first is None else self.value(right, depth + 1)
                return None if first is None or second is None else semantics.binary(operator, first, second, left.type)
            case FloatOperation(operands=operands):
                return semantics.float_operation(expression, [self.value(operand, depth + 1) for operand in operands])
            case IfThenElse(condition=condition, then=then, otherwise=otherwise):
                chosen = self.value(condition, depth + 1)
                return None if chosen is None else self.value(then if chosen else otherwise, depth + 1)
        return None


def expressions_of(operation: RawOperation) -> tuple[Expression, ...]:
    """The expressions of an operation, raw ones included."""
    match operation:
        case Assume(condition=condition):
            return (condition,)
        case Assign(value=value):
            return () if isinstance(value, Nondet) else (value,)
        case Store(index=index, value=value):
            return (index,) if isinstance(value, Nondet) else (index, value)
        case StoreThrough(address=address, value=value):
            return (address,) if isinstance(value, Nondet) else (address, value)
        case ExternalCall(given=given, written=written, numbers=numbers, functions=functions):
            return (*given, *written, *numbers, *functions)
        case Recall(call=call):
            return expressions_of(call)
        case HavocThrough(address=address) | EscapeBytes(address=address):
            return (address,)
        case FormatCheck(format=format):
            return (format,)
        case Allocate(size=size):
            return (size,)
        case CopyBytes(destination=destination, source=source, count=count):
            return (destination, source, count)
        case SetBytes(destination=destination, value=byte, count=count):
            return (destination, byte, count)
        case IndirectCall(address=address):
            return (address, *operation.scalars)
        case Escape(value=value):
            return (value,)
    return ()
