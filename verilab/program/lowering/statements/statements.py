"""Statements: blocks, branches, loops, jumps and labels."""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.program.c_types.types import VOID, VoidType
from verilab.program.lowering.context import Context, statements
from verilab.program.lowering.context import values as value_of_kind
from verilab.program.lowering.expressions.assignments import assign_value, escape_structure, escape_value, kept
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.gnu import lifetimes
from verilab.program.lowering.statements.decisions import decide
from verilab.program.lowering.statements.loops import note_loop
from verilab.program.lowering.types.declared_types import type_of
from verilab.program.lowering.types.unevaluated_tags import declare_tags
from verilab.program.lowering.violations import detour, violate
from verilab.program.syntax.tree.nodes import LOCAL, StatementExpression
from verilab.program.tasks.properties import REACHABILITY


@statements(c_ast.Compound)
def block(ctx: Context, node: c_ast.Compound) -> None:
    """A compound statement: a scope of its own."""
    ctx.scopes.enter()
    mark = len(ctx.cleanups)
    for item in node.block_items or ():
        ctx.statement(item)
    lifetimes.end(ctx, mark)
    ctx.scopes.leave()


@statements(c_ast.AttributedStatement)
def _attributed(ctx: Context, node: c_ast.AttributedStatement) -> None:
    ctx.statement(node.stmt)


@statements(c_ast.If)
def _if(ctx: Context, node: c_ast.If) -> None:
    """``else if`` chains are walked in a loop: generated programs have thousands of them."""
    after = ctx.location()
    declaring = 0
    while True:
        then, otherwise = ctx.location(), ctx.location()
        ctx.scopes.enter()
        decide(ctx, "if", node, node.cond, then, otherwise)
        if ctx.scopes.innermost.is_empty:
            ctx.scopes.leave()
        else:
            declaring += 1
        ctx.current = then if then.entering else None
        substatement(ctx, node.iftrue)
        ctx.jump(after)
        ctx.current = otherwise if otherwise.entering else None
        if not isinstance(node.iffalse, c_ast.If):
            break
        node = node.iffalse
    if node.iffalse is not None:
        substatement(ctx, node.iffalse)
    for _ in range(declaring):
        ctx.scopes.leave()
    ctx.jump(after)
    ctx.current = after if after.entering else None


def substatement(ctx: Context, node: Any) -> None:
    """What a statement for choices or a loop contains is a block, with braces or without (C11 6.8.4p3, 6.8.5p5), as is that statement."""
    ctx.scopes.enter()
    ctx.statement(node)
    ctx.scopes.leave()


@statements(c_ast.While)
def _while(ctx: Context, node: c_ast.While) -> None:
    ctx.scopes.enter()
    head, body, after = ctx.location(), ctx.location(), ctx.location()
    note_loop(ctx, head, "while", node)
    ctx.start(head)
    decide(ctx, "while", node, node.cond, body, after)
    ctx.current = body if body.entering else None
    _loop_body(ctx, node.stmt, head, after)
    ctx.jump(head)
    ctx.current = after if after.entering else None
    ctx.scopes.leave()


def _loop_body(ctx: Context, body: Any, again: Any, after: Any) -> None:
    ctx.continues.append(again)
    ctx.breaks.append(after)
    ctx.marks[again.id] = ctx.marks[after.id] = len(ctx.cleanups)
    substatement(ctx, body)
    ctx.breaks.pop()
    ctx.continues.pop()


@statements(c_ast.DoWhile)
def _do_while(ctx: Context, node: c_ast.DoWhile) -> None:
    ctx.scopes.enter()
    body, condition, after = ctx.location(), ctx.location(), ctx.location()
    note_loop(ctx, body, "do", node)
    ctx.start(body)
    _loop_body(ctx, node.stmt, condition, after)
    ctx.jump(condition)
    if condition.entering:
        ctx.current = condition
        decide(ctx, "do", node, node.cond, body, after)
    ctx.current = after if after.entering else None
    ctx.scopes.leave()


