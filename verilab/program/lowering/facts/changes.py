"""Which variables of a file may change after their declaration, or hold another value than its initialiser's: syntactic, by name."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

_CHANGING_OPERATORS = ("++", "--", "p++", "p--", "&")
_ALIASING = frozenset({"alias", "weakref", "weak", "asm"})
_ROUNDING = frozenset({"fesetround", "fesetenv", "feupdateenv", "_mm_setcsr", "__builtin_ia32_ldmxcsr", "ldmxcsr", "fldcw", "fldenv"})
_LABELS = frozenset({"Label", "Case", "Default"})


@dataclass(frozen=True, slots=True)
class Changes:
    """Over-approximations, each a set of names.

    ``changing``: assigned to, incremented, changed by assembly, known by another name, or their address taken, anywhere in the file.
    ``skippable``: declared in a block with a label behind the declaration, so that a jump may pass it by.
    ``repeated``: declared more than once, so that the same name may mean another thing elsewhere.
    ``rounding``: the file may change how floating-point results are rounded while it runs.
    """

    changing: frozenset[str]
    skippable: frozenset[str]
    repeated: frozenset[str]
    rounding: bool


def changes_of(root: Any) -> Changes:
    """All of it in one walk over a file."""
    changing: set[str] = set()
    skippable: set[str] = set()
    declared: Counter[str] = Counter()
    rounding = False
    stack = [root]
    while stack:
        node = stack.pop()
        kind = type(node).__name__
        changing |= _changed(node, kind)
        rounding = rounding or (kind == "ID" and node.name in _ROUNDING)
        if _declares(node, kind):
            declared[node.name] += 1
        elif kind == "Compound":
            skippable |= _skippable(node.block_items or ())
        stack.extend(child for child in node if child is not None)
    repeated = frozenset(name for name, times in declared.items() if times > 1)
    return Changes(frozenset(changing), frozenset(skippable), repeated, rounding or not _ROUNDING.isdisjoint(changing))


def _declares(node: Any, kind: str) -> bool:
    """Whether a node gives a name a meaning; ``struct s`` without a list of members only uses it."""
    if kind in ("Struct", "Union"):
        return node.name is not None and node.decls is not None
    if kind == "Enum":
        return node.name is not None and node.values is not None
    return kind in ("Decl", "Typedef", "Enumerator") and node.name is not None


def names_in(root: Any) -> set[str]:
    """The names of variables, types and tags in an expression."""
    found: set[str] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if type(node).__name__ == "IdentifierType":
            found.update(node.names)
        elif isinstance(name := getattr(node, "name", None), str):
            found.add(name)
        stack.extend(child for child in node if child is not None)
    return found


def _changed(node: Any, kind: str) -> set[str]:
    """The names that one node by itself changes."""
    if kind == "Assignment":
        return _target(node.lvalue)
    if kind == "UnaryOp" and node.op in _CHANGING_OPERATORS:
        return _target(node.expr)
    if kind == "Asm":
        return set(re.findall(r"[A-Za-z_]\w*", node.template)).union(*map(_target, node.outputs))
    if kind == "Decl" and node.attributes:
        aliases = [attribute for attribute in node.attributes if attribute.name in _ALIASING]
        named = (word for attribute in aliases for argument in attribute.arguments for word in re.findall(r"\w+", str(argument.value)))
        return {node.name, *named} if aliases else set()
    return set()


def _target(node: Any) -> set[str]:
    while type(node).__name__ == "UnaryOp" and node.op in ("__real__", "__imag__"):
        node = node.expr
    return {node.name} if type(node).__name__ == "ID" else set()


def _skippable(items: Any) -> set[str]:
    """What the items of one block declare in front of a label; a case counts wherever its switch is."""
    flat: list[Any] = []
    pending = list(reversed(items))
    while pending:
        item = pending.pop()
        flat.append(item)
        if type(item).__name__ in ("Case", "Default"):
            pending.extend(reversed(item.stmts or ()))
        elif type(item).__name__ == "Label":
            pending.append(item.stmt)
    found: set[str] = set()
    labelled = False
    for item in reversed(flat):
        if type(item).__name__ == "Decl":
            if labelled and item.name is not None and "static" not in item.storage:
                found.add(item.name)
        elif not labelled:
            labelled = _has_label(item)
    return found


def _has_label(root: Any) -> bool:
    """Whether a jump may lead into a statement from before it: labels anywhere in it, cases unless their switch is in it too."""
    stack = [(root, False)]
    while stack:
        node, inside = stack.pop()
        kind = type(node).__name__
        if kind == "Label" or (kind in _LABELS and not inside):
            return True
        if kind not in ("NestedFunction", "FuncDef"):
            stack.extend((child, inside or kind == "Switch") for child in node if child is not None)
    return False
