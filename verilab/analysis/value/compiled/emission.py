"""Python source of a section: structured code for an acyclic graph (after Ramsey, "Beyond Relooper", ICFP 2022).

Code is nested by the dominator tree.  A node that several nodes lead to follows a ``while True:`` block around the code of its immediate
dominator, and a jump to it is a ``break``; a jump over several blocks leaves the target's level in ``g``, which is looked at after each
block that was crossed.  Every other node is written where it is reached.  A generated function has the form

    def name(s, out, work):   s: the values of the key's storages;  out: successors found;  work: (function, state) still to run

and returns the (function, state) to go on with, or None.  For a single edge it is ``def name(s)`` and returns the successors.  These
carry ``W``, the engine that computed them.
"""

from __future__ import annotations

from typing import Protocol

from verilab.analysis.value.compiled.closure import Closure
from verilab.analysis.value.compiled.exits import Branch, End, Exit, Fork, Goto, Key
from verilab.analysis.value.compiled.section import Node, Section
from verilab.analysis.value.compiled.translation import local
from verilab.analysis.value.precision import Storage
from verilab.analysis.value.scheme import Scheme
from verilab.program.control import ControlPoint

MOST_BLOCKS = 16
"""CPython nests at most 20 blocks."""


class Names(Protocol):
    """Names, in the generated code's namespace, of what lies outside a section."""

    def point(self, point: ControlPoint) -> str: ...

    def function(self, key: Key) -> tuple[str, Key]:
        """The function that runs a key, and the key it was made for (a widened one, where there are many)."""
        ...


