"""Which variables of a file may change after their declaration, or hold another value than its initialiser's: syntactic, by name."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from pycparser import c_ast

from verilab.data_classes import dataclass
from verilab.program.syntax.tree.nodes import Asm, NestedFunction, operands_to_select

_CHANGING_OPERATORS = ("++", "--", "p++", "p--", "&")
_ALIASING = frozenset({"alias", "weakref", "weak", "asm"})
_ROUNDING = frozenset({"fesetround", "fesetenv", "feupdateenv", "_mm_setcsr", "__builtin_ia32_ldmxcsr", "ldmxcsr", "fldcw", "fldenv"})


@dataclass(frozen=True, slots=True)
class Changes:
    """Over-approximations, each a set of names.

    ``changing``: assigned to, incremented, changed by assembly, known by another name, or their address taken, anywhere in the file.
    ``skippable``: declared in a block with a label behind the declaration, so that a jump may pass it by.
    ``repeated``: declared more than once, so that the same name may mean another thing elsewhere.
    ``rounding``: the file may change how floating-point results are rounded while it runs; ``environment``: by more than ``fesetround``.
    """

    changing: frozenset[str]
    skippable: frozenset[str]
    repeated: frozenset[str]
    rounding: bool
    environment: bool


def changes_of(root: Any) -> Changes:
    """All of it in one walk over a file."""
    changing: set[str] = set()
    skippable: set[str] = set()
    declared: Counter[str] = Counter()
    rounding: set[str] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        changing |= _changed(node)
        if _declares(node):
            declared[node.name] += 1
        elif isinstance(node, c_ast.ID):
            rounding |= _ROUNDING & {node.name}
        elif isinstance(node, c_ast.Compound):
            skippable |= _skippable(node.block_items or ())
        stack.extend(child for child in node if child is not None)
    repeated = frozenset(name for name, times in declared.items() if times > 1)
    rounding |= _ROUNDING & changing
    environment = bool(rounding - {"fesetround"})
    return Changes(frozenset(changing), frozenset(skippable), repeated, bool(rounding), environment)


def _declares(node: c_ast.Node) -> bool:
    """Whether a node gives a name a meaning; ``struct s`` without a list of members only uses it."""
    match node:
        case c_ast.Struct(name=name, decls=given) | c_ast.Union(name=name, decls=given) | c_ast.Enum(name=name, values=given):
            return name is not None and given is not None
        case c_ast.Decl(name=name) | c_ast.Typedef(name=name) | c_ast.Enumerator(name=name):
            return name is not None
    return False


_NAMED = (c_ast.ID, c_ast.Decl, c_ast.Typedef, c_ast.Struct, c_ast.Union, c_ast.Enum, c_ast.Enumerator)


def names_in(root: c_ast.Node) -> set[str]:
    """The names of variables, types and tags in an expression."""
    names: set[str] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, c_ast.IdentifierType):
            names.update(node.names)
        elif isinstance(node, _NAMED) and node.name is not None:
            names.add(node.name)
        stack.extend(child for child in node if child is not None)
    return names


def _changed(node: c_ast.Node) -> set[str]:
    """The names that one node by itself changes."""
    match node:
        case c_ast.Assignment(lvalue=target):
            return _targets(target)
        case c_ast.UnaryOp(op=operator, expr=operand) if operator in _CHANGING_OPERATORS:
            return _targets(operand)
        case Asm(template=template, outputs=outputs):
            return set(re.findall(r"[A-Za-z_]\w*", template)).union(*map(_targets, outputs))
        case c_ast.Pragma(string=text):
            return set(re.findall(r"[A-Za-z_]\w*", text))
        case c_ast.Decl(name=name, attributes=attributes) if attributes:
            aliases = [attribute for attribute in attributes if attribute.name in _ALIASING]
            named = (word for attribute in aliases for argument in attribute.arguments for word in re.findall(r"\w+", str(argument.value)))
            return {name, *named} if aliases else set()
    return set()


def _targets(node: c_ast.Node) -> set[str]:
    while isinstance(node, c_ast.UnaryOp) and node.op in ("__real__", "__imag__"):
        node = node.expr
    operands = operands_to_select(node)
    if len(operands) > 1:
        return set().union(*map(_targets, operands))
    return {operands[0].name} if isinstance(operands[0], c_ast.ID) else set()


def _skippable(items: Any) -> set[str]:
    """What the items of one block declare in front of a label; a case counts wherever its switch is."""
    flat: list[Any] = []
    pending = list(reversed(items))
    while pending:
        item = pending.pop()
        flat.append(item)
        if isinstance(item, c_ast.Case | c_ast.Default):
            pending.extend(reversed(item.stmts or ()))
        elif isinstance(item, c_ast.Label):
            pending.append(item.stmt)
    names: set[str] = set()
    labelled = False
    for item in reversed(flat):
        if isinstance(item, c_ast.Decl):
            if labelled and item.name is not None and "static" not in item.storage:
                names.add(item.name)
        elif not labelled:
            labelled = _has_label(item)
    return names


def _has_label(root: c_ast.Node) -> bool:
    """Whether a jump may lead into a statement from before it: labels anywhere in it, cases unless their switch is in it too."""
    stack = [(root, False)]
    while stack:
        node, inside = stack.pop()
        match node:
            case c_ast.Label():
                return True
            case c_ast.Case() | c_ast.Default() if not inside:
                return True
            case NestedFunction() | c_ast.FuncDef():
                continue
        within = inside or isinstance(node, c_ast.Switch)
        stack.extend((child, within) for child in node if child is not None)
    return False
