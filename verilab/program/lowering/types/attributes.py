"""What attributes and ``_Alignas`` say about a declaration or a type; their syntax is in ``syntax/grammar/declarations.py``."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from pycparser import c_ast

from verilab.program.c_types.layout import IncompleteTypeError, Packing, alignment_of, preferred_alignment_of, size_of
from verilab.program.c_types.types import ArrayType, CType, FunctionType
from verilab.program.errors import InputError
from verilab.program.lowering.context import Context
from verilab.program.lowering.symbols import ObjectSymbol
from verilab.program.lowering.types import declared_types
from verilab.program.lowering.types.constant_expressions import constant_integer
from verilab.program.syntax.tree.nodes import attributes_of
from verilab.program.types import DataModel

BIGGEST_ALIGNMENT = 16  # bytes: what ``aligned`` without an argument means on x86
ATOMIC_SIZES = frozenset((1, 2, 4, 8, 16))  # bytes: of what a machine's atomic instructions load and store
ALIGNMENT_OF_TYPEOF = "typeof of an expression whose type may have the alignment of a typedef name is not supported here"


def attribute(node: c_ast.Node, name: str) -> Any:
    """The last attribute of that name of a declaration, a structure or a type name; None where it has none."""
    for attributed in reversed(attributes_of(node)):
        if attributed.name == name:
            return attributed
    return None


def is_register(declaration: c_ast.Decl | None) -> bool:
    """Whether a declaration makes a variable of a register of the machine's that it names (``register int x asm("ebx")``)."""
    return declaration is not None and "register" in declaration.storage and attribute(declaration, "asm") is not None


def asked_alignment(ctx: Context, node: c_ast.Node) -> int | None:
    """The alignment that ``aligned`` and ``_Alignas`` ask for, the largest of all; None where nothing does."""
    asked: list[int] = []
    for attributed in attributes_of(node):
        if attributed.name == "aligned":
            asked.append(_alignment(ctx, attributed.arguments[0]) if attributed.arguments else BIGGEST_ALIGNMENT)
    for specifier in (node.align if isinstance(node, c_ast.Decl | c_ast.Typename | c_ast.TypeDecl) else None) or ():
        asked.append(_alignment(ctx, specifier.alignment))
    return max((number for number in asked if number > 0), default=None)


def alignment_of_variable(ctx: Context, node: c_ast.Node, type: CType) -> int:
    """What the address of a variable is a multiple of, by its declaration; 1 where that is not known."""
    try:
        said = asked_alignment(ctx, node)
        if said is not None:
            with suppress(InputError):  # asked for now, as a name in the type may be hidden behind the declaration
                named_alignment(ctx, node)
        named = None if said is not None else named_alignment(ctx, node)
        ctx.session.alignments[id(node)] = said or named
        if said is None and attribute(node, "packed") is None:
            said = named or alignment_of(type, ctx.model)
    except (IncompleteTypeError, InputError):  # a type by ``typeof`` of what may have an alignment by a name
        said = None
    return said or 1


def said_alignment(ctx: Context, declaration: c_ast.Node) -> int | None:
    """What the declaration of a variable says, where it stands, about its alignment; None where it says nothing."""
    if id(declaration) in ctx.session.alignments:
        return ctx.session.alignments[id(declaration)]
    return asked_alignment(ctx, declaration) or named_alignment(ctx, declaration)


def _alignment(ctx: Context, node: c_ast.Node) -> int:
    if not isinstance(node, c_ast.Typename):
        return constant_integer(ctx, node)
    asked = asked_alignment(ctx, node) or named_alignment(ctx, node)
    if asked is not None:
        return asked
    try:
        return alignment_of(declared_types.declared_type(ctx, node), ctx.model)
    except IncompleteTypeError as problem:
        raise ctx.error(node, str(problem)) from None


def named_alignment(ctx: Context, node: c_ast.Node) -> int | None:
    """What the typedef name or ``_Atomic`` in a declaration says about the alignment of its type; None where neither says anything."""
    named = _alignment_by_name(ctx, node)
    if "_Atomic" not in declared_types.qualifiers(ctx, node):
        return named
    try:
        return _atomic_alignment(declared_types.declared_type(ctx, node), named or 1, ctx.model)
    except IncompleteTypeError:
        return named


def _atomic_alignment(type: CType, named: int, model: DataModel) -> int | None:
    """What fits an atomic instruction has its size as alignment, in gcc; arrays have that of their elements without ``_Atomic``."""
    if isinstance(type, FunctionType):
        return None
    if isinstance(type, ArrayType):
        return preferred_alignment_of(type, model)
    size = size_of(type, model)
    return max(alignment_of(type, model), named, size if size in ATOMIC_SIZES else 1)


def _alignment_by_name(ctx: Context, node: c_ast.Node) -> int | None:
    while isinstance(node, c_ast.Decl | c_ast.Typename | c_ast.Typedef | c_ast.TypeDecl | c_ast.ArrayDecl | c_ast.AttributedType):
        node = node.type
    if isinstance(node, c_ast.TypeOf):
        if id(node) not in ctx.session.alignments:
            ctx.session.alignments[id(node)] = _alignment_of_typeof(ctx, node.expr)
        return ctx.session.alignments[id(node)]
    symbol = ctx.scopes.find_type(node.names[0]) if isinstance(node, c_ast.IdentifierType) and len(node.names) == 1 else None
    return symbol.alignment if symbol is not None else None


def _alignment_of_typeof(ctx: Context, operand: c_ast.Node) -> int | None:
    """A type by ``typeof`` keeps what a typedef name says about it; what the attributes of a variable say is no part of its type."""
    if isinstance(operand, c_ast.Typename):
        return asked_alignment(ctx, operand) or named_alignment(ctx, operand)
    symbol = ctx.scopes.find(operand.name) if isinstance(operand, c_ast.ID) else None
    if isinstance(symbol, ObjectSymbol):
        return named_alignment(ctx, symbol.declaration)
    if may_be_aligned_by_name(ctx, declared_types.type_of(ctx, operand)):
        raise ctx.error(operand, ALIGNMENT_OF_TYPEOF, "name the type")
    return None


def may_be_aligned_by_name(ctx: Context, type: CType) -> bool:
    """Whether an expression of this type may be of one that a typedef name gave another alignment."""
    while isinstance(type, ArrayType):
        type = type.element
    return type in ctx.session.aligned_types


def note_aligned_type(ctx: Context, type: CType, alignment: int) -> None:
    """A typedef name says what the alignment of a type is."""
    while isinstance(type, ArrayType):
        type = type.element
    try:
        usual = {alignment_of(type, ctx.model), preferred_alignment_of(type, ctx.model)}
    except IncompleteTypeError:
        usual = set()
    if usual != {alignment}:
        ctx.session.aligned_types.append(type)


def packing_of(ctx: Context, node: c_ast.Node) -> Packing:
    """What the attributes of a structure say about its layout."""
    bound = attribute(node, "pack")
    return Packing(
        packed=attribute(node, "packed") is not None,
        alignment=asked_alignment(ctx, node) or 1,
        bound=0 if bound is None else int(bound.arguments[0].value),
    )


def text_argument(attributed: Any) -> str | None:
    """The string that is an attribute's first argument."""
    node = attributed.arguments[0] if attributed.arguments else None
    return str(node.value).strip('"') if node is not None and isinstance(node, c_ast.Constant) else None


def names_in(nodes: Iterable[Any]) -> list[str]:
    """The names among an attribute's arguments."""
    return [node.name for node in nodes if isinstance(node, c_ast.ID)]
