"""``##`` and ``#``: two pieces that become one (C11 6.10.3.3), and an argument that becomes a string (6.10.3.2)."""

from __future__ import annotations

from verilab.program.syntax.preprocessing.macros import MacroError
from verilab.program.syntax.preprocessing.pieces import KINDS, Kind, Piece, Place, piece_pattern


def pasted(left: Piece, right: Piece) -> Piece:
    """The piece that both spell together; MacroError where that is not one."""
    text = left.text + right.text
    match = piece_pattern().fullmatch(text)
    group = None if match is None or text[:2] in ("//", "/*") else match.lastgroup
    if group in (None, "space", "bad"):
        raise MacroError(f"'{left.text[:40]}' and '{right.text[:40]}' cannot be joined by '##' to one token")
    piece = Piece(KINDS[str(group)], text, left.spaced, left.place)
    piece.invoked = left.invoked
    return piece


def joined_up(pieces: list[Piece]) -> list[Piece]:
    """The pieces with those that are joined to the next one pasted; of white space in between, ``##`` leaves none."""
    output: list[Piece] = []
    joins = False
    for piece in pieces:
        if joins and piece.kind is Kind.PADDING:
            continue
        output.append(pasted(output.pop(), piece) if joins else piece)
        joins = piece.joined
    return output


def stringified(argument: list[Piece], spaced: bool, place: Place) -> Piece:
    """The string literal that shows an argument as it is written.

    White space becomes one blank; quotes and backslashes within literals are escaped.
    """
    shown: list[str] = []
    origin: Piece | None = None
    for piece in argument:
        if piece.kind is Kind.PADDING:
            if origin is None or (not origin.spaced and piece.origin is None):
                origin = piece.origin
            continue
        if shown and (piece if origin is None else origin).spaced:
            shown.append(" ")
        origin = None
        literal = piece.kind in (Kind.STRING, Kind.CHARACTER)
        shown.append(piece.text.replace("\\", "\\\\").replace('"', '\\"') if literal else piece.text)
    text = "".join(shown)
    if (len(text) - len(text.rstrip("\\"))) % 2:  # a lone backslash would take the closing quote
        text = text[:-1]
    return Piece(Kind.STRING, f'"{text}"', spaced, place)
