"""Addresses, dereferences and the arithmetic of pointers, as expressions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from verilab.data_classes import dataclass
from verilab.program.expressions import Binary, Constant, Expression, children
from verilab.program.memory.objects.objects import MemoryObject
from verilab.program.types import INT, IntType


@dataclass(frozen=True, slots=True, eq=False)
class AddressOf:
    """The address of byte ``offset`` of an object; ``type`` is the pointer type (unsigned, pointer width)."""

    object: MemoryObject
    offset: int
    type: IntType


@dataclass(frozen=True, slots=True, eq=False)
class Load:
    """The value of ``type`` at ``address``; ``bit`` as in ``Leaf`` for a bit-field (then ``type.width`` is the field's width)."""

    address: Expression
    type: IntType
    bit: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Subscript(Binary):
    """``left + right``: an element's address, of the array at ``left`` that is declared with ``length`` elements of ``stride`` bytes.

    The element exists or is the one past the last (C11 6.5.6p8); ``right`` is the index times the stride.
    """

    length: int
    stride: int


@dataclass(frozen=True, slots=True, eq=False)
class Displacement(Binary):
    """``left + right`` or ``left - right`` of a pointer and an integer, in bytes: a pointer into the same object in most programs."""


@dataclass(frozen=True, slots=True, eq=False)
class Difference(Binary):
    """``left - right`` of two pointers: a number of bytes, no address."""


@dataclass(frozen=True, slots=True, eq=False)
class LabelComparison(Binary):
    """``left == right``: whether a computed goto to ``left`` goes to the label at ``right``; of labels at one place either will do."""


RawExpression = Expression | AddressOf | Load


def address_of(object: MemoryObject, offset: int, type: IntType) -> Expression:
    return cast(Expression, AddressOf(object, offset, type))


def element_address(base: Expression, scaled: Expression, stride: int, length: int | None) -> Expression:
    """The address ``base + scaled`` of an element of an array; ``length`` is None where it is not declared (or cannot be relied on)."""
    if isinstance(scaled, Constant) or length is None or length < 2:
        return displaced("+", base, scaled)
    return Subscript("+", base, scaled, base.type, length, stride)


def displaced(operator: str, base: Expression, distance: Expression) -> Expression:
    """A pointer plus (or minus) a distance in bytes."""
    if isinstance(distance, Constant) and distance.value == 0:
        return base
    return Displacement(operator, base, distance, base.type)


def pointer_difference(left: Expression, right: Expression) -> Expression:
    """The distance in bytes between two pointers, in their common (signed) type."""
    return Difference("-", left, right, left.type)


def is_label(address: Expression, label: Expression) -> Expression:
    """Whether a computed goto to the address goes to the label."""
    return LabelComparison("==", address, label, INT)


def load(address: Expression, type: IntType, bit: int = 0) -> Expression:
    return cast(Expression, Load(address, type, bit))


def raw_children(expression: RawExpression) -> tuple[Expression, ...]:
    """The direct operands, also of raw nodes."""
    match expression:
        case AddressOf():
            return ()
        case Load(address=address):
            return (address,)
        case _:
            return children(expression)


def raw_postorder(expression: RawExpression) -> Iterator[RawExpression]:
    """Every distinct node (by identity) once, operands before their users, iteratively."""
    done: set[int] = set()
    stack: list[tuple[RawExpression, bool]] = [(expression, False)]
    while stack:
        node, expanded = stack.pop()
        if id(node) in done:
            continue
        if expanded:
            done.add(id(node))
            yield node
        else:
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(raw_children(node)) if id(child) not in done)
