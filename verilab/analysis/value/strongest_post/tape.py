"""Expressions as linear tapes: partial evaluation ``e/v`` and the reads that a known value depends on, without recursion.

Evaluation is strict (FORTE'15 §2: unknown where the expression cannot be evaluated): an operator's result is known where all its
operands are, ``c ? a : b`` where c and the chosen branch are, an element where the index is known and inside the array.
"""

from __future__ import annotations

from verilab.analysis.value.precision import trackable
from verilab.program import semantics
from verilab.program.expressions import Binary, Cast, Constant, Expression, FloatOperation, IfThenElse, Read, Select, Unary, postorder

Values = list["int | None"]


class Tape:
    """An expression's distinct nodes in evaluation order; ``position`` finds a node's place by its identity."""

    __slots__ = ("expression", "nodes", "operands", "position")

    def __init__(self, expression: Expression) -> None:
        self.expression = expression
        self.nodes = list(postorder(expression))
        self.position = {id(node): place for place, node in enumerate(self.nodes)}
        self.operands = [self._operands(node) for node in self.nodes]

    def _operands(self, node: Expression) -> tuple[int, ...]:
        place = self.position
        match node:
            case Constant() | Read():
                return ()
            case Select(index=index):
                return (place[id(index)],)
            case Unary(operand=operand) | Cast(operand=operand):
                return (place[id(operand)],)
            case Binary(left=left, right=right):
                return place[id(left)], place[id(right)]
            case IfThenElse(condition=condition, then=then, otherwise=otherwise):
                return place[id(condition)], place[id(then)], place[id(otherwise)]
            case FloatOperation(operands=operands):
                return tuple([place[id(operand)] for operand in operands])

    def run(self, assignment: dict[int, int]) -> Values:
        """The value of every node under a partial assignment by slot; the last is the expression's."""
        values: Values = []
        push = values.append
        for node, operands in zip(self.nodes, self.operands, strict=True):
            if isinstance(node, Constant):
                push(node.value)
            elif isinstance(node, Read):
                push(assignment.get(node.variable.slot))
            elif isinstance(node, Binary):
                left, right = values[operands[0]], values[operands[1]]
                push(None if left is None or right is None else semantics.binary(node.operator, left, right, node.left.type))
            elif isinstance(node, IfThenElse):
                condition = values[operands[0]]
                push(None if condition is None else values[operands[1 if condition else 2]])
            elif isinstance(node, FloatOperation):
                push(semantics.float_operation(node, [values[operand] for operand in operands]))
            else:
                first = values[operands[0]]
                if first is None:
                    push(None)
                elif isinstance(node, Cast):
                    push(node.type.wrap(first))
                elif isinstance(node, Unary):
                    push(semantics.unary(node.operator, first, node.type))
                else:
                    slot = element_slot(node, first)
                    push(None if slot is None else assignment.get(slot))
        return values

    def value(self, assignment: dict[int, int]) -> int | None:
        return self.run(assignment)[-1]

    def dependencies(self, values: Values, node: Expression | None = None) -> set[int]:
        """The slots that a node's known value was computed from; ``values`` is what ``run`` gave."""
        slots: set[int] = set()
        pending = [self.position[id(node or self.expression)]]
        while pending:
            place = pending.pop()
            node, operands = self.nodes[place], self.operands[place]
            if isinstance(node, Read):
                slots.add(node.variable.slot)
            elif isinstance(node, IfThenElse):
                pending += (operands[0], operands[1 if values[operands[0]] else 2])
            else:
                pending += operands
                if isinstance(node, Select):
                    index = values[operands[0]]
                    slot = None if index is None else element_slot(node, index)
                    if slot is not None:
                        slots.add(slot)
        return slots


def element_slot(node: Select, index: int) -> int | None:
    """The slot of an element; None where the index is out of bounds or the array is not tracked by the domain."""
    array = node.array
    return array.slot + index if 0 <= index < array.length and trackable(array) else None
