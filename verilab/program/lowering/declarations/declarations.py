"""Declarations: variables with their storage and initialisers, functions, types; at file level and inside functions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pycparser import c_ast

from verilab.program.c_types.floating import named_type
from verilab.program.c_types.layout import IncompleteTypeError, size_of
from verilab.program.c_types.types import (
    C_INT,
    ArrayType,
    CType,
    FloatType,
    FunctionType,
    IntegerType,
    RecordType,
    VoidType,
    is_variable_length,
)
from verilab.program.lowering.context import Context, statements
from verilab.program.lowering.context import places as place_of_kind
from verilab.program.lowering.context import values as value_of_kind
from verilab.program.lowering.declarations import variable_lengths
from verilab.program.lowering.declarations.flexible_arrays import extended
from verilab.program.lowering.declarations.initialisers import completed, initialise
from verilab.program.lowering.expressions.reading import value_at
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.gnu import lifetimes, nested_functions
from verilab.program.lowering.gnu.aliases import declared_in_block
from verilab.program.lowering.session import Session, is_constant
from verilab.program.lowering.storage.places import Place, place_of
from verilab.program.lowering.symbols import FunctionSymbol, ObjectSymbol, TypedefSymbol
from verilab.program.lowering.types import attributes
from verilab.program.lowering.types.constant_expressions import constant_integer
from verilab.program.lowering.types.declared_types import declared_type, qualifiers
from verilab.program.lowering.types.record_types import record_type
from verilab.program.memory.objects.objects import ObjectKind
from verilab.program.operations import Havoc, NondetKind
from verilab.program.syntax.tree.nodes import attributes_of

PROMISES = frozenset(("pure", "const", "returns_nonnull", "assume_aligned"))
"""Attributes that say something of what a function returns."""
INFERRED = "a variable declared by auto without a type, which is an int before C23"


def declare_type(ctx: Context, node: c_ast.Typedef) -> None:
    """A typedef."""
    alignment = attributes.asked_alignment(ctx, node) or attributes.named_alignment(ctx, node)
    type = named_type(node.name, ctx.model) or declared_type(ctx, node)
    qualified = qualifiers(ctx, node.type)
    if alignment is not None and "_Atomic" not in qualified:  # ``typeof`` tells which expressions are atomic
        attributes.note_aligned_type(ctx, type, alignment)
    ctx.scopes.innermost.names[node.name] = TypedefSymbol(type, alignment, qualified)


def declare_function(ctx: Context, name: str, type: FunctionType, node: c_ast.Decl, definition: Any = None) -> None:
    """A function's declaration or definition; it belongs to the file wherever it is declared."""
    if "_Noreturn" in node.funcspec:
        ctx.session.no_return.add(name)
    if node.attributes:
        lifetimes.note_function(ctx, name, node)
        promised = PROMISES.intersection(attribute.name for attribute in attributes_of(node))
        if promised:
            ctx.session.promises.setdefault(name, set()).update(promised)
        if attributes.attribute(node, "weak") is not None:
            ctx.session.weak.add(name)
    known = ctx.session.file_scope.names.get(name)
    if isinstance(known, FunctionSymbol):
        if definition is not None:
            if known.definition is not None and not _is_inline_only(known.definition.decl):
                raise ctx.error(node, f"the function '{name}' is defined twice")
            known.definition = definition
        if definition is not None or known.type.parameters is None:
            known.type = type
        symbol = known
    else:
        symbol = FunctionSymbol(name, type, definition)
        ctx.session.file_scope.names[name] = symbol
    ctx.session.function_declarations += 1
    if definition is not None:
        symbol.defined = ctx.session.function_declarations
    if type.parameters is not None and not symbol.prototyped:
        symbol.prototyped = ctx.session.function_declarations
    if attributes.attribute(node, "ifunc") is not None:
        ctx.session.assembled.add(name)  # what is called is chosen when the program is linked
    ctx.scopes.innermost.names[name] = symbol if definition is not None else declared_in_block(ctx.session, node, symbol)


def _is_inline_only(node: Any) -> bool:
    """Whether a definition is only for inlining (``extern inline`` with gnu_inline): the real one may follow, and is what calls enter."""
    return "extern" in node.storage and "inline" in node.funcspec


