"""Allocation sites as objects: malloc, calloc and alloca, before the points-to analysis runs.

A site becomes an object of K instances, one per execution of the site, taken in turn by a counter; a site that can execute only
once has K = 1 and no counter.  Beyond K the pointer goes anywhere, and what it points to is arbitrary; so where the size is computed
and larger than an instance.  Allocation succeeds (as in most tasks' reference verdicts: a failing malloc is not distinguished), except of
more bytes than a process has addresses: that returns null.
A site of unknown type is external memory altogether, "heap".  What a function without a body returns is a site, too: see ``provision``.

    address = base + counter * stride;  counter := counter + 1          while counter < K and size <= an instance's
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Edge, Function, Location, Operation
from verilab.program.expressions import Binary, Constant, Expression, Read
from verilab.program.memory.external.provided_objects import END_OF_ADDRESSES
from verilab.program.memory.objects.elements import MOST_INITIAL_STORES, Steps, element_index
from verilab.program.memory.objects.inference import infer_layouts
from verilab.program.memory.objects.objects import Cell, Dimension, Layout, Leaf, MemoryObject, ObjectKind, cells_of
from verilab.program.memory.objects.provision import (
    MOST_PROVIDED,
    PROVIDED_INSTANCES,
    chosen_contents,
    provided_layout,
)
from verilab.program.memory.objects.repetition import Repetition
from verilab.program.memory.points_to.known_values import KnownValues
from verilab.program.memory.raw.expressions import address_of, element_address
from verilab.program.memory.raw.operations import Allocate, AllocationSite
from verilab.program.memory.resolution.editing import Editor
from verilab.program.operations import Assign, Havoc, Nondet, NondetKind, Store
from verilab.program.storages import Array, Variable
from verilab.program.types import IntType

INSTANCES = 8  # of a site that may execute repeatedly
LARGEST_SITE = 4096  # scalars that one site may hold
LARGEST_COMPUTED = 64  # elements of one array in a site of computed size
MOST_COMPUTED = 4  # instances of such a site


class Allocations:
    """Replaces every ``Allocate`` of a builder by assignments, some of them raw.

    Where not ``with_objects``, no function without a body returns an object of its own.
    """

    def __init__(
        self, builder: ProgramBuilder, editor: Editor, entry: Function | None, known: KnownValues, *, with_objects: bool = True
    ) -> None:
        self.known = known
        self.builder = builder
        self.editor = editor
        self.entry = entry
        self.pointer = IntType(builder.data_model.pointer_width, False)
        self.once = Repetition(builder, entry, known.addressed_functions)
        self.used: dict[str, int] = {}
        self.provided = 0
        self.most_provided = MOST_PROVIDED if with_objects else 0
        self.fresh: list[Variable | Array] = []

    def run(self) -> None:
        """First the sites of known type, then those whose type their uses tell, then the rest."""
        if not self.most_provided:
            for edge in [edge for edge in self.builder.edges if isinstance(edge.operation, Allocate) and edge.operation.provider]:
                self.editor.kill(edge)
            self.editor.finish()
        self._run({}, typed_only=True)
        self._run(infer_layouts(self.builder, self.known, self.is_repeated), typed_only=False)

    def _run(self, inferred: dict[Edge, Layout], *, typed_only: bool) -> None:
        counters: list[Variable] = []
        self.fresh.clear()
        for edge in [edge for edge in self.builder.edges if isinstance(edge.operation, Allocate)]:
            operation: object = edge.operation
            assert isinstance(operation, Allocate)
            if operation.site.layout is None and typed_only:
                continue
            layout = inferred.get(edge, operation.site.layout)
            self.editor.kill(edge)
            self._replace(edge, operation, layout, counters)
        self.editor.finish()
        if counters and self.entry is not None:
            start = list(self.entry.entry.leaving)
            if start:
                steps: list[Operation] = [Assign(counter, Constant(0, counter.type)) for counter in counters]
                if self.fresh:  # no instance is used twice: what is in it before it is allocated may as well be there from the start
                    steps.append(Havoc(tuple(self.fresh), NondetKind.UNINITIALISED, "malloc"))
                self.editor.prepend_operations(start, steps)

    def _replace(self, edge: Edge, operation: Allocate, allocated: Layout | None, counters: list[Variable]) -> None:
        repeated = self.is_repeated(edge)
        size = self.known.value(operation.size)
        if size is not None and size >= END_OF_ADDRESSES[self.pointer.width]:
            self.editor.emit(edge, edge.source, edge.target, Assign(operation.target, Constant(0, self.pointer)))
            return
        if operation.provider:
            self.provided += 1
            if self.provided > self.most_provided:
                return  # that it returns one of its own is not modelled: control ends where it would
            layout: Layout | None = provided_layout(allocated, operation)
        else:
            layout = whole_layout(allocated, size, repeated=repeated)
        if layout is None:
            origin = "heap"
            anything = Nondet(operation.target.type, NondetKind.IMPRECISE, origin)
            self.editor.emit(edge, edge.source, edge.target, Assign(operation.target, anything), origin)
            return
        count = _instances(layout, computed=size is None) if repeated else 1
        if operation.provider:
            count = min(count, PROVIDED_INSTANCES)
        object, stride = self._object(operation.site, layout, count, provided=bool(operation.provider))
        more = beyond(object)
        source = edge.source
        if size is None:
            fits = Binary("<=", operation.size, Constant(layout.size, operation.size.type), IntType(32, True))
            source, larger = self.editor.branch(edge, source, fits)
            if not operation.site.scoped:
                most = Constant(END_OF_ADDRESSES[self.pointer.width], operation.size.type)
                larger, none = self.editor.branch(edge, larger, Binary("<", operation.size, most, IntType(32, True)))
                self.editor.emit(edge, none, edge.target, Assign(operation.target, Constant(0, self.pointer)))
            self.editor.emit(edge, larger, edge.target, Assign(operation.target, address_of(more, 0, self.pointer)))
        if not repeated:
            address: Expression = address_of(object, 0, self.pointer)
            steps: Steps = [(Assign(operation.target, address), None)]
            steps += self._initialised(object, count, None, operation, source)
            self.editor.chain(edge, source, edge.target, steps)
            return
        counter = self.builder.variable(f"{object.name}.<count>", self.pointer, None, temporary=True)
        counters.append(counter)
        limit = Constant(count, self.pointer)
        fresh, exhausted = self.editor.branch(edge, source, Binary("<", Read(counter), limit, IntType(32, True)))
        moved = Binary("*", Read(counter), Constant(stride, self.pointer), self.pointer)
        address = element_address(address_of(object, 0, self.pointer), moved, stride, count)
        steps = [(Assign(operation.target, address), None)]
        steps += self._initialised(object, count, Read(counter), operation, source)
        steps.append((Assign(counter, Binary("+", Read(counter), Constant(1, self.pointer), self.pointer)), None))
        self.editor.chain(edge, fresh, edge.target, steps)
        self.editor.emit(edge, exhausted, edge.target, Assign(operation.target, address_of(more, 0, self.pointer)))

    def is_repeated(self, edge: Edge) -> bool:
        """Whether an allocation may make several objects that live at the same time."""
        operation: object = edge.operation
        assert isinstance(operation, Allocate)
        return not operation.site.scoped and not self.once.at_most_once(edge)

    def _object(self, site: AllocationSite, layout: Layout, count: int, *, provided: bool) -> tuple[MemoryObject, int]:
        """The object of all instances and the distance between two of them; what a function without a body provides may lie anywhere."""
        name = site.name
        number = self.used[name] = self.used.get(name, 0) + 1
        unique = name if number == 1 else f"{name}.{number}"
        stride, padding = layout.size, 0
        if count > 1:
            padding = (1 << layout.size.bit_length()) - layout.size
            stride = 1 << layout.size.bit_length()  # a power of two above the size: one past an instance is no other instance
            layout = repeated_layout(layout, count, stride)
        storages: list[tuple[Leaf, Variable | Array]] = []
        for leaf in layout.leaves:
            path = f"{unique}{leaf.path}"
            if leaf.dimensions:
                storages.append((leaf, self.builder.array(path, leaf.type, leaf.count)))
            else:
                storages.append((leaf, self.builder.variable(path, leaf.type)))
        cells = cells_of(storages)
        alignment = 1 if provided else _alignment(cells)
        return MemoryObject(unique, ObjectKind.HEAP, layout.size, cells, None, "heap", padding, anew=site.anew, alignment=alignment), stride

    def _initialised(self, object: MemoryObject, count: int, counter: Expression | None, operation: Allocate, near: Location) -> Steps:
        """The new instance's elements become zero; or indeterminate, which those of a repeated site are from the start."""
        steps: Steps = []
        zeroed = operation.zeroed
        if operation.provider:
            return chosen_contents(self.editor, near, object, count, counter, operation.provider)
        if counter is not None and not zeroed and self.entry is not None:
            self.fresh += [cell.storage for cell in object.cells]
            return steps
        for cell in object.cells:
            storage, type = cell.storage, cell.type
            value = Constant(0, type) if zeroed else Nondet(type, NondetKind.UNINITIALISED, "malloc")
            if isinstance(storage, Variable):
                steps.append((Assign(storage, value), None))
                continue
            elements = storage.length // count
            if counter is None and not zeroed:
                steps.append((Havoc((storage,), NondetKind.UNINITIALISED, "malloc"), None))
                continue
            if elements > MOST_INITIAL_STORES:
                steps.append((Havoc((storage,), NondetKind.IMPRECISE, "large allocation"), "large allocation"))
                continue
            for number in range(elements):
                steps.append((Store(storage, element_index(counter, elements, number, self.pointer), value), None))
        return steps


