"""The layout of allocations whose type is not written at the site: what their memory is used as.

A first points-to analysis gives each such object one node per byte offset; the accesses that may reach the object then say which scalars
it holds.  Nothing rests on the guess being right: pointer arithmetic may lead out of any array, and an access that does not fit a cell is
over-approximated or put together from several.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Edge
from verilab.program.memory.objects.objects import Dimension, Layout, Leaf, MemoryObject, ObjectKind
from verilab.program.memory.objects.regions import is_anywhere
from verilab.program.memory.points_to.andersen import PointsTo
from verilab.program.memory.points_to.constraints import Constraints
from verilab.program.memory.points_to.contents import Targets
from verilab.program.memory.points_to.known_values import KnownValues
from verilab.program.memory.points_to.summaries import bytes_of
from verilab.program.memory.raw.operations import Allocate
from verilab.program.types import IntType

LARGEST_GUESS = 1 << 16
LARGEST_COMPUTED = 4096  # bytes of an allocation of computed size whose uses are looked at
MODELLED_BYTES = 64  # of such an allocation, where no use tells more
MODELLED_BYTES_EACH = 16  # the same where there may be several

NEVER_USED = Leaf(".0", 0, IntType(8, False))
"""What is modelled of an allocation that nothing reads or writes: that it is an object, whose address is not null."""

Use = tuple[int, int, IntType]  # (byte offset, bit, type)


def infer_layouts(builder: ProgramBuilder, known: KnownValues, is_repeated: Callable[[Edge], bool]) -> dict[Edge, Layout]:
    """A layout for each allocation of unknown type that the program's accesses give one; ``bounded`` where the size is computed."""
    sizes: dict[Edge, int] = {}
    computed: set[Edge] = set()
    provided: set[Edge] = set()
    for edge in builder.edges:
        operation: object = edge.operation
        if not isinstance(operation, Allocate) or operation.site.layout is not None:
            continue
        size = known.value(operation.size)
        if operation.provider:
            provided.add(edge)
        if size is None or (operation.provider and size <= MODELLED_BYTES):
            computed.add(edge)
            size = LARGEST_COMPUTED
        if 0 < size <= LARGEST_GUESS:
            sizes[edge] = size
    if not sizes:
        return {}
    targets = Targets()
    points_to = PointsTo(targets, builder.data_model.pointer_width)
    constraints = Constraints(targets, points_to, known, builder.conversions)
    numbers: dict[Edge, int] = {}
    for number, (edge, size) in enumerate(sizes.items()):
        block = MemoryObject(f"<{number}>", ObjectKind.HEAP, size)
        numbers[edge] = targets.mold(block)
        site: object = edge.operation
        assert isinstance(site, Allocate)
        points_to.add(points_to.storage(site.target), (targets.target(block, (0, 0)),))
    for edge in builder.edges:
        constraints.edge(edge)
    constraints.complete()
    points_to.solve()
    uses: dict[int, dict[Use, int]] = {}
    for address, type, bit in constraints.accesses:
        for target in points_to.targets_of(address):
            number, place = targets.known[target]
            if not is_anywhere(place):
                counts = uses.setdefault(number, {})
                use = (place[0], bit, type)
                counts[use] = counts.get(use, 0) + 1
    layouts: dict[Edge, Layout] = {}
    for edge, number in numbers.items():
        accesses = uses.get(number, {})
        if edge in computed:
            least = MODELLED_BYTES_EACH if is_repeated(edge) else MODELLED_BYTES
            sizes[edge] = max([least, *(offset + bytes_of(type.width, bit) for offset, bit, type in accesses)])
        layout = layout_of_uses(sizes[edge], accesses, targets.steps_from(number))
        if not accesses and edge not in provided:
            layout = Layout(sizes[edge], (NEVER_USED,))
        if layout is not None:
            layouts[edge] = replace(layout, bounded=edge in computed - provided)
    return layouts


def layout_of_uses(size: int, uses: dict[Use, int], stepped: dict[int, int]) -> Layout | None:
    """The scalars that are used most, without overlaps; arrays where pointers step on; an array of structures where the steps are longer.

    ``uses`` counts the accesses, ``stepped`` maps offsets to the least step taken from there.
    """
    period = stepped.get(0, 0)
    widths = {bytes_of(type.width) for offset, _, type in uses if offset == 0}
    if widths and period > max(widths) and size % period == 0 and period < size:
        folded: dict[Use, int] = {}
        for (offset, bit, type), count in uses.items():
            use = (offset % period, bit, type)
            folded[use] = folded.get(use, 0) + count
        element = layout_of_uses(period, folded, {offset % period: step for offset, step in stepped.items() if step < period})
        if element is None:
            return None
        outer = Dimension(period, size // period)
        return Layout(size, tuple(replace(leaf, dimensions=(outer, *leaf.dimensions)) for leaf in element.leaves))
    chosen: list[Use] = []
    for use in sorted(
        uses,
        key=lambda candidate: (
            not _steps_on(candidate, stepped),
            -uses[candidate],
            candidate[0],
            candidate[1],
            candidate[2].width,
            candidate[2].signed,
        ),
    ):
        start, end = _bits(use)
        if start >= 0 and end <= 8 * size and all(end <= other[0] or other[1] <= start for other in map(_bits, chosen)):
            chosen.append(use)
    chosen.sort(key=lambda candidate: candidate[:2])
    leaves = _leaves(size, chosen, stepped)
    return Layout(size, leaves) if leaves else None


def _leaves(size: int, chosen: Sequence[Use], stepped: dict[int, int]) -> tuple[Leaf, ...]:
    """Scalars, and arrays that reach up to the next scalar of another type."""
    leaves: list[Leaf] = []
    covered = 0
    for number, (offset, bit, type) in enumerate(chosen):
        if offset < covered:
            continue
        width = bytes_of(type.width)
        dimensions: tuple[Dimension, ...] = ()
        if _steps_on((offset, bit, type), stepped):
            later = (use[0] for use in chosen[number + 1 :] if not _inside(use, offset, width))
            count = (next(later, size) - offset) // width
            if count > 1:
                dimensions = (Dimension(width, count),)
                covered = offset + width * count
        leaves.append(Leaf(f".{offset}" + (f".{bit}" if bit else ""), offset, type, dimensions, bit))
    return tuple(leaves)


def _steps_on(use: Use, stepped: dict[int, int]) -> bool:
    """Whether pointers step on from here in elements of the use's type."""
    offset, bit, type = use
    return bit == 0 and type.width == 8 * bytes_of(type.width) == 8 * stepped.get(offset, 0)


def _inside(use: Use, offset: int, width: int) -> bool:
    """Whether the use is of one element of an array with this start and element size, or of a part of one."""
    start, end = _bits(use)
    return (start - 8 * offset) // (8 * width) == (end - 1 - 8 * offset) // (8 * width)


def _bits(use: Use) -> tuple[int, int]:
    offset, bit, type = use
    return 8 * offset + bit, 8 * offset + bit + type.width
