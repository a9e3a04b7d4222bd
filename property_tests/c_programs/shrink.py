"""Shrinking of generated programs: cut declarations, functions and statements, put simpler expressions in place of larger ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from property_tests.c_programs.programs import CProgram
from property_tests.c_programs.tree import Tree, positions, replaced, verbatim

REMOVABLE = ("function", "global", "stmt")
_GONE = {kind: Tree("", kind=kind) for kind in REMOVABLE}


def shrink(program: CProgram, interesting: Callable[[CProgram], bool]) -> CProgram:
    """A smaller program that is still interesting; ``interesting`` must reject what does not compile."""
    current = program
    while True:
        smaller = _one_pass(current, interesting)
        if smaller is current:
            return current
        current = smaller


def _one_pass(program: CProgram, interesting: Callable[[CProgram], bool]) -> CProgram:
    for simpler in (_without, _simpler):
        position = 0
        while True:
            # What stands before ``position`` was tried already; a success leaves the numbering there as it was.
            nodes = list(positions(program.tree))
            if position >= len(nodes):
                break
            path, node = nodes[position]
            for candidate in simpler(node):
                attempt = replace(program, tree=replaced(program.tree, path, candidate))
                if interesting(attempt):
                    program = attempt
                    break
            else:
                position += 1
    return program


def _without(node: Tree) -> Iterator[Tree]:
    """Nothing in place of a declaration, a function or a statement, or only the statements inside it."""
    if node.kind in REMOVABLE and node.template:
        yield _GONE[node.kind]
        if node.kind == "stmt":
            yield from (
                Tree("{{\n{0}\n}}", (child,), "stmt")
                for child in node.children
                if child.kind == "sequence" and node.template != "{{\n{0}\n}}"
            )


def _simpler(node: Tree) -> Iterator[Tree]:
    """A constant, or one of its own operands, in place of an integer expression."""
    if node.kind == "int" and (node.children or len(node.template) > 2):
        if node.template not in ("0", "1"):
            yield from (verbatim(text) for text in ("0", "1"))
        yield from (child for child in node.children if child.kind == "int")
