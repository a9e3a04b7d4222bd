"""Figures for paper as specifications of Vega-Lite: their rows, in the forms that the page of a report has, too."""

from __future__ import annotations

from typing import Any

from verilab.experiments.figures import forms
from verilab.experiments.figures.forms import LEAST, Specification
from verilab.experiments.figures.shapes import Boxes, Growth, Heatmap, Plot, Quantile, Scatter
from verilab.experiments.figures.style import PLAIN_LOOKS, distinct, sentence, text

MARKED = 100
"""Curves of fewer points have them marked."""


def specification(plot: Plot) -> Specification:
    """The figure, its title above it."""
    match plot:
        case Scatter():
            drawn = _scatter(plot)
        case Quantile():
            drawn = _quantile(plot)
        case Boxes():
            drawn = _boxes(plot)
        case Growth():
            drawn = forms.growth(plot)
        case Heatmap():
            drawn = _heatmap(plot)
    return drawn | ({"title": text(plot.title)} if plot.title else {})


def _scatter(plot: Scatter) -> Specification:
    known = [value for _, x, y in plot.points for value in (x, y) if value is not None]
    border = max([1.0, *known]) * 1.6
    low = max(LEAST, min([border, *known])) / 1.5
    both = sum(x is not None and y is not None for _, x, y in plot.points)
    names = (f"solved by both: {both}", f"not solved by one (on the border): {len(plot.points) - both}")
    rows = []
    for _, x, y in plot.points:
        place = {name: border if value is None else max(value, LEAST) for name, value in (("x", x), ("y", y))}
        rows.append({**place, "outcome": names[x is None or y is None]})
    titles = [[*sentence(text(name), 36), text(plot.what)] for name in (plot.x, plot.y)]
    return forms.scatter(rows, low, border, titles, names) | {"width": 200, "height": 200}


def _quantile(plot: Quantile) -> Specification:
    curves = [*plot.curves, *([plot.reference] if plot.reference else [])]
    names = [f"{name} ({len(times)})" for name, (_, times) in zip(distinct([name for name, _ in curves]), curves, strict=True)]
    rows = [
        {"setting": name, "rank": rank, "figure": max(seconds, LEAST)}
        for name, (_, times) in zip(names, curves, strict=True)
        for rank, seconds in enumerate(times, start=1)
    ]
    plain = [name for name, (_, times) in zip(names[:PLAIN_LOOKS], curves, strict=False) if len(times) >= MARKED]
    last = plot.reference is not None
    return forms.quantile(rows, names, "n-th fastest solved task", sentence(plot.y), reference=last, unmarked=frozenset(plain))


def _boxes(plot: Boxes) -> Specification:
    groups = [(name, numbers) for name, (_, numbers) in zip(distinct([n for n, _ in plot.groups]), plot.groups, strict=True) if numbers]
    log = plot.scale == "log"
    rows: list[dict[str, Any]] = []
    for name, numbers in groups:
        rows += [{"name": f"{name} ({len(numbers)})", "figure": max(number, LEAST) if log else number} for number in numbers]
    figures = [row["figure"] for row in rows]
    domain = (min(figures) / 1.2, max(figures) * 1.2) if log and figures else None
    return forms.boxes(rows, sentence(plot.x), plot.middle, domain)


def _heatmap(plot: Heatmap) -> Specification:
    """Dark is better; each cell has its number."""
    known = [cell for cells in plot.cells for cell in cells if cell is not None]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    spread = (high - low) or 1.0
    names = distinct(plot.columns), distinct(plot.lines)
    rows = []
    for line, cells in zip(names[1], plot.cells, strict=True):
        for column, cell in zip(names[0], cells, strict=True):
            shown = "-" if cell is None else f"{cell:.{plot.decimals}f}"
            dark = cell is not None and ((cell - low) / spread > 0.45) == (plot.better == "high")
            rows.append({"row": line, "column": column, "figure": cell, "text": shown, "dark": dark})
    scale = {"domain": [low - 0.15 * spread, high + 0.15 * spread], "scheme": "blues", "reverse": plot.better != "high"}
    step = max(1.0, round(spread / 4)) if plot.decimals == 0 else spread / 4
    values = [low + step * number for number in range(5) if low + step * number <= high + 0.15 * spread]
    legend = {"title": sentence(plot.what, 22), "format": f".{plot.decimals}f", "values": values, "gradientThickness": 8}
    legend["gradientLength"] = max(50, 28 * len(plot.lines))
    return forms.heatmap(rows, names, scale, legend, (text(plot.x), text(plot.y)))
