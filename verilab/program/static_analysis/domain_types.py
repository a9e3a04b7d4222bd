"""Domain types: how a program uses its variables (Apel et al., Domain types, HVC 2013; used by FORTE'15 §4 and SPIN'15 §3).

Variables that an assignment, a comparison or an arithmetic operator brings together belong to one class, and a class has the largest
type that any use asks for:

    boolean     only 0 and 1 are assigned to it or compared with it; it is tested, negated, compared for equality
    equality    other constants too
    linear      <, <=, >, >=; +, - and multiplication by a constant; array indices
    non-linear  products, quotients and remainders of variables
    bits        &, |, ^, ~, <<, >>

Classes are the sets of a union-find structure over storages and expressions: one visit per distinct expression, linear in the edges.
Loop counters are a property of their own (``loop_counters.py``).  An input restricts nothing: ``b = nondet()`` that is
only ever tested is a boolean.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum

from verilab.data_classes import dataclass
from verilab.program.cfa import Program
from verilab.program.expressions import (
    BITWISE,
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
from verilab.program.operations import Assign, Assume, Nondet, Store
from verilab.program.static_analysis.loop_counters import LoopCounterDefinition, loop_counters
from verilab.program.storages import Array, Variable

Storage = Variable | Array


class DomainType(IntEnum):
    """How a variable is used; each includes those before it."""

    BOOLEAN = 0
    EQUALITY = 1
    LINEAR = 2
    NONLINEAR = 3
    BITS = 4

    def __str__(self) -> str:
        return _NAMES[self]


_NAMES = {
    DomainType.BOOLEAN: "boolean",
    DomainType.EQUALITY: "equality only",
    DomainType.LINEAR: "linear arithmetic",
    DomainType.NONLINEAR: "non-linear arithmetic",
    DomainType.BITS: "bit operations",
}


@dataclass(frozen=True, slots=True)
class DomainTypes:
    """The domain type of every storage of a program (an array has one for all elements), and its loop counters."""

    types: Mapping[Storage, DomainType]
    loop_counters: frozenset[Variable]

    def of(self, storage: Storage) -> DomainType:
        """The storage's type; KeyError for a storage of another program."""
        return self.types[storage]

    def is_loop_counter(self, storage: Storage) -> bool:
        return storage in self.loop_counters


def domain_types(program: Program, definition: LoopCounterDefinition = LoopCounterDefinition.EXIT_READ) -> DomainTypes:
    """Classify every variable and array of a program; linear in its edges, a few seconds for 100,000."""
    return DomainTypes(_Classes(program).types(), loop_counters(program, definition))


