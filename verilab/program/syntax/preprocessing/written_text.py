"""The text that is being read, as pieces, below the macros: for the arguments of an invocation that goes on in it."""

from __future__ import annotations

import re
from collections.abc import Callable

from verilab.program.syntax.lexing.lexer import COMMENT, HASH
from verilab.program.syntax.lexing.opened import OpenText
from verilab.program.syntax.preprocessing.expansion import Base
from verilab.program.syntax.preprocessing.pieces import KINDS, NOWHERE, Kind, Piece, piece_pattern

_COMMENT = re.compile(COMMENT)


class WrittenText(Base):
    """``opened``: the text that is open now.  ``follow``: what a directive among the pieces does, from its text and where that starts."""

    def __init__(self, opened: Callable[[], OpenText], follow: Callable[[OpenText, str, int], None]) -> None:
        self._opened = opened
        self._follow = follow
        self._state = (0, 0, 0, 0)
        self._pattern = piece_pattern()

    def next(self, opening: bool) -> Piece:
        opened = self._opened()
        self._state = opened.state()
        spaced = fresh = False
        while (match := self._pattern.match(opened.text, opened.offset)) is not None:
            start, value, group = match.start(), match[0], match.lastgroup or "bad"
            opened.pass_joints(start)
            if group == "space":
                opened.advance(start, value)
                opened.offset = match.end()
                spaced = True
                fresh = fresh or "\n" in (_COMMENT.sub("", value) if "/" in value else value)
                continue
            if fresh and not opening and value in ("#", "%:", "##", "%:%:"):
                hashed = HASH.match(opened.text, start)
                assert hashed is not None
                opened.offset = hashed.end()
                self._follow(opened, hashed[0], start)
                continue
            opened.offset = match.end()
            place = (opened.file, opened.row + opened.delta, opened.row, start - opened.row_start + 1)
            return Piece(KINDS[group], value, spaced, place)
        return Piece(Kind.END, "", False, NOWHERE)

    def back(self) -> None:
        self._opened().restore(self._state)
