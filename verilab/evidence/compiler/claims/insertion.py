"""Calls that show the compiled program's state to its claims, put into the source text in front of the conditions of statements.

``while (C)`` becomes ``while (at, (C))``, ``if (C)`` alike, ``for (A; C; B)`` becomes ``for (A; at, (C); B)``, ``do {`` becomes
``do { at;``; where decisions are watched, ``if (A && B)`` becomes ``if (decide(1, A) && decide(2, B))``.  The text is scanned,
not parsed: what is shared with the front end are the places only, and at each of them the keyword has to stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from verilab.data_classes import dataclass
from verilab.evidence.compiler.claims.conditions import WatchedStatement, operand_ranges
from verilab.evidence.compiler.claims.places import ClaimedPlace

PROLOGUE = (
    "extern void verilab_at(int, ...);\n"
    "#define VERILAB_SEEN(x) (void *)&(x), (int)(sizeof(x) | (unsigned)__builtin_classify_type(x) << 8 | "
    "(unsigned)((__typeof__(x))-1 < (__typeof__(x))1) << 16 | (unsigned)__builtin_types_compatible_p(__typeof__(x), _Bool) << 17)\n"
    "extern int verilab_decide(int, int), verilab_see(int, int);\n"
    "#line 1\n"
)
_TOKEN = re.compile(
    r"""(?P<blank>[ \t\r\f\v]+|\\\r?\n|/\*.*?(?:\*/|\Z)|//(?:\\\r?\n|[^\n])*)|(?P<line>\n)"""
    r"""|(?P<text>(?:\b[uUL]|\bu8)?"(?:\\.|[^"\\\n])*"|(?:\b[uUL])?'(?:\\.|[^'\\\n])*')|(?P<word>[A-Za-z_$]\w*|\d[\w.]*)|(?P<sign>.)""",
    re.DOTALL,
)
_DIRECTIVE = re.compile(r"#(?:\\\r?\n|/\*.*?\*/|[^\n])*", re.DOTALL)
_MARKER = re.compile(r'#[ \t]*(\d+)[ \t]+"((?:[^"\\]|\\.)*)"')
_KEYWORDS = frozenset(("while", "for", "do", "if"))
_MACROS = re.compile(r"^[ \t]*#[ \t]*(?:define|include)\b", re.MULTILINE)
_DEFINED = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Insertion:
    """The new text, the indices of the places that are in it, and the numbers of the conditions that are watched there."""

    text: str
    places: list[int]
    watched: set[int]


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    start: int
    line: int
    column: int


def inserted(
    source: str, places: Sequence[ClaimedPlace | None], statements: Sequence[WatchedStatement] = (), main: str | None = None
) -> Insertion:
    """The source with the calls at the places (None: to be left out), and around the watched conditions.  Lines keep their numbers.

    ``main``: the source is what the preprocessor made of the file of that name, and has its line markers.
    """
    tokens = list(_tokens(source, main))
    keywords: dict[tuple[int, str], list[int]] = {}
    for index, token in enumerate(tokens):
        if token.text in _KEYWORDS:
            keywords.setdefault((token.line, token.text), []).append(index)
    lines: dict[tuple[int, str], list[int]] = {}
    for line, keyword, column in sorted(
        {(claimed.line, claimed.keyword, claimed.column) for claimed in (*places, *statements) if claimed is not None}
    ):
        lines.setdefault((line, keyword), []).append(column)

    def keyword_of(place: ClaimedPlace | WatchedStatement) -> int | None:
        key = place.line, place.keyword
        return _matching(tokens, keywords.get(key, []), lines[key], place.column, exact=main is None, ranked=ranked)

    macros = set(_DEFINED.findall(source))
    ranked = main is not None or _MACROS.search(source) is None
    edits: list[tuple[int, str]] = []
    watched: set[int] = set()
    for statement in statements:  # first, so that at the same position the call of a claim goes in front
        there = keyword_of(statement)
        edit = [] if there is None else _watching(tokens, there, statement)
        edits += edit
        watched.update(number for number in statement.numbers if edit and number is not None)
    inserted_places: list[int] = []
    for number, place in enumerate(places):
        if place is None:
            continue
        there = keyword_of(place)
        if there is None or any(word in macros for value in place.values for word in re.findall(r"[A-Za-z_]\w*", value)):
            continue
        call = f"verilab_at({number}{''.join(f', VERILAB_SEEN({value})' for value in place.values)})"
        edit = _edits(tokens, there, call)
        if edit:
            edits += edit
            inserted_places.append(number)
    pieces, end = [], len(source)
    for position, addition in sorted(edits, key=lambda edit: edit[0], reverse=True):
        pieces += [source[position:end], addition]
        end = position
    return Insertion(PROLOGUE + source[:end] + "".join(reversed(pieces)), inserted_places, watched)


