"""How figures look: for the column of a paper and for a page, in colours that everybody can tell apart.

Colours: Okabe, Ito, "Color Universal Design" (2008), without their yellow, which white paper swallows; with more curves than colours the
strokes differ too.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from typing import Any

from verilab.data_classes import dataclass
from verilab.program.errors import printable

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#56B4E9", "#E69F00")
STROKES = ([1, 0], [4, 1.5], [1, 1], [5, 1, 1, 1])
SHAPES = ("circle", "square", "triangle-up", "diamond", "triangle-down", "cross", "triangle-right", "triangle-left")
PLAIN_LOOKS = len(COLOURS) * len(STROKES)
"""Curves that differ in colour or stroke; of more some differ in shapes only."""
GREY, RULE = "#777777", "#DDDDDD"

_LONGEST = 60
_LEGEND_POINTS, _LETTER_POINTS = 30, 3.8
"""What an entry of a legend takes beside its name, and a letter of it."""


@dataclass(frozen=True, slots=True)
class Medium:
    """Where a figure is shown: paper, where it is so many points wide and its legend stands above it, or the page of a report.

    On a page what is drawn has ``tooltip`` and leads on by a click; the page's own style says how wide it is and in which fonts.
    """

    is_page: bool = False
    point: int = 14
    """The area of a marker, in square points."""

    def legend(self, names: Sequence[str], width: float) -> dict[str, Any]:
        """In as many columns as there is room for."""
        if self.is_page:
            long = max(map(len, names), default=0) > 40
            return {"orient": "bottom", "columns": 1 if long else 2, "labelLimit": 420 if long else 260, "symbolStrokeWidth": 1.5}
        longest = max(map(len, names), default=0)
        columns = max(1, min(len(names), int(width / (_LEGEND_POINTS + _LETTER_POINTS * longest))))
        return {"orient": "top", "columns": columns, "labelLimit": 0, "titleLimit": 0, "symbolStrokeWidth": 1}

    def marks(self, **more: Any) -> dict[str, Any]:
        """What every mark has that leads on."""
        return {"cursor": "pointer", **more} if self.is_page else more

    def dots(self, **more: Any) -> dict[str, Any]:
        """Points of a figure."""
        return self.marks(**{"type": "point", "filled": True, "size": self.point, "opacity": 0.8, **more})

    def tooltip(self, *fields: str, **titled: str) -> dict[str, Any]:
        """What a page tells of a mark under the pointer: fields, by their names or under a title."""
        shown = [{"field": name} for name in fields] + [{"field": name, "title": title} for name, title in titled.items()]
        return {"tooltip": shown} if self.is_page else {}


PAPER, PAGE = Medium(), Medium(is_page=True, point=50)

CONFIG: dict[str, Any] = {
    "background": "white",
    "padding": 3,
    "font": "DejaVu Sans, Liberation Sans, sans-serif",
    "title": {"fontSize": 8, "fontWeight": "normal"},
    "axis": {
        "labelFontSize": 7,
        "titleFontSize": 8,
        "titleFontWeight": "normal",
        "gridColor": RULE,
        "gridWidth": 0.4,
        "domainColor": "black",
        "domainWidth": 0.6,
        "tickColor": "black",
        "tickWidth": 0.6,
        "tickSize": 3,
        "labelLimit": 0,
        "titleLimit": 0,
    },
    "legend": {
        "symbolSize": 18,
        "labelFontSize": 7,
        "titleFontSize": 7.5,
        "titleFontWeight": "normal",
        "rowPadding": 1,
        "columnPadding": 8,
        "offset": 6,
    },
    "view": {"stroke": None},
    "line": {"strokeWidth": 1.1},
    "text": {"fontSize": 7},
}
"""Of figures on paper."""


def looks(count: int) -> list[tuple[str, list[float], str]]:
    """Colour, stroke and shape of the curves of a figure: no two of 224 have the same."""
    appearances = []
    for number in range(count):
        again, turn = divmod(number, PLAIN_LOOKS)
        stroke = STROKES[turn // len(COLOURS)]
        appearances.append((COLOURS[turn % len(COLOURS)], list(map(float, stroke)), SHAPES[(number + again) % len(SHAPES)]))
    return appearances


def text(name: str) -> str:
    """A name as it is shown: on one line, and not longer than that."""
    shown = " ".join(printable(name).split())
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST // 2]} … {shown[-_LONGEST // 2 :]}"


def distinct(names: Sequence[str]) -> list[str]:
    """The names as they are shown, those that would look the same told apart by a number."""
    shortened: dict[str, None] = {}
    for name in names:
        shown = first = text(name)
        number = 1
        while shown in shortened:
            number += 1
            shown = f"{first} [{number}]"
        shortened[shown] = None
    return list(shortened)


def sentence(words: str, width: int = 48) -> list[str]:
    """What stands at an axis, on as many lines as it takes."""
    return textwrap.wrap(printable(words), width, break_on_hyphens=False)


def ticks(low: float, high: float) -> list[float]:
    """Of a logarithmic axis: 0.1, 1, 10, ...; 1, 2, 5, 10, ... over less than two decades and a half."""
    steps = (1.0,) if high / low >= 300 else (1.0, 2.0, 5.0)
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    return [step * 10.0**decade for decade in decades for step in steps if low <= step * 10.0**decade <= high]
