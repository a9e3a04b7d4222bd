"""The forms of figures: specifications of Vega-Lite for rows, the same axes, marks and looks on paper and on the page of a report.

Rows are of plain values; on a page they name their tasks, and those called ``POINTS`` the page fills in by what its reader chooses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from verilab.experiments.figures.shapes import Curve, Growth
from verilab.experiments.figures.style import COLOURS, GREY, PAPER, Medium, distinct, looks, sentence, ticks

Specification = dict[str, Any]
Row = Mapping[str, Any]
Text = str | Sequence[str]

FACTORS = (2.0, 10.0)
"""Those whose lines a scatter plot has beside its diagonal."""
LEAST = 0.01
"""Smaller figures are drawn as this one, on axes that have no zero."""
POINTS = "points"
"""The name of the rows that a page may fill in itself."""
OUTCOMES = ("both solved", "one solved", "neither solved", "wrong")
"""Of a task under two settings, on a page."""

_BLACK = "#000000"
_WIDTH = 310
"""Of curves on paper, in points."""
_ASIDE = 0.07
"""How far from its axes the name of a line stands, as a part of them."""
_TICKS = 10
"""As many sizes are told one by one at an axis."""
_ROW, _BAND = 0.05, 0.4
"""The height of a row of markers of unsolved sizes, and that of all of them at most, as parts of the axis below."""


def scatter(
    rows: Sequence[Row], low: float, border: float, titles: Sequence[Text], outcomes: Sequence[str], medium: Medium = PAPER
) -> Specification:
    """Two settings on the same tasks: rows of ``x``, ``y`` and ``outcome``; both axes logarithmic, what was not solved on its border."""
    lines, names, inside = [], [], low * (border / low) ** _ASIDE
    for factor in (1.0, *FACTORS, *(1 / inverse for inverse in FACTORS)):
        lines += [{"factor": factor, "x": x, "y": x * factor} for x in (max(low, low / factor), min(border, border / factor))]
    for factor in FACTORS:
        if inside * factor < border:
            names += [{"text": f"\u00d7{factor:g}", "x": inside * x, "y": inside * y} for x, y in ((1, factor), (factor, 1))]
    x, y = (_logarithmic(field, title, (low, border), domain=False) for field, title in zip("xy", titles, strict=True))
    colours = [COLOURS[0], COLOURS[6], GREY, COLOURS[1]] if medium.is_page else COLOURS[:2]
    shapes = ["circle", "cross", "square", "triangle-up"] if medium.is_page else ["circle", "cross"]
    legend = medium.legend(outcomes, 200)
    looks = {"color": _nominal("outcome", outcomes, colours, legend), "shape": _nominal("outcome", outcomes, shapes, legend)}
    is_diagonal = "datum.factor == 1"
    line = {"strokeDash": _where(is_diagonal, [1, 0], [4, 3]), "stroke": _where(is_diagonal, _BLACK, GREY), "detail": {"field": "factor"}}
    name = {"type": "text", "color": GREY, "dx": -7, "fontSize": 11 if medium.is_page else 6}
    dots = _layer(rows, medium.dots(), **looks, **medium.tooltip("task", first="across", second="up"))
    dots["data"]["name"] = POINTS
    return {
        "view": {"stroke": _BLACK, "strokeWidth": 0.7},
        "encoding": {"x": x, "y": y},
        "layer": [_layer(lines, {"type": "line", "strokeWidth": 0.7}, **line), _layer(names, name, text={"field": "text"}), dots],
    }


def quantile(
    rows: Sequence[Row],
    names: Sequence[str],
    x: str,
    y: Text,
    medium: Medium = PAPER,
    *,
    reference: bool = False,
    unmarked: frozenset[str] = frozenset(),
) -> Specification:
    """A curve for each of ``names`` through rows of ``setting``, ``rank`` and ``figure``; the last one is a ``reference``, if so.

    ``unmarked``: the curves whose points are not marked.
    """
    colour, stroke, shape = _by_setting(names, medium, reference=reference)
    figures = [row["figure"] for row in rows] or [LEAST, 1.0]
    ends = (0, max((row["rank"] for row in rows), default=1) * 1.02 + 1)
    across = {"field": "rank", "type": "quantitative", "title": x, "scale": {"domain": list(ends), "nice": False}}
    marks = medium.dots(size=28 if medium.is_page else 9, opacity=1)
    points = _layer(None, marks, color=colour, shape=shape, **medium.tooltip("setting", "task", rank=x, figure="CPU s"))
    if unmarked:
        points["data"] = {"values": [row for row in rows if row["setting"] not in unmarked]}
    line = {"type": "line", "interpolate": "step-after" if medium.is_page else "linear"}
    return {
        "data": {"values": list(rows)},
        "width": _WIDTH,
        "height": 160,
        "encoding": {
            "x": across | {"axis": {"tickMinStep": 1, "format": "d", "tickCount": 8}},
            "y": _logarithmic("figure", y, (min(figures) / 1.2, max(figures) * 1.2)),
        },
        "layer": [_layer(None, line, color=colour, strokeDash=stroke), *([points] if unmarked != set(names) else [])],
    }


def boxes(rows: Sequence[Row], x: Text, middle: float | None, domain: tuple[float, float] | None, medium: Medium = PAPER) -> Specification:
    """A box for each ``name`` of the rows, in their order, of their ``figure``: quartiles, median, and whiskers to the farthest figure
    within 1.5 times their distance; ``middle`` is a rule, and the axis logarithmic where it has a ``domain``."""
    linear = {"field": "figure", "type": "quantitative", "title": x, "scale": {"zero": False}}
    labels = {"labelLimit": 230 if medium.is_page else 0, "domain": False, "ticks": False}
    black = {"color": _BLACK, "strokeWidth": 0.8}
    box = {
        "type": "boxplot",
        "extent": 1.5,
        "size": 16 if medium.is_page else 12,
        "box": {"color": COLOURS[5], "opacity": 0.65},
        "median": {"color": COLOURS[1], "thickness": 1.6, "opacity": 1},
        "rule": black,
        "ticks": {"color": _BLACK, "thickness": 0.8, "size": 8},
        "outliers": medium.dots(color=GREY, size=16 if medium.is_page else 5, opacity=1),
    }
    layer = _layer(rows, box, y={"field": "name", "type": "nominal", "title": None, "axis": labels, "sort": None})
    layer["data"]["name"] = POINTS
    rule = _layer([] if middle is None else [{"figure": middle}], {"type": "rule", **black})
    return {
        "width": 190,
        "height": {"step": 30 if medium.is_page else 22},
        "encoding": {"x": linear if domain is None else _logarithmic("figure", x, domain)},
        "layer": [rule, layer],
    }


def growth(plot: Growth, medium: Medium = PAPER, tasks: Mapping[float, str] | None = None) -> Specification:
    """Both axes logarithmic; a fitted law is a straight line; sizes that were not solved stand above, in a row for each setting.

    ``tasks``: on a page by size what was run.
    """
    names = [f"{name}{_law(curve)}" for name, curve in zip(distinct([curve.label for curve in plot.curves]), plot.curves, strict=True)]
    of = {size: {"task": task} for size, task in (tasks or {}).items()}
    points: list[dict[str, Any]] = []
    laws: list[dict[str, Any]] = []
    for name, curve in zip(names, plot.curves, strict=True):
        points += [{"setting": name, "size": x, "figure": max(y, LEAST)} | of.get(x, {}) for x, y in sorted(curve.points)]
        if curve.law and curve.points:
            ends = (min(x for x, _ in curve.points), max(x for x, _ in curve.points))
            laws += [{"setting": name, "size": x, "figure": max(curve.law.at(x), LEAST)} for x in ends]
    figures = [row["figure"] for row in (*points, *laws)] or [1.0]
    low, border = min(figures) / 1.5, max(figures) * 1.5
    waiting = [(name, curve.unsolved) for name, curve in zip(names, plot.curves, strict=True) if curve.unsolved]
    step = (border / low) ** min(_ROW, _BAND / max(1, len(waiting)))
    unsolved = [
        {"setting": name, "size": x, "figure": border * step ** (len(waiting) - row)} | of.get(x, {})
        for row, (name, sizes) in enumerate(waiting)
        for x in sizes
    ]
    top = border * step ** (len(waiting) + 1) if waiting else border
    sizes = sorted({row["size"] for row in (*points, *unsolved)}) or [1.0]
    ends = (sizes[0] / 1.15, sizes[-1] * 1.15)
    colour, stroke, shape = _by_setting(names, medium)
    across = {"x": _logarithmic("size", sentence(plot.x), ends, sizes if len(sizes) <= _TICKS else None)}
    up = _logarithmic("figure", sentence(plot.y), (low, top), ticks(low, border))
    places = {**across, "y": up}
    marker = {**places, "color": colour, "shape": shape, **medium.tooltip("task", "setting", "size")}
    band = [{"figure": border, "top": top, "middle": (border * top) ** 0.5, "text": "not solved"}] if waiting else []
    aside = {"type": "text", "color": GREY, "x": "width", "angle": 90, "dy": -7}
    size = medium.point + 6
    return {
        "width": _WIDTH,
        "height": 170,
        "layer": [
            _layer(band, {"type": "rect", "color": GREY, "opacity": 0.12}, y=up, y2={"field": "top"}),
            _layer(band, {"type": "rule", "color": _BLACK, "strokeWidth": 0.6}, y=up),
            _layer(band, aside, y=up | {"field": "middle"}, text={"field": "text"}),
            _layer(laws, {"type": "line"}, **places, color=colour, strokeDash=stroke),
            _layer(points, medium.dots(size=size, opacity=0.85), **marker),
            _layer(unsolved, medium.dots(size=size, filled=False, strokeWidth=1, opacity=1), **marker),
        ],
    }


def _law(curve: Curve) -> str:
    if curve.law is None:
        return ""
    exponent = curve.law.exponent
    return f": n^{exponent.estimate:.2f} ({exponent.low:.2f} to {exponent.high:.2f})"


def heatmap(
    rows: Sequence[Row],
    names: tuple[Sequence[str], Sequence[str]],
    scale: dict[str, Any],
    legend: dict[str, Any],
    titles: tuple[str | None, str | None] = (None, None),
    medium: Medium = PAPER,
) -> Specification:
    """Cells, which are rows of ``column``, ``row``, ``figure`` and ``text``, in the order of these ``names``; on what is ``dark`` the text
    is light."""
    # Their order is told by numbers: in an expression of Vega a name such as "constructor" would be another thing.
    across, down = ({name: place for place, name in enumerate(labels)} for labels in names)
    placed = [{**row, "column_place": across[row["column"]], "row_place": down[row["row"]]} for row in rows]
    own = ({"labelAngle": -30, "labelLimit": 240}, {"labelLimit": 220}) if medium.is_page else ({"labelAngle": -20}, {})
    x, y = (
        {
            "field": field,
            "type": "nominal",
            "title": title,
            "sort": {"field": f"{field}_place", "op": "min"},
            "axis": {"labelOverlap": False, "domain": False, "ticks": False, "grid": False, **axis},
        }
        for field, title, axis in zip(("column", "row"), titles, own, strict=True)
    )
    colour = {"field": "figure", "type": "quantitative", "scale": scale, "legend": legend}
    cells = _layer(None, medium.marks(type="rect"), color=colour, **medium.tooltip("row", "column", text="solved"))
    figures = {"type": "text", "fontSize": 11 if medium.is_page else 8}
    return {
        "data": {"values": placed},
        "width": {"step": 54},
        "height": {"step": 26 if medium.is_page else 28},
        "encoding": {"x": x, "y": y},
        "layer": [
            cells | {"transform": [{"filter": "datum.figure !== null"}]},
            _layer(None, figures, text={"field": "text"}, color=_where("datum.dark", "#ffffff", _BLACK)),
        ],
    }


def _layer(rows: Sequence[Row] | None, mark: dict[str, Any], **encoding: Any) -> dict[str, Any]:
    """Marks for rows, or for those of all layers."""
    return ({} if rows is None else {"data": {"values": list(rows)}}) | {"mark": mark, "encoding": encoding}


def _logarithmic(
    field: str, title: Text, ends: tuple[float, float], values: Sequence[float] | None = None, *, domain: bool = True
) -> dict[str, Any]:
    """An axis between two ends, with ticks at ``values``, by default at decades or parts of them."""
    axis = {"values": ticks(*ends) if values is None else list(values), "format": "~g", "domain": domain}
    scale = {"type": "log", "domain": list(ends), "nice": False}
    return {"field": field, "type": "quantitative", "title": title, "scale": scale, "axis": axis}


def _nominal(field: str, names: Sequence[str], looks: Sequence[Any], legend: dict[str, Any]) -> dict[str, Any]:
    return {"field": field, "type": "nominal", "title": None, "scale": {"domain": list(names), "range": list(looks)}, "legend": legend}


def _where(test: str, value: Any, otherwise: Any) -> dict[str, Any]:
    return {"condition": {"test": test, "value": value}, "value": otherwise}


def _by_setting(names: Sequence[str], medium: Medium, *, reference: bool = False) -> list[dict[str, Any]]:
    """Colour, stroke and shape of curves by the field ``setting``, told by one legend."""
    appearances = looks(len(names))
    if reference:
        appearances[-1] = (GREY, [1.0, 1.5], "circle")
    legend = medium.legend(names, _WIDTH)
    return [
        _nominal("setting", names, appearance, legend) for appearance in (zip(*appearances, strict=True) if appearances else ((), (), ()))
    ]
