"""Loop nesting forests (Havlak, Nesting of reducible and irreducible loops, TOPLAS 1997), nearly linear in the edges.

Loop heads are those of ``loop_heads.py``.  From the innermost head outward (falling reverse post-order number), the body of
the loop of h is what reaches a retreating edge to h without passing h; a finished body is collapsed into its head, so that every
edge is looked at once per level it really crosses.
"""

from __future__ import annotations

from verilab.program.cfa import Function, Location
from verilab.program.static_analysis.loop_heads import successors_inside


class LoopForest:
    """The loops of one function.  A loop is named by its head; a location may lie in none."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.parent: dict[Location, Location | None] = {}
        """Per loop head the head of the next loop around it."""
        self._innermost: dict[Location, Location] = {}
        self._interval: dict[Location, tuple[int, int]] = {}
        self._build()
        self._number()

    def innermost(self, location: Location) -> Location | None:
        """The head of the innermost loop around a location, a head's own loop included."""
        return self._innermost.get(location)

    def contains(self, head: Location, location: Location) -> bool:
        """Whether a location lies in the loop of ``head``."""
        inner = self._innermost.get(location)
        return inner is not None and self.encloses(head, inner)

    def encloses(self, outer: Location, inner: Location) -> bool:
        """Whether the loop of ``inner`` is the loop of ``outer`` or lies in it."""
        first, last = self._interval[outer]
        return first <= self._interval[inner][0] <= last

    def number(self, head: Location) -> tuple[int, int]:
        """The loop's preorder number and the largest one among the loops inside it."""
        return self._interval[head]

    def _build(self) -> None:
        locations = self.function.locations
        before: dict[Location, list[Location]] = {location: [] for location in locations}
        for location in locations:
            for target in successors_inside(location):
                before[target].append(location)
        collapsed: dict[Location, Location] = {}

        def find(location: Location) -> Location:
            root = location
            while root in collapsed:
                root = collapsed[root]
            while location in collapsed:
                collapsed[location], location = root, collapsed[location]
            return root

        heads = sorted((location for location in locations if location.is_loop_head), key=lambda head: -head.rank)
        for head in heads:
            self._innermost[head] = head
            self.parent[head] = None
            body: set[Location] = set()
            pending = [find(source) for source in before[head] if source.rank >= head.rank]
            while pending:
                location = pending.pop()
                if location is head or location in body:
                    continue
                body.add(location)
                # A jump into the middle of the loop comes from a smaller number: it is not part of the loop.
                pending.extend(find(source) for source in before[location] if source.rank >= head.rank)
            for location in body:
                if location in self.parent:
                    self.parent[location] = head
                else:
                    self._innermost[location] = head
                collapsed[location] = head

    def _number(self) -> None:
        inside: dict[Location | None, list[Location]] = {}
        for head, parent in self.parent.items():
            inside.setdefault(parent, []).append(head)
        stack: list[tuple[Location, bool]] = [(head, False) for head in inside.get(None, ())]
        first: dict[Location, int] = {}
        while stack:
            head, finished = stack.pop()
            if finished:
                self._interval[head] = (first[head], len(first) - 1)
                continue
            first[head] = len(first)
            stack.append((head, True))
            stack.extend((child, False) for child in inside.get(head, ()))
