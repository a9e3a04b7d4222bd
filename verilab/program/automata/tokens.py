"""The tokens of an automaton's text."""

from __future__ import annotations

import re

from verilab.data_classes import dataclass
from verilab.program.automata.expressions import Place
from verilab.program.errors import InputError
from verilab.program.source import SourceText

KEYWORDS = frozenset(
    (
        *("automaton", "title", "origin", "constant", "variable", "state", "initial", "on", "call", "return", "end"),
        *("if", "do", "error", "otherwise", "int", "pointer"),
    )
)
LARGEST_TEXT = 100_000  # characters

_TOKEN = re.compile(
    r"(?P<space>[ \t\n\f\v]+|\#[^\n]*)"
    r"|(?P<string>\"[^\"\n]*\")"
    r"|(?P<number>0[xX][0-9a-fA-F]+|[0-9]+)(?!\w)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<argument>\$(?:r|[1-9][0-9]{0,3}))(?!\w)"
    r"|(?P<symbol>->|\.\.\.|<<|>>|<=|>=|==|!=|&&|\|\||[-+*&|^!~<>=?:,()])"
)


@dataclass(frozen=True, slots=True)
class Token:
    """``kind``: string, number, name, keyword, argument, symbol or end."""

    kind: str
    text: str
    place: Place

    @property
    def shown(self) -> str:
        return "the end of the file" if self.kind == "end" else f"'{self.text[:40]}'"


def tokens(source: SourceText) -> list[Token]:
    """The tokens of a text, the last one of kind "end".  Raises InputError for what is no token."""
    text = source.text
    if len(text) > LARGEST_TEXT:
        raise InputError("is too long for an automaton", file=source.name, hint=f"at most {LARGEST_TEXT} characters")
    read: list[Token] = []
    offset, line, begin = 0, 1, 0
    while offset < len(text):
        match = _TOKEN.match(text, offset)
        place = Place(line, offset - begin + 1)
        if match is None:
            raise _refusal(source, text[offset], place)
        kind = match.lastgroup or ""
        if kind == "space":
            if "\n" in match[0]:
                line += match[0].count("\n")
                begin = offset + match[0].rfind("\n") + 1
        else:
            read.append(Token("keyword" if kind == "name" and match[0] in KEYWORDS else kind, match[0], place))
        offset = match.end()
    return [*read, Token("end", "", Place(line, offset - begin + 1))]


def _refusal(source: SourceText, character: str, place: Place) -> InputError:
    if character == '"':
        return source.error("this text has no closing quote", place.line, place.column, "texts end on their line")
    if character == "$":
        return source.error("this is no argument", place.line, place.column, "$1, $2, ... are the arguments, $r is the returned value")
    if character.isdigit():
        return source.error("this is no number", place.line, place.column, "decimal, or hexadecimal as in 0x20")
    return source.error(f"the character {character!r} has no place here", place.line, place.column, "comments begin with #")
