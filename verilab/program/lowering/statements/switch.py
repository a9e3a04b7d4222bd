"""``switch``: one comparison per case label, in source order, then the body with its labels."""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.program.c_types.conversions import promote
from verilab.program.c_types.types import IntegerType
from verilab.program.cfa import Location
from verilab.program.expressions import Cast, Constant, Expression, Read, Unary
from verilab.program.lowering.context import Context, statements
from verilab.program.lowering.expressions import folding
from verilab.program.lowering.types.constant_expressions import constant_integer
from verilab.program.syntax.tree.nodes import CaseRange
from verilab.program.syntax.tree.text import text_of
from verilab.program.types import INT, IntType

_LABELS = (c_ast.Case, c_ast.Default)
_WITHOUT_LABELS = (c_ast.Switch, c_ast.FuncCall, c_ast.BinaryOp, c_ast.Assignment, c_ast.Decl)  # of the switch around them


@statements(c_ast.Switch)
def _switch(ctx: Context, node: c_ast.Switch) -> None:
    ctx.scopes.enter()
    value = ctx.value(node.cond)
    if not isinstance(value.type, IntegerType) or value.expression is None:
        raise ctx.error(node, f"the controlling expression of switch has type {value.type}, not an integer type")
    type = promote(value.type)
    selector = folding.cast(value.expression, type.machine)
    ctx.focus(node.cond)
    if not _is_simple(selector):
        selector = ctx.save(selector)
    after = ctx.location()
    labels: dict[int, Location] = {}
    default: Any = None
    for label in _labels_of(node.stmt):
        labels[id(label)] = ctx.location()
        if isinstance(label, c_ast.Default):
            if default is not None:
                raise ctx.error(label, "the switch has two default labels")
            default = label
        elif ctx.current is not None:
            following = ctx.location()
            ctx.focus(label)
            _compare(ctx, node, label, selector, type.machine, labels[id(label)], following)
            ctx.current = following if following.entering else None
    ctx.jump(labels[id(default)] if default is not None else after)
    ctx.cases.append(labels)
    ctx.breaks.append(after)
    ctx.marks[after.id] = len(ctx.cleanups)
    ctx.scopes.enter()  # a block of its own, with braces or without
    ctx.statement(node.stmt)
    ctx.scopes.leave()
    ctx.breaks.pop()
    ctx.cases.pop()
    ctx.jump(after)
    ctx.current = after if after.entering else None
    ctx.scopes.leave()


def _is_simple(expression: Expression) -> bool:
    while not isinstance(expression, Constant | Read):
        if not isinstance(expression, Cast | Unary):
            return False
        expression = expression.operand
    return True


def _compare(
    ctx: Context, node: c_ast.Switch, label: Any, selector: Expression, machine: IntType, target: Location, following: Location
) -> None:
    """``selector == constant``, or ``low <= selector && selector <= high`` for a range."""
    shown = text_of(node.cond)
    compared = ctx.session.builder.conversions.compared
    if isinstance(label.expr, CaseRange):
        low, high = (machine.wrap(constant_integer(ctx, bound)) for bound in (label.expr.low, label.expr.high))
        above = folding.binary(">=", selector, Constant(low, machine))
        below = folding.binary("<=", selector, Constant(high, machine))
        condition = folding.conditional(above, below, Constant(0, INT))
        compared += [(selector, Constant(low, machine)), (selector, Constant(high, machine))]
        text = f"{low} <= {shown} && {shown} <= {high}"
    else:
        number = machine.wrap(constant_integer(ctx, label.expr))
        condition = folding.binary("==", selector, Constant(number, machine))
        compared.append((selector, Constant(number, machine)))
        text = f"{shown} == {text_of(label.expr)}"
    if isinstance(condition, Constant):
        ctx.jump(target if condition.value else following)
    else:
        ctx.branch_on(condition, target, following, text)


def _labels_of(body: Any) -> list[Any]:
    """The case and default labels of this switch, not of switches inside, in source order."""
    labels: list[Any] = []
    stack = [body]
    while stack:
        node = stack.pop()
        if isinstance(node, _LABELS):
            labels.append(node)
        if not isinstance(node, _WITHOUT_LABELS):
            stack.extend(reversed([child for child in node if child is not None]))
    return labels


@statements(c_ast.Case, c_ast.Default)
def _labelled(ctx: Context, node: c_ast.Case | c_ast.Default) -> None:
    if not ctx.cases:
        raise ctx.error(node, f"'{type(node).__name__.lower()}' outside of a switch")
    ctx.start(ctx.cases[-1][id(node)])
    for item in node.stmts or ():
        ctx.statement(item)
