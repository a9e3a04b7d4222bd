"""Functions that nobody declares: C89 takes them to return an int, gcc gives those that it has builtins for their own types.

``stubs/predefined/results.txt`` has the types of these results where they are no int, each with the names of the functions; a function
of the library is there by its plain name, which its other name, ``__builtin_`` in front, shares.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from pycparser import c_ast

from verilab.program.c_types.types import C_INT, CType, FunctionType, PointerType
from verilab.program.errors import InputError
from verilab.program.lowering.context import Context
from verilab.program.lowering.storage.objects import machine_type
from verilab.program.lowering.symbols import Scope, Scopes
from verilab.program.lowering.types.declared_types import declared_type
from verilab.program.syntax import parse_text
from verilab.program.syntax.preprocessing.predefined import STUBS

_RESULTS = STUBS / "predefined" / "results.txt"
_BUILTINS = STUBS / "predefined" / "builtins.txt"
_PREFIX = "__builtin_"


@cache
def results() -> dict[str, str]:
    """The types that are no int, spelled in C, by the names of the functions that return them."""
    spelled: dict[str, str] = {}
    type = ""
    for line in _RESULTS.read_text().splitlines():
        if line.endswith(":"):
            type = line[:-1]
        else:
            spelled |= dict.fromkeys(line.split(), type)
    return spelled


@cache
def _builtins() -> frozenset[str]:
    """The functions that gcc has builtins for."""
    return frozenset(_BUILTINS.read_text().split())


def without_declaration(ctx: Context, name: str, own: FunctionType) -> FunctionType:
    """The type by which a function of the library is called that nobody declares; ``own`` by a declaration.

    By C89 it returns an int: of the register with the result of ``strtol`` the caller takes the lower half.
    """
    machine = machine_type(own.result, ctx.model)
    if name in _builtins() or machine is None or (isinstance(own.result, PointerType) and machine.width <= C_INT.machine.width):
        return own
    return replace(own, result=C_INT)


def implicit_type(ctx: Context, node: c_ast.Node, name: str) -> FunctionType:
    """The type of a function that is called without a declaration; raises InputError where gcc's is none of ours."""
    spelled = results().get(name) or results().get(name.removeprefix(_PREFIX))
    if spelled is None:
        ctx.session.undeclared.setdefault(name, ctx.session.position(node))
        return FunctionType(C_INT, None)
    try:
        return FunctionType(_read(ctx, spelled), None)
    except InputError:
        raise ctx.error(node, f"'{name}' is not declared, and its type {spelled} is not supported") from None


def _read(ctx: Context, spelled: str) -> CType:
    unit = parse_text(f"extern {spelled} f();", "<undeclared>", ctx.model, preprocessing=True)
    declared = declared_type(Context(ctx.session, None, Scopes(Scope())), unit.ast.ext[-1])
    assert isinstance(declared, FunctionType)
    return declared.result
