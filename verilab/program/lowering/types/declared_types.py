"""From the syntax of declarations to C types: specifiers, declarators, structures, unions and enumerations."""

from __future__ import annotations

from pycparser import c_ast

from verilab.program.c_types.floating import complex_integer_type, complex_type, double_type, floating_type, named_type
from verilab.program.c_types.layout import alignment_of, size_of
from verilab.program.c_types.types import (
    C_BOOL,
    C_INT,
    CHAR,
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
    FloatType,
    FunctionType,
    IntegerType,
    PointerType,
    is_variable_length,
    long_type,
)
from verilab.program.lowering.context import Context
from verilab.program.lowering.storage.objects import StoredObject
from verilab.program.lowering.symbols import FunctionSymbol, ObjectSymbol
from verilab.program.lowering.types import machine_modes, record_types, selections, vector_types
from verilab.program.lowering.types.constant_expressions import constant_integer, settled_integer
from verilab.program.memory.objects.objects import ObjectKind
from verilab.program.types import DataModel

EVALUATED_OPERAND = "an operand with an effect, which is evaluated where the length of an array in its type is computed"


def declared_type(ctx: Context, node: c_ast.Node) -> CType:
    """The type that a declarator or type name denotes."""
    match node:
        case c_ast.Decl() | c_ast.Typename() | c_ast.Typedef():
            declared = declared_type(ctx, node.type)
            if isinstance(node, c_ast.Decl) and id(node) not in ctx.session.qualifiers:
                ctx.session.qualifiers[id(node)] = qualifiers(ctx, node)
            return vector_types.attributed(ctx, node, machine_modes.attributed(ctx, node, declared)) if node.attributes else declared
        case c_ast.TypeDecl(type=inner) | c_ast.AttributedType(type=inner):
            return declared_type(ctx, inner)
        case c_ast.IdentifierType():
            return specified_type(ctx, node)
        case c_ast.PtrDecl(type=target):
            return PointerType.to(declared_type(ctx, target), qualifiers(ctx, target))
        case c_ast.ArrayDecl():
            return _array_type(ctx, node)
        case c_ast.FuncDecl():
            return function_type(ctx, node)
        case c_ast.Struct() | c_ast.Union():
            return record_types.record_type(ctx, node)
        case c_ast.Enum():
            return record_types.enumeration_type(ctx, node)
        case c_ast.TypeOf(expr=operand):
            operand_type, _ = _of_operand(ctx, node)
            if isinstance(operand, c_ast.Typename):
                if ctx.session.purity.has_effect(operand):  # of a length in it
                    ctx.session.refuse(ctx, EVALUATED_OPERAND)
            else:
                follow_evaluation(ctx, operand, _without_pointers(operand_type))
            return operand_type
        case c_ast.BitIntType():  # its values are not promoted, and its padding is unspecified: no other type is like it
            raise ctx.error(node, "C23's _BitInt is not supported", "use an integer type of C17 and masks")
    raise ctx.error(node, f"a type was expected here, not {type(node).__name__}")


def qualifiers(ctx: Context, node: c_ast.Node) -> frozenset[str]:
    """The qualifiers of what a declarator declares, of the elements of an array; also by a typedef name or ``typeof``."""
    own: frozenset[str] = frozenset()
    while True:
        match node:
            case c_ast.PtrDecl(quals=words):  # declarations repeat the specifiers' qualifiers
                return own | frozenset(words or ())
            case c_ast.TypeDecl(quals=words, type=inner):
                own, node = own | frozenset(words or ()), inner
            case c_ast.IdentifierType(names=[name]):
                symbol = ctx.scopes.find_type(name)
                return own | symbol.qualifiers if symbol is not None else own
            case c_ast.TypeOf(expr=operand):
                return own | (qualifiers(ctx, operand) if isinstance(operand, c_ast.Typename) else _of_operand(ctx, node)[1])
            case c_ast.Decl() | c_ast.Typename() | c_ast.Typedef() | c_ast.ArrayDecl() | c_ast.AttributedType():
                node = node.type
            case _:
                return own


