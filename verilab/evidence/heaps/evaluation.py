"""What expressions are on a heap, naively, and what a condition that holds says of it.

Evaluation yields pairs of a heap and a value: a field that holds several values yields one pair for each, in a heap where the field holds
that value only.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from verilab.evidence.heaps import intervals
from verilab.evidence.heaps.memory import ANYTHING, Content, Memory
from verilab.evidence.interpretation.evaluation import Fault, binary, unary
from verilab.program.abstract_heaps import NotModelled, Range
from verilab.program.abstract_heaps import Pointer as Address
from verilab.program.expressions import COMPARISONS, Binary, Cast, Constant, Expression, IfThenElse, Read, Select, Unary
from verilab.program.memory.objects.objects import ObjectKind
from verilab.program.memory.raw.expressions import AddressOf, Load, RawExpression
from verilab.program.storages import Array
from verilab.program.types import IntType

OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
SWAPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


class Evaluation(Memory):
    """See the module."""

    def values(self, expression: RawExpression) -> Iterator[tuple[Self, Content]]:
        """The values of an expression, each in the sketch where it has that one."""
        match expression:
            case Constant(value=number):
                yield self, number
            case Read(variable=variable) if variable in self.where:
                own, cell = self.where[variable]
                yield from self.load(Address(own, cell.offset), variable.type, cell.bit)
            case Read(variable=variable):
                yield self, self.variables.get(variable, ANYTHING)
            case AddressOf(object=own, offset=offset):
                yield self, Address(own, offset) if own in self.boxes else ANYTHING
            case Load(address=address, type=type, bit=bit):
                for sketch, there in self.values(address):
                    yield from sketch.load(there, type, bit)
            case Select(array=array, index=index):
                for sketch, which in self.values(index):
                    place = sketch.element(array, which)
                    if place is None:
                        yield sketch, ANYTHING
                    else:
                        yield from sketch.load(place, array.type, self.where[array][1].bit)
            case Unary(operator=operator, operand=operand, type=type):
                for sketch, value in self.values(operand):
                    if isinstance(value, int):
                        result, _ = unary(operator, value, type)
                        yield sketch, result if isinstance(result, int) else ANYTHING
                    elif isinstance(value, Range) and operator == "-":
                        yield sketch, _known(intervals.result("-", 0, value, type))
                    else:
                        yield sketch, 0 if operator == "!" and sketch.holds(value) else ANYTHING
            case Cast(operand=operand, type=type):
                for sketch, value in self.values(operand):
                    if isinstance(value, int | Range):
                        yield sketch, _known(intervals.converted(value, type))
                    else:
                        yield sketch, value if type.width == self.pointer else ANYTHING
            case IfThenElse(condition=condition, then=then, otherwise=otherwise):
                for sketch, value in self.values(condition):
                    holds = sketch.holds(value)
                    for positive, chosen in ((True, then), (False, otherwise)):
                        if holds is not (not positive):
                            for branch in [sketch.copy()] if holds is not None else list(sketch.learned(condition, positive)):
                                yield from branch.values(chosen)
            case Binary(operator=operator, left=left, right=right):
                for sketch, first in self.values(left):
                    for further, second in sketch.values(right):
                        value = further.combined(operator, first, second, left.type)
                        if (
                            isinstance(first, Address)
                            and isinstance(second, Address)
                            and (id(left), id(right)) not in self.setting.compared
                        ):
                            owners = [further.boxes[pointer.node].own for pointer in (first, second)]
                            if any(own is not None and own.kind is ObjectKind.LOCAL for own in owners):
                                value = ANYTHING
                        yield further, value
            case _:
                yield self, ANYTHING

    def element(self, array: Array, index: Content) -> Address | None:
        """Where an element of one of the program's own objects lies; None where that is not known."""
        if array not in self.where:
            return None
        own, cell = self.where[array]
        if not isinstance(index, int):
            return None
        if index < 0 or index >= array.length:
            raise NotModelled("an index out of bounds")
        distance, rest = cell.offset, array.length
        for dimension in cell.dimensions:
            rest //= dimension.count
            distance += index // rest * dimension.stride
            index %= rest
        return Address(own, distance)

    def holds(self, value: Content) -> bool | None:
        """Whether a value is not zero."""
        if isinstance(value, Address):
            return True if self.inside(value) else None
        if isinstance(value, Range):
            return intervals.holds("!=", value, 0)
        return value != 0 if isinstance(value, int) else None

    def combined(self, operator: str, left: Content, right: Content, type: IntType) -> Content:
        """The result of a binary operator; ``type``: the left operand's."""
        if isinstance(left, int) and isinstance(right, int):
            result, _ = binary(operator, left, right, type)
            return ANYTHING if isinstance(result, Fault) or not isinstance(result, int) else result
        if isinstance(left, int | Range) and isinstance(right, int | Range):
            if operator not in COMPARISONS:
                return _known(intervals.result(operator, left, right, type))
            truth = intervals.holds(operator, left, right)
            return ANYTHING if truth is None else int(truth)
        if operator in ("==", "!="):
            same = self.same(left, right)
            return ANYTHING if same is None else int(same) if operator == "==" else int(not same)
        if operator == "+" and isinstance(left, int):
            left, right = right, left
        if operator in ("+", "-") and isinstance(left, Address) and isinstance(right, int) and left.offset is not None:
            moved = left.offset + right if operator == "+" else left.offset - right
            half = 1 << (self.pointer - 1)
            return Address(left.node, (moved + half) % (2 * half) - half)
        return ANYTHING

    def same(self, left: Content, right: Content) -> bool | None:
        """Whether two values are equal, where at most one is an integer; None where that is not known."""
        match left, right:
            case Address(), Address() if left.node == right.node:
                return left.offset == right.offset if left.offset is not None and right.offset is not None else None
            case Address(), Address():
                owners = [self.boxes[pointer.node].own for pointer in (left, right)]
                if any(self.boxes[pointer.node].ended for pointer in (left, right)):
                    return None
                if all(own is not None and own.is_literal for own in owners):
                    return None
                return False if self.inside(left) and self.inside(right) else None
            case (Address() as address, 0) | (0, Address() as address):
                return False if self.inside(address) else None
        return None

    def learned(self, condition: Expression, positive: bool) -> Iterator[Self]:
        """Where a condition says so: what variables and fields of unknown value are, in copies of this heap.

        In this heap all parts of the condition have one value.
        """
        while isinstance(condition, Unary) and condition.operator == "!":
            condition, positive = condition.operand, not positive
        if not isinstance(condition, Binary) or condition.operator not in COMPARISONS:
            yield from self._narrowed(condition, "!=" if positive else "==", Constant(0, condition.type))
            return
        operator = condition.operator if positive else OPPOSITE[condition.operator]
        for sketch in self._narrowed(condition.left, operator, condition.right):
            yield from sketch._narrowed(condition.right, SWAPPED.get(operator, operator), condition.left)

    def _narrowed(self, unknown: RawExpression, operator: str, other: RawExpression) -> Iterator[Self]:
        while isinstance(unknown, Cast) and unknown.type.minimum <= unknown.operand.type.minimum <= unknown.operand.type.maximum <= (
            unknown.type.maximum
        ):
            unknown = unknown.operand
        held, limits = ([value for _, value in self.values(expression)] for expression in (unknown, other))
        if (
            not isinstance(unknown, Read | Load)
            or not (len(held) == len(limits) == 1)
            or isinstance(held[0], int | Address)
            or not isinstance(limits[0], int | Range)
        ):
            yield self.copy()
            return
        for number in intervals.left_over(held[0] if isinstance(held[0], Range) else None, operator, limits[0], unknown.type):
            sketch = self.copy()
            sketch._become(unknown, _known(number))
            yield sketch

    def _become(self, unknown: Read | Load, value: Content) -> None:
        if isinstance(unknown, Read):
            self.set(unknown.variable, value)
        else:
            ((_, place),) = self.values(unknown.address)
            self.put(place, unknown.type, unknown.bit, value)


def _known(number: int | Range | None) -> Content:
    return ANYTHING if number is None else number
