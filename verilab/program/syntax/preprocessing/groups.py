"""Groups of lines behind a condition (C11 6.10.1): which are open, and where one ends of which only directives and comments are read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from verilab.data_classes import dataclass
from verilab.program.syntax.lexing.lexer import COMMENT
from verilab.program.syntax.preprocessing.macros import MacroError
from verilab.program.syntax.preprocessing.pieces import Place

_BLANK = r"(?:[ \t\f\v\r]|/\*(?:[^*]|\*(?!/))*\*/)*"
# A quote that is never closed takes the rest of its line, comments included: ``don't /* `` opens none.
_STOP = re.compile(
    rf"""\n{_BLANK}(?P<hash>\#|%:){_BLANK}(?P<name>[A-Za-z_]\w*)? | {COMMENT} | (?P<open>/\*)
    | "(?:[^"\\\n]|\\[^\n])*" | '(?:[^'\\\n]|\\[^\n])*' | ["'][^\n]*""",
    re.VERBOSE,
)
_OPENING, _INNER, _CLOSING = frozenset({"if", "ifdef", "ifndef"}), frozenset({"elif", "elifdef", "elifndef", "else"}), "endif"


@dataclass(slots=True)
class Group:
    """An ``#if`` that is open: where it is, whether one of its groups was read, whether its ``#else`` was met."""

    place: Place
    text: str
    taken: bool
    final: bool = False


class Groups:
    """Those that are open in a file, each inside the one before."""

    def __init__(self) -> None:
        self._open: list[Group] = []

    @property
    def innermost(self) -> Group | None:
        return self._open[-1] if self._open else None

    def enter(self, group: Group) -> None:
        self._open.append(group)

    def leave(self, directive: str) -> Group:
        """The innermost, of which ``#elif``, ``#else`` and so on begin another group.  MacroError where there can be none."""
        if not self._open:
            raise MacroError(f"Misplaced #{directive}")
        group = self._open[-1]
        if group.final:
            raise MacroError(f"#{directive} after #else")
        group.final = directive == "else"
        return group

    def close(self) -> None:
        """At ``#endif``.  MacroError where none is open."""
        if not self._open:
            raise MacroError("Misplaced #endif")
        self._open.pop()


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
