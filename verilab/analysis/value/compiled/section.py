"""Sections of generated code: the keys that one generated function covers, as an acyclic graph in topological order.

A section starts at one key and takes in what follows, in the order of the call stack and the reverse post-order of each function (so
that all predecessors of a key come before it), until it has LIMIT nodes; what is left is entered by a jump to a section of its own,
made when it is first needed.  A section ends in front of such an entry, and of a key that several sections have code for: behind its end
there are mostly some entries side by side, which all have the same to follow.  At a point that is reached with many different sets of
known storages these are widened to one.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import field, replace

from verilab.analysis.value.compiled.closure import Closure, topological
from verilab.analysis.value.compiled.exits import END, Branch, Exit, Fork, Goto, Key
from verilab.analysis.value.compiled.steps import Stepper
from verilab.data_classes import dataclass
from verilab.program.control import ControlPoint

LIMIT = 128
VERSIONS = 4
"""More sets of known storages than this at one point of a section are widened to one."""


@dataclass(slots=True, eq=False)
class Node:
    """A key of a section; ``dominator`` and ``joins`` (dominated nodes with several predecessors) shape the generated code."""

    key: Key
    exit: Exit
    number: int
    predecessors: list[Node] = field(default_factory=list)
    entries: int = 0
    dominator: Node | None = None
    depth: int = 0
    joins: list[Node] = field(default_factory=list)
    size: int = 1


def inline_leaves(exit: Exit) -> Iterator[Goto]:
    """The leaves that go on inside the same function (all but the last of a fork are sections of their own)."""
    match exit:
        case Goto():
            yield exit
        case Branch(then=then, otherwise=otherwise):
            yield from inline_leaves(then)
            yield from inline_leaves(otherwise)
        case Fork(exits=exits):
            yield from inline_leaves(exits[-1])


class Section:
    """The nodes of one generated function.  ``node(key)`` is None for a key that lies outside, as each does that ``is_entry``."""

    def __init__(self, root: Key, stepper: Stepper, closure: Closure, is_entry: Callable[[Key], bool] = lambda _: False) -> None:
        self.root = root
        self._is_entry = is_entry
        self._stepper = stepper
        self._closure = closure
        self._aliases: dict[Key, Key] = {}
        self._nodes: dict[Key, Node] = {}
        self.nodes: list[Node] = []
        self._collect()
        self._dominate()

    def node(self, key: Key) -> Node | None:
        return self._nodes.get(self._aliases.get(key, key))

    def _collect(self) -> None:
        sequence = 0
        waiting: list[tuple[tuple[int, ...], int, int, int, Key]] = [((), 0, 0, 0, self.root)]
        at_point: dict[ControlPoint, list[Key]] = {self.root.point: [self.root]}
        queued = {self.root}
        while waiting and len(self.nodes) < LIMIT:
            key = heapq.heappop(waiting)[-1]
            key = self._widened(key, at_point)
            if key in self._nodes:
                continue
            node = self._add(key)
            for leaf in inline_leaves(node.exit):
                after = leaf.key
                if self._closure.is_stop(after) or after in queued or self._is_entry(after):
                    continue
                queued.add(after)
                sequence += 1
                variant = 2 * (after.group >= 0) + after.undecided
                heapq.heappush(waiting, (topological(after.point), variant, -after.maybe.bit_count(), sequence, after))
                if not variant:
                    at_point.setdefault(after.point, []).append(after)

    def _widened(self, key: Key, at_point: dict[ControlPoint, list[Key]]) -> Key:
        if key in self._aliases:
            return self._aliases[key]
        versions = at_point.get(key.point, [])
        if key.group >= 0 or key.undecided or len(versions) <= VERSIONS:
            return key
        known, some = versions[0].known, 0
        for version in versions:
            known &= version.known
            some |= version.known | version.maybe
        separators = 0
        for version in versions:
            separators |= version.separators
        forked = max(version.forked for version in versions)
        widened = Key(key.point, known, some & ~known, forked=forked, separators=separators)
        for version in versions:
            self._aliases[version] = widened
        return widened

    def _add(self, key: Key) -> Node:
        exit = _stops_first(self._closure.resolved(self._stepper.exit(key)), self._closure)
        node = Node(key, exit, len(self.nodes))
        self._nodes[key] = node
        self.nodes.append(node)
        return node

    def _dominate(self) -> None:
        """Immediate dominators in one pass over the topological order, and what each node's generated code must contain."""
        for node in self.nodes:
            for leaf in inline_leaves(node.exit):
                after = None if self._closure.is_stop(leaf.key) else self.node(leaf.key)
                if after is not None:
                    after.entries += 1
                    after.predecessors.append(node)
        for node in self.nodes[1:]:
            dominator = node.predecessors[0]
            for other in node.predecessors[1:]:
                dominator = _common(dominator, other)
            node.dominator = dominator
            node.depth = dominator.depth + 1
            if node.entries > 1:
                dominator.joins.append(node)
        for node in reversed(self.nodes):
            if node.dominator is not None:
                node.dominator.size += node.size


def _common(first: Node, second: Node) -> Node:
    while first is not second:
        if first.depth < second.depth:
            first, second = second, first
        assert first.dominator is not None
        first = first.dominator
    return first


def _stops_first(exit: Exit, closure: Closure) -> Exit:
    """The exit with nested forks flattened and an exit that goes on inside the section last."""
    if isinstance(exit, Branch):
        return replace(exit, then=_stops_first(exit.then, closure), otherwise=_stops_first(exit.otherwise, closure))
    if not isinstance(exit, Fork):
        return exit
    items: list[Exit] = []
    pending = list(exit.exits)
    while pending:
        item = pending.pop(0)
        if isinstance(item, Fork):
            pending = [*item.exits, *pending]
        elif isinstance(item, Goto | Branch):
            items.append(item)
    items.sort(key=lambda item: not (isinstance(item, Goto) and closure.is_stop(item.key)))
    if not items:
        return END
    return items[0] if len(items) == 1 else Fork(tuple(items))
