"""Mutants: what cosmic-ray's operators make of a module, without the changes that no test should see."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

from tests.mutation.places import Place, bodies, excluded

NEED_ARGUMENTS = ("core/VariableReplacer", "core/VariableInserter")
"""Operators that are about variables that one names."""
IDENTITY = ("core/ReplaceComparisonOperator_Eq_Is", "core/ReplaceComparisonOperator_NotEq_IsNot")
"""Identity in place of equality: what it does depends on what the interpreter shares."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """The ``occurrence``-th place (from 0) where an operator applies to the text of ``module``, changed by it."""

    module: str
    operator: str
    occurrence: int
    place: Place
    in_function: bool
    """Whether a call runs it, not the module's import."""

    @property
    def name(self) -> str:
        return f"{self.module}:{self.place[0]} {self.operator.removeprefix('core/')} {self.occurrence}"

    @property
    def path(self) -> str:
        """The module's file, from the root of the project."""
        folder = "strategies/" if self.module.startswith("verilab_strategies") else ""
        return f"{folder}{self.module.replace('.', '/')}.py"

    def rewritten(self, source: str) -> str:
        """The module's text with the mutation."""
        changed = mutate_code(source, get_operator(self.operator)(), self.occurrence)
        if changed is None:
            raise ValueError(f"{self.name}: the operator has no such place")
        return str(changed)

    def change(self, source: str) -> tuple[str, str]:
        """The lines before and after, as far as they differ."""
        lines = list(difflib.ndiff(source.splitlines(), self.rewritten(source).splitlines()))
        before, after = (" ".join(line[2:].strip() for line in lines if line.startswith(sign)) for sign in "-+")
        return before, after


def mutants_of(module: str, source: str) -> dict[tuple[Place, str], list[Mutant]]:
    """The mutants by their site: the place and the kind of operator, which may have several ways to change it."""
    sites: dict[tuple[Place, str], list[Mutant]] = {}
    tree = get_ast(source)
    nodes = list(ast_nodes(tree))
    functions = bodies(source)
    without = excluded(source, messages=not module.startswith("verilab.evidence.compiler"))
    for operator in _operators():
        mutation = get_operator(operator)()
        places = (start for node in nodes for start, _ in mutation.mutation_positions(node))
        for occurrence, place in enumerate(places):
            if not any(start <= place < end for start, end in without):
                mutant = Mutant(module, operator, occurrence, place, any(place[0] in lines for lines in functions))
                sites.setdefault((place, operator.partition("_")[0]), []).append(mutant)
    return sites


@cache
def _operators() -> tuple[str, ...]:
    return tuple(sorted(name for name in operator_names() if name not in NEED_ARGUMENTS + IDENTITY))


def modules_of(root: Path, name: str) -> Iterator[tuple[str, str]]:
    """The modules of a package, or a module alone, each with its text."""
    base = root / ("strategies" if name.startswith("verilab_strategies") else "")
    place = base / name.replace(".", "/")
    for file in sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]:
        yield ".".join(file.relative_to(base).with_suffix("").parts), file.read_text()