class _Classes:
    """Union-find over storages and expression values; ``_types`` holds the type of each class's root."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._parents: list[int] = []
        self._types: list[DomainType] = []
        self._nodes: dict[Storage, int] = {storage: self._fresh() for storage in program.storages}
        self._values: dict[int, int] = {}
        self._kept: list[Expression] = []  # ids in ``_values`` stay unique as long as their expressions live

    def types(self) -> dict[Storage, DomainType]:
        for edge in self.program.edges:
            match edge.operation:
                case Assume(condition=condition):
                    self._value(condition)
                case Assign(target=target, value=value) if not isinstance(value, Nondet):
                    self._join(self._nodes[target], self._value(value))
                case Store(array=array, index=index, value=value):
                    self._value(index)
                    self._index(index)
                    if not isinstance(value, Nondet):
                        self._join(self._nodes[array], self._value(value))
        return {storage: self._type(storage, node) for storage, node in self._nodes.items()}

    def _type(self, storage: Storage, node: int) -> DomainType:
        # One bit holds nothing but 0 and 1, whatever is done to it.
        return DomainType.BOOLEAN if storage.type.width == 1 else self._types[self._find(node)]

    def _fresh(self, type: DomainType = DomainType.BOOLEAN) -> int:
        node = len(self._parents)
        self._parents.append(node)
        self._types.append(type)
        return node

    def _find(self, node: int) -> int:
        parents = self._parents
        while parents[node] != node:
            parents[node] = parents[parents[node]]
            node = parents[node]
        return node

    def _join(self, first: int, second: int, type: DomainType = DomainType.BOOLEAN) -> int:
        """Put two values into one class, of type ``type`` at least."""
        first, second = self._find(first), self._find(second)
        joined = max(self._types[first], self._types[second], type)
        if first != second:
            self._parents[first] = second
        self._types[second] = joined
        return second

    def _raise(self, node: int, type: DomainType) -> int:
        return self._join(node, node, type)

    def _index(self, expression: Expression) -> None:
        """Note the use as an array's index of an expression that was visited."""
        if not isinstance(expression, Constant):
            self._raise(self._operand(expression), DomainType.LINEAR)

    def _value(self, expression: Expression) -> int:
        """The class of an expression's value."""
        for node in postorder(expression, self._values):
            if not isinstance(node, Constant):
                self._values[id(node)] = self._class_of(node)
        self._kept.append(expression)
        return self._operand(expression)

    def _operand(self, node: Expression) -> int:
        """The class of a node that was visited.  A constant is shared by its users, which must not come together through it."""
        while isinstance(node, Cast):
            node = node.operand
        if isinstance(node, Constant):
            return self._fresh(DomainType.BOOLEAN if node.value in (0, 1) else DomainType.EQUALITY)
        return self._values[id(node)]

    def _class_of(self, node: Expression) -> int:
        """The class of a node, not a constant, whose operands have theirs."""
        match node:
            case Read(variable=variable):
                return self._nodes[variable]
            case Select(array=array, index=index):
                self._index(index)
                return self._nodes[array]
            case Unary(operator="!"):
                return self._fresh()
            case Unary(operator=operator, operand=operand):
                return self._raise(self._operand(operand), DomainType.LINEAR if operator == "-" else DomainType.BITS)
            case Cast(operand=operand):
                return self._operand(operand)
            case IfThenElse(then=then, otherwise=otherwise):
                return self._join(self._operand(then), self._operand(otherwise))
            case Binary():
                return self._binary(node)
            case FloatOperation(operator=operation, operands=operands):
                classes = [self._raise(self._operand(operand), DomainType.NONLINEAR) for operand in operands]
                return self._fresh() if operation in FLOAT_COMPARISONS else self._join(classes[0], classes[-1], DomainType.NONLINEAR)
        raise AssertionError(node)

    def _binary(self, node: Binary) -> int:
        left, right = self._operand(node.left), self._operand(node.right)
        match node.operator:
            case "==" | "!=":
                self._join(left, right)
                return self._fresh()
            case "<" | "<=" | ">" | ">=":
                self._join(left, right, DomainType.LINEAR)
                return self._fresh()
            case "+" | "-":
                return self._join(left, right, DomainType.LINEAR)
            case "*" if isinstance(node.left, Constant) or isinstance(node.right, Constant):
                return self._join(left, right, DomainType.LINEAR)
            case operator if operator in BITWISE:
                if operator in "&|^" and _is_truth_value(node.left) and _is_truth_value(node.right):
                    return self._fresh()
                return self._join(left, right, DomainType.BITS)
        return self._join(left, right, DomainType.NONLINEAR)


def _is_truth_value(expression: Expression) -> bool:
    """Whether an expression is the outcome of a comparison or of a negation."""
    while isinstance(expression, Cast):
        expression = expression.operand
    match expression:
        case Binary(operator=operator):
            return operator in ("==", "!=", "<", "<=", ">", ">=")
        case Unary(operator="!"):
            return True
        case FloatOperation(operator=operation):
            return operation in FLOAT_COMPARISONS
    return False


def count_by_type(types: DomainTypes, storages: Iterable[Storage] | None = None) -> dict[str, int]:
    """How many storages have each type; loop counters are counted a second time, under "loop counters"."""
    chosen = list(types.types) if storages is None else list(storages)
    counts = {str(type): 0 for type in DomainType}
    for storage in chosen:
        counts[str(types.of(storage))] += 1
    counts["loop counters"] = sum(types.is_loop_counter(storage) for storage in chosen)
    return counts
