"""``__builtin_constant_p``: whether gcc counts its operand as a constant, where that does not depend on what gcc folds.

An operand with an effect is no constant, whatever its value; a pure one is where gcc's folding of expressions finds a value (``x * 0``,
``x == x``, ``1 || f()``), of which only the plain ends are said here: constant expressions, and reads of what is stored.
"""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.program.c_types.types import C_INT, ArrayType, FunctionType
from verilab.program.expressions import Constant
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.symbols import EnumeratorSymbol, FunctionSymbol, ObjectSymbol
from verilab.program.lowering.types.declared_types import type_of


def constant_p(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """1 or 0 by gcc without optimisation; unknown where that depends on what it folds."""
    counted = bool(arguments) and is_constant(ctx, arguments[0])
    if counted is None:
        return ctx.unknown(C_INT, "whether gcc folds an operand")
    return Value(C_INT, Constant(int(counted), C_INT.machine))


def is_constant(ctx: Context, node: c_ast.Node) -> bool | None:
    """Whether gcc without optimisation counts an expression as a constant; None where that depends on what it folds."""
    while isinstance(node, c_ast.Cast) and _is_read(ctx, node.expr) and _is_scalar(ctx, node.expr):
        node = node.expr
    match node:
        case c_ast.Constant():
            return True
        case c_ast.Assignment() | c_ast.UnaryOp(op="++" | "--" | "p++" | "p--"):
            return False
        case c_ast.FuncCall(name=c_ast.ID(name=name)):
            symbol = ctx.scopes.find(name)
            return False if isinstance(symbol, FunctionSymbol) and symbol.definition is not None else None
        case c_ast.UnaryOp(op="-" | "~" | "!" | "+", expr=operand) if _is_read(ctx, operand) and _is_scalar(ctx, operand):
            return False
    if _is_read(ctx, node):
        return False
    if not _is_constant_expression(ctx, node):
        return None
    with ctx.muted():
        return True if isinstance(ctx.value(node).expression, Constant) else None


def _is_read(ctx: Context, node: c_ast.Node) -> bool:
    """Whether an expression reads a variable, or a part of one."""
    while True:
        match node:
            case c_ast.ID(name=name):
                return isinstance(ctx.scopes.find(name), ObjectSymbol)
            case c_ast.ArrayRef(name=inner) | c_ast.StructRef(name=inner) | c_ast.UnaryOp(op="*", expr=inner):
                node = inner
            case _:
                return False


def _is_scalar(ctx: Context, node: c_ast.Node) -> bool:
    return not isinstance(type_of(ctx, node), ArrayType | FunctionType)


def _is_constant_expression(ctx: Context, node: c_ast.Node) -> bool:
    """Whether arithmetic leads from constants to the value."""
    pending = [node]
    while pending:
        match pending.pop():
            case c_ast.Constant() | c_ast.UnaryOp(op="_Alignof" | "__alignof__"):
                pass
            case c_ast.ID(name=name) if isinstance(ctx.scopes.find(name), EnumeratorSymbol):
                pass
            case c_ast.UnaryOp(op="sizeof", expr=operand) if not ctx.session.purity.has_effect(operand):
                pass
            case c_ast.UnaryOp(op="-" | "~" | "!" | "+", expr=operand) | c_ast.Cast(expr=operand):
                pending.append(operand)
            case c_ast.BinaryOp(left=left, right=right):
                pending += [left, right]
            case c_ast.TernaryOp(cond=condition, iftrue=first, iffalse=second):
                pending += [condition, first, second]
            case _:
                return False
    return True
