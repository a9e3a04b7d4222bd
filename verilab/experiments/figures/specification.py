"""Figures as specifications of Vega-Lite, which a browser draws on a page and vl-convert on paper.

``specification`` is of a plot for paper.  The forms below it are of rows, which a report's page gives with the names of their tasks (and
fills itself where its reader chooses settings); both have the same axes, marks and looks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from verilab.experiments.figures.shapes import Boxes, Curve, Growth, Heatmap, Plot, Quantile, Scatter
from verilab.experiments.figures.style import COLOURS, GREY, PAPER, Medium, distinct, looks, sentence, text, ticks

Specification = dict[str, Any]
Row = Mapping[str, Any]

FACTORS = (2.0, 10.0)
"""Those whose lines a scatter plot has beside its diagonal."""
LEAST = 0.01
"""Smaller figures are drawn as this one, on axes that have no zero."""
MARKED = 100
"""Curves of fewer points have them marked."""
POINTS = "points"
"""The name of the rows that a page may fill in itself."""
OUTCOMES = ("both solved", "one solved", "neither solved", "wrong")
"""Of a task under two settings, on a page."""

_BOTH, _ONE = "solved by both", "not solved by one (on the border)"
_ASIDE = 0.07
"""How far from its axes the name of a line stands, as a part of them."""
_TICKS = 10
"""As many sizes are told one by one at an axis."""
_ROW, _BAND = 0.05, 0.4
"""The height of a row of markers of unsolved sizes, and that of all of them at most, as parts of the axis below."""


def specification(plot: Plot) -> Specification:
    """The figure for paper, its title above it."""
    match plot:
        case Scatter():
            made = _of_scatter(plot)
        case Quantile():
            made = _of_quantile(plot)
        case Boxes():
            made = _of_boxes(plot)
        case Growth():
            made = growth(plot)
        case Heatmap():
            made = _of_heatmap(plot)
    return made | ({"title": text(plot.title)} if plot.title else {})


def _of_scatter(plot: Scatter) -> Specification:
    known = [value for _, x, y in plot.points for value in (x, y) if value is not None]
    border = max([1.0, *known]) * 1.6
    low = max(LEAST, min([border, *known])) / 1.5
    both = sum(x is not None and y is not None for _, x, y in plot.points)
    names = (f"{_BOTH}: {both}", f"{_ONE}: {len(plot.points) - both}")
    rows = [
        {
            "x": border if x is None else max(x, LEAST),
            "y": border if y is None else max(y, LEAST),
            "outcome": names[x is None or y is None],
        }
        for _, x, y in plot.points
    ]
    titles = [[*sentence(text(name), 36), text(plot.what)] for name in (plot.x, plot.y)]
    return scatter(rows, low, border, titles, names) | {"width": 200, "height": 200}


def scatter(
    rows: Sequence[Row], low: float, border: float, titles: Sequence[str | list[str]], outcomes: Sequence[str], medium: Medium = PAPER
) -> Specification:
    """Two settings on the same tasks: rows of ``x``, ``y`` and ``outcome``; both axes logarithmic, what was not solved on its border."""
    lines = [
        {"factor": factor, "x": x, "y": x * factor}
        for factor in (1.0, *FACTORS, *(1 / each for each in FACTORS))
        for x in (max(low, low / factor), min(border, border / factor))
    ]
    inside = low * (border / low) ** _ASIDE
    names = [
        {"text": f"\u00d7{factor:g}", "x": inside * x, "y": inside * y}
        for factor in FACTORS
        if inside * factor < border
        for x, y in ((1, factor), (factor, 1))
    ]
    at = ticks(low, border)
    x, y = (
        {
            "field": field,
            "type": "quantitative",
            "title": title,
            "scale": {"type": "log", "domain": [low, border], "nice": False},
            "axis": {"values": at, "format": "~g", "grid": True, "domain": False},
        }
        for field, title in zip("xy", titles, strict=True)
    )
    places = {"x": x, "y": y}
    colours = [COLOURS[0], COLOURS[6], GREY, COLOURS[1]] if medium.is_page else COLOURS[:2]
    shapes = ["circle", "cross", "square", "triangle-up"] if medium.is_page else ["circle", "cross"]
    legend = medium.legend(outcomes, 200)
    colour, shape = (
        {"field": "outcome", "type": "nominal", "title": None, "scale": {"domain": list(outcomes), "range": kinds}, "legend": legend}
        for kinds in (list(colours), shapes)
    )
    told = [{"field": "task"}, {"field": "first", "title": "across"}, {"field": "second", "title": "up"}]
    factor = {"condition": {"test": "datum.factor == 1", "value": [1, 0]}, "value": [4, 3]}
    grey = {"condition": {"test": "datum.factor == 1", "value": "#000000"}, "value": GREY}
    return {
        "view": {"stroke": "#000000", "strokeWidth": 0.7},
        "layer": [
            {
                "data": {"values": lines},
                "mark": {"type": "line", "strokeWidth": 0.7},
                "encoding": {**places, "detail": {"field": "factor"}, "strokeDash": factor, "stroke": grey},
            },
            {
                "data": {"values": names},
                "mark": {"type": "text", "color": GREY, "dx": -7, **({"fontSize": 11} if medium.is_page else {"fontSize": 6})},
                "encoding": {**places, "text": {"field": "text"}},
            },
            {
                "data": {"name": POINTS, "values": list(rows)},
                "mark": medium.marks(type="point", filled=True, size=medium.point, opacity=0.8),
                "encoding": {**places, "color": colour, "shape": shape} | ({"tooltip": told} if medium.is_page else {}),
            },
        ],
    }


def _of_quantile(plot: Quantile) -> Specification:
    curves = [*plot.curves, *([plot.reference] if plot.reference else [])]
    names = [f"{name} ({len(times)})" for name, (_, times) in zip(distinct([name for name, _ in curves]), curves, strict=True)]
    rows = [
        {"setting": name, "rank": rank, "figure": max(seconds, LEAST)}
        for name, (_, times) in zip(names, curves, strict=True)
        for rank, seconds in enumerate(times, start=1)
    ]
    marked = {name for number, (name, (_, times)) in enumerate(zip(names, curves, strict=True)) if len(times) < MARKED or number >= 28}
    made = quantile(rows, names, sentence(plot.y), "n-th fastest solved task", reference=plot.reference is not None, marked=marked)
    return made | {"width": 310, "height": 160}


def quantile(
    rows: Sequence[Row],
    names: Sequence[str],
    y: str | list[str],
    x: str,
    medium: Medium = PAPER,
    *,
    reference: bool = False,
    marked: set[str] | None = None,
) -> Specification:
    """A curve for each of ``names`` through rows of ``setting``, ``rank`` and ``figure``; the last one is of no setting, if so.

    ``marked``: the curves whose points are marked, all by default.
    """
    colour, stroke, shape = _by_setting(names, medium, 310, reference=reference)
    figures = [row["figure"] for row in rows] or [LEAST, 1.0]
    low, high = min(figures) / 1.2, max(figures) * 1.2
    last = max((row["rank"] for row in rows), default=1)
    places = {
        "x": {
            "field": "rank",
            "type": "quantitative",
            "title": x,
            "scale": {"domain": [0, last * 1.02 + 1], "nice": False},
            "axis": {"tickMinStep": 1, "format": "d", "tickCount": 8},
        },
        "y": {
            "field": "figure",
            "type": "quantitative",
            "title": y,
            "scale": {"type": "log", "domain": [low, high], "nice": False},
            "axis": {"values": ticks(low, high), "format": "~g"},
        },
    }
    told = [{"field": "setting"}, {"field": "task"}, {"field": "rank", "title": x}, {"field": "figure", "title": "CPU s", "format": ".4~g"}]
    shown = [row for row in rows if marked is None or row["setting"] in marked]
    size = 28 if medium.is_page else 9
    points = {
        "data": {"values": shown},
        "mark": medium.marks(type="point", filled=True, size=size, opacity=1),
        "encoding": {**places, "color": colour, "shape": shape} | ({"tooltip": told} if medium.is_page else {}),
    }
    lines = {
        "data": {"values": list(rows)},
        "mark": {"type": "line", "interpolate": "step-after" if medium.is_page else "linear"},
        "encoding": {**places, "color": colour, "strokeDash": stroke},
    }
    return {"layer": [lines, points] if shown else [lines]}


def _by_setting(names: Sequence[str], medium: Medium, width: float, *, reference: bool = False) -> list[dict[str, Any]]:
    """Colour, stroke and shape of curves by the field ``setting``, told by one legend."""
    found = looks(len(names))
    if reference:
        found[-1] = (GREY, [1.0, 1.5], "circle")
    legend = medium.legend(names, width)
    return [
        {"field": "setting", "type": "nominal", "title": None, "scale": {"domain": list(names), "range": list(values)}, "legend": legend}
        for values in zip(*found, strict=True)
    ]


def _of_boxes(plot: Boxes) -> Specification:
    groups = [(name, numbers) for name, (_, numbers) in zip(distinct([n for n, _ in plot.groups]), plot.groups, strict=True) if numbers]
    names = [f"{name} ({len(numbers)})" for name, numbers in groups]
    log = plot.scale == "log"
    rows: list[dict[str, Any]] = [
        {"name": name, "figure": max(number, LEAST) if log else number}
        for name, (_, numbers) in zip(names, groups, strict=True)
        for number in numbers
    ]
    figures = [row["figure"] for row in rows]
    domain = [min(figures) / 1.2, max(figures) * 1.2] if log and figures else None
    return boxes(rows, sentence(plot.x), plot.middle, domain) | {"width": 190, "height": {"step": 22}}


def boxes(
    rows: Sequence[Row],
    x: str | list[str],
    middle: float | None,
    domain: Sequence[float] | None,
    medium: Medium = PAPER,
) -> Specification:
    """A box for each ``name`` of the rows, in their order, of their ``figure``: quartiles, median, and whiskers to the farthest figure within
    1.5 times their distance; ``middle`` is a rule, and the axis logarithmic where it has a ``domain``."""
    scale = {"zero": False} if domain is None else {"type": "log", "domain": list(domain), "nice": False}
    axis: dict[str, Any] = {"grid": True} | ({} if domain is None else {"values": ticks(*domain), "format": "~g"})
    across = {"field": "figure", "type": "quantitative", "title": x, "scale": scale, "axis": axis}
    labels = {"labelLimit": 230 if medium.is_page else 0, "domain": False, "ticks": False}
    down = {"field": "name", "type": "nominal", "title": None, "axis": labels, "sort": None}
    rule = {
        "data": {"values": [] if middle is None else [{"figure": middle}]},
        "mark": {"type": "rule", "color": "#000000", "strokeWidth": 0.8},
        "encoding": {"x": {"field": "figure", "type": "quantitative"}},
    }
    box = {
        "data": {"name": POINTS, "values": list(rows)},
        "mark": {
            "type": "boxplot",
            "extent": 1.5,
            "size": 16 if medium.is_page else 12,
            "box": {"color": COLOURS[5], "opacity": 0.65},
            "median": {"color": COLOURS[1], "thickness": 1.6, "opacity": 1},
            "rule": {"color": "#000000", "strokeWidth": 0.8},
            "ticks": {"color": "#000000", "thickness": 0.8, "size": 8},
            "outliers": medium.marks(color=GREY, filled=True, size=16 if medium.is_page else 5),
        },
        "encoding": {"x": across, "y": down},
    }
    return {"layer": [rule, box]}


def growth(plot: Growth, medium: Medium = PAPER, tasks: Mapping[float, str] | None = None) -> Specification:
    """Both axes logarithmic; a fitted law is a straight line; sizes that were not solved stand above, in a row for each setting.

    ``tasks``: on a page by size what was run.
    """
    names = [f"{name}{_law(curve)}" for name, curve in zip(distinct([each.label for each in plot.curves]), plot.curves, strict=True)]
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
    colour, stroke, shape = _by_setting(names, medium, 310)
    places = {
        "x": {
            "field": "size",
            "type": "quantitative",
            "title": sentence(plot.x),
            "scale": {"type": "log", "domain": list(ends), "nice": False},
            "axis": {"values": sizes if len(sizes) <= _TICKS else ticks(*ends), "format": "~g"},
        },
        "y": {
            "field": "figure",
            "type": "quantitative",
            "title": sentence(plot.y),
            "scale": {"type": "log", "domain": [low, top], "nice": False},
            "axis": {"values": ticks(low, border), "format": "~g"},
        },
    }
    told = [{"field": "task"}, {"field": "setting"}, {"field": "size"}]
    band = [{"low": border, "high": top, "middle": (border * top) ** 0.5, "text": "not solved"}] if waiting else []
    marker = {**places, "color": colour, "shape": shape} | ({"tooltip": told} if medium.is_page else {})
    above = {"y": places["y"] | {"field": "low"}}
    return {
        "width": 310,
        "height": 170,
        "layer": [
            {
                "data": {"values": band},
                "mark": {"type": "rect", "color": GREY, "opacity": 0.12},
                "encoding": {**above, "y2": {"field": "high"}},
            },
            {"data": {"values": band}, "mark": {"type": "rule", "color": "#000000", "strokeWidth": 0.6}, "encoding": above},
            {
                "data": {"values": band},
                "mark": {"type": "text", "color": GREY, "x": "width", "angle": 90, "dy": -7},
                "encoding": {"y": places["y"] | {"field": "middle"}, "text": {"field": "text"}},
            },
            {"data": {"values": laws}, "mark": "line", "encoding": {**places, "color": colour, "strokeDash": stroke}},
            {
                "data": {"values": points},
                "mark": medium.marks(type="point", filled=True, size=medium.point + 6, opacity=0.85),
                "encoding": marker,
            },
            {
                "data": {"values": unsolved},
                "mark": medium.marks(type="point", filled=False, size=medium.point + 6, strokeWidth=1),
                "encoding": marker,
            },
        ],
    }


def _law(curve: Curve) -> str:
    if curve.law is None:
        return ""
    exponent = curve.law.exponent
    return f": n^{exponent.estimate:.2f} ({exponent.low:.2f} to {exponent.high:.2f})"


def _of_heatmap(plot: Heatmap) -> Specification:
    """Dark is better; each cell has its number."""
    known = [cell for cells in plot.cells for cell in cells if cell is not None]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    spread = (high - low) or 1.0
    columns, lines = distinct(plot.columns), distinct(plot.lines)
    rows = [
        {
            "row": line,
            "column": column,
            "figure": cell,
            "text": "-" if cell is None else f"{cell:.{plot.decimals}f}",
            "dark": cell is not None and ((cell - low) / spread > 0.45) == (plot.better == "high"),
        }
        for line, cells in zip(lines, plot.cells, strict=True)
        for column, cell in zip(columns, cells, strict=True)
    ]
    scale = {
        "domain": [low - 0.15 * spread, high + 0.15 * spread],
        "scheme": "blues",
        "reverse": plot.better != "high",
    }
    step = max(1.0, round(spread / 4)) if plot.decimals == 0 else spread / 4
    values = [low + step * number for number in range(5) if low + step * number <= high + 0.15 * spread]
    legend = {"title": sentence(plot.what, 22), "format": f".{plot.decimals}f", "values": values, "gradientThickness": 8}
    legend["gradientLength"] = max(50, 28 * len(lines))
    titles = (text(plot.x), text(plot.y))
    return heatmap(rows, columns, lines, scale, legend, titles) | {"width": {"step": 54}, "height": {"step": 28}}


def heatmap(
    rows: Sequence[Row],
    columns: Sequence[str],
    lines: Sequence[str],
    scale: dict[str, Any],
    legend: dict[str, Any],
    titles: tuple[str | None, str | None] = (None, None),
    medium: Medium = PAPER,
) -> Specification:
    """Cells, which are rows of ``row``, ``column``, ``figure`` and ``text``; on those that are ``dark`` the text is light."""
    # Their order is told by numbers: in an expression of Vega a name such as "constructor" would be another thing.
    across, down = ({name: place for place, name in enumerate(names)} for names in (columns, lines))
    placed = [{**row, "column_place": across[row["column"]], "row_place": down[row["row"]]} for row in rows]
    names = {"labelOverlap": False, "domain": False, "ticks": False, "grid": False}
    angle = {"labelAngle": -30, "labelLimit": 240} if medium.is_page else {"labelAngle": -20}
    told = [{"field": "row"}, {"field": "column"}, {"field": "text", "title": "solved"}]
    colour = {"field": "figure", "type": "quantitative", "scale": scale, "legend": legend}
    shade = {"condition": {"test": "datum.dark", "value": "#ffffff"}, "value": "#000000"}
    return {
        "data": {"values": placed},
        "encoding": {
            "x": {
                "field": "column",
                "type": "nominal",
                "title": titles[0],
                "sort": {"field": "column_place", "op": "min"},
                "axis": names | angle,
            },
            "y": {
                "field": "row",
                "type": "nominal",
                "title": titles[1],
                "sort": {"field": "row_place", "op": "min"},
                "axis": names | ({"labelLimit": 220} if medium.is_page else {}),
            },
        },
        "layer": [
            {
                "mark": medium.marks(type="rect"),
                "encoding": {"color": colour} | ({"tooltip": told} if medium.is_page else {}),
                "transform": [{"filter": "datum.figure !== null"}],
            },
            {"mark": {"type": "text", "fontSize": 11 if medium.is_page else 8}, "encoding": {"text": {"field": "text"}, "color": shade}},
        ],
    }