def declare_global(ctx: Context, node: c_ast.Decl, type: CType) -> None:
    """A variable of the file, or an ``extern`` declaration inside a function."""
    names = ctx.session.file_scope.names
    if isinstance(type, VoidType):
        raise ctx.error(node, f"the variable '{node.name}' has type void")
    known = names.get(node.name)
    if attributes.attribute(node, "weak") is not None:
        ctx.session.weak.add(node.name)
    # A name that stands for another symbol is no tentative definition, with or without "extern".
    is_alias = any(attributes.attribute(node, kind) is not None for kind in ("alias", "weakref"))
    if is_alias and "extern" not in node.storage and is_constant(node):
        raise ctx.error(node, f"of the constant alias '{node.name}' gcc reads 0 in some places", 'declare it "extern"')
    external = (("extern" in node.storage or is_alias) and node.init is None) or attributes.is_register(node)  # with any value at first
    type = completed(ctx, type, node.init)
    alignment = attributes.alignment_of_variable(ctx, node, type)
    if isinstance(known, ObjectSymbol):
        known.alignment = min(known.alignment, alignment)
        if isinstance(known.type, ArrayType) and known.type.length is None:
            known.type = type
        if node.init is not None:
            known.declaration = node
        known.defined = known.defined or not external
        known.volatile = known.volatile and not known.defined
        symbol = known
    else:
        volatile = external and has_volatile_parts(type, qualifiers(ctx, node))
        symbol = ObjectSymbol(ctx.session.unique_name(node.name), type, node, not external, volatile, alignment=alignment)
        names[node.name] = symbol
    symbol.extended = extended(ctx, type, node.init) or symbol.extended
    symbol.value = _constexpr_value(ctx, node, type)
    ctx.scopes.innermost.names[node.name] = declared_in_block(ctx.session, node, symbol)


def _constexpr_value(ctx: Context, node: c_ast.Decl, type: CType) -> int | None:
    """The value of an integer declared with C23's ``constexpr``, which may stand in constant expressions; None of other objects."""
    if "constexpr" not in node.storage or not isinstance(type, IntegerType):
        return None
    inner = node.init
    while isinstance(inner, c_ast.InitList) and len(inner.exprs) == 1:
        inner = inner.exprs[0]
    if inner is None or isinstance(inner, c_ast.InitList):
        raise ctx.error(node, f"'{node.name}' is constexpr and has no value", "C23 wants one initialiser")
    value = constant_integer(ctx, inner)
    if not type.machine.minimum <= value <= type.machine.maximum:
        raise ctx.error(node, f"{value} is no value of the constexpr '{node.name}' of type {type}")
    return value


def complete_tentative(session: Session) -> None:
    """At the end of the file an array that was defined without a length has one element (C11 6.9.2p2)."""
    for symbol in session.file_scope.names.values():
        if isinstance(symbol, ObjectSymbol) and symbol.defined and isinstance(symbol.type, ArrayType) and symbol.type.length is None:
            symbol.type = replace(symbol.type, length=1)


def has_volatile_parts(type: CType, words: frozenset[str]) -> bool:
    """Whether an object of this type, qualified by these words, or one of its elements or members is volatile."""
    if "volatile" in words:
        return True
    if isinstance(type, ArrayType):
        return has_volatile_parts(type.element, words)
    return isinstance(type, RecordType) and any(has_volatile_parts(member.type, member.qualifiers) for member in type.members or ())


@statements(c_ast.Typedef)
def _typedef(ctx: Context, node: c_ast.Typedef) -> None:
    variable_lengths.evaluate(ctx, node)
    declare_type(ctx, node)


@statements(c_ast.DeclList)
def _declarations(ctx: Context, node: c_ast.DeclList) -> None:
    for declaration in node.decls:
        ctx.statement(declaration)


@statements(c_ast.Pragma, c_ast.EmptyStatement, c_ast.AttributeDeclaration)
def _nothing(ctx: Context, node: c_ast.Pragma | c_ast.EmptyStatement | c_ast.AttributeDeclaration) -> None:
    """No effect."""


@statements(c_ast.StaticAssert)
def static_assert(ctx: Context, node: c_ast.StaticAssert) -> None:
    """``_Static_assert``, at file level or inside a function."""
    if constant_integer(ctx, node.cond) == 0:
        raise ctx.error(node, "the static assertion fails")


@statements(c_ast.Decl)
def _declaration(ctx: Context, node: c_ast.Decl) -> None:
    """A declaration inside a function."""
    ctx.focus(node)
    if is_inferred(node):
        declared = inferred_type(ctx, node)
        if (
            "auto" in node.storage
            and "constexpr" not in node.storage
            and declared != C_INT
            and isinstance(declared, IntegerType | FloatType)
        ):
            ctx.session.refuse(ctx, INFERRED)
    elif node.name is None and isinstance(node.type, c_ast.Struct | c_ast.Union):
        record_type(ctx, node.type, alone=True)
        return
    else:
        declared = declared_type(ctx, node)
    if node.name is None:
        return
    if isinstance(declared, FunctionType) and "auto" in node.storage:
        nested_functions.not_modelled(ctx, node.name, declared)
    elif isinstance(declared, FunctionType):
        declare_function(ctx, node.name, declared, node)
    elif "extern" in node.storage:
        declare_global(ctx, node, declared)
    elif "static" in node.storage:
        _declare_static(ctx, node, declared)
    else:
        _declare_local(ctx, node, declared)


