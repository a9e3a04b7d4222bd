"""Preprocessing tokens (C11 6.4): what macros are made of and work on, and the texts that they are read from and written to.

A piece knows whether white space stands in front of it, which ``#`` shows, and where it comes from.  Between pieces stand *paddings*, as
in gcc's preprocessor: they carry the white space in front of a macro or parameter over to whatever takes its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from functools import cache

from verilab.processes.forks import before_forks
from verilab.program.syntax.lexing.lexer import CHARACTER, COMMENT, NUMBER, STRING, WORD

Place = tuple[str, int, int, int]
"""Presumed file and line, row and column: what a token of the lexer has (``verilab.program.syntax.lexing.tokens``)."""

NOWHERE: Place = ("", 0, 0, 0)


class Kind(Enum):
    """What a piece is; the values are the groups of the pattern."""

    WORD = "word"
    NUMBER = "number"
    STRING = "string"
    CHARACTER = "char"
    PUNCTUATOR = "op"
    OTHER = "bad"
    PADDING = "padding"
    PACKING = "packing"  # _Pragma("pack(...)"), with its arguments as text
    END = "end"  # of an argument, a directive or a file


class Piece:
    """A preprocessing token.

    ``joined``: it is pasted to the next one (``##``).  ``blocked``: a name that was met inside its own expansion, and is no macro any more
    (C11 6.10.3.4p2).  ``invoked``: of a piece of an argument, the place of the macro that it is an argument of.  ``origin``: of a padding,
    the piece whose white space it stands for; None: no white space.
    """

    __slots__ = ("blocked", "invoked", "joined", "kind", "origin", "place", "spaced", "text")

    def __init__(self, kind: Kind, text: str, spaced: bool, place: Place, joined: bool = False) -> None:
        self.kind = kind
        self.text = text
        self.spaced = spaced
        self.place = place
        self.joined = joined
        self.blocked = False
        self.invoked: Place | None = None
        self.origin: Piece | None = None

    def __repr__(self) -> str:
        return f"Piece({self.kind.name}, {self.text!r})"

    def copy(self, joined: bool, place: Place | None = None) -> Piece:
        """The same piece, joined to the next one or not."""
        copy = Piece(self.kind, self.text, self.spaced, self.place if place is None else place, joined)
        copy.blocked = self.blocked
        copy.invoked = self.invoked
        copy.origin = self.origin
        return copy

    @property
    def expansion(self) -> Place:
        """Where it counts as standing: what an argument becomes stands where its macro is (``__LINE__``)."""
        return self.place if self.invoked is None else self.invoked

    def is_punctuator(self, text: str) -> bool:
        return self.kind is Kind.PUNCTUATOR and self.text == text


def padding(origin: Piece | None) -> Piece:
    """A padding that stands for the white space of ``origin``."""
    gap = Piece(Kind.PADDING, "", False, NOWHERE)
    gap.origin = origin
    return gap


KINDS = {kind.value: kind for kind in Kind}


@cache
def piece_pattern() -> re.Pattern[str]:
    """What matches one piece; compiled by the first program with a directive.

    Literals come first, as their prefixes are words; any other word goes on to its end, in front of a quote as well (``PRId64"\\n"``).
    A quote that is never closed takes the rest of its line: it is no token, but may stand where the text is skipped.
    """
    return re.compile(
        rf"""(?P<space>(?:[ \t\f\v\r\n]++|{COMMENT})+)
        | (?P<string>{STRING}) | (?P<char>{CHARACTER}) | (?P<word>{WORD}) | (?P<number>{NUMBER})
        | (?P<op>\.\.\. | <<= | >>= | \+\+ | -- | -> | && | \|\| | << | >> | [<>=!*/%+\-&|^]= | <: | :> | <% | %>
          | \#\# | %:%: | %: | [+\-*=%|&~^!<>?()\[\]{{}},;:.#] | /(?!\*) )
        | (?P<bad>['"][^\n]*|[\s\S])""",
        re.VERBOSE,
    )


before_forks(piece_pattern)


def pieces(text: str, place: Place) -> Iterator[Piece]:
    """The pieces of a directive or a macro's body; all of them have that place."""
    spaced = False
    for match in piece_pattern().finditer(text):
        group = match.lastgroup or "bad"
        if group == "space":
            spaced = True
            continue
        yield Piece(KINDS[group], match[0], spaced, place)
        spaced = False


def spelled(items: list[Piece]) -> str:
    """The text of pieces, with one blank wherever there is white space."""
    return "".join((" " if piece.spaced and index else "") + piece.text for index, piece in enumerate(items))
