"""Addresses as sums: base + constant + sum of coefficient * term, so that ``&a[i]`` becomes the element at index i, not a division.

Only products that the language forbids to overflow are taken apart: those of indices and of signed integers.  That ``t * 4`` of unsigned
integers is the distance to element 1 does not say that t is 1.
"""

from __future__ import annotations

from collections.abc import Mapping

from verilab.data_classes import dataclass
from verilab.program.expressions import Binary, Cast, Constant, Expression
from verilab.program.memory.folding import binary, cast, constant
from verilab.program.memory.objects.objects import MemoryObject
from verilab.program.memory.points_to.summaries import signed_distance
from verilab.program.memory.raw.expressions import AddressOf, Displacement, RawExpression, Subscript
from verilab.program.types import IntType

Terms = tuple[tuple[int, Expression], ...]


@dataclass(frozen=True, slots=True, eq=False)
class LinearAddress:
    """``offset + sum coefficient * term`` bytes from the start of ``object``."""

    object: MemoryObject
    offset: int
    terms: Terms


@dataclass(frozen=True, slots=True, eq=False)
class LinearPointer:
    """``offset + sum coefficient * term`` bytes from where ``pointer`` points.

    ``anchors`` has the objects in which the pointer is always at ``anchor + k * stride`` bytes from the start, and whether k >= 0 for sure.
    """

    pointer: Expression
    offset: int
    terms: Terms
    anchors: Mapping[MemoryObject, tuple[int, int, bool]]


LinearForm = LinearAddress | LinearPointer


def linear_sum(address: RawExpression) -> tuple[AddressOf | None, int, Terms]:
    """The address of an object in a sum where there is exactly one, the sum of the constants, and the other terms."""
    root: AddressOf | None = None
    offset = 0
    terms: list[tuple[int, Expression]] = []
    stack: list[tuple[RawExpression, int, bool]] = [(address, 1, False)]
    while stack:
        node, factor, index = stack.pop()
        match node:
            case AddressOf() if root is None and factor == 1:
                root = node
                offset += node.offset
            case Constant(value=value, type=type):
                offset += factor * (value - (1 << type.width) if value >> (type.width - 1) > 0 else value)
            case Binary(operator="+", left=left, right=right):
                stack.extend(((right, factor, isinstance(node, Subscript | Displacement)), (left, factor, False)))
            case Binary(operator="-", left=left, right=right):
                stack.extend(((right, -factor, isinstance(node, Displacement)), (left, factor, False)))
            case Binary(operator="*", left=left, right=Constant(value=value, type=type)) if index or type.signed:
                stack.append((left, factor * signed_distance(value, type.width), False))
            case Binary(operator="*", left=Constant(value=value, type=type), right=right) if index or type.signed:
                stack.append((right, factor * signed_distance(value, type.width), False))
            case Cast(operand=operand, type=type) if operand.type.width == type.width and isinstance(operand, AddressOf | Cast):
                stack.append((operand, factor, False))
            case _:
                terms.append((factor, node))  # type: ignore[arg-type]  # a second address is none of these terms: who asks refuses it
    return root, offset, tuple(terms)


def index_of(terms: list[tuple[int, Expression]], start: int, type: IntType) -> Expression:
    """``start + sum coefficient * term`` as an array index of the type of addresses; a lone term keeps its own, possibly signed type.

    Dropping a conversion to as many bits as an address has is exact: where it changes the value, the index is out of bounds either way.
    That of -1 to a shorter unsigned type may be an index.
    """
    if len(terms) == 1 and terms[0][0] == 1 and start == 0:
        term = terms[0][1]
        while isinstance(term, Cast) and term.operand.type.width <= term.type.width and _keeps_index(term, type):
            term = term.operand
        return term
    total: Expression = constant(start, type)
    for coefficient, term in terms:
        scaled = binary("*", cast(term, type), constant(coefficient, type))
        total = binary("+", total, scaled)
    return total


def _keeps_index(conversion: Cast, type: IntType) -> bool:
    source, target = conversion.operand.type, conversion.type
    return target.width >= type.width or (target.minimum <= source.minimum and source.maximum <= target.maximum)
