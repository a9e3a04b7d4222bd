"""``__VA_OPT__(...)`` in macros (C23 6.10.5.1), which pcpp does not know: its tokens stay where the variable arguments have any."""

from __future__ import annotations

import copy
from typing import Any

WORD = "__VA_OPT__"


def resolved(macro: Any, given: bool) -> Any:
    """The macro for one call, with or without the optional tokens; the places of its arguments, which pcpp keeps as indices, move along."""
    tokens = macro.value
    kept: list[int] = []
    index = 0
    while index < len(tokens):
        opening = _opening(tokens, index)
        if opening is None:
            kept.append(index)
            index += 1
            continue
        closing = _closing(tokens, opening)
        if given:
            kept += range(opening + 1, closing)
        elif kept and tokens[kept[-1]].value == "##":  # nothing is pasted to nothing
            kept.pop()
        index = closing + 1
        if not given and index < len(tokens) and tokens[index].value == "##":
            index += 1
    moved = {old: new for new, old in enumerate(kept)}
    found = copy.copy(macro)
    found.value = [tokens[old] for old in kept]
    found.patch = [(kind, argument, moved[at]) for kind, argument, at in macro.patch if at in moved]
    found.str_patch = [(argument, moved[at]) for argument, at in macro.str_patch if at in moved]
    found.var_comma_patch = [moved[at] for at in macro.var_comma_patch if at in moved]
    return found


def _opening(tokens: list[Any], index: int) -> int | None:
    """Where the parenthesis behind the word is, if the word is at ``index``."""
    if tokens[index].value != WORD:
        return None
    index += 1
    while index < len(tokens) and tokens[index].value.isspace():
        index += 1
    return index if index < len(tokens) and tokens[index].value == "(" else None


def _closing(tokens: list[Any], opening: int) -> int:
    depth = 0
    for index in range(opening, len(tokens)):
        depth += (tokens[index].value == "(") - (tokens[index].value == ")")
        if depth == 0:
            return index
    return len(tokens) - 1