def _alignment(cells: Sequence[Cell]) -> int:
    """Of allocated memory, where any object of its type may lie: the width of its widest scalar, if all lie at multiples of their own."""
    widths = [cell.width for cell in cells if cell.offset % cell.width == 0 and cell.width & (cell.width - 1) == 0]
    return min(8, max(widths, default=1)) if len(widths) == len(cells) else 1


def beyond(object: MemoryObject) -> MemoryObject:
    """What a site allocates beyond its object: of the same layout, so that a number in it is no pointer; its contents are not modelled."""
    return MemoryObject(
        f"{object.name}.<more>",
        ObjectKind.BEYOND,
        object.size,
        object.cells,
        None,
        "heap",
        object.padding,
        anew=object.anew,
        alignment=object.alignment,
    )


def whole_layout(layout: Layout | None, size: int | None, *, repeated: bool) -> Layout | None:
    """The layout of a whole allocation: the site's type, repeated where the size is a multiple of its size.

    Of a computed size (None), as much as is modelled of it.
    """
    if layout is None or not layout.leaves or not layout.size:
        return None
    if layout.bounded:
        return layout if size is None or 0 < size <= layout.size else None
    if size is None:
        most = LARGEST_COMPUTED // (MOST_COMPUTED if repeated else 1)
        count = most // max(leaf.count for leaf in layout.leaves)
        return repeated_layout(layout, count, layout.size) if count > 1 else layout
    count, remainder = divmod(size, layout.size)
    if count == 0 or remainder:
        return None
    layout = _without_large(layout, LARGEST_SITE // count)
    return layout if count == 1 else repeated_layout(layout, count, layout.size)


def _without_large(layout: Layout, most: int) -> Layout:
    """The layout without its largest arrays, whose contents are then not modelled: as many of them as leave at most so many scalars."""
    leaves = sorted(layout.leaves, key=lambda leaf: leaf.count)
    kept, total = set(), 0
    for leaf in leaves:
        total += leaf.count
        if total <= most:
            kept.add(leaf)
    return replace(layout, leaves=tuple(leaf for leaf in layout.leaves if leaf in kept))


def _instances(layout: Layout, *, computed: bool) -> int:
    """How many instances of a site that may execute repeatedly are modelled."""
    count, limit = (MOST_COMPUTED, LARGEST_COMPUTED) if computed else (INSTANCES, LARGEST_SITE)
    scalars = [leaf.count for leaf in layout.leaves]
    while count > 1 and count * (max(scalars) if computed else sum(scalars)) > limit:
        count //= 2
    return count


def repeated_layout(layout: Layout, count: int, stride: int) -> Layout:
    """``count`` copies of a layout, ``stride`` bytes apart."""
    leaves = tuple(replace(leaf, dimensions=(Dimension(stride, count), *leaf.dimensions)) for leaf in layout.leaves)
    return Layout(stride * count, leaves)
