"""Objects that functions without a body return, as sites whose contents they choose: see ``memory.external.provided_objects``.

cell := choice                                              of a scalar that is not as wide as an address
cell := choice in [2^16, 2^31 or 2^47) ? 0 : choice         of one that may be an address: it is none of the program's objects
"""

from __future__ import annotations

from itertools import product

from verilab.program.cfa import Location
from verilab.program.expressions import Constant, Expression
from verilab.program.memory.external.provided_objects import content_origin, no_address_term
from verilab.program.memory.objects.elements import MOST_INITIAL_STORES, Steps, element_index
from verilab.program.memory.objects.objects import Cell, Layout, MemoryObject
from verilab.program.memory.raw.operations import Allocate
from verilab.program.memory.resolution.editing import Editor
from verilab.program.operations import Assign, Havoc, Nondet, NondetKind, Store
from verilab.program.storages import Array
from verilab.program.types import IntType

MOST_PROVIDED = 64  # calls in a program for which objects are modelled
PROVIDED_INSTANCES = 4  # of a call that may execute repeatedly
LARGE = "large object of a function"


def provided_layout(layout: Layout | None, operation: Allocate) -> Layout:
    """The layout of what a function returns; none of its bytes are modelled where the program uses none."""
    assert isinstance(operation.size, Constant)
    return Layout(max(operation.size.value, 1), ()) if layout is None else layout


def chosen_contents(editor: Editor, near: Location, object: MemoryObject, count: int, counter: Expression | None, provider: str) -> Steps:
    """Each scalar of instance ``counter`` of ``count`` gets a value of the function's choice."""
    steps: Steps = []
    pointer = IntType(editor.builder.data_model.pointer_width, False)
    for cell in object.cells:
        storage, offsets = cell.storage, _offsets(cell, repeated=count > 1)
        if len(offsets) > MOST_INITIAL_STORES:
            steps.append((Havoc((storage,), NondetKind.IMPRECISE, LARGE), LARGE))
            continue
        for number, offset in enumerate(offsets):
            placed = cell.type.width == pointer.width
            origin = content_origin(provider, offset, cell.bit, placed=placed)
            value: Expression | Nondet = Nondet(cell.type, NondetKind.INPUT, origin)
            if placed:
                chosen = editor.temporary(near, cell.type)
                # Of an assignment the points-to analysis would take the value for a number that is no address.
                steps.append((Havoc((chosen,), NondetKind.INPUT, origin), None))
                value = no_address_term(chosen)
            if isinstance(storage, Array):
                steps.append((Store(storage, element_index(counter, len(offsets), number, pointer), value), None))
            else:
                steps.append((Assign(storage, value), None))
    return steps


def _offsets(cell: Cell, *, repeated: bool) -> list[int]:
    """Where the cell's elements are in one instance, in bytes and row-major; the outermost dimension is of instances where ``repeated``."""
    dimensions = cell.dimensions[1:] if repeated else cell.dimensions
    strides = [range(0, dimension.stride * dimension.count, dimension.stride) for dimension in dimensions]
    return [cell.offset + sum(steps) for steps in product(*strides)]