@statements(c_ast.For)
def _for(ctx: Context, node: c_ast.For) -> None:
    ctx.scopes.enter()
    mark = len(ctx.cleanups)
    if node.init is not None:
        ctx.statement(node.init)
    head, step, after = ctx.location(), ctx.location(), ctx.location()
    note_loop(ctx, head, "for", node)
    ctx.start(head)
    if node.cond is not None:
        body = ctx.location()
        decide(ctx, "for", node, node.cond, body, after)
        ctx.current = body if body.entering else None
    declare_tags(ctx, node.next)
    _loop_body(ctx, node.stmt, step, after)
    ctx.jump(step)
    if step.entering:
        ctx.current = step
        if node.next is not None:
            ctx.focus(node.next)
            ctx.effect(node.next)
        ctx.jump(head)
    ctx.current = after if after.entering else None
    lifetimes.end(ctx, mark)
    ctx.scopes.leave()


@statements(c_ast.Break)
def _break(ctx: Context, node: c_ast.Break) -> None:
    if not ctx.breaks:
        raise ctx.error(node, "'break' outside of a loop or switch")
    lifetimes.leave(ctx, ctx.marks[ctx.breaks[-1].id])
    ctx.jump(ctx.breaks[-1])


@statements(c_ast.Continue)
def _continue(ctx: Context, node: c_ast.Continue) -> None:
    if not ctx.continues:
        raise ctx.error(node, "'continue' outside of a loop")
    lifetimes.leave(ctx, ctx.marks[ctx.continues[-1].id])
    ctx.jump(ctx.continues[-1])


@statements(c_ast.Return)
def _return(ctx: Context, node: c_ast.Return) -> None:
    ctx.focus(node)
    assert ctx.function is not None
    if node.expr is not None:
        if ctx.result is None and isinstance(type_of(ctx, node.expr), VoidType):
            ctx.effect(node.expr)
        elif ctx.result is None:
            escape_value(ctx, node.expr)
        else:
            value = ctx.immediate(node.expr)
            if isinstance(value.type, VoidType):
                raise ctx.error(node, f"the function returns {ctx.result.type}, but this expression has type void")
            ctx.focus(node)
            assign_value(ctx, ctx.result, value, node)
            escape_structure(ctx, ctx.result)
    lifetimes.leave(ctx, 0)
    ctx.jump(ctx.function.exit)


@statements(c_ast.Goto)
def _goto(ctx: Context, node: c_ast.Goto) -> None:
    target = ctx.labels.get(node.name)
    if target is None:
        raise ctx.error(node, f"the label '{node.name.partition(LOCAL)[0]}' is not defined in this function")
    if ctx.cleanups:
        shared = ctx.due_at_labels.get(node.name, ())
        due = [id(cleanup.node) for cleanup in ctx.cleanups]
        lifetimes.leave(ctx, next((i for i, identity in enumerate(due) if i >= len(shared) or shared[i] != identity), len(due)))
    ctx.jump(target)


@statements(c_ast.Label)
def _label(ctx: Context, node: c_ast.Label) -> None:
    start_label(ctx, node)
    ctx.statement(node.stmt)


def start_label(ctx: Context, node: c_ast.Label) -> None:
    """Control comes to a label, which may be an error by the convention of the property."""
    # What is lowered for its type only comes again, and no jump leads there.
    ctx.start(ctx.location() if ctx.is_muted else ctx.labels[node.name])
    name = node.name.partition(LOCAL)[0]
    if f"label {name}" in ctx.session.error_names:
        ctx.focus(node)
        with detour(ctx, REACHABILITY):
            violate(ctx, REACHABILITY, f"{name}:", label=name)


@value_of_kind(StatementExpression)
def statement_expression(ctx: Context, node: StatementExpression) -> Value:
    """``({ ...; e; })``: the value of its last expression."""
    items = node.compound.block_items or []
    ctx.scopes.enter()
    mark = len(ctx.cleanups)
    for item in items[:-1]:
        ctx.statement(item)
    result = Value(VOID, None)
    if items:
        last = items[-1]
        while isinstance(last, c_ast.Label):  # ({ ...; l: e; }) has the value of e
            start_label(ctx, last)
            last = last.stmt
        if type(last) in ctx.statements:
            ctx.statement(last)
        else:
            ctx.focus(last)
            result = ctx.value(last)
    if len(ctx.cleanups) > mark:
        result = kept(ctx, result)
        lifetimes.end(ctx, mark)
    ctx.scopes.leave()
    return result