class Emitter:
    """Writes one section."""

    def __init__(self, section: Section, scheme: Scheme, closure: Closure, names: Names, *, single: bool = False) -> None:
        self.section = section
        self.scheme = scheme
        self.closure = closure
        self.names = names
        self.single = single
        self._forking = False
        self._lines: list[str] = []
        self._levels: dict[int, int] = {}
        self._outside: set[int] = set()
        self._crossed: set[int] = set()
        self._crossings = False

    def source(self, name: str) -> str:
        root = self.section.root
        parameters = self.scheme.members(root.known | root.maybe)
        self._node(self.section.nodes[0], 1, 0)
        head = [f"def {name}(s):" if self.single else f"def {name}(s, out, work):"]
        if parameters:
            head.append(f" {''.join(local(storage) + ', ' for storage in parameters)}= s")
        if self._crossings:
            head.append(" g = 0")
        return "\n".join((*head, *self._lines, ""))

    def _line(self, indent: int, line: str) -> None:
        self._lines.append(" " * indent + line)

    def _node(self, node: Node | None, indent: int, level: int) -> None:
        """A node, what it dominates, and what follows those; ``level`` counts the blocks around it."""
        while node is not None:
            joins = self._openable(node, level)
            if not joins:
                node, indent = self._body(node, indent, level)
                continue
            for offset, join in enumerate(reversed(joins)):
                self._line(indent + offset, "while True:")
                self._levels[join.number] = level + offset + 1
            inner = len(joins)
            rest, rest_indent = self._body(node, indent + inner, level + inner)
            self._node(rest, rest_indent, level + inner)
            for join in joins:
                inner -= 1
                self._after_block(indent + inner, level + inner)
                if inner:
                    self._node(join, indent + inner, level + inner)
            node = joins[-1]

    def _openable(self, node: Node, level: int) -> list[Node]:
        """The joins that get a block here; any beyond the nesting limit become sections of their own."""
        room = max(0, MOST_BLOCKS - level)
        self._outside.update(join.number for join in node.joins[: max(0, len(node.joins) - room)])
        return node.joins[max(0, len(node.joins) - room) :]

    def _after_block(self, indent: int, level: int) -> None:
        """Behind the end of block ``level + 1``: pass on a jump that goes further out."""
        if level + 1 not in self._crossed:
            return
        self._crossed.discard(level + 1)
        self._line(indent, "if g:")
        self._line(indent + 1, f"if g == {level}: g = 0")
        self._line(indent + 1, "break")

    def _body(self, node: Node, indent: int, level: int) -> tuple[Node | None, int]:
        """A node's own code; returns the node to be written next at the same place."""
        exit = node.exit
        while isinstance(exit, Branch):
            for statement in exit.before:
                self._line(indent, statement)
            then, otherwise = exit.then, exit.otherwise
            if self._weight(then) <= self._weight(otherwise):
                self._line(indent, f"if {exit.condition}:")
                nested, exit = then, otherwise
            else:
                self._line(indent, f"if not {exit.condition}:" if _simple(exit.condition) else f"if not ({exit.condition}):")
                nested, exit = otherwise, then
            self._nested(node, nested, indent + 1, level)
        return self._leaf(node, exit, indent, level), indent

    def _nested(self, node: Node, exit: Exit, indent: int, level: int) -> None:
        if isinstance(exit, Branch):
            inner = Node(node.key, exit, -1)
            following, indent = self._body(inner, indent, level)
        else:
            following = self._leaf(node, exit, indent, level)
        self._node(following, indent, level)

    def _weight(self, exit: Exit) -> int:
        match exit:
            case Goto(key=key):
                if self.closure.is_stop(key):
                    return 1
                node = self.section.node(key)
                return 1 if node is None or node.entries > 1 else 1 + node.size
            case Branch(then=then, otherwise=otherwise):
                return 1 + self._weight(then) + self._weight(otherwise)
            case Fork(exits=exits):
                return len(exits) + self._weight(exits[-1])
            case _:
                return 0

    def _leaf(self, node: Node, exit: Exit, indent: int, level: int) -> Node | None:
        match exit:
            case End():
                self._line(indent, self._nothing())
                return None
            case Fork(exits=exits):
                if self.single and not self._forking:
                    self._forking = True
                    self._line(indent, "out = []")
                    following = self._leaf(node, exit, indent, level)
                    self._node(following, indent, level)
                    self._forking = False
                    return None
                for item in exits[:-1]:
                    self._spawn(item, indent)
                last = exits[-1]
                if isinstance(last, Branch):
                    self._nested(node, last, indent, level)
                    return None
                return self._leaf(node, last, indent, level)
            case Goto():
                return self._goto(exit, indent, level)
            case _:
                raise AssertionError(exit)

    def _goto(self, leaf: Goto, indent: int, level: int) -> Node | None:
        for statement in leaf.before:
            self._line(indent, statement)
        if self.closure.is_stop(leaf.key):
            if self.single and not self._forking:
                self._line(indent, f"return ({self._successor(leaf)},)")
            else:
                self._line(indent, f"out.append({self._successor(leaf)})")
                self._line(indent, self._nothing())
            return None
        target = self.section.node(leaf.key)
        if target is None or target.number in self._outside or (target.entries > 1 and target.number not in self._levels):
            self._line(indent, f"return {self._continuation(leaf)}")
            return None
        if leaf.assigned is not None:
            storage, source = leaf.assigned
            self._line(indent, f"{local(storage)} = {source}")
        for storage in self.scheme.members(target.key.maybe & ~(leaf.key.known | leaf.key.maybe)):
            self._line(indent, f"{local(storage)} = None")
        if target.entries <= 1:
            return target
        aim = self._levels[target.number]
        if aim != level:
            self._crossings = True
            self._crossed.update(range(aim + 1, level + 1))
            self._line(indent, f"g = {aim}")
        self._line(indent, "break")
        return None

    def _spawn(self, exit: Exit, indent: int) -> None:
        """An exit of a fork that is not the last: its state goes to a list, the local variables stay as they are."""
        match exit:
            case Goto():
                for statement in exit.before:
                    self._line(indent, statement)
                if self.closure.is_stop(exit.key):
                    self._line(indent, f"out.append({self._successor(exit)})")
                else:
                    self._line(indent, f"work.append(({self._continuation(exit)}))")
            case Branch(before=before, condition=condition, then=then, otherwise=otherwise):
                for statement in before:
                    self._line(indent, statement)
                self._line(indent, f"if {condition}:")
                self._spawn(then, indent + 1)
                self._line(indent + 1, "pass")
                self._line(indent, "else:")
                self._spawn(otherwise, indent + 1)
                self._line(indent + 1, "pass")
            case Fork(exits=exits):
                for item in exits:
                    self._spawn(item, indent)

    def _nothing(self) -> str:
        if not self.single:
            return "return"
        return "return out" if self._forking else "return ()"

    def _successor(self, leaf: Goto) -> str:
        keep = self.scheme.keep(leaf.key.point.location)
        if self.single and leaf.assigned is None and keep == self.section.root.maybe == leaf.key.known | leaf.key.maybe:
            state = "s"
        else:
            state = self._state(self.scheme.members(keep), leaf)
        return f"({self.names.point(leaf.key.point)}, {state}, W)"

    def _continuation(self, leaf: Goto) -> str:
        name, key = self.names.function(leaf.key)
        return f"{name}, {self._state(self.scheme.members(key.known | key.maybe), leaf)}"

    def _state(self, storages: tuple[Storage, ...], leaf: Goto) -> str:
        # A leaf may stand behind edges that were passed at compile time and have forgotten what it assigns.
        present = leaf.key.known | leaf.key.maybe
        assigned, source = leaf.assigned or (None, "")
        items = [
            "None" if not present & self.scheme.bits[storage] else source if storage is assigned else local(storage) for storage in storages
        ]
        return f"({''.join(item + ', ' for item in items)})" if items else "()"


def _simple(condition: str) -> bool:
    return condition.startswith("(") and condition.endswith(")") and condition.count("(") == 1
