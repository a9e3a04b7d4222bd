"""Whether it may matter which elements a sort compares, and how often, which C leaves open (C11 7.22.5p4 fixes the result's sign only)."""

from __future__ import annotations

from pycparser import c_ast

from verilab.program.lowering.facts.evaluation_order import FileEffects
from verilab.program.syntax.tree.nodes import nodes_of

_PARAMETERS = (2, 3)  # of a comparison for qsort, and of one for qsort_r


def comparisons_have_effects(root: c_ast.FileAST) -> bool:
    """Whether a function of the file that may be a sort's comparison, as its address is taken, changes anything or calls what may."""
    effects = FileEffects(root)
    effects.all()
    nodes = list(nodes_of(root))
    called = {id(node.name) for node in nodes if isinstance(node, c_ast.FuncCall)}
    taken = {node.name for node in nodes if isinstance(node, c_ast.ID) and id(node) not in called}
    compared = [name for name, node in effects.definitions.items() if name in taken and _compares(node)]
    return effects.odd is not None or any(effects.summaries[name].writes for name in compared)


def _compares(definition: c_ast.FuncDef) -> bool:
    parameters = definition.decl.type.args
    return parameters is not None and len(parameters.params) in _PARAMETERS