def _watching(tokens: Sequence[_Token], keyword: int, statement: WatchedStatement) -> list[tuple[int, str]]:
    """Calls around the operands of the statement's condition; none where the text has not as many."""
    extent = _condition(tokens, keyword)
    ranges = None if extent is None else operand_ranges(tokens, *extent)
    if ranges is None or len(ranges) != len(statement.numbers):
        return []
    edits = []
    for (first, last), number in zip(ranges, statement.numbers, strict=True):
        if number is not None:
            end = tokens[last - 1]
            call = "verilab_see" if number in statement.fixed else "verilab_decide"
            edits += [(tokens[first].start, f"{call}({number}, !!("), (end.start + len(end.text), "))")]
    return edits


def _condition(tokens: Sequence[_Token], keyword: int) -> tuple[int, int] | None:
    """The first token of a statement's condition, and the one behind it; None where it has none.

    Of a do statement with a body in braces only.
    """
    after = keyword + 1
    if tokens[keyword].text == "do":
        closing = _parenthesized(tokens, after)[0] if after < len(tokens) and tokens[after].text == "{" else None
        if closing is None or closing + 1 >= len(tokens) or tokens[closing + 1].text != "while":
            return None
        after = closing + 2
    if after >= len(tokens) or tokens[after].text != "(":
        return None
    end, ends = _parenthesized(tokens, after)
    if end is None:
        return None
    if tokens[keyword].text == "for":
        return (ends[0] + 1, ends[1]) if len(ends) == 2 and ends[1] > ends[0] + 1 else None
    return None if ends or end == after + 1 else (after + 1, end)


def _parenthesized(tokens: Sequence[_Token], opening: int) -> tuple[int | None, list[int]]:
    """The closing parenthesis or brace, None where there is none, and the semicolons directly within."""
    depth, ends = 0, list[int]()
    for index in range(opening, len(tokens)):
        text = tokens[index].text
        if text in ("(", "[", "{"):
            depth += 1
        elif text in (")", "]", "}"):
            depth -= 1
            if not depth:
                return index, ends
        elif text == ";" and depth == 1:
            ends.append(index)
    return None, ends


def _tokens(source: str, main: str | None) -> Iterator[_Token]:
    """Without comments and directives; those of other files than ``main`` are on line 0 where that is given."""
    position, line, begin, fresh, elsewhere = 0, 1, 0, True, False
    while position < len(source):
        match = _DIRECTIVE.match(source, position) if fresh else None
        match = match or _TOKEN.match(source, position)
        assert match is not None
        kind = match.lastgroup
        if kind in ("text", "word", "sign"):
            yield _Token(match[0], position, 0 if elsewhere else line, position - begin + 1)
            fresh = False
        if kind == "line":
            fresh = True
        marker = _MARKER.match(match[0]) if fresh and main is not None else None
        if marker is not None:
            line, elsewhere = int(marker[1]) - 1, marker[2] != main  # the end of this line is still to come
        breaks = match[0].count("\n")
        if breaks:
            line += breaks
            begin = position + match[0].rindex("\n") + 1
        position = match.end()


def _matching(
    tokens: Sequence[_Token], there: Sequence[int], columns: Sequence[int], column: int, *, exact: bool, ranked: bool
) -> int | None:
    """The keyword at the column, if ``exact``; else the one of the same rank, if there are as many.

    Columns are those of the file: in what the preprocessor made of it, another keyword may have come there.  Ranks are those of all
    keywords of the line: in the file itself, some may be hidden in macros.
    """
    for index in there if exact else ():
        if tokens[index].column == column and (len(there) == 1 or {tokens[other].column for other in there}.issuperset(columns)):
            return index
    return there[columns.index(column)] if ranked and len(there) == len(columns) else None


def _edits(tokens: Sequence[_Token], keyword: int, call: str) -> list[tuple[int, str]]:
    after = keyword + 1
    if after >= len(tokens):
        return []
    if tokens[keyword].text == "do":
        return [(tokens[after].start + 1, f" {call};")] if tokens[after].text == "{" else []
    if tokens[after].text != "(":
        return []
    index, ends = _parenthesized(tokens, after)
    if index is None:
        return []
    if tokens[keyword].text in ("while", "if"):
        return [(tokens[after].start + 1, f"{call}, ("), (tokens[index].start, ")")] if not ends and index > after + 1 else []
    if len(ends) != 2:
        return []
    first, second = ends
    if second == first + 1:
        return [(tokens[first].start + 1, f" {call}, 1")]
    return [(tokens[first].start + 1, f" {call}, ("), (tokens[second].start, ")")]
