"""The C library as C source of our own (``verilab/program/stubs/library``), lowered where a program calls what it does not define.

A file of the room is parsed when one of its functions is first used.  Each call gets an instance of its own: what its pointers may point
to is then known per call, and results that point into arguments (``strchr``, ``bsearch``, the end of ``strtol``) are right by construction.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verilab.program.c_types.types import CType, FunctionType, IntegerType, PointerType, VoidType
from verilab.program.lowering.facts.call_graph import facts_of
from verilab.program.lowering.symbols import FunctionSymbol, ObjectSymbol, Scope, Scopes, TypedefSymbol
from verilab.program.lowering.types.declared_types import declared_type
from verilab.program.syntax import parse_file
from verilab.program.syntax.preprocessing.preprocessor import STUBS

if TYPE_CHECKING:
    from verilab.program.lowering.context import Context

ROOM = STUBS / "library"
MOST_INSTANCES = 64  # of one function; later calls share the last
_DEFINITION = re.compile(r"^(?!typedef|enum)\w[^;={}\n]*?(\w+)\([^;\n]*\{", re.MULTILINE)


@cache
def index() -> dict[str, Path]:
    """Which file defines which function."""
    return {name: path for path in sorted(ROOM.glob("*.c")) for name in _DEFINITION.findall(path.read_text())}


@cache
def _parsed(path: Path) -> Any:
    return parse_file(path, preprocessing=False).ast


class Room:
    """The library as one lowering uses it."""

    def __init__(self) -> None:
        self._scopes: dict[Path, Scope] = {}
        self._sites: dict[str, int] = {}

    def symbol(self, ctx: Context, name: str, declared: FunctionType | None = None) -> FunctionSymbol | None:
        """The library's function of that name; None where there is none or the program declares another function so."""
        path = index().get(name)
        if path is None:
            return None
        symbol = self._scope(ctx, path).names[name]
        assert isinstance(symbol, FunctionSymbol)
        return symbol if declared is None or agree(declared, symbol.type) else None

    def number(self, symbol: FunctionSymbol) -> int:
        """The number of the instance that a function's address stands for."""
        return self.site(symbol) if symbol.home is not None else 0

    def site(self, symbol: FunctionSymbol) -> int:
        """The number of the instance that the next call enters."""
        number = self._sites.get(symbol.name, 0) + 1
        self._sites[symbol.name] = min(number, MOST_INSTANCES - 1)
        return number - 1

    def _scope(self, ctx: Context, path: Path) -> Scope:
        found = self._scopes.get(path)
        if found is None:
            found = self._scopes[path] = Scope()
            for node in _parsed(path).ext:
                self._declare(ctx, node, found)
        return found

    def _declare(self, ctx: Context, node: Any, scope: Scope) -> None:
        from verilab.program.lowering.context import Context

        session = ctx.session
        scopes = Scopes(scope)
        inside = Context(session, None, scopes)
        declaration = node.decl if type(node).__name__ == "FuncDef" else node
        type_ = declared_type(inside, declaration)
        name = declaration.name
        if type(node).__name__ == "Typedef":
            scope.names[name] = TypedefSymbol(type_)
        elif type(node).__name__ == "FuncDef":
            assert isinstance(type_, FunctionType)
            unique = name if name not in session.calls.facts else f"{name} of the library"
            session.calls.facts[unique] = facts_of(node.body)
            scope.names[name] = FunctionSymbol(unique, type_, node, scope)
        elif isinstance(type_, FunctionType):
            scope.names[name] = FunctionSymbol(name, type_)
        elif name is not None:
            scope.names[name] = ObjectSymbol(session.unique_name(name), type_, declaration, True, scopes=scopes)


def agree(declared: FunctionType, own: FunctionType) -> bool:
    """Whether a program's declaration means the library's function: the same numbers of parameters, and types of the same shapes."""
    if not _alike(declared.result, own.result):
        return False
    if declared.parameters is None or own.parameters is None:
        return True
    return len(declared.parameters) == len(own.parameters) and all(map(_alike, declared.parameters, own.parameters))


def _alike(declared: CType, own: CType) -> bool:
    if isinstance(declared, IntegerType) and isinstance(own, IntegerType):
        return declared.machine.width == own.machine.width
    if isinstance(declared, PointerType) and isinstance(own, PointerType):
        void = isinstance(declared.target, VoidType) or isinstance(own.target, VoidType)
        return void or isinstance(declared.target, FunctionType) or _alike(declared.target, own.target)
    return isinstance(declared, VoidType) and isinstance(own, VoidType)
