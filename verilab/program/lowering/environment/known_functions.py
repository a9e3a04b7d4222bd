"""How the functions that the front end knows are lowered: the conventions of SV-COMP, ends of paths, gcc's builtins, output."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from pycparser import c_ast

from verilab.program.c_types import floating
from verilab.program.c_types.layout import IncompleteTypeError, size_of
from verilab.program.c_types.types import (
    C_BOOL,
    C_INT,
    CHAR,
    LONG_LONG,
    SHORT,
    UNSIGNED_CHAR,
    UNSIGNED_INT,
    UNSIGNED_LONG_LONG,
    UNSIGNED_SHORT,
    VOID,
    ArrayType,
    CType,
    FunctionType,
    IntegerType,
    PointerType,
    long_type,
    size_type,
)
from verilab.program.expressions import Constant
from verilab.program.lowering.calls import calls, jumps, variadic
from verilab.program.lowering.context import Context
from verilab.program.lowering.environment import (
    bits,
    builtins,
    constancy,
    formatting,
    handlers,
    known,
    mathematics,
    memory_functions,
    nondet_memory,
    output,
    scanning,
    shuffles,
    sorting,
    standard,
    templates,
)
from verilab.program.lowering.expressions import conditions, operators
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.gnu import lifetimes
from verilab.program.lowering.observers import weaving
from verilab.program.lowering.observers.watched_calls import Evaluated
from verilab.program.lowering.symbols import FunctionSymbol
from verilab.program.lowering.types.declared_types import type_of
from verilab.program.lowering.types.selections import selected
from verilab.program.lowering.types.unevaluated_tags import declare_tags
from verilab.program.lowering.violations import detour, violate
from verilab.program.syntax.tree.nodes import CHOOSING
from verilab.program.tasks.properties import REACHABILITY
from verilab.program.types import DataModel

NO_RETURN = frozenset(
    (
        "abort",
        "exit",
        "_exit",
        "_Exit",
        "quick_exit",
        "__assert_fail",
        "__assert_func",
        "__assert_rtn",
        "__assert",
        "__builtin_unreachable",
        "__builtin_trap",
        "__builtin_abort",
        "__builtin_exit",
        "__VERIFIER_abort",
        "thrd_exit",
        "pthread_exit",
    )
)
_EXITS = frozenset(("exit", "_exit", "_Exit", "quick_exit", "__builtin_exit"))  # of those, the ends of a run that did not fail
_ABORTS = frozenset(("abort", "__builtin_abort", "__assert_fail", "__assert_func", "__assert_rtn", "__assert"))
_INPUTS: dict[str, CType] = {
    "bool": C_BOOL,
    "_Bool": C_BOOL,
    "char": CHAR,
    "uchar": UNSIGNED_CHAR,
    "unsigned_char": UNSIGNED_CHAR,
    "short": SHORT,
    "ushort": UNSIGNED_SHORT,
    "int": C_INT,
    "uint": UNSIGNED_INT,
    "unsigned": UNSIGNED_INT,
    "unsigned_int": UNSIGNED_INT,
    "longlong": LONG_LONG,
    "ulonglong": UNSIGNED_LONG_LONG,
    "u8": UNSIGNED_CHAR,
    "u16": UNSIGNED_SHORT,
    "u32": UNSIGNED_INT,
    "u64": UNSIGNED_LONG_LONG,
    "float": floating.FLOAT,
    "pointer": PointerType(VOID),
}


def input_type(name: str, model: DataModel) -> CType | None:
    """The type that ``__VERIFIER_nondet_<name>`` returns where it is not declared."""
    if name in ("long", "ulong", "unsigned_long"):
        return long_type(model, signed=name == "long")
    if name == "double":
        return floating.double_type(model)
    return size_type(model) if name == "size_t" else _INPUTS.get(name)


def _effects(ctx: Context, arguments: list[Any], node: c_ast.Node) -> None:
    for argument in arguments:
        if not isinstance(argument, c_ast.Constant):
            ctx.effect(argument)
    ctx.focus(node)


def _error(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    name = node.name.name
    symbol = ctx.scopes.find(name)
    function = symbol if isinstance(symbol, FunctionSymbol) else None
    if not ctx.session.has_detours:
        _effects(ctx, arguments, node)
        violate(ctx, REACHABILITY, None)
        return calls.external_result(ctx, C_INT if function is None else function.type.result, name)  # for what nothing reaches any more
    passed = [Evaluated(ctx.value(argument), argument) for argument in arguments]
    ctx.focus(node)
    with detour(ctx, REACHABILITY):
        violate(ctx, REACHABILITY, None)
    return calls.call_function(ctx, node, name, function, passed)


def _end(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    _effects(ctx, arguments, node)
    if node.name.name in ("exit", "__builtin_exit"):
        handlers.before_exit(ctx, node)
        lifetimes.run_destructors(ctx)
    elif node.name.name in _ABORTS:
        handlers.before_death(ctx, node, handlers.ABORTED)
    elif node.name.name == "__builtin_trap":
        handlers.before_death(ctx, node, handlers.TRAPPED)
    if node.name.name in _EXITS:
        weaving.ended(ctx)
    ctx.end_path()
    return Value(VOID, None)


def _report(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """glibc's ``error``, and ``error_at_line``: a message, and the end of the program where the status is not zero."""
    name = node.name.name
    symbol = ctx.scopes.find(name)
    function = symbol if isinstance(symbol, FunctionSymbol) else None
    declared = () if function is None else function.type.parameters or ()
    if function is None or not function.type.variadic or declared[:2] != (C_INT, C_INT) or len(arguments) < len(declared):
        return calls.call_function(ctx, node, name, function, arguments)
    status = operators.convert(ctx, ctx.value(arguments[0]), C_INT, node)
    status = replace(status, expression=ctx.save(operators.require_expression(ctx, status, node)))
    value = calls.call_function(ctx, node, name, function, [Evaluated(status, arguments[0]), *arguments[1:]])
    ends, goes_on = ctx.location(), ctx.location()
    ctx.branch_on(operators.truth(ctx, status, node), ends, goes_on)
    ctx.start(ends)
    handlers.before_exit(ctx, node)
    lifetimes.run_destructors(ctx)
    weaving.ended(ctx)
    ctx.end_path()
    ctx.start(goes_on)
    return value


