"""Fragments of HTML from texts: nothing that a text contains becomes markup."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

SHOWN = 2000
"""Characters of a text."""


def escaped(text: object) -> str:
    """A text in HTML, cut where it is long; control characters are shown as their escapes."""
    shown = str(text)
    if len(shown) > SHOWN:
        shown = shown[:SHOWN] + " ..."
    return html.escape(
        "".join(character if character.isprintable() or character == "\n" else ascii(character)[1:-1] for character in shown)
    )


def line(*texts: object, strong: object = "") -> str:
    """A paragraph; ``strong`` comes first."""
    first = f"<strong>{escaped(strong)}</strong> " if strong != "" else ""
    return f"<p>{first}{' '.join(map(escaped, texts))}</p>"


def table(headings: Sequence[object], rows: Iterable[Sequence[object]], emphasised: Sequence[int] = ()) -> str:
    """A table; the rows with the numbers ``emphasised`` are set apart.  Numbers are flush right, as are the headings above them."""
    shown = list(rows)
    first = shown[0] if shown else [""] * len(headings)
    head = "".join(f'<th style="text-align:{_side(cell)}">{escaped(heading)}</th>' for heading, cell in zip(headings, first, strict=True))
    lines = []
    for number, row in enumerate(shown):
        style = ' style="font-weight:bold"' if number in emphasised else ""
        lines.append(f"<tr{style}>{''.join(map(_cell, row))}</tr>")
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def _side(content: object) -> str:
    return "right" if isinstance(content, int | float) else "left"


def _cell(content: object) -> str:
    text = f"{content:g}" if isinstance(content, float) else str(content)
    return f'<td style="text-align:{_side(content)};vertical-align:top;white-space:pre-wrap">{escaped(text)}</td>'


def details(summary: object, fragment: str) -> str:
    """What a reader unfolds; ``fragment`` is HTML."""
    return f"<details><summary>{escaped(summary)}</summary>{fragment}</details>"
