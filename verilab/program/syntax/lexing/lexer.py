"""GNU C text -> tokens, in one pass of one regular expression (pycparser's own lexer knows neither comments nor GNU C, and is slower).

Line markers (``# 12 "file.c"`` and ``#line``) set the presumed place; ``#pragma pack`` becomes a token of its own, since it changes the
layout of structures; other pragmas are skipped.
"""

from __future__ import annotations

import re
import sys
from typing import NoReturn

from verilab.program.source import SourceText
from verilab.program.syntax.lexing.attributes import ARITHMETIC_PRAGMA
from verilab.program.syntax.lexing.opened import OpenText
from verilab.program.syntax.lexing.rows import Rows
from verilab.program.syntax.lexing.tokens import KEYWORDS, LINKAGE, MACRO, OPERATORS, PACKING, SPECIAL, Token

# Every alternative is linear: no quantifier is ambiguous, so that no text makes the match backtrack more than once. Only repetitions of
# one character class are possessive: Python before 3.11.5 does not match possessive repetitions of alternatives (CPython issue 106052).
UNIVERSAL = r"\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}"  # a universal character name
_LETTER = r"A-Za-z_$\u00a1-\ud7ff\ue000-\U0010ffff"  # a byte that is no UTF-8 is a lone surrogate, and no letter
WORD = rf"(?:[{_LETTER}]|{UNIVERSAL})(?:[{_LETTER}0-9]|{UNIVERSAL})*"
NUMBER = r"\.?[0-9](?:[eEpP][+\-]|[\w.]|(?<=[0-9a-fA-F])'(?=[0-9a-fA-F]))*"
STRING = r'(?:u8|[LuU])?"(?:[^"\\\n]++|\\[^\n])*"'
CHARACTER = r"(?:u8|[LuU])?'(?:[^'\\\n]++|\\[^\n])+'"
COMMENT = r"//[^\n]*+|/\*(?:[^*]++|\*(?!/))*\*/"
_HASH = rf"""(?:\#|%:)(?: [^\n/"']++ | {COMMENT} | /(?!\*) | "(?:[^"\\\n]++|\\[^\n])*" | '(?:[^'\\\n]++|\\[^\n])*' | ["'][^\n]*+ )*"""
HASH = re.compile(_HASH, re.VERBOSE)  # a directive, to the end of its line; where a quote is not closed, the rest of the line is its text
_TOKEN = re.compile(
    rf"""(?:
      (?P<word>   [{_LETTER}][{_LETTER}0-9]*+(?!['"\\]) )
    | (?P<op>     \.\.\. | <<= | >>= | \+\+ | -- | -> | && | \|\| | << | >> | [<>=!*/%+\-&|^]= | \[\[
                | <: | :> | <% | %> | [+\-*=|&~^!<>?()\[\]{{}},;:] | %(?!:) | \.(?![0-9]) | /(?![/*]) )
    | (?P<line>   (?:\n[ \t\f\v\r]*+)+ )
    | (?P<number> {NUMBER} )
    | (?P<string> {STRING} )
    | (?P<char>   {CHARACTER} )
    | (?P<space>  [ \t\f\v\r]++ )
    | (?P<note>   {COMMENT} )
    | (?P<hash>   {_HASH} )
    | (?P<word2>  {WORD} )
    | (?P<bad>    (?:.|\n) )
    )[ \t]*+""",
    re.VERBOSE,
)
_UNIVERSAL = re.compile(UNIVERSAL)
_MARKER = re.compile(r'(?:#|%:)[ \t]*(?:line[ \t]+)?([0-9]{1,9})(?:[ \t]+"((?:[^"\\]|\\.)*)")?')
_PACK = re.compile(r"(?:#|%:)[ \t]*pragma[ \t]+pack[ \t]*(\([^)\n]*\))")
_PRAGMA = re.compile(r"(?:#|%:)[ \t]*(?:(?:pragma|ident|sccs|line|warning)\b|\Z)")
_OPTIONS = re.compile(rf"(?:#|%:)[ \t]*pragma[ \t]+{ARITHMETIC_PRAGMA}")
_ORDER = re.compile(r"(?:#|%:)[ \t]*pragma[ \t]+scalar_storage_order[ \t]+big-endian")
_LINKAGE = re.compile(r"(?:#|%:)[ \t]*pragma[ \t]+((?:weak|redefine_extname)\b[^\n]*)")
_WIDE, _FOREIGN = frozenset({"L", "u", "U"}), re.compile("[\udc80-\udcff]")
_RAW_STRINGS = frozenset({"R", "LR", "uR", "UR", "u8R"})

