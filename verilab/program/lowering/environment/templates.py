"""gcc's atomic builtins, and functions whose types the program declares, as GNU C over their arguments.

A program has one thread, so that an atomic operation is its plain steps.

A template is parsed once; a call becomes a copy of its expression, with the arguments in the place of A, B, C, ...  The names that it
declares are reserved, and every argument is used once.
"""

from __future__ import annotations

from copy import copy
from functools import cache
from typing import Any

from pycparser import c_ast

from verilab.program.c_types.types import IntegerType, PointerType, RecordType, long_type
from verilab.program.lowering.calls import calls
from verilab.program.lowering.context import Context
from verilab.program.lowering.environment.standard import bounded
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.symbols import FunctionSymbol, TypedefSymbol
from verilab.program.operations import NondetKind
from verilab.program.syntax import parse_text
from verilab.program.syntax.tree.nodes import nodes_of

_P, _OLD, _NEW = "__verilab_place", "__verilab_old", "__verilab_new"
_MOVES = {"add": "(__typeof__({o}))((char *){o} + {v})", "sub": "(__typeof__({o}))((char *){o} - {v})"}
_OPERATIONS = {"add": "{o} + {v}", "sub": "{o} - {v}", "and": "{o} & {v}", "or": "{o} | {v}", "xor": "{o} ^ {v}", "nand": "~({o} & {v})"}


def _update(formula: str, result: str) -> str:
    changed = formula.format(o=_OLD, v="(B)")
    start = f"({{ __auto_type {_P} = (A); __typeof__(*{_P}) {_OLD} = *{_P};"
    return f"{start} __typeof__(*{_P}) {_NEW} = {changed}; *{_P} = {_NEW}; {result}; }})"


def _exchange(result: str) -> str:
    return (
        f"({{ __auto_type {_P} = (A); __typeof__(*{_P}) __verilab_expected = (B); __typeof__(*{_P}) {_NEW} = (C); "
        f"__typeof__(*{_P}) {_OLD} = *{_P}; if ({_OLD} == __verilab_expected) *{_P} = {_NEW}; {result}; }})"
    )


def _compare(desired: str) -> str:
    return (
        f"({{ __auto_type {_P} = (A); __auto_type __verilab_expected = (B); __typeof__(*{_P}) {_NEW} = {desired}; _Bool __verilab_same = "
        f"*{_P} == *__verilab_expected; if (__verilab_same) *{_P} = {_NEW}; else *__verilab_expected = *{_P}; __verilab_same; }})"
    )


_DIVISION = (
    "({ __verilab_result __verilab_pair; __typeof__(__verilab_pair.quot) __verilab_top = (A); "
    "__typeof__(__verilab_pair.quot) __verilab_bottom = (B); __verilab_pair.quot = __verilab_top / __verilab_bottom; "
    "__verilab_pair.rem = __verilab_top % __verilab_bottom; __verilab_pair; })"
)
_TEMPLATES: dict[str, str] = {
    **{f"__sync_fetch_and_{name}": _update(formula, _OLD) for name, formula in _OPERATIONS.items()},
    **{f"__sync_{name}_and_fetch": _update(formula, _NEW) for name, formula in _OPERATIONS.items()},
    **{f"__atomic_fetch_{name}": _update(formula, _OLD) for name, formula in _OPERATIONS.items()},
    **{f"__atomic_{name}_fetch": _update(formula, _NEW) for name, formula in _OPERATIONS.items()},
    "__sync_lock_test_and_set": _update("{v}", _OLD),
    "__atomic_exchange_n": _update("{v}", _OLD),
    "__sync_val_compare_and_swap": _exchange(_OLD),
    "__sync_bool_compare_and_swap": _exchange(f"(_Bool)({_OLD} == __verilab_expected)"),
    "__sync_lock_release": f"({{ __auto_type {_P} = (A); *{_P} = 0; (void)0; }})",
    "__atomic_clear": f"({{ __auto_type {_P} = (A); *(_Bool *){_P} = 0; (void)0; }})",
    "__atomic_test_and_set": f"({{ char *{_P} = (char *)(A); _Bool {_OLD} = *{_P}; *{_P} = 1; {_OLD}; }})",
    "__atomic_load_n": "(*(A))",
    "__atomic_load": "({ __auto_type __verilab_place = (A); *(B) = *__verilab_place; (void)0; })",
    "__atomic_store_n": f"({{ __auto_type {_P} = (A); *{_P} = (B); (void)0; }})",
    "__atomic_store": f"({{ __auto_type {_P} = (A); *{_P} = *(B); (void)0; }})",
    "__atomic_exchange": f"({{ __auto_type {_P} = (A); __typeof__(*{_P}) {_NEW} = *(B); *(C) = *{_P}; *{_P} = {_NEW}; (void)0; }})",
    "__atomic_compare_exchange_n": _compare("(C)"),
    "__atomic_compare_exchange": _compare("*(C)"),
    "time": "({ __verilab_result __verilab_now = __verilab_time(), *__verilab_place = (__verilab_result *)(A); "
    "if (__verilab_place) *__verilab_place = __verilab_now; __verilab_now; })",
    **dict.fromkeys(("div", "ldiv", "lldiv", "imaxdiv"), _DIVISION),
    "__sync_synchronize": "((void)0)",
    "__atomic_thread_fence": "((void)0)",
    "__atomic_signal_fence": "((void)0)",
    "__builtin_ia32_pause": "((void)0)",
}
NAMES = frozenset(_TEMPLATES)
_OF_POINTERS: dict[str, str] = {
    **{f"__sync_fetch_and_{name}": _update(formula, _OLD) for name, formula in _MOVES.items()},
    **{f"__sync_{name}_and_fetch": _update(formula, _NEW) for name, formula in _MOVES.items()},
    **{f"__atomic_fetch_{name}": _update(formula, _OLD) for name, formula in _MOVES.items()},
    **{f"__atomic_{name}_fetch": _update(formula, _NEW) for name, formula in _MOVES.items()},
}
"""The same of pointers, which gcc moves by bytes, whatever they point to."""


