"""Conditions: short circuits become branchings, or conditional expressions where all operands can be computed anywhere."""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.program.c_types import floating
from verilab.program.c_types.types import C_BOOL, C_INT, CType, IntegerType, PointerType, RecordType, VoidType, long_type
from verilab.program.cfa import Location
from verilab.program.decisions import Decision
from verilab.program.expressions import COMPARISONS, Constant, Expression, Read
from verilab.program.lowering.context import Context
from verilab.program.lowering.context import effects as effect_of_kind
from verilab.program.lowering.expressions import assignments, folding, operators
from verilab.program.lowering.expressions.reading import value_at
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.storage.objects import machine_type
from verilab.program.lowering.storage.places import Place
from verilab.program.lowering.types.declared_types import decayed, declared_type, type_of
from verilab.program.operations import Assign
from verilab.program.types import INT


@effect_of_kind(c_ast.TernaryOp, c_ast.BinaryOp)
def _branching_only(ctx: Context, node: c_ast.TernaryOp | c_ast.BinaryOp) -> None:
    """Of two operands or branches, only what is evaluated has effects."""
    if isinstance(node, c_ast.BinaryOp) and node.op not in ("&&", "||"):
        ctx.value(node)
        return
    if ctx.session.purity.is_total(node) or ctx.current is None:
        ctx.value(node)
        return
    after = ctx.location()
    if isinstance(node, c_ast.TernaryOp) and node.iftrue is not None:
        then, otherwise = ctx.location(), ctx.location()
        branch(ctx, node.cond, then, otherwise)
        for location, part in ((then, node.iftrue), (otherwise, node.iffalse)):
            ctx.current = location
            ctx.focus(part)
            ctx.effect(part)
            ctx.jump(after)
    elif isinstance(node, c_ast.TernaryOp):
        ctx.value(node)
        ctx.jump(after)
    else:
        branch(ctx, node, after, after)
    ctx.current = after


def branch(ctx: Context, node: c_ast.Node, then: Location, otherwise: Location) -> None:
    """Control goes to ``then`` where the expression is not zero, else to ``otherwise``."""
    while ctx.current is not None or ctx.session.purity.has_label(node):
        match node:
            case c_ast.UnaryOp(op="!", expr=operand):
                node, then, otherwise = operand, otherwise, then
            case c_ast.BinaryOp(op="&&" | "||"):
                node = _short_circuit(ctx, node, then, otherwise)
            case c_ast.FuncCall(name=c_ast.ID(name="__builtin_expect"), args=c_ast.ExprList(exprs=[expected, *others])) if (
                all(map(ctx.session.purity.is_total, others))
                and keeps_truth(ctx, expected, long_type(ctx.model, signed=True))  # what it takes and returns
            ):
                node = expected
            case c_ast.Cast(expr=operand) if _is_truth(ctx, operand) and isinstance(declared_type(ctx, node.to_type), IntegerType):
                node = operand
            case c_ast.ExprList(exprs=[*others, last]):
                for item in others:
                    ctx.effect(item)
                node = last
            case c_ast.TernaryOp(cond=condition, iftrue=chosen, iffalse=other) if chosen is not None:
                first, second = ctx.location(), ctx.location()
                branch(ctx, condition, first, second)
                ctx.current = first
                branch(ctx, chosen, then, otherwise)
                ctx.current = second
                node = other
            case _:
                _branch_on_value(ctx, node, then, otherwise)
                return


def _short_circuit(ctx: Context, node: c_ast.BinaryOp, then: Location, otherwise: Location) -> Any:
    """Branch on all operands of a chain of one operator but the last, which is returned with control before it."""
    operands = [node.right]
    while isinstance(node.left, c_ast.BinaryOp) and node.left.op == node.op:
        node = node.left
        operands.append(node.right)
    operands.append(node.left)
    for operand in reversed(operands[1:]):
        following = ctx.location() if ctx.current is not None else None
        if following is None:
            break
        branch(ctx, operand, *((following, otherwise) if node.op == "&&" else (then, following)))
        ctx.current = following
    return operands[0]


