"""Tags and enumerators that an expression declares (C11 6.2.1p7), where its value is not looked at: what follows it in the text sees them.

``for (; more; size = sizeof(struct s { int a; }))``: the body, which is behind the step in the text, is lowered before it.
"""

from __future__ import annotations

from pycparser import c_ast

from verilab.program.lowering.context import Context
from verilab.program.lowering.types.declared_types import declared_type


def declare_tags(ctx: Context, node: c_ast.Node | None) -> None:
    """Declare what the type names in an expression define, statement expressions excepted: these are blocks of their own."""
    pending = [] if node is None else [node]
    while pending:
        current = pending.pop()
        match current:
            case c_ast.Struct(decls=list()) | c_ast.Union(decls=list()) | c_ast.Enum(values=c_ast.EnumeratorList()):
                declared_type(ctx, current)
            case c_ast.Compound() | c_ast.FuncDecl():
                pass
            case _:
                pending.extend(child for _, child in reversed(current.children()))
