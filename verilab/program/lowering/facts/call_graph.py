"""The static call graph of a file and its recursive components."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from pycparser import c_ast

from verilab.program.components import components
from verilab.program.syntax.tree.nodes import Attribute

LARGEST_UNFOLDING = 12_000  # syntax nodes of all recursive instances of one component
FEWEST_INSTANCES = 2


@dataclass(frozen=True, slots=True)
class BodyFacts:
    """What one walk over a function's body finds: names called directly and labels, in order of appearance; how many syntax nodes.

    ``has_cleanups`` where a variable has the attribute ``cleanup``.
    """

    called: tuple[str, ...]
    labels: tuple[str, ...]
    size: int
    has_cleanups: bool = False


def facts_of(body: Any) -> BodyFacts:
    """One walk over a function's body."""
    called: dict[str, None] = {}
    labels: list[str] = []
    size = 0
    has_cleanups = False
    stack = [body]
    while stack:
        node = stack.pop()
        size += 1
        match node:
            case c_ast.Constant() | c_ast.ID():
                continue
            case c_ast.FuncCall(name=c_ast.ID(name=name)):
                called.setdefault(name)
            case c_ast.Label(name=name):
                labels.append(name)
            case Attribute(name="cleanup"):
                has_cleanups = True
        stack.extend(reversed([child for child in node if child is not None]))
    return BodyFacts(tuple(called), tuple(labels), size, has_cleanups)


class CallGraph:
    """Calls between defined functions: direct ones, and through pointers those that are given; ``component`` numbers what is recursive."""

    def __init__(self, definitions: dict[str, Any], pointer_calls: Collection[tuple[str, str]] = ()) -> None:
        self.facts = {name: facts_of(node.body) for name, node in definitions.items()}
        self.callees = {name: [callee for callee in facts.called if callee in definitions] for name, facts in self.facts.items()}
        for caller, callee in sorted(pointer_calls):
            if callee not in self.callees[caller]:
                self.callees[caller].append(callee)
        self.members = components(definitions, self.callees.__getitem__)
        self.component = {name: number for number, members in enumerate(self.members) for name in members}

    def bound(self, name: str, wanted: int) -> int:
        """How many recursive instances of a function to make: fewer where its component is so large that they would fill the program."""
        size = sum(self.facts[member].size for member in self.members[self.component[name]])
        return min(wanted, max(FEWEST_INSTANCES, LARGEST_UNFOLDING // max(1, size)))

    def is_recursive_call(self, caller: str, callee: str) -> bool:
        """Whether the call may lead back to the caller."""
        return caller in self.component and self.component[caller] == self.component.get(callee)
