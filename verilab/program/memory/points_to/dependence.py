"""What of a program depends on where objects lie: the expressions that must be resolved, and the numbers that are made of addresses.

An expression is raw if it takes or follows an address, compares addresses, or keeps low bits of one, which nobody knows; so is whatever has
a raw expression in it.  Beside these: which numbers decide something (comparisons, conditions) or lead somewhere (indices, counts, sizes),
for ``provenance``, which says what a program may learn of an address by them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from verilab.program.cfa import Edge
from verilab.program.expressions import (
    COMPARISONS,
    FLOAT_COMPARISONS,
    Binary,
    Cast,
    Constant,
    Expression,
    FloatOperation,
    IfThenElse,
    Select,
    Unary,
)
from verilab.program.memory.points_to.arithmetic import BIT_OPERATORS
from verilab.program.memory.points_to.known_values import KnownValues
from verilab.program.memory.points_to.provenance import Provenance, Sides
from verilab.program.memory.points_to.summaries import Summary
from verilab.program.memory.raw.conversions import Conversions
from verilab.program.memory.raw.expressions import AddressOf, Displacement, Load, RawExpression, Subscript, raw_children, raw_postorder
from verilab.program.operations import Assign, Assume, Store


class AddressDependence:
    """Filled while the expressions of a program are summarised; ``summaries`` are theirs, by their ids."""

    def __init__(self, conversions: Conversions, summaries: Mapping[int, Summary], pointer_width: int) -> None:
        self._conversions = conversions
        self._summaries = summaries
        self._pointer_width = pointer_width
        self._numbers = {(id(left), id(right)) for left, right in conversions.compared}
        self._decided: list[tuple[Expression, Expression]] = []  # what is compared anywhere
        self._leading: list[Expression] = []  # the numbers that say where, or how much, memory is accessed
        self.raw: set[int] = set()  # ids of expressions with a raw node inside
        self.of_bits: list[Binary] = []  # what may be a number made of the bits of an address

    def add(self, node: RawExpression) -> None:
        """Look at an expression whose parts have been looked at."""
        self._inherit(node)
        match node:
            case AddressOf() | Load():
                self.raw.add(id(node))
            case Select(index=index):
                self.leads(index)
            case Binary(operator=operator, left=left, right=right):
                if operator in COMPARISONS:
                    self._decided.append((left, right))
                    if self._of_addresses(node):
                        self.raw.add(id(node))
                elif isinstance(node, Displacement | Subscript):
                    self.leads(right)
                elif operator in BIT_OPERATORS and self._of_addresses(node):
                    self.of_bits.append(node)
            case Cast(operand=operand, type=type):
                if type.width < operand.type.width == self._pointer_width and self._summaries[id(operand)].flows:
                    self.raw.add(id(node))
            case IfThenElse(condition=condition) | Unary(operator="!", operand=condition):
                self.decides(condition)
            case FloatOperation(operator=operation, operands=operands) if operation in FLOAT_COMPARISONS:
                self._leading += operands

    def decides(self, condition: Expression) -> None:
        """Control or a value depends on whether this is null."""
        if not (isinstance(condition, Binary) and condition.operator in COMPARISONS):
            self._decided.append((condition, Constant(0, condition.type)))

    def leads(self, number: Expression) -> None:
        """A number says where, or how much, memory is accessed."""
        self._leading.append(number)

    def compares_numbers(self, node: Binary) -> bool:
        """Whether the program compares integers there, which hold addresses also of objects that have ended."""
        return (id(node.left), id(node.right)) in self._numbers

    def constrain(self, provenance: Provenance, summary: Callable[[Expression], Summary], known: KnownValues) -> None:
        """Add what is compared, and what leads somewhere, after all edges."""

        def compare(left: Expression, right: Expression, sides: Sides) -> None:
            number = known.value(left)
            number = known.value(right) if number is None else number
            provenance.compare(summary(left).flows, summary(right).flows, number, left.type.width, sides)

        registered: set[tuple[int, int]] = set()
        for pairs, sides in ((self._conversions.compared, Sides.INTEGERS), (self._conversions.compared_pointers, Sides.POINTERS)):
            for left, right in pairs:
                registered.add((id(left), id(right)))
                compare(left, right, sides)
        for left, right in self._decided:
            if (id(left), id(right)) not in registered:
                compare(left, right, Sides.OTHERS)
        for number in self._leading:
            provenance.compare(summary(number).flows, (), None, number.type.width, Sides.INTEGERS)

    def mark(self, nodes: Collection[int], roots: Iterable[RawExpression]) -> None:
        """Count these as raw, given by their ids, and with them all of ``roots`` that they are part of."""
        self.raw |= set(nodes)
        for root in roots:
            for node in raw_postorder(root):
                self._inherit(node)

    def holds_raw(self, edge: Edge) -> bool:
        """Whether a plain operation has a raw node in it."""
        operation: object = edge.operation
        match operation:
            case Assume(condition=expression) | Assign(value=expression):
                return id(expression) in self.raw
            case Store(index=index, value=value):
                return id(index) in self.raw or id(value) in self.raw
        return False

    def _of_addresses(self, node: Binary) -> bool:
        """Whether the outcome of a comparison, or a number, may depend on where objects lie."""
        return bool(self._summaries[id(node.left)].flows or self._summaries[id(node.right)].flows)

    def _inherit(self, node: RawExpression) -> None:
        if any(id(operand) in self.raw for operand in raw_children(node)):
            self.raw.add(id(node))