def _of_operand(ctx: Context, node: c_ast.TypeOf) -> tuple[CType, frozenset[str]]:
    """The type and the qualifiers that ``typeof`` finds: in ``typeof(x) x, y`` it is the x further out for both."""
    known = ctx.session.operand_types.get(id(node))
    if known is None:
        operand = node.expr
        found = _function_designated(ctx, operand) or type_of(ctx, operand)
        of_lvalue = frozenset() if isinstance(operand, c_ast.Typename) else _of_lvalue(ctx, operand)
        known = (found, of_lvalue)
        if not is_variable_length(_without_pointers(found)):
            ctx.session.operand_types[id(node)] = known
    return known


def _of_lvalue(ctx: Context, node: c_ast.Node) -> frozenset[str]:
    """The qualifiers that ``typeof`` finds."""
    node = selections.selected(ctx, node)
    with ctx.muted():
        return ctx.place(node).qualifiers if denotes_place(ctx, node) else frozenset()


def type_of(ctx: Context, node: c_ast.Node) -> CType:
    """The type of an expression, without evaluating it; arrays stay arrays."""
    if isinstance(node, c_ast.Typename):
        return declared_type(ctx, node)
    node = selections.selected(ctx, node)
    if isinstance(node, c_ast.ExprList):  # the value of the last, an array's is its address (C11 6.3.2.1p3)
        return decayed(type_of(ctx, node.exprs[-1]))
    with ctx.muted():
        if denotes_place(ctx, node):
            return ctx.place(node).type
        return ctx.value(node).type


def _function_designated(ctx: Context, node: c_ast.Node) -> FunctionType | None:
    """The type of a function that is named, behind any number of ``*``: as an operand of ``typeof`` it becomes no pointer."""
    node = selections.selected(ctx, node)
    while isinstance(node, c_ast.UnaryOp) and node.op == "*":
        inner = selections.selected(ctx, node.expr)
        node = selections.selected(ctx, inner.expr if isinstance(inner, c_ast.UnaryOp) and inner.op == "&" else inner)
    symbol = ctx.scopes.find(node.name) if isinstance(node, c_ast.ID) else None
    return symbol.type if isinstance(symbol, FunctionSymbol) else None


def _without_pointers(type: CType) -> CType:
    while isinstance(type, PointerType):
        type = type.target
    return type


def follow_evaluation(ctx: Context, operand: c_ast.Node, type: CType) -> None:
    """An operand of ``sizeof`` or ``typeof`` is evaluated if a length in its type is computed (C11 6.5.3.4p2), which is not modelled.

    For ``typeof`` also where pointers lead to what has the length (C23 6.7.2.5p4).
    """
    computed = isinstance(type, ArrayType) and ctx.session.computes_lengths
    if computed and ctx.session.purity.has_effect(operand):
        ctx.session.refuse(ctx, EVALUATED_OPERAND)


def denotes_place(ctx: Context, node: c_ast.Node) -> bool:
    """Whether an expression of a kind that may be an lvalue is one."""
    node = selections.selected(ctx, node)
    match node:
        case c_ast.FuncCall():
            return False
        case c_ast.UnaryOp(op=operator):
            return bool(operator == "*")
        case c_ast.Constant(value=text):
            return bool(text.endswith('"'))
        case c_ast.Cast():
            return False
        case c_ast.ID(name=name):
            return isinstance(ctx.scopes.find(name), ObjectSymbol)
        case c_ast.ExprList(exprs=[*_, last]):
            return denotes_place(ctx, last)
    return type(node) in ctx.places


