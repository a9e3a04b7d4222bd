"""Where the nodes of a syntax tree are held, so that they can be replaced."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from verilab.data_classes import dataclass

_ITEM = re.compile(r"(\w+)\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of a child: the attribute ``name`` of ``parent``; ``listed`` where that is a list that has the child as an item."""

    parent: Any
    name: str
    node: Any
    listed: bool

    def replace(self, replacement: Any, current: Any = None) -> None:
        """Put ``made`` in the place of ``current``, which stands where the child was; by default of the child."""
        if self.listed:
            items = getattr(self.parent, self.name)
            items[_index(items, self.node if current is None else current)] = replacement
        else:
            setattr(self.parent, self.name, replacement)

    def surround(self, front: list[Any], back: list[Any], current: Any) -> None:
        """Of a listed child: put items in front of ``current``, which stands where the child was, and behind it."""
        items = getattr(self.parent, self.name)
        place = _index(items, current)
        items[place : place + 1] = [*front, current, *back]


def _index(items: list[Any], node: Any) -> int:
    return next(index for index, item in enumerate(items) if item is node)


def slots(parent: Any) -> Iterator[Slot]:
    """The places of a node's children, in the order of the source."""
    for name, child in parent.children():
        item = _ITEM.fullmatch(name)
        yield Slot(parent, item[1] if item else name, child, item is not None)


def below(root: Any) -> Iterator[Slot]:
    """The places of all nodes below ``root``, parents before children, in the order of the source."""
    stack = list(slots(root))[::-1]
    while stack:
        slot = stack.pop()
        yield slot
        stack += list(slots(slot.node))[::-1]
