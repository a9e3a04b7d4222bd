"""The C library as C source of our own (``verilab/program/stubs/library``), lowered where a program calls what it does not define.

A file of it is parsed when one of its functions is first used.  Each call gets an instance of its own: what its pointers may point
to is then known per call, and results that point into arguments (``strchr``, ``bsearch``, the end of ``strtol``) are right by construction.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from pycparser import c_ast

from verilab.program.c_types.types import CType, FunctionType, IntegerType, PointerType, VoidType
from verilab.program.lowering.context import Context
from verilab.program.lowering.facts.call_graph import facts_of
from verilab.program.lowering.session import Session
from verilab.program.lowering.symbols import FunctionSymbol, ObjectSymbol, Scope, Scopes, TypedefSymbol
from verilab.program.lowering.types.declared_types import declared_type
from verilab.program.syntax import parse_file
from verilab.program.syntax.preprocessing.predefined import STUBS

LIBRARY = STUBS / "library"
_DEFINITION = re.compile(r"^(?!typedef|enum)\w[^;={}\n]*?(\w+)\([^;\n]*\{", re.MULTILINE)


@cache
def index() -> dict[str, Path]:
    """Which file defines which function."""
    return {name: path for path in sorted(LIBRARY.glob("*.c")) for name in _DEFINITION.findall(path.read_text())}


@cache
def _parsed(path: Path) -> Any:
    return parse_file(path, preprocessing=False).ast


def symbol(ctx: Context, name: str, declared: FunctionType | None = None) -> FunctionSymbol | None:
    """The library's function of that name; None where there is none or the program declares another function so."""
    path = index().get(name)
    if path is None or (path == LIBRARY / "rounding.c" and ctx.session.changes.environment):
        return None
    function = _scope(ctx.session, path).names[name]
    assert isinstance(function, FunctionSymbol)
    return function if declared is None or agree(declared, function.type) else None


def variable(session: Session, function: str, name: str) -> ObjectSymbol:
    """The library's own variable of that name, in the file that defines a function."""
    stored = _scope(session, index()[function]).names[name]
    assert isinstance(stored, ObjectSymbol)
    return stored


def _scope(session: Session, path: Path) -> Scope:
    """The file scope of a file of the library, as this lowering sees it."""
    scopes = session.library_scopes
    scope = scopes.get(path)
    if scope is None:
        scope = scopes[path] = Scope()
        for node in _parsed(path).ext:
            _declare(session, node, scope)
    return scope


def _declare(session: Session, node: Any, scope: Scope) -> None:
    scopes = Scopes(scope)
    declaration = node.decl if isinstance(node, c_ast.FuncDef) else node
    type_ = declared_type(Context(session, None, scopes), declaration)
    name = declaration.name
    if isinstance(node, c_ast.Typedef):
        scope.names[name] = TypedefSymbol(type_)
    elif isinstance(node, c_ast.FuncDef):
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