_SUFFIX = r"(?:[uU]?(?:l|L|ll|LL)?|(?:l|L|ll|LL)[uU]?|[uU]?[zZ])"
_IMAGINARY = r"[iIjJ]?"
_FLOAT_SUFFIX = r"(?:[iIjJ]?(?:[dDfFlLqQwW]|[fF][0-9]+x?|d[fdl]|D[FDL])?|(?:[dDfFlLqQwW]|[fF][0-9]+x?)[iIjJ])"
_FRACTION = r"(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))"
_HEX_FRACTION = r"(?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)"
_CONSTANTS = (
    ("INT_CONST_HEX", re.compile(rf"0[xX][0-9a-fA-F]+{_SUFFIX}{_IMAGINARY}")),
    ("INT_CONST_BIN", re.compile(rf"0[bB][01]+{_SUFFIX}{_IMAGINARY}")),
    ("INT_CONST_OCT", re.compile(rf"0[0-7]*{_SUFFIX}{_IMAGINARY}")),
    ("INT_CONST_DEC", re.compile(rf"[1-9][0-9]*{_SUFFIX}{_IMAGINARY}")),
    ("FLOAT_CONST", re.compile(rf"{_FRACTION}(?:[eE][+\-]?[0-9]+)?{_FLOAT_SUFFIX}")),
    ("HEX_FLOAT_CONST", re.compile(rf"0[xX]{_HEX_FRACTION}[pP][+\-]?[0-9]+{_FLOAT_SUFFIX}")),
)
_SEPARATOR = re.compile(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])")
LONGEST_CONSTANT = 4000  # characters; Python refuses to read decimal numbers that are longer
_CHARACTER_KINDS = {"'": "CHAR_CONST", "L": "WCHAR_CONST", "u": "U16CHAR_CONST", "U": "U32CHAR_CONST", "u8": "U8CHAR_CONST"}
_STRING_KINDS = {
    '"': "STRING_LITERAL",
    "L": "WSTRING_LITERAL",
    "u": "U16STRING_LITERAL",
    "U": "U32STRING_LITERAL",
    "u8": "U8STRING_LITERAL",
}