def specified_type(ctx: Context, node: c_ast.IdentifierType) -> CType:
    """A type named by specifiers: a typedef, or words such as ``unsigned long int``."""
    names = node.names
    if len(names) == 1:
        symbol = ctx.scopes.find_type(names[0])
        if symbol is not None:
            return symbol.type
    key = " ".join(sorted(names))
    cache = ctx.session.builtin_types
    type = cache.get(key)
    if type is None:
        type = _builtin(names, ctx.model)
        if type is None:
            raise ctx.error(node, f"unknown type name '{' '.join(names)}'")
        cache[key] = type
    return type


def _complex(names: list[str], model: DataModel) -> CType | None:
    """``_Complex`` alone is that of double; gcc has complex integers, too."""
    words = [name for name in names if name != "_Complex"]
    named = named_type(words[0], model) if len(words) == 1 else None
    part = named or (_builtin(words, model) if words else double_type(model))
    match part:
        case FloatType():
            return complex_type(part)
        case IntegerType():
            return complex_integer_type(part, size_of(part, model), alignment_of(part, model))
    return None


def _builtin(names: list[str], model: DataModel) -> CType | None:
    words = list(names)
    longs = words.count("long")
    unsigned = "unsigned" in words
    rest = {word for word in words if word not in ("long", "signed", "unsigned", "int", "__signed__", "__signed")}
    if "_Complex" in rest:
        return _complex(names, model)
    floating = floating_type(rest, longs, model)
    if floating is not None:
        return floating
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


def _array_type(ctx: Context, node: c_ast.ArrayDecl) -> CType:
    element = declared_type(ctx, node.type)
    if isinstance(element, FunctionType):
        raise ctx.error(node, "an array of functions")
    if node.dim is None or (isinstance(node.dim, c_ast.ID) and node.dim.name == "*"):
        return ArrayType(element, None)
    length = constant_integer(ctx, node.dim, required=ctx.scopes.at_file_level)
    if length is None or ctx.session.purity.has_effect(node.dim):  # (f(), 2) has a value that is known, and is no constant expression
        ctx.session.computes_lengths = True
    if length is None:
        length = settled_integer(ctx, node.dim)
    if length is None:
        return ArrayType(element, None, variable=True)
    if length < 0:
        raise ctx.error(node.dim, f"the length of an array is negative: {length}")
    return ArrayType(element, length)


def function_type(ctx: Context, node: c_ast.FuncDecl) -> FunctionType:
    """The type of a function declarator; parameters are visible in the types of later ones."""
    result = declared_type(ctx, node.type)
    if node.args is None:
        return FunctionType(result, None)
    parameters: list[CType] = []
    variadic = False
    ctx.scopes.enter()
    for parameter in node.args.params:
        if isinstance(parameter, c_ast.EllipsisParam):
            variadic = True
        elif isinstance(parameter, c_ast.ID):  # an old-style definition; its types follow the parameter list
            ctx.scopes.leave()
            return FunctionType(result, None)
        else:
            type_ = decayed(declared_type(ctx, parameter), qualifiers(ctx, parameter))
            parameters.append(type_)
            if isinstance(parameter, c_ast.Decl | c_ast.Typename) and parameter.name is not None:  # int f(int n, int a[n])
                unknown = StoredObject(parameter.name, type_, ObjectKind.LOCAL, None, (), None, "parameter")
                ctx.scopes.innermost.names[parameter.name] = ObjectSymbol(parameter.name, type_, parameter, True, stored=unknown)
    ctx.scopes.leave()
    if len(parameters) == 1 and parameters[0] == VOID:
        return FunctionType(result, ())
    return FunctionType(result, tuple(parameters), variadic)


def decayed(type: CType, qualifiers: frozenset[str] = frozenset()) -> CType:
    """The type of a parameter: arrays, whose elements have these qualifiers, and functions become pointers."""
    if isinstance(type, ArrayType):
        return PointerType.to(type.element, qualifiers)
    return PointerType(type) if isinstance(type, FunctionType) else type
