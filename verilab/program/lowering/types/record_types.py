"""Structures, unions and enumerations: references to tags and definitions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pycparser import c_ast

from verilab.program.c_types.layout import FieldDeclaration, lay_out
from verilab.program.c_types.types import (
    C_INT,
    LONG_LONG,
    SHORT,
    SIGNED_CHAR,
    UNSIGNED_CHAR,
    UNSIGNED_INT,
    UNSIGNED_LONG_LONG,
    UNSIGNED_SHORT,
    CType,
    IntegerType,
    RecordType,
    is_variable_length,
    long_type,
)
from verilab.program.lowering.context import Context
from verilab.program.lowering.symbols import EnumeratorSymbol
from verilab.program.lowering.types import attributes, declared_types, machine_modes
from verilab.program.lowering.types.constant_expressions import constant_integer
from verilab.program.lowering.unsupported import give_up
from verilab.program.types import DataModel

EVALUATED_LENGTH = "a length with an effect in a structure"


def record_type(ctx: Context, node: c_ast.Struct | c_ast.Union, *, alone: bool = False) -> RecordType:
    """A structure or union: a reference to its tag, or its definition; ``alone``, as ``struct s;``, it hides a tag of an outer block."""
    kind = "union" if isinstance(node, c_ast.Union) else "struct"
    if not ctx.scopes.at_file_level and any(_has_length_with_effect(ctx, member) for member in node.decls or ()):
        ctx.session.refuse(ctx, EVALUATED_LENGTH)
    known = ctx.session.tagged_types.get(id(node))
    if isinstance(known, RecordType):
        if node.name is not None:
            ctx.scopes.innermost.tags.setdefault(node.name, known)
        return known
    scope = ctx.scopes.innermost
    here = alone or node.decls is not None
    tagged = (scope.tags.get(node.name) if here else ctx.scopes.find_tag(node.name)) if node.name else None
    if tagged is not None and not (isinstance(tagged, RecordType) and tagged.kind == kind):
        raise ctx.error(node, f"'{node.name}' is not the tag of a {kind}")
    record = tagged if isinstance(tagged, RecordType) else RecordType(kind, node.name or f"<anonymous {len(ctx.session.tagged_types)}>")
    if tagged is None:  # a later lowering of the same place means the same record
        ctx.session.tagged_types[id(node)] = record
        if node.name is not None:
            scope.tags[node.name] = record
    if node.decls is not None:
        if record.members is not None:
            raise ctx.error(node, f"{record} is defined twice")
        ctx.session.tagged_types[id(node)] = record
        lay_out(record, list(_fields(ctx, node)), ctx.model, attributes.packing_of(ctx, node))
        if is_variable_length(record):
            give_up(ctx, "a structure of variable length")
        record.transparent = attributes.attribute(node, "transparent_union") is not None
    return record


def _fields(ctx: Context, node: c_ast.Struct | c_ast.Union) -> Iterable[FieldDeclaration]:
    for declaration in node.decls:
        if isinstance(declaration, c_ast.Pragma | c_ast.StaticAssert | c_ast.EmptyStatement):
            continue
        assert isinstance(declaration, c_ast.Decl)
        type_ = declared_types.declared_type(ctx, declaration)
        bits = declaration.bitsize
        width = None if bits is None else constant_integer(ctx, bits)
        if declaration.name is None and width is None and not _is_anonymous(declaration.type):
            continue  # a declaration that declares nothing
        if width is not None and not isinstance(type_, IntegerType):
            raise ctx.error(declaration, f"the bit-field '{declaration.name}' has type {type_}, not an integer type")
        if width is not None and isinstance(type_, IntegerType) and not 0 <= width <= type_.machine.width:
            raise ctx.error(declaration, f"the bit-field '{declaration.name}' has {width} bits, more than its type {type_}")
        if isinstance(type_, RecordType) and type_.members is None:
            raise ctx.error(declaration, f"the member '{declaration.name}' has the incomplete type {type_}")
        yield FieldDeclaration(
            declaration.name,
            type_,
            width,
            attributes.asked_alignment(ctx, declaration),
            attributes.named_alignment(ctx, declaration),
            attributes.attribute(declaration, "packed") is not None,
            declared_types.qualifiers(ctx, declaration),
        )


def _has_length_with_effect(ctx: Context, member: c_ast.Node) -> bool:
    """Whether computing the length of an array in a member's type does something: ``int (*p)[++n]``."""
    declarator = member.type if isinstance(member, c_ast.Decl) else None
    while isinstance(declarator, c_ast.ArrayDecl | c_ast.PtrDecl | c_ast.FuncDecl):
        if isinstance(declarator, c_ast.ArrayDecl) and declarator.dim is not None and ctx.session.purity.has_effect(declarator.dim):
            return True
        declarator = declarator.type
    return False


