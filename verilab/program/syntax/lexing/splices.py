"""Translation phase 2 (C11 5.1.1.2): a backslash at the end of a line, blanks behind it included, joins the next line to it.

Splices come before comments, literals and tokens: ``/\\<newline>/`` opens a comment, and a comment that ends with a backslash goes on.
Trigraphs (phase 1) are off, as in gcc's GNU modes.
"""

from __future__ import annotations

import re

from verilab.data_classes import dataclass

_SPLICE = re.compile(r"\\[ \t\f\v]*(?:\n|\Z)")
_NEVER = 1 << 62  # behind every offset


@dataclass(frozen=True, slots=True)
class SplicedText:
    """A text without its splices.

    ``joints``: the offsets in it where a line of the file begins inside a spliced line, ascending, and one behind all.
    """

    text: str
    joints: tuple[int, ...]


def spliced(text: str) -> SplicedText:
    """The text as the lexer reads it.  Most texts have no backslash at the end of a line, and stay as they are."""
    if "\\\n" not in text and _SPLICE.search(text) is None:
        return SplicedText(text, (_NEVER,))
    parts, joints, length, end = [], [], 0, 0
    for match in _SPLICE.finditer(text):
        parts.append(text[end : match.start()])
        length += match.start() - end
        end = match.end()
        joints.append(length)
    parts.append(text[end:])
    return SplicedText("".join(parts), (*joints, _NEVER))
