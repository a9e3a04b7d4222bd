"""Loop statements are noted at their heads, with what C can name there: whoever speaks to a compiler about a loop needs both."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pycparser import c_ast

from verilab.program.c_types.types import ArrayType, CType, FloatType, IntegerType, PointerType, RecordType
from verilab.program.cfa import Location, Position
from verilab.program.decisions import Condition
from verilab.program.loops import LoopStatement, NamedScalar, ScalarKind
from verilab.program.lowering.context import Context
from verilab.program.lowering.session import Session
from verilab.program.lowering.storage.objects import ArrayNode, RecordNode, ScalarNode, StorageNode
from verilab.program.lowering.symbols import ObjectSymbol, Symbol
from verilab.program.storages import Array, Variable
from verilab.program.syntax.lexing.tokens import Token
from verilab.program.syntax.tree.translation_unit import TranslationUnit

_LINE_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(?:line\b|\d)", re.MULTILINE)
MOST_ELEMENTS = 64
"""Longer arrays are not named element by element."""


def note_loop(ctx: Context, head: Location, keyword: str, node: c_ast.Node) -> None:
    """Control at ``head`` is in front of this loop statement."""
    scopes = ctx.scopes.all()
    if node.coord is None or not is_named_by_the_file(ctx):
        return
    place = place_of_statement(ctx, keyword, node)
    head.loop = LoopStatement(place.file, place.line, place.column, keyword)
    inner: dict[str, Symbol] = {}
    for scope in scopes[1:]:
        inner.update(scope.names)
    ctx.session.loops.append((head.loop, node.coord, inner))


def place_of_statement(ctx: Context, keyword: str, node: c_ast.Node) -> Position:
    """Where this statement is, noted as ambiguous if another one with the same keyword is there.

    The statements of a macro all stand where it is used, so that a place does not tell them from each other.
    """
    place = ctx.session.unit.physical_position(node.coord)
    there = place.file, place.line, place.column, keyword
    if ctx.session.placed.setdefault(there, node) is not node:
        ctx.session.ambiguous.add(there)
    return place


def is_ambiguous(session: Session, noted: LoopStatement | Condition) -> bool:
    """Whether several statements with this keyword are there; known when all are lowered."""
    return (noted.file, noted.line, noted.column, noted.keyword) in session.ambiguous


def is_named_by_the_file(ctx: Context) -> bool:
    """Whether what is lowered is a statement of the file, none of the library's, and the file's lines have their own numbers."""
    session = ctx.session
    if session.renumbered is None:
        session.renumbered = _renumbered(session.unit)
    return ctx.scopes.all()[0] is session.file_scope and not session.renumbered


def _renumbered(unit: TranslationUnit) -> bool:
    """Whether directives of the file say that its lines have other numbers; where no preprocessor ran, they are as they are."""
    original = unit.originals.get(unit.name)
    return original is not None and _LINE_DIRECTIVE.search(original.text) is not None


def name_scalars(session: Session) -> None:
    """Give the loops of the finished automaton the names of its storages; what stands where others do is noted no more."""
    for location in session.builder.locations:
        if location.loop is not None and is_ambiguous(session, location.loop):
            location.loop = None
    kept = {location.loop for location in session.builder.locations if location.loop is not None}
    storages = frozenset(session.builder.storages)
    outer = [
        (name, symbol.declaration.coord, scalars)
        for name, symbol in session.file_scope.names.items()
        if isinstance(symbol, ObjectSymbol) and symbol.declaration.coord is not None and (scalars := list(_scalars(name, symbol, storages)))
    ]
    for loop, place, inner in session.loops:
        if loop in kept:
            names = {
                storage: scalar
                for name, declared, scalars in outer
                if name not in inner and _is_before(declared, place)
                for storage, scalar in scalars
            }
            for name, symbol in inner.items():
                names.update(_scalars(name, symbol, storages))
            loop.names = names


def _is_before(one: Token, other: Token) -> bool:
    return (one.row, one.column) < (other.row, other.column)


def _scalars(name: str, symbol: Symbol, storages: frozenset[Variable | Array]) -> Iterator[tuple[Variable | Array, NamedScalar]]:
    if not isinstance(symbol, ObjectSymbol) or symbol.stored is None or symbol.volatile or symbol.stored.root is None:
        return
    if symbol.declaration is not None and "register" in symbol.declaration.storage:
        return
    for storage, scalar in _parts(name, symbol.stored.type, symbol.stored.root, (), symbol.stored.constant):
        if storage in storages:
            yield storage, scalar


def _parts(
    text: str, type: CType, node: StorageNode, counts: tuple[int, ...], constant: bool
) -> Iterator[tuple[Variable | Array, NamedScalar]]:
    """The leaves that lie at an address of their own: no bit-fields, and of a union nothing."""
    match node, type:
        case ScalarNode(storage=storage), IntegerType() | PointerType() | FloatType():
            yield storage, NamedScalar(text, _KINDS[type.__class__], counts, constant)
        case RecordNode(parts=parts, shared=None), RecordType(is_union=False, members=members):
            for member in members or ():
                part = parts.get(id(member))
                if part is not None and member.name is not None and member.width is None:
                    yield from _parts(f"{text}.{member.name}", member.type, part, counts, constant)
        case ArrayNode(element=element, count=count), ArrayType(element=inner) if count <= MOST_ELEMENTS:
            yield from _parts(f"{text}[{{}}]", inner, element, (*counts, count), constant)


_KINDS: Mapping[Any, ScalarKind] = {
    IntegerType: ScalarKind.INTEGER,
    PointerType: ScalarKind.POINTER,
    FloatType: ScalarKind.FLOATING,
}
