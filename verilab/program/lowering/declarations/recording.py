"""Notes what the file declares, for comparisons with a compiler: types with names, enumerators, objects of static storage
duration, and what it calls without a declaration."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pycparser import c_ast

from verilab.program.c_types.layout import size_of
from verilab.program.c_types.types import RecordType
from verilab.program.declared import Declared, DeclaredEnumerator, DeclaredObject, DeclaredType, UndeclaredFunction
from verilab.program.lowering.session import Session
from verilab.program.lowering.symbols import EnumeratorSymbol, TypedefSymbol
from verilab.program.lowering.types.attributes import attribute


def declared_by(session: Session, externals: list[Any]) -> Declared:
    """What is declared at file level, and the objects that are used so far."""
    types: dict[str, DeclaredType] = {}
    lists = {"__builtin_va_list"}
    enumerators: dict[str, DeclaredEnumerator] = {}
    scope = session.file_scope
    for node in externals:
        position = None
        for inner in _specified(node):
            match inner:
                case c_ast.Struct(name=str(name), decls=list()) | c_ast.Union(name=str(name), decls=list()):
                    record = scope.tags.get(name)
                    if isinstance(record, RecordType):
                        position = position or session.position(node)
                        spelling = f"{record.kind} {name}"
                        types[spelling] = DeclaredType(spelling, record, position)
                case c_ast.Enumerator(name=name):
                    symbol = scope.names.get(name)
                    if isinstance(symbol, EnumeratorSymbol):
                        position = position or session.position(node)
                        size = size_of(symbol.type, session.model)
                        enumerators[name] = DeclaredEnumerator(name, symbol.value, size, position)
        if _names_one_of(node, lists):  # a pointer for us, whatever it is for the compiler
            lists.add(node.name)
        elif isinstance(node, c_ast.Typedef) and isinstance(named := scope.names.get(node.name), TypedefSymbol):
            types[node.name] = DeclaredType(node.name, named.type, session.position(node))
    undeclared = tuple(UndeclaredFunction(name, position) for name, position in session.undeclared.items())
    return Declared(tuple(types.values()), tuple(enumerators.values()), tuple(_objects(session)), undeclared)


def _names_one_of(node: Any, names: set[str]) -> bool:
    match node:
        case c_ast.Typedef(type=c_ast.TypeDecl(type=c_ast.IdentifierType(names=[name]))):
            return name in names
    return False


def _specified(node: Any) -> Iterator[c_ast.Node]:
    """The structures, unions and enumerators that a declaration defines, those inside others first."""
    pending = [(node, False)]
    while pending:
        current, expanded = pending.pop()
        match current:
            case c_ast.Struct(decls=list(inner)) | c_ast.Union(decls=list(inner)):
                if expanded:
                    yield current
                else:
                    pending.append((current, True))
                    pending.extend((specified, False) for specified in reversed(inner))
            case c_ast.Enum(values=c_ast.EnumeratorList(enumerators=inner)):
                yield from (enumerator for enumerator in inner if isinstance(enumerator, c_ast.Enumerator))
            case c_ast.FuncDef(decl=declaration):
                pending.append((declaration.type, False))
            case c_ast.Decl() | c_ast.Typedef() | c_ast.TypeDecl() | c_ast.PtrDecl() | c_ast.ArrayDecl() | c_ast.FuncDecl():
                pending.append((current.type, False))


def _objects(session: Session) -> Iterator[DeclaredObject]:
    for symbol in session.used_objects:
        node, stored = symbol.declaration, symbol.stored
        if not symbol.defined or stored is None or not isinstance(node, c_ast.Decl) or attribute(node, "asm") is not None:
            continue
        local = session.file_scope.names.get(node.name) is not symbol
        yield DeclaredObject(node.name, local, stored.size, stored.cells, session.position(node))
