"""Arguments of old-style definitions, where compilers do not convert what C says is converted (C11 6.9.1p10)."""

from __future__ import annotations

from verilab.program.c_types.types import C_BOOL, IntegerType
from verilab.program.expressions import Cast, Constant
from verilab.program.lowering import unsupported
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions import folding
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.storage.objects import StoredObject
from verilab.program.types import BOOL

TRUTH = "an argument other than 0 and 1 for an old-style parameter of type _Bool, which gcc does not convert"


def pass_truth(ctx: Context, parameter: StoredObject, value: Value) -> None:
    """gcc takes an argument for a ``_Bool`` as it comes: with another number than 0 and 1 its parameter is neither true nor false."""
    passed = value.expression
    if parameter.type != C_BOOL or not isinstance(value.type, IntegerType) or passed is None or ctx.current is None:
        return
    if isinstance(passed, Cast) and passed.operand.type == BOOL:
        return
    one = Constant(1, passed.type)
    given = folding.conditional(folding.binary("==", passed, one), one, Constant(0, passed.type))
    other, after = ctx.location(), ctx.location()
    ctx.branch_on(folding.truth(folding.binary("!=", passed, given)), other, after, TRUTH)
    ctx.current = other
    unsupported.give_up(ctx, TRUTH)
    ctx.current = after
