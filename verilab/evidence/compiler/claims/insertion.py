"""Calls that show the compiled program's state to its claims, put into the source text in front of the conditions of loops.

``while (C)`` becomes ``while (at, (C))``, ``for (A; C; B)`` becomes ``for (A; at, (C); B)``, ``do {`` becomes ``do { at;``.  The text is
scanned, not parsed: what is shared with the front end are the places only, and at each of them the keyword has to stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verilab.evidence.compiler.claims.places import ClaimedPlace

PROLOGUE = (
    "extern void verilab_at(int, ...);\n"
    "#define VERILAB_SEEN(x) (void *)&(x), (int)(sizeof(x) | (unsigned)__builtin_classify_type(x) << 8 | "
    "(unsigned)((__typeof__(x))-1 < (__typeof__(x))1) << 16 | (unsigned)__builtin_types_compatible_p(__typeof__(x), _Bool) << 17)\n"
    "#line 1\n"
)
_TOKEN = re.compile(
    r"""(?P<blank>[ \t\r\f\v]+|\\\r?\n|/\*.*?(?:\*/|\Z)|//(?:\\\r?\n|[^\n])*)|(?P<line>\n)"""
    r"""|(?P<text>(?:\b[uUL]|\bu8)?"(?:\\.|[^"\\\n])*"|(?:\b[uUL])?'(?:\\.|[^'\\\n])*')|(?P<word>[A-Za-z_$]\w*|\d[\w.]*)|(?P<sign>.)""",
    re.DOTALL,
)
_DIRECTIVE = re.compile(r"#(?:\\\r?\n|/\*.*?\*/|[^\n])*", re.DOTALL)
_KEYWORDS = frozenset(("while", "for", "do"))
_DEFINED = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    start: int
    line: int
    column: int


def inserted(source: str, places: Sequence[ClaimedPlace | None]) -> tuple[str, list[int]]:
    """The source with the calls, and the indices of the places that were found in it (None: to be left out).  Lines keep their numbers."""
    tokens = list(_tokens(source))
    keywords: dict[tuple[int, str], list[int]] = {}
    for index, token in enumerate(tokens):
        if token.text in _KEYWORDS:
            keywords.setdefault((token.line, token.text), []).append(index)
    lines: dict[tuple[int, str], list[int]] = {}
    for column in sorted({(place.line, place.keyword, place.column) for place in places if place is not None}):
        lines.setdefault(column[:2], []).append(column[2])
    macros = set(_DEFINED.findall(source))
    edits: list[tuple[int, str]] = []
    found: list[int] = []
    for number, place in enumerate(places):
        if place is None:
            continue
        key = place.line, place.keyword
        keyword = _matching(tokens, keywords.get(key, []), lines[key], place.column)
        if keyword is None or any(word in macros for value in place.values for word in re.findall(r"[A-Za-z_]\w*", value)):
            continue
        call = f"verilab_at({number}{''.join(f', VERILAB_SEEN({value})' for value in place.values)})"
        edit = _edits(tokens, keyword, call)
        if edit:
            edits += edit
            found.append(number)
    text = source
    for position, addition in sorted(edits, key=lambda edit: edit[0], reverse=True):
        text = text[:position] + addition + text[position:]
    return PROLOGUE + text, found


def _tokens(source: str) -> Iterator[_Token]:
    """Without comments and directives."""
    position, line, begin, fresh = 0, 1, 0, True
    while position < len(source):
        match = _DIRECTIVE.match(source, position) if fresh else None
        match = match or _TOKEN.match(source, position)
        assert match is not None
        kind = match.lastgroup
        if kind in ("text", "word", "sign"):
            yield _Token(match[0], position, line, position - begin + 1)
            fresh = False
        if kind == "line":
            fresh = True
        breaks = match[0].count("\n")
        if breaks:
            line += breaks
            begin = position + match[0].rindex("\n") + 1
        position = match.end()


def _matching(tokens: Sequence[_Token], there: Sequence[int], columns: Sequence[int], column: int) -> int | None:
    """The keyword at the column; where columns count in a preprocessed text, the one of the same rank if there are as many."""
    for index in there:
        if tokens[index].column == column and (len(there) == 1 or {tokens[each].column for each in there}.issuperset(columns)):
            return index
    return there[columns.index(column)] if len(there) == len(columns) else None


def _edits(tokens: Sequence[_Token], keyword: int, call: str) -> list[tuple[int, str]]:
    after = keyword + 1
    if after >= len(tokens):
        return []
    if tokens[keyword].text == "do":
        return [(tokens[after].start + 1, f" {call};")] if tokens[after].text == "{" else []
    if tokens[after].text != "(":
        return []
    depth, ends = 0, []
    for index in range(after, len(tokens)):
        text = tokens[index].text
        if text in ("(", "[", "{"):
            depth += 1
        elif text in (")", "]", "}"):
            depth -= 1
            if not depth:
                break
        elif text == ";" and depth == 1:
            ends.append(index)
    else:
        return []
    if tokens[keyword].text == "while":
        return [(tokens[after].start + 1, f"{call}, ("), (tokens[index].start, ")")] if not ends and index > after + 1 else []
    if len(ends) != 2:
        return []
    first, second = ends
    if second == first + 1:
        return [(tokens[first].start + 1, f" {call}, 1")]
    return [(tokens[first].start + 1, f" {call}, ("), (tokens[second].start, ")")]
