"""The types that gcc's attribute ``mode`` asks for: by a name of the machine's for their width, whatever type is declared.

The mode belongs to a declaration, not to the words of its type: ``int a, b __attribute__((mode(QI)))`` narrows one of two, and a typedef
name can be narrowed as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pycparser import c_ast

from verilab.program.c_types.floating import FLOAT, FLOAT128, double_type, long_double_type
from verilab.program.c_types.types import (
    C_INT,
    INT128,
    LONG_LONG,
    SHORT,
    SIGNED_CHAR,
    UNSIGNED_CHAR,
    UNSIGNED_INT,
    UNSIGNED_INT128,
    UNSIGNED_LONG_LONG,
    UNSIGNED_SHORT,
    CType,
    FloatType,
    IntegerType,
    long_type,
)
from verilab.program.lowering.context import Context
from verilab.program.lowering.types import attributes
from verilab.program.types import DataModel

_INTEGERS = {
    "QI": (SIGNED_CHAR, UNSIGNED_CHAR),
    "byte": (SIGNED_CHAR, UNSIGNED_CHAR),
    "HI": (SHORT, UNSIGNED_SHORT),
    "SI": (C_INT, UNSIGNED_INT),
    "DI": (LONG_LONG, UNSIGNED_LONG_LONG),
    "TI": (INT128, UNSIGNED_INT128),
}
_WORDS = frozenset({"word", "unwind_word", "pointer"})
_FLOATS: dict[str, Callable[[DataModel], FloatType]] = {
    "SF": lambda _: FLOAT,
    "DF": double_type,
    "XF": long_double_type,
    "TF": lambda _: FLOAT128,
}


def attributed(ctx: Context, node: c_ast.Node, type: CType) -> CType:
    """The type with the attribute ``mode`` of its declaration applied."""
    match type:
        case IntegerType():
            return of_integer(ctx, node, type)
        case FloatType(parts=1):
            return _FLOATS[name](ctx.model) if (name := _asked(ctx, node)) in _FLOATS else type
    _asked(ctx, node)
    # Of a pointer it can only be the mode that it has; gcc accepts none for what is left.
    return type


def of_integer(ctx: Context, node: c_ast.Node, type: IntegerType) -> IntegerType:
    """The same for an integer, or for the definition of an enumeration, of which gcc makes another one of that width."""
    name = _asked(ctx, node)
    signed = type.machine.signed
    if name in _WORDS or (name == "DI" and ctx.model is DataModel.LP64):
        moded = long_type(ctx.model, signed=signed)
    elif name in _INTEGERS:
        moded = _INTEGERS[name][0 if signed else 1]
    else:
        return type
    return replace(moded, enumeration=type.enumeration)


def _asked(ctx: Context, node: c_ast.Node) -> str | None:
    """The mode that the attributes of a declaration ask for; InputError where it is not one of those here."""
    mode = attributes.attribute(node, "mode")
    if mode is None or not mode.arguments:
        return None
    name = _name(mode.arguments[0])
    known = {*_INTEGERS, *_WORDS, *_FLOATS}
    if name not in known:
        raise ctx.error(mode, f"the machine mode {name} is not supported", f"these are: {', '.join(sorted(known))}")
    return name


def _name(argument: c_ast.Node) -> str:
    """The word in the brackets, without underscores around it; it may be a typedef's name as well."""
    match argument:
        case c_ast.ID(name=name):
            return str(name).strip("_")
        case c_ast.Typename(type=c_ast.TypeDecl(type=c_ast.IdentifierType(names=[name]))):
            return str(name).strip("_")
    return "with this argument"
