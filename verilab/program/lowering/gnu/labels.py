"""``&&label`` and ``goto *address``: the address of a label is that of an object of its own; a computed goto compares with each of them."""

from __future__ import annotations

from verilab.program.c_types.types import VOID, PointerType
from verilab.program.expressions import Expression
from verilab.program.lowering.context import Context, statements
from verilab.program.lowering.context import values as value_of_kind
from verilab.program.lowering.expressions import folding, operators
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.unsupported import give_up
from verilab.program.memory.objects.objects import MemoryObject, ObjectKind
from verilab.program.memory.raw.expressions import address_of, is_label
from verilab.program.syntax.tree.nodes import ComputedGoto, LabelAddress


def _address(ctx: Context, function: str, label: str) -> Expression:
    """The address of a label; every instance of its function shares it."""
    name = f"{function}:&&{label}"
    label_object = ctx.session.label_objects.get(name)
    if label_object is None:
        label_object = ctx.session.label_objects[name] = MemoryObject(name, ObjectKind.FUNCTION, 1, label=True)
        ctx.session.dereferences = True
    return address_of(label_object, 0, ctx.pointer)


@value_of_kind(LabelAddress)
def _label_address(ctx: Context, node: LabelAddress) -> Value:
    return Value(PointerType(VOID), _address(ctx, node.function, node.name))


@statements(ComputedGoto)
def _computed_goto(ctx: Context, node: ComputedGoto) -> None:
    ctx.focus(node)
    value = ctx.value(node.target)
    target = ctx.save(operators.require_expression(ctx, value, node))
    if ctx.cleanups:
        give_up(ctx, "computed goto out of the scope of a variable with a cleanup")
        return
    for label in node.labels:
        if label not in ctx.labels or ctx.current is None:
            continue
        following = ctx.location()
        condition = is_label(folding.cast(target, ctx.pointer), _address(ctx, node.function, label))
        ctx.branch_on(condition, ctx.labels[label], following, f"goto {label}")
        ctx.current = following
    give_up(ctx, "computed goto")
