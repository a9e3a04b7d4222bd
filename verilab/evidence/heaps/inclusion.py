"""Does a heap describe every memory that a sketch describes?

It does if there is a mapping of the sketch's boxes, as far as they can be reached from what the heap names, to the heap's nodes, under
which everything that the heap says of its nodes is true of the boxes.  The mapping is searched for, from the variables on.
"""

from __future__ import annotations

from collections.abc import Mapping

from verilab.evidence.heaps.intervals import ends, is_among
from verilab.evidence.heaps.memory import ANYTHING, Box, Content, Memory
from verilab.program.abstract_heaps import SELF, SEVERAL, Field, Heap, Link, Name, Node, Range, Value
from verilab.program.abstract_heaps import Pointer as Address

MOST_TRIALS = 2000
"""Choices in one search."""


def describes(heap: Heap, sketch: Memory) -> bool:
    """Whether the heap describes all that the sketch does; False where the search has no end."""
    mapping: dict[Name, Name] = {}
    for variable, value in heap.variables.items():
        held = sketch.variables.get(variable, ANYTHING)
        if isinstance(value, Address):
            if not isinstance(held, Address) or held.offset != value.offset or mapping.setdefault(held.node, value.node) != value.node:
                return False
        elif not isinstance(held, int | Range) or not ends(value)[0] <= ends(held)[0] <= ends(held)[1] <= ends(value)[1]:
            return False
    own = {node.object: name for name, node in heap.nodes.items() if node.object is not None}
    for name, box in sketch.boxes.items():
        if box.own is not None and (box.own not in own or mapping.setdefault(name, own[box.own]) != own[box.own]):
            return False
    return _Search(heap, sketch).extend(mapping)


class _Search:
    def __init__(self, heap: Heap, sketch: Memory) -> None:
        self._heap = heap
        self._sketch = sketch
        self._left = MOST_TRIALS

    def extend(self, mapping: Mapping[Name, Name]) -> bool:
        """Whether the mapping can be extended to all boxes that those it has lead to."""
        self._left -= 1
        if self._left < 0:
            return False
        boxes, nodes = self._sketch.boxes, self._heap.nodes
        choice: tuple[Name, set[Name]] | None = None
        for name, target in mapping.items():
            box, node = boxes[name], nodes[target]
            if not _agree(box, node):
                return False
            for place, held in node.fields.items():
                if held is None:
                    continue
                for value in box.content(place):
                    if not isinstance(value, Address):
                        if not _is_one_of(value, held, place):
                            return False
                        continue
                    is_own = value.node is SELF or (value.node == name and not box.many)
                    if is_own and Address(SELF, value.offset) in held:
                        continue
                    if value.node is SELF:
                        if Address(target, value.offset) not in held:
                            return False
                        continue
                    images = {address.node for address in held if isinstance(address, Address) and address.offset == value.offset}
                    if value.node in mapping:
                        if mapping[value.node] not in images:
                            return False
                    elif choice is None or len(images) < len(choice[1]):
                        choice = value.node, images
        if choice is None:
            return self._fits(mapping)
        name, images = choice
        return any(self.extend({**mapping, name: image}) for image in nodes if image in images)

    def _fits(self, mapping: Mapping[Name, Name]) -> bool:
        """Whether single nodes have one object each, and no object is shared that must not be."""
        boxes, nodes = self._sketch.boxes, self._heap.nodes
        for target, node in nodes.items():
            images = [name for name in mapping if mapping[name] == target]
            if node.single and (len(images) != 1 or boxes[images[0]].many):
                return False
            for name in images:
                if any(link not in node.shared and self._is_shared(mapping, name, link) for link in boxes[name].shared):
                    return False
        return True

    def _is_shared(self, mapping: Mapping[Name, Name], target: Name, link: Link) -> bool:
        """Whether several objects of these boxes may lead to the same one of this box's: of one object, that is counted."""
        boxes = self._sketch.boxes
        if boxes[target].many:
            return True
        entries = [
            boxes[name].many
            for name, place in self._sketch.entries(target)
            if name in mapping and link in (boxes[name].link(place), SEVERAL)
        ]
        return len(entries) > 1 or any(entries)


def _is_one_of(value: Content, held: frozenset[Value], place: Field) -> bool:
    """Whether a number that a cell holds is one of those; ANYTHING is none."""
    numbers = [number for number in held if isinstance(number, int | Range)]
    return isinstance(value, int | Range) and any(is_among(value, number, 8 * place[1]) for number in numbers)


def _agree(box: Box, node: Node) -> bool:
    """Whether the objects' sizes and the bytes outside of the node's fields are as the node says."""
    if box.size != node.size or box.own is not node.object or box.ended != node.ended:
        return False
    outside = [held for place, held in box.cells.items() if place not in node.fields]
    return not node.zeroed or (box.zeroed and all(held == {0} for held in outside))
