"""Attributes and ``#pragma pack``: what the lexical pass takes out of the token list, and where it stood.

An attribute may stand almost anywhere in a declaration; what it belongs to follows from the token that it comes after.  The lexical pass
(lexical_pass.py) notes it there, and the grammar (declarations.py) asks for the attributes of a range of tokens when it knows what they
declare.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import field

from verilab.data_classes import dataclass
from verilab.program.syntax.lexing.tokens import Token

# Attributes that change what a program means; every other one is dropped.
MEANINGFUL = frozenset(
    (
        "packed",
        "aligned",
        "align",
        "vector_size",
        "cleanup",
        "constructor",
        "destructor",
        "alias",
        "weak",
        "weakref",
        "ifunc",
        "noreturn",
        "transparent_union",
        "mode",
        "pure",
        "const",
        "returns_nonnull",
        "assume_aligned",
    )
)
ARITHMETIC = r"fast\b|math|signed-zeros|rounding|trapv|float-store|excess-precision|fp-contract|fpmath|\bfma|\b80387|\barch=|\bavx512"
"""Options of the attributes ``optimize`` and ``target`` by which gcc computes other numbers in a function than elsewhere."""
ARITHMETIC_PRAGMA = rf"GCC\s+(?:optimize\b.*(?:{ARITHMETIC})|target\b.*(?:fpmath|80387))"
"""The pragmas for all functions that follow; headers of vector instructions have some for what else a machine can."""


@dataclass(slots=True)
class RawAttribute:
    """An attribute as written: its name without underscores around it, and the tokens of its arguments."""

    name: str
    arguments: list[Token]
    place: Token


@dataclass(slots=True)
class Margin:
    """What stood between the tokens of a list.

    ``attributes`` by the index of the token that they come after (-1: before the first); ``packings`` the indices before which ``#pragma
    pack`` changed the largest alignment of members, with that alignment (0: none).  Both ascend.  ``linkage``: the pragmas that give a
    symbol another name, or let it be missing.
    """

    attributes: dict[int, list[RawAttribute]] = field(default_factory=dict)
    packings: list[tuple[int, int]] = field(default_factory=list)
    linkage: list[Token] = field(default_factory=list)
    _indices: list[int] = field(default_factory=list)
    _stack: list[tuple[str, int]] = field(default_factory=list)

    def add(self, index: int, attribute: RawAttribute) -> None:
        """Note an attribute after the token of that index, which is none before those noted so far."""
        if index not in self.attributes:
            self.attributes[index] = []
            self._indices.append(index)
        self.attributes[index].append(attribute)

    def between(self, start: int, end: int) -> list[int]:
        """The indices from ``start`` up to, not including, ``end`` that attributes come after."""
        indices = self._indices
        if not indices:
            return indices
        first = bisect_left(indices, start)
        return indices[first : bisect_left(indices, end, first)]

    def shift(self, index: int) -> None:
        """A token is inserted at ``index``: what comes after it moves."""
        if self._indices and self._indices[-1] >= index:
            self.attributes = {at + (at >= index): attached for at, attached in self.attributes.items()}
            self._indices = [at + (at >= index) for at in self._indices]
        self.packings = [(at + (at > index), value) for at, value in self.packings]

    def pack(self, index: int, arguments: str) -> None:
        """``#pragma pack`` with these arguments: (n), (), (push), (push, n), (push, name, n), (pop), (pop, name)."""
        current = self.packings[-1][1] if self.packings else 0
        words = [word.strip() for word in arguments.strip("() \t").split(",") if word.strip()]
        numbers = [int(word, 0) for word in words if word.isdigit()]
        names = [word for word in words if not word.isdigit() and word not in ("push", "pop")]
        value = numbers[-1] if numbers else 0 if not words else current
        if "push" in words:
            self._stack.append((names[0] if names else "", current))
        elif "pop" in words:
            while self._stack:
                name, restored = self._stack.pop()
                if not names or name == names[0]:
                    value = numbers[-1] if numbers else restored
                    break
        elif names:  # (show), or a name that only a macro would have replaced
            return
        if value in (0, 1, 2, 4, 8, 16):
            self.packings.append((index, value))

    def packing_at(self, index: int) -> int:
        """The largest alignment of members in a structure that is closed by the token of that index; 0 where there is no bound."""
        bound = 0
        for at, value in self.packings:
            if at > index:
                break
            bound = value
        return bound
