"""The conditions of statements whose decisions the compiled program tells, and the extent of their operands in the text of a condition.

The operands of ``&&`` and ``||`` are found by the signs alone; whoever noted them in the syntax tree has to have found as many.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Protocol

from verilab.data_classes import dataclass
from verilab.program.cfa import Program
from verilab.program.decisions import Condition

MOST_CONDITIONS = 4000
"""Of one program; ``runtime/decisions.h`` has room for as many."""
_OPEN, _CLOSE = ("(", "[", "{"), (")", "]", "}")


@dataclass(frozen=True, slots=True)
class WatchedStatement:
    """A statement by the place of its keyword; ``numbers`` are those of its condition's operands, None for one that is not watched.

    Those that are ``fixed`` are not to be opened by force.
    """

    line: int
    column: int
    keyword: str
    numbers: tuple[int | None, ...]
    fixed: frozenset[int] = frozenset()


def conditions_of(program: Program) -> list[Condition]:
    """The conditions of the program's own file, by their numbers; none where there are several properties."""
    if len(program.properties) > 1:
        return []
    noted = dict.fromkeys(edge.decision.condition for edge in program.edges if edge.decision is not None)
    noted |= dict.fromkeys(program.constant_conditions)
    return [condition for condition in noted if condition.file in program.source_files][:MOST_CONDITIONS]


def watched_statements(conditions: Sequence[Condition], constants: Collection[Condition]) -> list[WatchedStatement]:
    """The statements that have these conditions; those that are ``constants`` are fixed."""
    numbers: dict[tuple[int, int, str], list[int | None]] = {}
    for number, condition in enumerate(conditions):
        place = condition.line, condition.column, condition.keyword
        numbers.setdefault(place, [None] * condition.operands)[condition.operand] = number
    fixed = {number for number, condition in enumerate(conditions) if condition in constants}
    return [
        WatchedStatement(*place, tuple(operands), frozenset(number for number in operands if number is not None) & fixed)
        for place, operands in numbers.items()
    ]


class Word(Protocol):
    """A token of C, of which signs are one character each."""

    @property
    def text(self) -> str: ...

    @property
    def start(self) -> int: ...


def operand_ranges(tokens: Sequence[Word], first: int, last: int) -> list[tuple[int, int]] | None:
    """Where ``&&`` and ``||`` part the expression of these tokens (``last`` is behind it), also below ``!`` and parentheses.

    None where that is not clear from the signs.
    """
    operands: list[tuple[int, int]] = []
    pending = [(first, last)]
    while pending:
        start, end = pending.pop()
        inner_start, inner_end = _within(tokens, start, end)
        parts = _parted(tokens, inner_start, inner_end)
        if parts is None:
            return None
        if len(parts) > 1:
            pending += reversed(parts)
        elif start < end:
            operands.append((start, end))
        else:
            return None
    return operands


def _within(tokens: Sequence[Word], start: int, end: int) -> tuple[int, int]:
    """Without negations and parentheses around the whole."""
    while True:
        opening = start
        while opening < end and tokens[opening].text == "!":
            opening += 1
        if opening >= end or tokens[opening].text != "(" or _closing(tokens, opening, end) != end - 1:
            return start, end
        start, end = opening + 1, end - 1


def _closing(tokens: Sequence[Word], start: int, end: int) -> int:
    depth = 0
    for index in range(start, end):
        text = tokens[index].text
        depth += (text in _OPEN) - (text in _CLOSE)
        if not depth:
            return index
    return end


def _parted(tokens: Sequence[Word], start: int, end: int) -> list[tuple[int, int]] | None:
    """At the signs of the lower precedence first; one part where the expression is no conjunction or disjunction."""
    if start >= end:
        return None
    if tokens[start].text == "{":  # ({ ... })
        return [(start, end)]
    depth, signs = 0, {"&": [start - 2], "|": [start - 2]}
    index = start
    while index < end:
        text = tokens[index].text
        depth += (text in _OPEN) - (text in _CLOSE)
        if not depth:
            if text in ("?", ",") or (text == "=" and _assigns(tokens, start, index, end)):
                return [(start, end)]
            if text in signs and index + 1 < end and tokens[index + 1].text == text and _adjacent(tokens, index):
                signs[text].append(index)
                index += 1
        index += 1
    for sign in ("|", "&"):
        if len(signs[sign]) > 1:
            bounds = [*signs[sign], end]
            parts = [(before + 2, after) for before, after in pairwise(bounds)]
            return parts if all(before < after for before, after in parts) else None
    return [(start, end)]


def _adjacent(tokens: Sequence[Word], index: int) -> bool:
    return tokens[index].start + 1 == tokens[index + 1].start


def _assigns(tokens: Sequence[Word], start: int, index: int, end: int) -> bool:
    """Whether this ``=`` belongs to no comparison."""
    if index + 1 < end and tokens[index + 1].text == "=" and _adjacent(tokens, index):
        return False
    if index == start or not _adjacent(tokens, index - 1):
        return True
    before = tokens[index - 1].text
    if before in ("<", ">"):  # <<= and >>= assign
        return index - 1 > start and tokens[index - 2].text == before and _adjacent(tokens, index - 2)
    return before not in ("=", "!")