def _input(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    name = node.name.name
    symbol = ctx.scopes.find(name)
    type = symbol.type.result if isinstance(symbol, FunctionSymbol) else input_type(name.removeprefix("__VERIFIER_nondet_"), ctx.model)
    _effects(ctx, arguments, node)
    return calls.external_result(ctx, C_INT if type is None else type, name)


def _assume(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """Also ``assert`` as a function: a failing assertion ends the path (the violation is a call of the error function)."""
    if len(arguments) != 1:
        raise ctx.error(node, f"{node.name.name} takes 1 argument, but {len(arguments)} are passed")
    if ctx.current is None:
        return Value(VOID, None)
    (condition,) = arguments
    holds, fails = ctx.location(), ctx.location("end")
    match ctx.scopes.find(node.name.name):
        case FunctionSymbol(type=FunctionType(parameters=(IntegerType() as passed,))) if not conditions.keeps_truth(ctx, condition, passed):
            value = operators.convert(ctx, ctx.value(condition), passed, condition)
            ctx.branch_on(operators.truth(ctx, value, condition), holds, fails)
        case _:
            conditions.branch(ctx, condition, holds, fails)
    ctx.current = holds
    return Value(VOID, None)


def _expect(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    if not arguments:
        raise ctx.error(node, f"{node.name.name} takes arguments, but none is passed")
    value = ctx.value(arguments[0])
    for argument in arguments[1:]:
        ctx.effect(argument)
    return operators.convert(ctx, value, long_type(ctx.model, signed=True), node)


def _format(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """``sprintf``, ``snprintf`` and ``asprintf``: exactly where the format is a literal that we know, else as functions without a body."""
    length = formatting.formatted(ctx, node, arguments)
    if length is not None:
        return length
    symbol = ctx.scopes.find(node.name.name)
    return calls.call_function(ctx, node, node.name.name, symbol if isinstance(symbol, FunctionSymbol) else None, arguments)


def _scan(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """``scanf``: decimal numbers as inputs; ``sscanf`` of literals: exactly; else functions without a body that read what a format says."""
    name = node.name.name
    count = scanning.scanned(ctx, node, arguments) if name == "scanf" else None
    count = scanning.read_from_literal(ctx, node, arguments) if name == "sscanf" else count
    if count is not None:
        return count
    most, needed = scanning.most_read(name, arguments), ctx.needed
    symbol = ctx.scopes.find(name)
    result = calls.call_function(ctx, node, name, symbol if isinstance(symbol, FunctionSymbol) else None, arguments)
    if most is None or not needed or result.expression is None or result.type != C_INT:
        return result
    return Value(C_INT, standard.within(result.expression, scanning.NOTHING, most))


def _object_size(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """``__builtin_object_size``: the size of an array that is named; for anything else it depends on the optimisation."""
    result = size_type(ctx.model)
    type = type_of(ctx, arguments[0]) if arguments and isinstance(arguments[0], c_ast.ID) else None
    if isinstance(type, ArrayType):
        with suppress(IncompleteTypeError):
            return Value(result, Constant(size_of(type, ctx.model), result.machine))
    return ctx.unknown(result, "object size")


def _type_class(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """``__builtin_classify_type``: its operand is not evaluated, and its numbers are gcc's own."""
    return ctx.unknown(C_INT, "class of a type")


def _choose(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """``__builtin_choose_expr``: the operand that the constant chooses, with its own type; the other is not evaluated."""
    chosen = selected(ctx, node)
    for operand in arguments[1:]:
        if operand is not chosen:
            declare_tags(ctx, operand)
    return ctx.value(chosen)


known.register(
    {
        "__VERIFIER_assume": _assume,
        "__builtin_assume": _assume,
        "assert": _assume,
        "__builtin_expect": _expect,
        "__builtin_expect_with_probability": _expect,
        "__builtin_constant_p": constancy.constant_p,
        CHOOSING: _choose,
        "__builtin_classify_type": _type_class,
        "__builtin_object_size": _object_size,
        **dict.fromkeys(("sprintf", "snprintf", "asprintf"), _format),
        **dict.fromkeys(scanning.FORMATS, _scan),
        **dict.fromkeys(sorted(NO_RETURN), _end),
        **dict.fromkeys(("error", "error_at_line"), _report),
        **builtins.KNOWN,
        **shuffles.KNOWN,
        **memory_functions.KNOWN,
        **bits.KNOWN,
        **variadic.KNOWN,
        **mathematics.KNOWN,
        **dict.fromkeys(sorted(templates.NAMES), templates.lower),
        **dict.fromkeys(jumps.SETTING, jumps.set_jump),
        **dict.fromkeys(jumps.JUMPING, jumps.jump),
        "__verilab_time": templates.now,
        "__verilab_any_byte": nondet_memory.any_byte,
        "__verilab_handles_faults": handlers.of_faults,
        "__verilab_no_more_handlers": handlers.no_more,
        "__verilab_sort_begins": sorting.begins,
        "__verilab_plain_comparisons": sorting.plain_comparisons,
        "__verilab_equal_elements": sorting.equal_elements,
        nondet_memory.NAME: nondet_memory.fill,
    },
    error=_error,
    nondet=_input,
    output=output.output,
)