def _is_anonymous(specifier: c_ast.Node) -> bool:
    """Whether a member without a name is an anonymous structure or union: not one with a tag, nor one by a name (C11 6.7.2.1p13)."""
    return isinstance(specifier, c_ast.Struct | c_ast.Union) and specifier.name is None


def enumeration_type(ctx: Context, node: c_ast.Enum) -> CType:
    """An enumeration, as gcc chooses its type: the first of ``unsigned int``, ``int``, and their long counterparts that has all values.

    Before C23 an enumerator has type int where its value is one, else the type of its enumeration.  Where C23's fixed underlying type is
    given (``enum e : short``), that is the type of the enumeration and, with its value in it, of every enumerator.
    """
    fixed = None if node.underlying_type is None else _underlying_type(ctx, node)
    if node.values is None and fixed is not None:
        return fixed
    if node.values is None:
        tagged = ctx.scopes.find_tag(node.name) if node.name else None
        return tagged if tagged is not None else UNSIGNED_INT
    value = -1
    lowest = highest = 0
    values: list[tuple[str, int]] = []
    for item in node.values.enumerators:
        if not isinstance(item, c_ast.Enumerator):
            continue
        value = constant_integer(ctx, item.value) if item.value is not None else value + 1
        lowest, highest = min(lowest, value), max(highest, value)
        values.append((item.name, value))
        if fixed is not None and not fixed.machine.minimum <= value <= fixed.machine.maximum:
            raise ctx.error(item, f"the enumerator '{item.name}' is {value}, no value of the enumeration's type {fixed}")
        ctx.scopes.innermost.names[item.name] = EnumeratorSymbol(value, fixed or (C_INT if _is_int(value) else LONG_LONG))
    type_ = fixed or _holding(lowest, highest, ctx.model, packed=attributes.attribute(node, "packed") is not None)
    type_ = machine_modes.of_integer(ctx, node, replace(type_, enumeration=node))
    for name, value in values:
        if fixed is not None or not _is_int(value):
            ctx.scopes.innermost.names[name] = EnumeratorSymbol(type_.machine.wrap(value), type_)
    if node.name is not None:
        ctx.scopes.innermost.tags[node.name] = type_
    return type_


def _underlying_type(ctx: Context, node: c_ast.Enum) -> IntegerType:
    """C23's fixed underlying type, which the tag means from here on."""
    underlying = declared_types.declared_type(ctx, node.underlying_type)
    if not isinstance(underlying, IntegerType):
        raise ctx.error(node, f"the underlying type of an enumeration is an integer type, not {underlying}")
    if node.name is not None and node.values is None:
        scope = ctx.scopes.innermost
        underlying = scope.tags.setdefault(node.name, replace(underlying, enumeration=node))
        assert isinstance(underlying, IntegerType)
    return underlying


def _is_int(value: int) -> bool:
    return C_INT.machine.minimum <= value <= C_INT.machine.maximum


def _holding(lowest: int, highest: int, model: DataModel, *, packed: bool) -> IntegerType:
    """The type of an enumeration with values from ``lowest`` to ``highest``; packed ones start with the characters."""
    narrow = [(UNSIGNED_CHAR, SIGNED_CHAR), (UNSIGNED_SHORT, SHORT)] if packed else []
    pairs = [*narrow, (UNSIGNED_INT, C_INT), (long_type(model, signed=False), long_type(model, signed=True))]
    for unsigned, signed in [*pairs, (UNSIGNED_LONG_LONG, LONG_LONG)]:
        chosen = unsigned if lowest >= 0 else signed
        if chosen.machine.minimum <= lowest and highest <= chosen.machine.maximum:
            return chosen
    return LONG_LONG
