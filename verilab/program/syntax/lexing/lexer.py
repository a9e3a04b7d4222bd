"""GNU C text -> tokens, in one pass of one regular expression (pycparser's own lexer knows neither comments nor GNU C, and is slower).

Line markers (``# 12 "file.c"`` and ``#line``) set the presumed place; ``#pragma pack`` becomes a token of its own, since it changes the
layout of structures; other pragmas are skipped.
"""

from __future__ import annotations

import re
import sys

from verilab.program.source import SourceText
from verilab.program.syntax.lexing.tokens import KEYWORDS, OPERATORS, PACKING, SPECIAL, Token

# Every alternative is linear: no quantifier is ambiguous, so that no text makes the match backtrack more than once. Only repetitions of
# one character class are possessive: Python before 3.11.5 does not match possessive repetitions of alternatives (CPython issue 106052).
_TOKEN = re.compile(
    r"""(?:
      (?P<word>   [A-Za-z_$\u00a1-\ud7ff\ue000-\U0010ffff][\w$]*+(?!['"]) )
    | (?P<op>     \.\.\. | <<= | >>= | \+\+ | -- | -> | && | \|\| | << | >> | [<>=!*/%+\-&|^]= | \[\[
                | <: | :> | <% | %> | [+\-*%=|&~^!<>?()\[\]{},;:] | \.(?![0-9]) | /(?![/*]) )
    | (?P<line>   (?:\n[ \t\f\v\r]*+)+ )
    | (?P<number> \.?[0-9](?:[eEpP][+\-]|[\w.]|'(?=\w))* )
    | (?P<string> (?:u8|[LuU])?"(?:[^"\\\n]++|\\[\s\S])*" )
    | (?P<char>   (?:u8|[LuU])?'(?:[^'\\\n]++|\\[\s\S])+' )
    | (?P<space>  [ \t\f\v\r]++ )
    | (?P<note>   //(?:[^\n\\]++|\\[\s\S]?)* | /\*(?:[^*]++|\*(?!/))*\*/ | \\[ \t]*+\n )
    | (?P<hash>   \#(?:[^\n\\/]++|\\[\s\S]?|/(?!\*)|/\*(?:[^*]++|\*(?!/))*\*/)* )
    | (?P<word2>  [A-Za-z_$\u00a1-\ud7ff\ue000-\U0010ffff][\w$]*+ )
    | (?P<bad>    (?:.|\n) )
    )[ \t]*+""",
    re.VERBOSE,
)
_MARKER = re.compile(r'#[ \t]*(?:line[ \t]+)?([0-9]{1,9})(?:[ \t]+"((?:[^"\\]|\\.)*)")?')
_PACK = re.compile(r"#[ \t]*pragma[ \t]+pack[ \t]*(\([^)\n]*\))")
_PRAGMA = re.compile(r"#[ \t]*(?:pragma|ident|sccs|line|warning)\b|#\s*$")

