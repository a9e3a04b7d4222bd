"""Groups that a condition leaves out (C11 6.10.1): only their directives and comments are read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from verilab.program.syntax.lexing.lexer import COMMENT

_BLANK = r"(?:[ \t\f\v\r]|/\*(?:[^*]|\*(?!/))*\*/)*"
# A quote that is never closed takes the rest of its line, comments included: ``don't /* `` opens none.
_STOP = re.compile(
    rf"""\n{_BLANK}(?P<hash>\#|%:){_BLANK}(?P<name>[A-Za-z_]\w*)? | {COMMENT} | (?P<open>/\*)
    | "(?:[^"\\\n]|\\[^\n])*" | '(?:[^'\\\n]|\\[^\n])*' | ["'][^\n]*""",
    re.VERBOSE,
)
_OPENING, _INNER, _CLOSING = frozenset({"if", "ifdef", "ifndef"}), frozenset({"elif", "elifdef", "elifndef", "else"}), "endif"


def ends_of_group(text: str, offset: int) -> Iterator[tuple[str, int]]:
    """The directives from ``offset`` on that may end a group that is left out, by name and by where their ``#`` is.

    ``offset`` is behind a directive, before the end of its line.  A comment that is never closed comes as the directive "".
    """
    depth = 0
    for match in _STOP.finditer(text, offset):
        if match["open"]:
            yield "", match.start("open")
            return
        name = match["name"]
        if name in _OPENING:
            depth += 1
        elif depth and name == _CLOSING:
            depth -= 1
        elif not depth and (name in _INNER or name == _CLOSING):
            yield name, match.start("hash")