def is_inferred(node: c_ast.Decl) -> bool:
    """Whether a variable has the type of its initialiser."""
    return isinstance(node.type, c_ast.TypeDecl) and isinstance(node.type.type, c_ast.InferredType)


def inferred_type(ctx: Context, node: c_ast.Decl) -> CType:
    """``__auto_type x = e`` has the type of e."""
    if node.init is None:
        raise ctx.error(node, f"'{node.name}' needs an initialiser to infer its type from")
    with ctx.muted():
        return ctx.value(node.init).type


def _declare_static(ctx: Context, node: c_ast.Decl, type: CType) -> None:
    if attributes.attribute(node, "asm") is not None:
        raise ctx.error(node, f"the symbol of the local variable '{node.name}' cannot be chosen", "declare it at file level")
    symbol = ctx.session.statics.get(id(node))
    if symbol is None:
        owner = ctx.function.name.partition("#")[0] if ctx.function is not None else ""
        name = ctx.session.unique_name(f"{owner}::{node.name}")
        complete = completed(ctx, type, node.init)
        symbol = ObjectSymbol(name, complete, node, True, alignment=attributes.alignment_of_variable(ctx, node, complete))
        symbol.extended = extended(ctx, type, node.init)
        symbol.value = _constexpr_value(ctx, node, type)
        ctx.session.statics[id(node)] = symbol
    ctx.scopes.innermost.names[node.name] = symbol
    symbol.scopes = ctx.scopes.snapshot()


def _declare_local(ctx: Context, node: c_ast.Decl, type: CType) -> None:
    allocated = variable_lengths.allocated(ctx, node, type)
    if allocated is not None:
        ctx.scopes.innermost.names[node.name] = ObjectSymbol(node.name, type, node, True, allocated=allocated)
        return
    variable_lengths.evaluate(ctx, node)
    complete = completed(ctx, type, node.init)
    require_complete(ctx, node, complete)
    stored = ctx.new_object(node.name, complete, ObjectKind.LOCAL)
    stored.alignment = attributes.alignment_of_variable(ctx, node, complete)
    ctx.scopes.innermost.names[node.name] = ObjectSymbol(
        stored.name, complete, node, True, stored=stored, value=_constexpr_value(ctx, node, complete)
    )
    if node.init is not None:
        initialise(ctx, place_of(stored), node.init)
    elif stored.cells:
        _uninitialised(ctx, tuple(cell.storage for cell in stored.cells))
    if node.attributes:
        lifetimes.note_variable(ctx, node, place_of(stored))


def require_complete(ctx: Context, node: c_ast.Decl, type: CType) -> None:
    """Raise InputError where no object can have the type."""
    if isinstance(type, VoidType):
        raise ctx.error(node, f"the variable '{node.name}' has type void")
    if is_variable_length(type):
        return
    try:
        size_of(type, ctx.model)
    except IncompleteTypeError as problem:
        raise ctx.error(node, f"the variable '{node.name}' has an incomplete type: {problem}") from None


def _uninitialised(ctx: Context, targets: Any) -> None:
    """The new variables hold arbitrary values; neighbouring declarations share one edge."""
    edges = ctx.session.builder.edges
    if ctx.current is None:
        return
    last = ctx.current.entering[0] if len(ctx.current.entering) == 1 else None
    if last is not None and last is edges[-1] and not ctx.current.leaving and ctx.current.label is None and ctx.current is not ctx.entry:
        operation = last.operation
        if isinstance(operation, Havoc) and operation.kind is NondetKind.UNINITIALISED:
            last.operation = Havoc(operation.targets + targets, operation.kind, operation.origin)
            last.text += f", {ctx.text}"
            return
    ctx.emit(Havoc(targets, NondetKind.UNINITIALISED, "uninitialised"))


@place_of_kind(c_ast.CompoundLiteral)
def _compound_literal(ctx: Context, node: c_ast.CompoundLiteral) -> Place:
    variable_lengths.evaluate(ctx, node.type)
    type = completed(ctx, declared_type(ctx, node.type), node.init)
    require_complete(ctx, node.type, type)
    if ctx.function is None or ctx.current is None:
        place = place_of(ctx.session.make_object(ctx.session.unique_name("$literal"), type, ObjectKind.GLOBAL, None))
    else:
        place = ctx.temporary_object(type)
    initialise(ctx, place, node.init, static=ctx.scopes.at_file_level)
    qualified = qualifiers(ctx, node.type)
    if place.stored is not None:
        place.stored.nameless = "const" in qualified
    return replace(place, qualifiers=qualified)


@value_of_kind(c_ast.CompoundLiteral)
def _compound_literal_value(ctx: Context, node: c_ast.CompoundLiteral) -> Value:
    return value_at(ctx, ctx.place(node))
