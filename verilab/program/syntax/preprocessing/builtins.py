"""Names that the preprocessor itself replaces: places, counters, questions about the compiler, and ``_Pragma``."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Protocol

from verilab.program.syntax.lexing.lexer import identifier
from verilab.program.syntax.lexing.lexical_pass import UNFOLLOWED_PRAGMA
from verilab.program.syntax.preprocessing.expansion import Builtin, Expansion
from verilab.program.syntax.preprocessing.macros import MacroError
from verilab.program.syntax.preprocessing.pieces import Kind, Piece, spelled
from verilab.program.syntax.preprocessing.predefined import STUBS

_PRAGMA_PACK = re.compile(r"\s*pack\s*(\([^)]*\))")
_STANDARD_ATTRIBUTES = {"deprecated": 201904, "fallthrough": 201904, "maybe_unused": 201904, "nodiscard": 202003}
# The moment of translation is no input of the program: it is always the first one, as gcc is told by SOURCE_DATE_EPOCH=0.
_MOMENT = {"__DATE__": '"Jan  1 1970"', "__TIME__": '"00:00:00"', "__TIMESTAMP__": '"Thu Jan  1 00:00:00 1970"'}


class Surroundings(Protocol):
    """What the names ask the preprocessor."""

    def main_file(self) -> str:
        """The name of the file that is translated."""

    def inclusion_level(self) -> int:
        """How many files include the current one."""

    def is_header(self, name: str, quoted: bool, following: bool) -> bool:
        """Whether ``#include`` (``following``: ``#include_next``) finds the header from the current file."""

    def pragma(self, text: str) -> bool:
        """Follow a pragma that concerns the preprocessor; False for every other one."""


def builtins(surroundings: Surroundings) -> dict[str, Builtin]:
    """The table for one translation unit."""
    counter = iter(range(1 << 31))

    def number(value: Callable[[Piece], int]) -> Builtin:
        return lambda name, _: [Piece(Kind.NUMBER, str(value(name)), name.spaced, name.place)]

    def string(value: Callable[[Piece], str]) -> Builtin:
        return lambda name, _: [Piece(Kind.STRING, _quoted(value(name)), name.spaced, name.place)]

    def moment(text: str) -> Builtin:
        return lambda name, _: [Piece(Kind.STRING, text, name.spaced, name.place)]

    def question(answer: Callable[[str], int]) -> Builtin:
        return lambda name, expansion: [Piece(Kind.NUMBER, str(answer(_asked(expansion))), name.spaced, name.place)]

    def header(following: bool) -> Builtin:
        def answer(name: Piece, expansion: Expansion) -> list[Piece]:
            exists = surroundings.is_header(*_header(expansion), following)
            return [Piece(Kind.NUMBER, str(int(exists)), name.spaced, name.place)]

        return answer

    def pragma(name: Piece, expansion: Expansion) -> list[Piece] | None:
        if expansion.within_argument:  # `#` shows it as it is written, and elsewhere it is read again
            return None
        pieces = [expansion.real() for _ in range(3)]
        if not pieces[0].is_punctuator("(") or pieces[1].kind is not Kind.STRING or not pieces[2].is_punctuator(")"):
            raise MacroError("_Pragma takes a parenthesised string literal")
        text = re.sub(r'\\(["\\])', r"\1", pieces[1].text[pieces[1].text.index('"') + 1 : -1])
        packing = _PRAGMA_PACK.match(text)
        if packing is not None and not surroundings.pragma(text):
            return [Piece(Kind.PACKING, packing[1], False, name.place)]
        if UNFOLLOWED_PRAGMA.match(text):
            raise MacroError(f"the pragma '{text}' is only supported as a directive")
        surroundings.pragma(text)
        return []

    return {
        "__LINE__": number(lambda name: name.expansion[1]),
        "__COUNTER__": number(lambda _: next(counter)),
        "__INCLUDE_LEVEL__": number(lambda _: surroundings.inclusion_level()),
        "__FILE__": string(lambda name: name.expansion[0]),
        "__FILE_NAME__": string(lambda name: name.expansion[0].rpartition("/")[2]),
        "__BASE_FILE__": string(lambda _: surroundings.main_file()),
        **{name: moment(text) for name, text in _MOMENT.items()},
        "__has_attribute": question(lambda name: int(name in known("attributes"))),
        "__has_builtin": question(lambda name: int(name in known("builtins"))),
        "__has_c_attribute": question(
            lambda name: _STANDARD_ATTRIBUTES.get(name, int(name[:5] == "gnu::" and name[5:] in known("attributes")))
        ),
        "__has_cpp_attribute": question(
            lambda name: _STANDARD_ATTRIBUTES.get(name, int(name[:5] == "gnu::" and name[5:] in known("attributes")))
        ),
        "__has_include": header(False),
        "__has_include_next": header(True),
        "_Pragma": pragma,
    }


@cache
def known(what: str) -> frozenset[str]:
    """The names of gcc's attributes or functions of its own ("attributes", "builtins"), one a line of a text among the stubs."""
    return frozenset((STUBS / "predefined" / f"{what}.txt").read_text().split())


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _asked(expansion: Expansion) -> str:
    """The name in the parentheses that follow, ``scope::name`` too; underscores around a name do not count."""
    if not expansion.as_written().is_punctuator("("):
        raise MacroError("'(' is missing behind a question about the compiler")
    words: list[str] = []
    while not (piece := expansion.as_written()).is_punctuator(")"):
        if piece.kind is Kind.END:
            raise MacroError("')' is missing behind a question about the compiler")
        word = identifier(piece.text)
        words.append(word[2:-2] if len(word) > 4 and word[:2] == word[-2:] == "__" else word)
    return "".join(words)


def _header(expansion: Expansion) -> tuple[str, bool]:
    """The header in the parentheses that follow, and whether it is written with quotes."""
    if not expansion.real().is_punctuator("("):
        raise MacroError("'(' is missing behind __has_include")
    first = expansion.real()
    parts: list[Piece] = []
    if first.is_punctuator("<"):
        while not (piece := expansion.as_written()).is_punctuator(">"):
            if piece.kind is Kind.END:
                raise MacroError("'>' is missing behind __has_include")
            parts.append(piece)
    elif first.kind is not Kind.STRING:
        raise MacroError('__has_include takes <header> or "header"')
    if not expansion.real().is_punctuator(")"):
        raise MacroError("')' is missing behind __has_include")
    return (spelled(parts), False) if parts else (first.text[1:-1], True)