_SUFFIX = r"(?:[uU]?(?:l|L|ll|LL)?|(?:l|L|ll|LL)[uU]?|[uU]?[zZ])"
_IMAGINARY = r"[iIjJ]?"
_FLOAT_SUFFIX = r"(?:[iIjJ]?(?:[fFlLqQwW]|[fF][0-9]+x?|d[fdl]|D[FDL])?|(?:[fFlLqQwW]|[fF][0-9]+x?)[iIjJ])"
_FRACTION = r"(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))"
_HEX_FRACTION = r"(?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)"
_CONSTANTS = (
    ("INT_CONST_HEX", re.compile(rf"0[xX][0-9a-fA-F']+{_SUFFIX}{_IMAGINARY}")),
    ("INT_CONST_BIN", re.compile(rf"0[bB][01']+{_SUFFIX}{_IMAGINARY}")),
    ("INT_CONST_OCT", re.compile(rf"0[0-7']*{_SUFFIX}{_IMAGINARY}")),
    ("INT_CONST_DEC", re.compile(rf"[1-9][0-9']*{_SUFFIX}{_IMAGINARY}")),
    ("FLOAT_CONST", re.compile(rf"{_FRACTION}(?:[eE][+\-]?[0-9]+)?{_FLOAT_SUFFIX}")),
    ("HEX_FLOAT_CONST", re.compile(rf"0[xX]{_HEX_FRACTION}[pP][+\-]?[0-9]+{_FLOAT_SUFFIX}")),
)
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

    ``tokens`` in order; ``special`` the indices of those that lexical_pass.py must rewrite; ``presumed`` the rows at which a line marker
    takes effect, as (row, file, line): that row and those below it are that line of that file and those below it.
    """

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.tokens: list[Token] = []
        self.special: list[int] = []
        self.presumed: list[tuple[int, str, int]] = [(1, source.name, 1)]
        self._words: dict[str, tuple[str, str]] = dict(KEYWORDS)
        self._constants: dict[str, str] = {}
        self._row = 1
        self._row_start = 0

    def run(self) -> Lexer:
        """Read the whole text; raises InputError at the first thing that is not a token."""
        file, delta, row, row_start = self.source.name, 0, 1, 0
        tokens, words, operators, constants = self.tokens, self._words, OPERATORS, self._constants
        append = tokens.append
        for match in _TOKEN.finditer(self.source.text):
            kind = match.lastgroup
            start = match.start()
            if kind == "word" or kind == "word2":
                value = match[kind]
                found = words.get(value)
                if found is None:
                    found = words[value] = ("ID", sys.intern(value))
                append(Token(found[0], found[1], file, row + delta, row, start - row_start + 1))
                if found[0] in SPECIAL:
                    self.special.append(len(tokens) - 1)
            elif kind == "op":
                value = match["op"]
                append(Token(operators[value], value, file, row + delta, row, start - row_start + 1))
                if value == "[[":
                    self.special.append(len(tokens) - 1)
            elif kind == "line":
                value = match["line"]
                row += value.count("\n")
                row_start = start + value.rfind("\n") + 1
            elif kind == "number":
                value = match["number"]
                found_kind = constants.get(value)
                if found_kind is None:
                    found_kind = constants[value] = self._classify(value, row, start - row_start + 1)
                append(Token(found_kind, value, file, row + delta, row, start - row_start + 1))
            elif kind != "space":
                self._row, self._row_start = row, row_start
                value = match[kind or "bad"]
                if kind == "hash":
                    file, delta = self._directive(value, start, file, delta)
                elif kind != "note":
                    append(self._quoted(kind, value, start, file, delta))
                if "\n" in value:
                    row += value.count("\n")
                    row_start = start + value.rfind("\n") + 1
        return self

    def _quoted(self, kind: str | None, value: str, start: int, file: str, delta: int) -> Token:
        column = start - self._row_start + 1
        if kind == "bad":
            self._refuse(value, start, column)
        quote = '"' if kind == "string" else "'"
        prefix = value[: value.index(quote)] or quote
        found = _STRING_KINDS[prefix] if kind == "string" else _CHARACTER_KINDS[prefix]
        value = value.replace("\\\n", "") if "\n" in value else value
        return Token(found, value, file, self._row + delta, self._row, column)

    def _classify(self, value: str, row: int, column: int) -> str:
        if len(value) > LONGEST_CONSTANT:
            raise self.source.error("the constant is too long", row, column)
        for kind, pattern in _CONSTANTS:
            if pattern.fullmatch(value):
                return kind
        hint = "8 and 9 are no octal digits; drop the leading 0" if re.fullmatch(r"0[0-9]+", value) else None
        raise self.source.error(f"'{value}' is not a constant of C", row, column, hint)

    def _directive(self, value: str, start: int, file: str, delta: int) -> tuple[str, int]:
        """The presumed file and line offset after a directive: a line marker changes them, a pragma does not."""
        column = start - self._row_start + 1
        if self.tokens and self.tokens[-1].row == self._row:
            raise self.source.error("a stray '#' inside a line", self._row, column)
        marker = _MARKER.match(value)
        if marker:
            next_row = self._row + 1 + value.count("\n")
            if marker[2] is not None:
                file = sys.intern(re.sub(r"\\(.)", r"\1", marker[2])) or self.source.name
            line = int(marker[1])
            self.presumed.append((next_row, file, line))
            return file, line - next_row
        packing = _PACK.match(value)
        if packing:
            self.special.append(len(self.tokens))
            self.tokens.append(Token(PACKING, packing[1], file, self._row + delta, self._row, column))
        if _PRAGMA.match(value):
            return file, delta
        name = value.split("\n")[0].strip()[:40]
        raise self.source.error(
            f"the directive '{name}' has no place in preprocessed C", self._row, column, "preprocess the file first: gcc -E"
        )

    def _refuse(self, value: str, start: int, column: int) -> None:
        rest = self.source.text[start : start + 2]
        if rest == "/*":
            message, hint = "this comment is never closed", "a closing */"
        elif value == '"':
            message, hint = "this string is never closed on its line", 'a closing "'
        elif value == "'":
            message, hint = "this character constant is empty or never closed on its line", "one character between two '"
        elif value == "\0":
            message, hint = "the file contains a NUL character", "a text file with a C program was expected"
        else:
            message, hint = f"the character {value!r} has no place in a C program", None
        raise self.source.error(message, self._row, column, hint)
