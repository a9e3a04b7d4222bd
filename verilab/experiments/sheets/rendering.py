"""Sheets as text: aligned for terminals, Markdown (the tables of GitHub), CSV, LaTeX."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Sequence

from verilab.errors import Refused
from verilab.experiments.sheets.latex import document
from verilab.experiments.sheets.sheet import Sheet, aligned
from verilab.program.errors import printable

_MARKUP = re.compile(r"([\\`*_{}\[\]<>()#+!|~&$-])")


def render(sheets: Sequence[Sheet], format: str = "text") -> str:
    """All sheets as one text that ends with a line end.  Refused for a format that there is not.

    LaTeX is a whole document that compiles; of a single table ``verilab.experiments.sheets.latex``.  CSV has the sheets one after the
    other, an empty line between them, and its numbers unrounded.
    """
    if format not in FORMATS:
        raise Refused(f"format {format!r}: unknown; known: {', '.join(FORMATS)}")
    return FORMATS[format](sheets)


def _text(sheets: Sequence[Sheet]) -> str:
    return "\n".join("".join(f"{line}\n" for line in _lines(sheet)) for sheet in sheets)


def _lines(sheet: Sheet) -> list[str]:
    left = [place for place, column in enumerate(sheet.columns) if column.decimals is None]
    rows = [[printable(cell) for cell in row] for row in sheet.shown()]
    return [printable(sheet.title), *aligned(sheet.headings, rows, left)]


def _markdown(sheets: Sequence[Sheet]) -> str:
    return "\n".join(_markdown_table(sheet) for sheet in sheets)


def _markdown_table(sheet: Sheet) -> str:
    rule = [":---" if column.decimals is None else "---:" for column in sheet.columns]
    rows = [sheet.headings, *sheet.shown()]
    lines = [f"| {' | '.join(map(_plain, row))} |" for row in rows]
    return "\n".join([f"**{_plain(sheet.title)}**", "", lines[0], f"| {' | '.join(rule)} |", *lines[1:], ""])


def _plain(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    return _MARKUP.sub(r"\\\1", " ".join(printable(text).split()))


def _csv(sheets: Sequence[Sheet]) -> str:
    parts = []
    for sheet in sheets:
        file = io.StringIO(newline="")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(sheet.headings)
        writer.writerows([["" if cell is None else cell for cell in row] for row in sheet.rows])
        parts.append(file.getvalue())
    return "\n".join(parts)


FORMATS: dict[str, Callable[[Sequence[Sheet]], str]] = {"text": _text, "markdown": _markdown, "latex": document, "csv": _csv}
"""How sheets are written, by the name of the format."""
