"""Large arrays become zero in loops, where a program is executed only."""

from __future__ import annotations

from verilab.program.expressions import Constant, Read
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions import folding
from verilab.program.lowering.storage.places import Place
from verilab.program.operations import Assign, Store
from verilab.program.storages import Array, Variable
from verilab.program.types import INT


def zeroed_in_loops(ctx: Context, place: Place) -> bool:
    """Whether a whole object has arrays past the limit of the options, and was made zero."""
    stored, most = place.stored, ctx.session.options.unrolled_limit
    if stored is None or place.node is not stored.root or not any(_is_longer(cell.storage, most) for cell in stored.cells):
        return False
    for storage in dict.fromkeys(cell.storage for cell in stored.cells):
        _zero_storage(ctx, storage)
    return True


def _is_longer(storage: Variable | Array, most: int) -> bool:
    return isinstance(storage, Array) and storage.length > most


def _zero_storage(ctx: Context, storage: Variable | Array) -> None:
    """A scalar, or every element of an array, one after the other in a loop."""
    nothing = Constant(0, storage.type)
    if isinstance(storage, Variable):
        ctx.emit(Assign(storage, nothing))
        return
    if ctx.current is None:
        return
    counter = ctx.temporary(INT)
    ctx.emit(Assign(counter, Constant(0, INT)))
    head, inside, after = ctx.location(), ctx.location(), ctx.location()
    ctx.start(head)
    ctx.branch_on(folding.binary("<", Read(counter), Constant(storage.length, INT)), inside, after, "an element is left")
    ctx.current = inside
    ctx.emit(Store(storage, Read(counter), nothing))
    ctx.emit(Assign(counter, folding.binary("+", Read(counter), Constant(1, INT))))
    ctx.jump(head)
    ctx.current = after
