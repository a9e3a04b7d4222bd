"""From the syntax of declarations to C types: specifiers, declarators, structures, unions and enumerations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from verilab.program.c_types.layout import FieldDeclaration, lay_out
from verilab.program.c_types.types import (
    C_BOOL,
    C_INT,
    CHAR,
    FLOAT,
    INT128,
    LONG_LONG,
    SHORT,
    SIGNED_CHAR,
    UNSIGNED_CHAR,
    UNSIGNED_INT,
    UNSIGNED_INT128,
    UNSIGNED_LONG_LONG,
    UNSIGNED_SHORT,
    VOID,
    ArrayType,
    CType,
    FunctionType,
    IntegerType,
    PointerType,
    RecordType,
    double_type,
    long_double_type,
    long_type,
)
from verilab.program.lowering.constants import constant_integer, settled_integer
from verilab.program.lowering.context import Context
from verilab.program.lowering.objects import StoredObject
from verilab.program.lowering.symbols import EnumeratorSymbol, ObjectSymbol, TypedefSymbol
from verilab.program.memory.objects import ObjectKind
from verilab.program.types import DataModel, IntType

_FLOATING = {"float", "double", "_Complex", "__float128", "_Float16", "_Float32", "_Float64", "_Float128", "_Float32x", "_Float64x"}


def declared_type(ctx: Context, node: Any) -> CType:
    """The type that a declarator or type name denotes."""
    kind = type(node).__name__
    if kind in ("Decl", "Typename", "Typedef", "TypeDecl", "AttributedType"):
        return declared_type(ctx, node.type)
    if kind == "IdentifierType":
        return specified_type(ctx, node)
    if kind == "PtrDecl":
        target = declared_type(ctx, node.type)
        return PointerType(target, "const" in (getattr(node.type, "quals", None) or ()))
    if kind == "ArrayDecl":
        return _array_type(ctx, node)
    if kind == "FuncDecl":
        return function_type(ctx, node)
    if kind in ("Struct", "Union"):
        return record_type(ctx, node)
    if kind == "Enum":
        return enumeration_type(ctx, node)
    if kind == "TypeOf":
        return type_of(ctx, node.expr)
    if kind == "BitIntType":
        width = constant_integer(ctx, node.width)
        return IntegerType(f"_BitInt({width})", IntType(width, node.signedness != "unsigned"), 3 if width <= 32 else 5)
    raise ctx.error(node, f"a type was expected here, not {kind}")


def type_of(ctx: Context, node: Any) -> CType:
    """The type of an expression, without evaluating it; arrays stay arrays."""
    if type(node).__name__ == "Typename":
        return declared_type(ctx, node)
    with ctx.muted():
        if type(node).__name__ in ctx.places and denotes_place(ctx, node):
            return ctx.place(node).type
        return ctx.value(node).type


def denotes_place(ctx: Context, node: Any) -> bool:
    """Whether an expression of a kind that may be an lvalue is one."""
    match type(node).__name__:
        case "UnaryOp":
            return bool(node.op == "*")
        case "Constant":
            return bool(node.value.endswith('"'))
        case "Cast":
            return False
        case "ID":
            return isinstance(ctx.scopes.find(node.name), ObjectSymbol)
        case "ExprList":
            last = node.exprs[-1]
            return type(last).__name__ in ctx.places and denotes_place(ctx, last)
    return True


def specified_type(ctx: Context, node: Any) -> CType:
    """A type named by specifiers: a typedef, or words such as ``unsigned long int``."""
    names = node.names
    if len(names) == 1:
        symbol = ctx.scopes.find(names[0])
        if isinstance(symbol, TypedefSymbol):
            return symbol.type
    key = " ".join(sorted(names))
    cache = ctx.session.builtin_types
    found = cache.get(key)
    if found is None:
        found = _builtin(names, ctx.model)
        if found is None:
            raise ctx.error(node, f"unknown type name '{' '.join(names)}'")
        cache[key] = found
    return found


def _builtin(names: list[str], model: DataModel) -> CType | None:
    words = list(names)
    longs = words.count("long")
    unsigned = "unsigned" in words
    rest = {word for word in words if word not in ("long", "signed", "unsigned", "int", "__signed__", "__signed")}
    if rest & _FLOATING:
        return long_double_type(model) if longs else FLOAT if "float" in rest else double_type(model)
    if rest == {"void"}:
        return VOID
    if rest in ({"_Bool"}, {"bool"}):
        return C_BOOL
    if rest == {"char"}:
        explicit = any(word in ("signed", "__signed__", "__signed") for word in words)
        return UNSIGNED_CHAR if unsigned else SIGNED_CHAR if explicit else CHAR
    if rest == {"short"}:
        return UNSIGNED_SHORT if unsigned else SHORT
    if rest in ({"__int128"}, {"__int128_t"}, {"__uint128_t"}):
        return UNSIGNED_INT128 if unsigned or "__uint128_t" in rest else INT128
    if rest == {"__builtin_va_list"}:
        return PointerType(VOID)
    if rest:
        return None
    if longs >= 2:
        return UNSIGNED_LONG_LONG if unsigned else LONG_LONG
    if longs == 1:
        return long_type(model, signed=not unsigned)
    return UNSIGNED_INT if unsigned else C_INT


def _array_type(ctx: Context, node: Any) -> CType:
    element = declared_type(ctx, node.type)
    if isinstance(element, FunctionType):
        raise ctx.error(node, "an array of functions")
    if node.dim is None or getattr(node.dim, "name", None) == "*":
        return ArrayType(element, None)
    length = constant_integer(ctx, node.dim, required=ctx.scopes.at_file_level)
    if length is None:
        length = settled_integer(ctx, node.dim)
    if length is None:
        return ArrayType(element, None, variable=True)
    if length < 0:
        raise ctx.error(node.dim, f"the length of an array is negative: {length}")
    return ArrayType(element, length)


def function_type(ctx: Context, node: Any) -> FunctionType:
    """The type of a function declarator; parameters are visible in the types of later ones."""
    result = declared_type(ctx, node.type)
    if node.args is None:
        return FunctionType(result, None)
    parameters: list[CType] = []
    variadic = False
    ctx.scopes.enter()
    for parameter in node.args.params:
        if type(parameter).__name__ == "EllipsisParam":
            variadic = True
        elif type(parameter).__name__ == "ID":  # an old-style definition; its types follow the parameter list
            ctx.scopes.leave()
            return FunctionType(result, None)
        else:
            type_ = decayed(declared_type(ctx, parameter))
            parameters.append(type_)
            if getattr(parameter, "name", None) is not None:  # int f(int n, int a[n])
                unknown = StoredObject(parameter.name, type_, ObjectKind.LOCAL, None, (), None, "parameter")
                ctx.scopes.innermost.names[parameter.name] = ObjectSymbol(parameter.name, type_, parameter, True, stored=unknown)
    ctx.scopes.leave()
    if len(parameters) == 1 and parameters[0] == VOID:
        return FunctionType(result, ())
    return FunctionType(result, tuple(parameters), variadic)


def decayed(type: CType) -> CType:
    """The type of a parameter: arrays and functions become pointers."""
    if isinstance(type, ArrayType):
        return PointerType(type.element)
    return PointerType(type) if isinstance(type, FunctionType) else type


def record_type(ctx: Context, node: Any) -> RecordType:
    """A structure or union: a reference to its tag, or its definition."""
    kind = type(node).__name__.lower()
    known = ctx.session.tagged_types.get(id(node))
    if isinstance(known, RecordType):
        if node.name is not None:
            ctx.scopes.innermost.tags.setdefault(node.name, known)
        return known
    scope = ctx.scopes.innermost
    found = (ctx.scopes.find_tag(node.name) if node.decls is None else scope.tags.get(node.name)) if node.name else None
    if found is not None and not (isinstance(found, RecordType) and found.kind == kind):
        raise ctx.error(node, f"'{node.name}' is not the tag of a {kind}")
    record = found if isinstance(found, RecordType) else RecordType(kind, node.name or f"<anonymous {len(ctx.session.tagged_types)}>")
    if node.name is not None:
        scope.tags.setdefault(node.name, record)
    if node.decls is not None:
        if record.members is not None:
            raise ctx.error(node, f"{record} is defined twice")
        ctx.session.tagged_types[id(node)] = record
        lay_out(record, list(_fields(ctx, node)), ctx.model)
    return record


def _fields(ctx: Context, node: Any) -> Iterable[FieldDeclaration]:
    for declaration in node.decls:
        if type(declaration).__name__ in ("Pragma", "StaticAssert", "EmptyStatement"):
            continue
        type_ = declared_type(ctx, declaration)
        bits = getattr(declaration, "bitsize", None)
        width = None if bits is None else constant_integer(ctx, bits)
        if width is not None and not isinstance(type_, IntegerType):
            raise ctx.error(declaration, f"the bit-field '{declaration.name}' has type {type_}, not an integer type")
        if width is not None and isinstance(type_, IntegerType) and not 0 <= width <= type_.machine.width:
            raise ctx.error(declaration, f"the bit-field '{declaration.name}' has {width} bits, more than its type {type_}")
        if isinstance(type_, RecordType) and type_.members is None:
            raise ctx.error(declaration, f"the member '{declaration.name}' has the incomplete type {type_}")
        if declaration.name is None and width is None and not isinstance(type_, RecordType):
            continue  # a declaration that declares nothing
        yield FieldDeclaration(declaration.name, type_, width)


def enumeration_type(ctx: Context, node: Any) -> CType:
    """An enumeration: ``unsigned int`` as gcc chooses, ``int`` where a value is negative, ``long long`` where one does not fit."""
    if node.values is None:
        found = ctx.scopes.find_tag(node.name) if node.name else None
        return found if found is not None else UNSIGNED_INT
    value = -1
    lowest = highest = 0
    values: list[tuple[str, int]] = []
    for item in node.values.enumerators:
        if type(item).__name__ != "Enumerator":
            continue
        value = constant_integer(ctx, item.value) if item.value is not None else value + 1
        lowest, highest = min(lowest, value), max(highest, value)
        values.append((item.name, value))
        constant = C_INT if C_INT.machine.minimum <= value <= C_INT.machine.maximum else LONG_LONG
        ctx.scopes.innermost.names[item.name] = EnumeratorSymbol(value, constant)
    small = lowest >= C_INT.machine.minimum and highest <= (UNSIGNED_INT if lowest >= 0 else C_INT).machine.maximum
    type_: IntegerType = (UNSIGNED_INT if lowest >= 0 else C_INT) if small else LONG_LONG
    if node.name is not None:
        ctx.scopes.innermost.tags[node.name] = type_
    return type_
