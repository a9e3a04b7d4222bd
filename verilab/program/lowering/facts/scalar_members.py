"""The members of structures that are one number or pointer each, known by their names: no two of them overlap in a defined program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pycparser import c_ast

from verilab.program.syntax.tree.nodes import nodes_of

_DEEPEST = 20  # of typedef names of each other
_WORDS = "int unsigned signed char short long float double _Bool __int128 size_t ssize_t ptrdiff_t intptr_t uintptr_t bool"
NUMBERS = frozenset([*_WORDS.split(), *(f"{sign}int{width}_t" for sign in ("u", "") for width in (8, 16, 32, 64))])


def scalar_members(root: c_ast.FileAST) -> frozenset[str]:
    """The members that are numbers or pointers, whose names no other of the file has, and that are in no union of several records."""
    count: dict[str, int] = {}
    scalars: set[str] = set()
    united: list[Any] = []
    records = _Records(root)
    for node in records.all:
        declared = [member for member in node.decls if isinstance(member, c_ast.Decl)]
        if isinstance(node, c_ast.Union) and sum(not _is_number(_element(member.type)) for member in declared) > 1:
            united.append(node)
        for member in declared:
            if member.name is not None:
                count[member.name] = count.get(member.name, 0) + 1
                if isinstance(node, c_ast.Struct) and member.bitsize is None and _is_number(member.type):
                    scalars.add(member.name)
    overlapping = {member.name for node in records.inside(united) for member in node.decls if isinstance(member, c_ast.Decl)}
    return frozenset(scalar for scalar in scalars - overlapping if count[scalar] == 1)


def structured_members(root: c_ast.FileAST) -> frozenset[str]:
    """The members, by their names, that may have members themselves: not for certain a number or pointer, in some record of the file."""
    named: dict[str, Any] = {}
    for node in nodes_of(root):
        if isinstance(node, c_ast.Typedef):
            named[node.name] = None if node.name in named else node.type  # of two meanings either

    def is_scalar(type: Any, depth: int = 0) -> bool:
        match type:
            case c_ast.TypeDecl(type=c_ast.Enum()):
                return True
            case c_ast.TypeDecl(type=c_ast.IdentifierType(names=[name])) if named.get(name) is not None and depth < _DEEPEST:
                return is_scalar(named[name], depth + 1)
        return _is_number(type)

    records = (node for node in nodes_of(root) if isinstance(node, c_ast.Struct | c_ast.Union) and node.decls is not None)
    members = (member for node in records for member in node.decls if isinstance(member, c_ast.Decl) and member.name is not None)
    return frozenset(member.name for member in members if not is_scalar(_element(member.type)))


class _Records:
    """The structures and unions of a file, and what is inside of them."""

    def __init__(self, root: c_ast.FileAST) -> None:
        self.all: list[Any] = []
        self._by_tag: dict[str, list[Any]] = {}
        self._by_name: dict[str, list[Any]] = {}
        for node in nodes_of(root):
            if isinstance(node, c_ast.Struct | c_ast.Union) and node.decls is not None:
                self.all.append(node)
                self._by_tag.setdefault(node.name, []).append(node)
            elif isinstance(node, c_ast.Typedef):
                self._by_name.setdefault(node.name, []).append(node.type)

    def inside(self, records: Sequence[Any]) -> set[Any]:
        """The records, and all that are parts of them: whatever has the tag or the name, in any scope."""
        reached: set[Any] = set()
        seen: set[str] = set()
        stack = list(records)
        while stack:
            node = stack.pop()
            match node:
                case None | c_ast.PtrDecl():  # what it points to is elsewhere
                    continue
                case c_ast.Struct(name=tag) | c_ast.Union(name=tag) if node.decls is None:
                    stack += [record for record in self._by_tag.get(tag, []) if record not in reached]
                    continue
                case c_ast.Struct() | c_ast.Union():
                    if node in reached:
                        continue
                    reached.add(node)
                case c_ast.IdentifierType(names=names):
                    stack += [type for name in names if name not in seen for type in self._by_name.get(name, [])]
                    seen.update(names)
            stack += list(node)
        return reached


def _element(type: Any) -> Any:
    while isinstance(type, c_ast.ArrayDecl):
        type = type.type
    return type


def _is_number(type: Any) -> bool:
    """Whether the type is certainly a pointer or a number."""
    match type:
        case c_ast.PtrDecl():
            return True
        case c_ast.TypeDecl(type=c_ast.IdentifierType(names=names)):
            return NUMBERS.issuperset(names)
    return False