@cache
def _parsed(name: str, *, of_pointers: bool = False) -> Any:
    template = (_OF_POINTERS if of_pointers else _TEMPLATES)[name]
    text = f"typedef long __verilab_result; void template(void) {{ {template}; }}"
    return parse_text(text, f"{name} (C library)", preprocessing=False).ast.ext[-1].body.block_items[0]


def lower(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """A call of a function that has a template."""
    name = node.name.name
    needed = sum(letter in _identifiers(name) for letter in "ABC")
    if len(arguments) < needed:
        raise ctx.error(node, f"{name} takes {needed} arguments, but {len(arguments)} are passed")
    symbol = ctx.scopes.find(name)
    typed = isinstance(symbol, FunctionSymbol) and isinstance(symbol.type.result, IntegerType | RecordType)
    if "__verilab_result" in _TEMPLATES[name] and not typed:
        return calls.call_function(ctx, node, name, symbol if isinstance(symbol, FunctionSymbol) else None, arguments)
    of_pointers = name in _OF_POINTERS and _is_of_pointer(ctx, arguments[0])
    tree = _copied(_parsed(name, of_pointers=of_pointers), dict(zip("ABC", arguments, strict=False)))
    ctx.session.synthetic.append(tree)
    ctx.scopes.enter()
    if isinstance(symbol, FunctionSymbol):
        ctx.scopes.innermost.names["__verilab_result"] = TypedefSymbol(symbol.type.result)
    value = ctx.value(tree)
    ctx.scopes.leave()
    return value


def _is_of_pointer(ctx: Context, address: c_ast.Node) -> bool:
    """Whether an address is of a pointer."""
    with ctx.muted():
        type = ctx.value(address).type
    return isinstance(type, PointerType) and isinstance(type.target, PointerType)


def now(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """The time, in seconds, or -1 where there is none (C11 7.27.2.4): the surroundings choose it."""
    type = long_type(ctx.model, signed=True)
    return Value(type, bounded(ctx, ctx.nondet(type.machine, NondetKind.INPUT, "time"), -1, type.machine.maximum))


@cache
def _identifiers(name: str) -> frozenset[str]:
    return frozenset(node.name for node in nodes_of(_parsed(name)) if isinstance(node, c_ast.ID))


def _copied(node: c_ast.Node, arguments: dict[str, Any]) -> Any:
    """A copy of a template's tree with the arguments in it."""
    if isinstance(node, list):
        return [_copied(child, arguments) for child in node]
    if not isinstance(node, c_ast.Node):
        return node
    if isinstance(node, c_ast.ID) and node.name in arguments:
        return arguments[node.name]
    duplicate = copy(node)
    for slot in type(node).__slots__:
        if slot != "__weakref__":
            setattr(duplicate, slot, _copied(getattr(node, slot), arguments))
    return duplicate