def _is_truth(ctx: Context, node: c_ast.Node) -> bool:
    """Whether the value is 0 or 1, as that of comparisons: then no conversion to an integer type changes whether it is zero.

    Comparisons of vectors are vectors.
    """
    match node:
        case c_ast.BinaryOp(op="&&" | "||"):
            return True
        case c_ast.BinaryOp(op=operator):
            return operator in COMPARISONS and isinstance(type_of(ctx, node), IntegerType)
        case c_ast.UnaryOp(op=operator):
            return operator == "!"
        case _:
            return False


def keeps_truth(ctx: Context, node: c_ast.Node, target: IntegerType) -> bool:
    """Whether a value of the expression is zero as ``target`` only where it is zero: .5 and bits beyond its width get lost."""
    if _is_truth(ctx, node) or target == C_BOOL:
        return True
    type = decayed(type_of(ctx, node))
    machine = machine_type(type, ctx.model) if isinstance(type, PointerType | IntegerType) else None
    return machine is not None and machine.width <= target.machine.width


def _branch_on_value(ctx: Context, node: c_ast.Node, then: Location, otherwise: Location) -> None:
    ctx.focus(node)
    value = ctx.immediate(node)
    condition = operators.truth(ctx, value, node)
    ctx.focus(node)
    noted = ctx.session.conditions.get(id(node))
    if isinstance(condition, Constant):
        ctx.jump(then if condition.value else otherwise)
        if noted is not None:
            source, negated = noted
            ctx.session.folded.setdefault(source, set()).add((condition.value != 0) != negated)
        return
    sides = ctx.branch_on(condition, then, otherwise)
    if noted is not None:
        source, negated = noted
        for side, outcome in zip(sides, (not negated, negated), strict=False):  # none in dead code
            side.decision = Decision(source, outcome)


def boolean(ctx: Context, node: Any) -> Value:
    """The value, 0 or 1, of ``&&``, ``||`` or ``!``."""
    if node.op == "!":
        return operators.logical_not(ctx, ctx.value(node.expr), node)
    if ctx.current is None or ctx.session.purity.is_total(node):
        return Value(C_INT, _pure(ctx, node))
    focused = ctx.node
    target = ctx.temporary(INT)
    then, otherwise, after = ctx.location(), ctx.location(), ctx.location()
    branch(ctx, node, then, otherwise)
    for location, outcome in ((then, 1), (otherwise, 0)):
        ctx.current = location
        ctx.focus(node)
        ctx.emit(Assign(target, Constant(outcome, INT)))
        ctx.jump(after)
    ctx.current = after
    ctx.focus(focused)
    return Value(C_INT, Read(target))


def _pure(ctx: Context, node: c_ast.BinaryOp) -> Expression:
    """``a && b`` as ``a ? b != 0 : 0`` and ``a || b`` as ``a ? 1 : b != 0``."""
    operands = [node.right]
    while isinstance(node.left, c_ast.BinaryOp) and node.left.op == node.op:
        node = node.left
        operands.append(node.right)
    operands.append(node.left)
    conditions = [operators.truth(ctx, ctx.value(operand), operand) for operand in reversed(operands)]
    result = conditions.pop()
    for condition in reversed(conditions):
        if node.op == "&&":
            result = folding.conditional(condition, result, Constant(0, INT))
        else:
            result = folding.conditional(condition, Constant(1, INT), result)
    return result


def conditional(ctx: Context, node: c_ast.TernaryOp) -> Value:
    """``c ? a : b`` (and GNU's ``c ?: b``) as a value."""
    if node.iftrue is None:
        return _elvis(ctx, node)
    purity = ctx.session.purity
    if ctx.current is None or (purity.is_total(node.iftrue) and purity.is_total(node.iffalse)):
        return _pure_conditional(ctx, node)
    with ctx.muted():
        left, right = ctx.value(node.iftrue), ctx.value(node.iffalse)
    return _branching(ctx, node, operators.common_type(ctx, left.type, right.type, left.expression, right.expression))


