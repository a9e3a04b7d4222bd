"""The layout of allocations whose type is not written at the site: what their memory is used as.

A first points-to analysis gives each such object one node per byte offset; the accesses that may reach the object then say which scalars
it holds.  Nothing rests on the guess being right: the real analysis treats the object like any other, and an access that does not fit
the guessed layout is over-approximated there.
"""

from __future__ import annotations

from collections.abc import Iterable

from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Edge
from verilab.program.memory.constraints import Constraints, bytes_of
from verilab.program.memory.contents import Targets
from verilab.program.memory.known_values import KnownValues
from verilab.program.memory.objects import Dimension, Layout, Leaf, MemoryObject, ObjectKind
from verilab.program.memory.points_to import PointsTo
from verilab.program.memory.raw import Allocate
from verilab.program.memory.regions import ANYWHERE
from verilab.program.types import IntType

LARGEST_GUESS = 1 << 16

Use = tuple[int, int, IntType]  # (byte offset, bit, type)


def infer_layouts(builder: ProgramBuilder, known: KnownValues) -> dict[Edge, Layout]:
    """A layout for each allocation of known size but unknown type that the program's accesses give one."""
    sizes = {edge: size for edge in builder.edges if (size := _open_size(edge, known)) is not None}
    if not sizes:
        return {}
    targets = Targets()
    points_to = PointsTo(targets, builder.data_model.pointer_width)
    constraints = Constraints(targets, points_to, known)
    numbers: dict[Edge, int] = {}
    for number, (edge, size) in enumerate(sizes.items()):
        block = MemoryObject(f"<{number}>", ObjectKind.HEAP, size)
        numbers[edge] = targets.mold(block)
        operation: object = edge.operation
        assert isinstance(operation, Allocate)
        points_to.add(points_to.storage(operation.target), (targets.target(block, (0, 0)),))
    for edge in builder.edges:
        constraints.edge(edge)
    points_to.solve()
    uses: dict[int, dict[Use, int]] = {}
    steps: dict[int, set[IntType]] = {}
    for address, type, bit in constraints.accesses:
        for target in sorted(points_to.sets[address]):
            object_number, place = targets.known[target]
            if place == ANYWHERE:
                steps.setdefault(object_number, set()).add(type)
            else:
                counts = uses.setdefault(object_number, {})
                use = (place[0], bit, type)
                counts[use] = counts.get(use, 0) + 1
    return {
        edge: layout
        for edge, number in numbers.items()
        if (layout := _layout(sizes[edge], uses.get(number, {}), steps.get(number, set()))) is not None
    }


def _open_size(edge: Edge, known: KnownValues) -> int | None:
    operation: object = edge.operation
    if not isinstance(operation, Allocate) or operation.site.layout is not None:
        return None
    size = known.value(operation.size)
    return size if size is not None and 0 < size <= LARGEST_GUESS else None


def _layout(size: int, uses: dict[Use, int], steps: set[IntType]) -> Layout | None:
    """The scalars that are used most, without overlaps; an array where elements are stepped through, all of one type."""
    if steps:
        element = _only(steps | {use[2] for use in uses})
        width = 0 if element is None else bytes_of(element.width)
        if element is None or size % width or any(offset % width or bit for offset, bit, _ in uses):
            return None
        return Layout(size, (Leaf("", 0, element, (Dimension(width, size // width),)),))
    chosen: list[Use] = []
    for use in sorted(uses, key=lambda each: (-uses[each], each[0], each[1], each[2].width, each[2].signed)):
        start, end = _bits(use)
        if start >= 0 and end <= 8 * size and all(end <= other[0] or other[1] <= start for other in map(_bits, chosen)):
            chosen.append(use)
    if not chosen:
        return None
    chosen.sort(key=lambda each: each[:2])
    return Layout(size, tuple(Leaf(f".{offset}" + (f".{bit}" if bit else ""), offset, type, (), bit) for offset, bit, type in chosen))


def _only(types: Iterable[IntType]) -> IntType | None:
    """The one type, up to its sign; None where there are several widths."""
    ordered = sorted(types, key=lambda type: (type.width, type.signed))
    return ordered[0] if ordered[0].width == ordered[-1].width and ordered[0].width % 8 == 0 else None


def _bits(use: Use) -> tuple[int, int]:
    offset, bit, type = use
    return 8 * offset + bit, 8 * offset + bit + type.width
