"""Calls of watched functions that the file does not define."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pycparser import c_ast

from verilab.program.c_types.types import VoidType
from verilab.program.lowering.context import Context
from verilab.program.lowering.context import values as value_of_kind
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.observers import weaving
from verilab.program.syntax.tree.nodes import GnuNode

Lower = Callable[[list[Any]], Value]


class Evaluated(GnuNode):
    """Stands for an argument that has been evaluated: the call that is lowered next must not evaluate it again."""

    def __init__(self, value: Value, node: c_ast.Node | None) -> None:
        self.value = value
        self.node = node
        self.coord = None if node is None else node.coord


@value_of_kind(Evaluated)
def _evaluated(ctx: Context, node: Evaluated) -> Value:
    return node.value


def watched_call(ctx: Context, node: c_ast.Node, name: str, arguments: list[Any], lower: Lower) -> Value:
    """A call of a function that the front end knows: its events around what ``lower`` makes of it."""
    if not ctx.session.observers.watches(name):
        return lower(arguments)
    values: list[Value] = []
    passed: list[Any] = []
    for argument in arguments:
        before = ctx.current
        values.append(ctx.value(argument))
        # What emits no edge has the same value again; allocators look at the argument's text for what they allocate.
        passed.append(argument if ctx.current is before else Evaluated(values[-1], argument))
    ctx.focus(node)
    shown = weaving.called(ctx, name, values, node)
    result = lower(passed)
    weaving.returned(ctx, name, shown, None if isinstance(result.type, VoidType) else result, node)
    return result