def _pure_conditional(ctx: Context, node: c_ast.TernaryOp) -> Value:
    """Of branches without effect: an IfThenElse, each operand lowered once (conditionals nest in long chains)."""
    left, right = ctx.value(node.iftrue), ctx.value(node.iffalse)
    target = operators.common_type(ctx, left.type, right.type, left.expression, right.expression)
    if isinstance(target, RecordType | VoidType):
        return _branching(ctx, node, target)
    condition = operators.truth(ctx, ctx.value(node.cond), node.cond)
    if isinstance(condition, Constant):
        return operators.convert(ctx, left if condition.value else right, target, node)
    if floating.lacks_patterns(target):
        for side in (left, right):
            operators.convert(ctx, side, target, node)
        return Value(target, None)
    then, otherwise = (operators.convert(ctx, side, target, node).expression for side in (left, right))
    assert then is not None
    assert otherwise is not None
    return Value(target, folding.conditional(condition, then, otherwise))


def _branching(ctx: Context, node: c_ast.TernaryOp, target: CType) -> Value:
    if ctx.current is None:
        ctx.effect(node.iftrue)
        ctx.effect(node.iffalse)
        return Value(target, None, ctx.temporary_object(target) if isinstance(target, RecordType) else None)
    focused = ctx.node
    result: Place | None = None
    if not (isinstance(target, VoidType) or floating.lacks_patterns(target)):
        result = ctx.temporary_object(target)
    then, otherwise, after = ctx.location(), ctx.location(), ctx.location()
    branch(ctx, node.cond, then, otherwise)
    for location, part in ((then, node.iftrue), (otherwise, node.iffalse)):
        ctx.current = location
        ctx.focus(part)
        if result is not None:
            assignments.assign_value(ctx, result, ctx.immediate(part), part)
        elif isinstance(target, VoidType):
            ctx.effect(part)
        else:
            assignments.escape_value(ctx, part)
        ctx.jump(after)
    ctx.current = after
    ctx.focus(focused)
    return Value(target, None) if result is None else value_at(ctx, result)


def _elvis(ctx: Context, node: c_ast.TernaryOp) -> Value:
    first = ctx.value(node.cond)
    if floating.lacks_patterns(first.type):
        return _floating_elvis(ctx, node, first)
    saved = Value(first.type, ctx.save(first.expression or operators.require_expression(ctx, first, node)))
    with ctx.muted():
        second = ctx.value(node.iffalse)
    target = operators.common_type(ctx, first.type, second.type, first.expression, second.expression)
    result = ctx.temporary_object(target) if ctx.current is not None else None
    if result is None:
        return operators.convert(ctx, saved, target, node)
    then, otherwise, after = ctx.location(), ctx.location(), ctx.location()
    ctx.branch_on(operators.truth(ctx, saved, node), then, otherwise)
    ctx.current = then
    assignments.assign_value(ctx, result, saved, node)
    ctx.jump(after)
    ctx.current = otherwise
    assignments.assign_value(ctx, result, ctx.immediate(node.iffalse), node)
    ctx.jump(after)
    ctx.current = after
    return value_at(ctx, result)


def _floating_elvis(ctx: Context, node: c_ast.TernaryOp, first: Value) -> Value:
    """``d ?: b`` of a floating-point d: a known number chooses."""
    condition = operators.truth(ctx, first, node)
    if ctx.current is None or (isinstance(condition, Constant) and condition.value):
        with ctx.muted():
            second_type = ctx.value(node.iffalse).type
        return operators.convert(ctx, first, operators.common_type(ctx, first.type, second_type), node)
    if isinstance(condition, Constant):
        second = ctx.value(node.iffalse)
        return operators.convert(ctx, second, operators.common_type(ctx, first.type, second.type), node)
    otherwise, after = ctx.location(), ctx.location()
    ctx.branch_on(condition, after, otherwise)
    ctx.current = otherwise
    second = ctx.value(node.iffalse)
    target = operators.common_type(ctx, first.type, second.type)
    operators.convert(ctx, second, target, node)
    ctx.jump(after)
    ctx.current = after
    return Value(target, None)
