"""The names of main's parameters where ``argv[argc]`` is null all the time (C11 5.1.2.2.1p2): syntactic, for a whole file."""

from __future__ import annotations

from typing import Any, NamedTuple

from pycparser import c_ast

from verilab.program.lowering.facts.call_graph import renamed_by
from verilab.program.lowering.facts.changes import changes_of


class MainArguments(NamedTuple):
    """``argc`` and ``argv`` as the program calls them."""

    number: str
    vector: str


def main_arguments(root: Any) -> MainArguments | None:
    """The names; None where they may change, name something else as well, or where the vector is used but by reading its elements."""
    main = next((node for node in root.ext if isinstance(node, c_ast.FuncDef) and node.decl.name == "main"), None)
    parameters = main.decl.type.args.params if main is not None and main.decl.type.args is not None else []
    if len(parameters) < 2 or not all(isinstance(parameter, c_ast.Decl) and parameter.name for parameter in parameters[:2]):
        return None
    arguments = MainArguments(parameters[0].name, parameters[1].name)
    changes = changes_of(root)
    if not {*arguments}.isdisjoint(changes.changing | changes.repeated):
        return None
    uses = 0
    stack = [root]
    while stack:
        node = stack.pop()
        if any("main" in pair for pair in renamed_by(node)):  # the program may call it by another name
            return None
        match node:
            case c_ast.ID(name="main"):
                return None
            case c_ast.ID(name=name) if name == arguments.vector:
                uses += 1
            case c_ast.ArrayRef(name=c_ast.ID(name=name)) if name == arguments.vector:
                uses -= 1
            case c_ast.Assignment(lvalue=target) | c_ast.UnaryOp(op="&" | "++" | "--" | "p++" | "p--", expr=target):
                if isinstance(target, c_ast.ArrayRef) and isinstance(target.name, c_ast.ID) and target.name.name == arguments.vector:
                    return None
        stack.extend(child for child in node if child is not None)
    return arguments if uses == 0 else None