class Lexer:
    """The tokens of one text, with everything that was learnt on the way.

    ``tokens`` in order; ``special`` the indices of those that lexical_pass.py must rewrite; ``rows`` what the rows of tokens are.
    ``texts``: where the preprocessor runs, every text that it reads, by name.
    The preprocessor is a subclass: it answers directives, and the words that ``_words`` calls macros, with more tokens.
    """

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.tokens: list[Token] = []
        self.special: list[int] = []
        self.rows = Rows(source.name)
        self.texts: dict[str, SourceText] = {}
        self._words: dict[str, tuple[str, str]] = dict(KEYWORDS)
        self._constants: dict[str, str] = {}

    def run(self) -> Lexer:
        """Read the whole text; raises InputError at the first thing that is not a token."""
        self.rows.enter(1, self.source, 1, self.source.name, 1)
        self._scan(OpenText(self.source))
        return self

    def _scan(self, opened: OpenText) -> None:
        """The tokens from where a text is open to its end."""
        tokens, words, operators, constants, special = self.tokens, self._words, OPERATORS, self._constants, self.special
        append, text, ended = tokens.append, opened.text, False
        while not ended:
            ended = True
            file, delta, row, row_start, joint = opened.file, opened.delta, opened.row, opened.row_start, opened.joint
            for match in _TOKEN.finditer(text, opened.offset):
                kind = match.lastgroup
                start = match.start()
                if start >= joint:
                    opened.row, opened.row_start = row, row_start
                    opened.pass_joints(start)
                    row, row_start, joint = opened.row, opened.row_start, opened.joint
                if kind == "word" or kind == "word2":
                    value = match[kind]
                    meaning = words.get(value)
                    if meaning is None:
                        opened.row, opened.row_start = row, row_start
                        meaning = self._word(value, opened, start)
                    if meaning[0] in SPECIAL:
                        if meaning[0] == MACRO:
                            opened.row, opened.row_start, opened.offset, ended = row, row_start, match.end(kind), False
                            self._replace(value, opened, start)
                            break
                        special.append(len(tokens))
                    append(Token(meaning[0], meaning[1], file, row + delta, row, start - row_start + 1))
                elif kind == "op":
                    value = match["op"]
                    if value == "[[":
                        special.append(len(tokens))
                    append(Token(operators[value], value, file, row + delta, row, start - row_start + 1))
                elif kind == "line":
                    value = match["line"]
                    row += value.count("\n")
                    row_start = start + value.rfind("\n") + 1
                    opened.fresh = len(tokens)
                elif kind == "number":
                    value = match["number"]
                    number_kind = constants.get(value)
                    if number_kind is None:
                        number_kind = self._classify(value, row, start - row_start + 1)
                    append(Token(number_kind, value, file, row + delta, row, start - row_start + 1))
                elif kind == "hash":
                    opened.row, opened.row_start, opened.offset, ended = row, row_start, match.end("hash"), False
                    if len(tokens) != opened.fresh:
                        raise self.rows.error("a stray '#' inside a line", row, start - row_start + 1)
                    self._directive(opened, match["hash"], start)
                    break
                elif kind == "note":
                    value = match["note"]
                    if "\n" in value:
                        row += value.count("\n")
                        row_start = start + value.rfind("\n") + 1
                elif kind != "space":
                    append(self.literal(kind or "bad", match[kind or "bad"], (file, row + delta, row, start - row_start + 1)))
        opened.row, opened.row_start = row, row_start

    def _replace(self, name: str, opened: OpenText, start: int) -> None:
        """Put the tokens that a macro stands for; only the preprocessor knows macros."""
        raise AssertionError(name)

    def _word(self, word: str, opened: OpenText, start: int) -> tuple[str, str]:
        """What a word is that was not met before: the identifier that its universal character names spell."""
        if word in _RAW_STRINGS and opened.text[start + len(word) : start + len(word) + 1] == '"':
            raise self.rows.error("raw string literals are not supported", opened.row, start - opened.row_start + 1, "write a plain one")
        if "\\" in word:  # not kept: it is another word's spelling, which may become a macro
            plain = identifier(word)
            return self._words.get(plain, ("ID", sys.intern(plain)))
        meaning = self._words[word] = ("ID", sys.intern(word))
        return meaning

    def literal(self, kind: str, value: str, place: tuple[str, int, int, int]) -> Token:
        """The token of a quoted text (``kind`` is "string" or "char"); InputError for what is none ("bad")."""
        if kind == "bad":
            self.refuse(value, place)
        quote = '"' if kind == "string" else "'"
        prefix = value[: value.index(quote)] or quote
        if prefix in _WIDE and _FOREIGN.search(value):
            raise self.rows.error("bytes that are no UTF-8 stand in a wide literal", place[2], place[3], "write them as \\x escapes")
        return Token(_STRING_KINDS[prefix] if kind == "string" else _CHARACTER_KINDS[prefix], value, *place)

    def _classify(self, value: str, row: int, column: int) -> str:
        if len(value) > LONGEST_CONSTANT:
            raise self.rows.error("the constant is too long", row, column)
        digits = _SEPARATOR.sub("", value)  # C23
        for kind, pattern in _CONSTANTS:
            if pattern.fullmatch(digits):
                self._constants[value] = kind
                return kind
        hint = "8 and 9 are no octal digits; drop the leading 0" if re.fullmatch(r"0[0-9]+", value) else None
        if "'" in value:
            hint = "separators stand between digits (C23)"
        raise self.rows.error(f"'{value}' is not a constant of C", row, column, hint)

    def _directive(self, opened: OpenText, value: str, start: int) -> None:
        """Follow a directive, and go on behind it: a line marker changes presumed places, a pragma changes nothing or the packing."""
        row, column = opened.row, start - opened.row_start + 1
        opened.advance(start, value)
        opened.pass_joints(opened.offset)
        marker = _MARKER.match(value)
        if marker:
            self._renumber(opened, int(marker[1]), marker[2])
            return
        if _ORDER.match(value):
            raise self.rows.error("big-endian storage is not supported", row, column, "remove #pragma scalar_storage_order")
        if _OPTIONS.match(value):
            raise self.rows.error("other arithmetic in a part of a file is not supported", row, column, "remove #pragma GCC")
        kept = ((kind, pattern.match(value)) for kind, pattern in ((PACKING, _PACK), (LINKAGE, _LINKAGE)))
        for kind, words in kept:
            if words:
                self.special.append(len(self.tokens))
                self.tokens.append(Token(kind, words[1], opened.file, row + opened.delta, row, column))
        if _PRAGMA.match(value):
            return
        name = value.split("\n")[0].strip()[:40]
        raise self.rows.error(f"the directive '{name}' has no place in preprocessed C", row, column, "preprocess the file first: gcc -E")

    def _renumber(self, opened: OpenText, line: int, quoted: str | None) -> None:
        """The row behind the current one is that line, of that file where it is named."""
        if quoted is not None:
            opened.file = sys.intern(re.sub(r"\\(.)", r"\1", quoted)) or self.source.name
        opened.delta = line - (opened.row + 1)
        self.rows.rename(opened.row + 1, opened.file, line)

    def refuse(self, value: str, place: tuple[str, int, int, int]) -> NoReturn:
        """Say why a character begins no token."""
        hint: str | None
        if value == "/":
            message, hint = "this comment is never closed", "a closing */"
        elif value == '"':
            message, hint = "this string is never closed on its line", 'a closing "'
        elif value == "'":
            message, hint = "this character constant is empty or never closed on its line", "one character between two '"
        elif value == "\0":
            message, hint = "the file contains a NUL character", "a text file with a C program was expected"
        elif "\udc80" <= value <= "\udcff":
            message, hint = f"the byte 0x{ord(value) - 0xDC00:02x} is no UTF-8, and has no place outside of literals and comments", None
        else:
            message, hint = f"the character {value!r} has no place in a C program", None
        raise self.rows.error(message, place[2], place[3], hint)


def identifier(word: str) -> str:
    """The identifier that a word spells: a universal character name is that character."""
    return _UNIVERSAL.sub(lambda name: chr(min(int(name[0][2:], 16), sys.maxunicode)), word) if "\\" in word else word
