"""Drawings of figures by matplotlib, an optional package: ``pip install "verilab[figures]"``."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from verilab.errors import Refused
from verilab.experiments.figures import style
from verilab.experiments.figures.shapes import Boxes, Curve, Growth, Heatmap, Plot, Quantile, Scatter
from verilab.experiments.figures.style import text

INSTALL = 'pip install "verilab[figures]"'
FACTORS = (2.0, 10.0)
"""Those whose lines a scatter plot has beside its diagonal."""
_TICKS = 10
"""As many sizes are told one by one at an axis."""
_ROW = 0.05
"""The height of a row of markers, as a part of the axis below."""
_BAND = 0.4
"""That of all of them, at most."""
_ASIDE = 0.07
"""How far from its axes the name of a line stands, as a part of them."""
_LEAST = 0.01
"""Smaller figures are drawn as this one, on axes that have no zero."""


def drawable() -> bool:
    """Whether figures can be drawn here."""
    try:
        import matplotlib  # noqa: F401  # only whether it is there
    except ImportError:
        return False
    return True


def draw(plot: Plot, path: Path) -> Path:
    """Draw the figure as PDF, SVG or PNG: the same bytes for the same points.

    Refused for another ending, or where matplotlib is not installed.
    """
    style.checked(path)
    if not drawable():
        raise Refused(f"figures need matplotlib; install it with: {INSTALL}")
    from matplotlib.figure import Figure  # loaded by who draws

    with style.styled():
        figure = Figure(figsize=_size(plot), layout="constrained")
        axes = figure.subplots()
        if plot.title:
            axes.set_title(text(plot.title))
        match plot:
            case Scatter():
                _scatter(figure, axes, plot)
            case Quantile():
                _quantile(figure, axes, plot)
            case Boxes():
                _boxes(axes, plot)
            case Growth():
                _growth(figure, axes, plot)
            case Heatmap():
                _heatmap(figure, axes, plot)
        return style.save(figure, path)


def _size(plot: Plot) -> tuple[float, float]:
    """In inches: as wide as a column, or as what stands beside it."""
    match plot:
        case Scatter():
            return 3.6, 3.6
        case Quantile():
            return 5.0, 3.2 + 0.08 * len(plot.curves)
        case Growth():
            return 5.0, 2.9 + 0.15 * len(plot.curves)
        case Boxes():
            return 4.8, 0.8 + 0.34 * max(1, len(plot.groups))
    return 2.2 + 0.75 * max(2, len(plot.columns)), 1.5 + 0.36 * max(2, len(plot.lines))


def _scatter(figure: Any, axes: Any, plot: Scatter) -> None:
    """Both axes logarithmic; what one did not solve stands on its border."""
    known = [value for _, x, y in plot.points for value in (x, y) if value is not None]
    border = max([1.0, *known]) * 1.6
    low = max(_LEAST, min([border, *known])) / 1.5
    axes.axline((low, low), (border, border), color="black", linewidth=0.7)
    for factor in FACTORS:
        for first, second in ((1.0, factor), (factor, 1.0)):
            axes.axline((low * first, low * second), (border * first, border * second), color=style.GREY, linestyle="--", linewidth=0.5)
        inside = low * (border / low) ** _ASIDE
        if inside * factor < border:
            look = {"color": style.GREY, "fontsize": 6, "ha": "center", "va": "center"}
            for place in ((inside, inside * factor), (inside * factor, inside)):
                axes.text(*place, f"\u00d7{factor:g}", **look, bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8})
    for value, line in ((border, axes.axhline), (border, axes.axvline)):
        line(value, color="black", linewidth=0.7)
    kinds = (
        ("solved by both", [(x, y) for _, x, y in plot.points if x is not None and y is not None]),
        (
            "not solved by one (on the border)",
            [(border if x is None else x, border if y is None else y) for _, x, y in plot.points if x is None or y is None],
        ),
    )
    handles = []
    for number, (label, points) in enumerate(kinds):
        xs, ys = ([max(point[place], _LEAST) for point in points] for place in (0, 1))
        look = {"marker": "o" if number == 0 else "x", "color": style.COLOURS[number]}
        handles.append((axes.scatter(xs, ys, s=14, linewidths=0.8, alpha=0.8, clip_on=False, zorder=3, **look), f"{label}: {len(points)}"))
    axes.set(xscale="log", yscale="log", xlim=(low, border), ylim=(low, border), aspect="equal")
    axes.set(xlabel=f"{style.at_axis(plot.x)}\n{text(plot.what)}", ylabel=f"{style.at_axis(plot.y)}\n{text(plot.what)}")
    for axis in (axes.xaxis, axes.yaxis):
        style.logarithmic(axis, low, border)
    style.legend(figure, *zip(*handles, strict=True))


def _quantile(figure: Any, axes: Any, plot: Quantile) -> None:
    handles, labels = [], []
    curves = [(name, times, style.dotted(number, len(times))) for number, (name, times) in enumerate(plot.curves)]
    if plot.reference:
        curves.append((*plot.reference, style.reference(len(plot.reference[1]))))
    for name, times, look in curves:
        ys = [max(each, _LEAST) for each in times]
        handles += axes.plot(range(1, len(ys) + 1), ys, **look)
        labels.append(f"{text(name)} ({len(times)})")
    found = [max(each, _LEAST) for _, times, _ in curves for each in times]
    axes.set(yscale="log", xlabel="n-th fastest solved task", ylabel=text(plot.y))
    if found:
        axes.set_xlim(0, max(len(times) for _, times, _ in curves) * 1.02 + 1)
        style.logarithmic(axes.yaxis, min(found), max(found))
        axes.xaxis.get_major_locator().set_params(integer=True)
    style.legend(figure, handles, labels)


def _boxes(axes: Any, plot: Boxes) -> None:
    shown = [(name, numbers) for name, numbers in plot.groups if numbers]
    if shown:
        found = axes.boxplot(
            [numbers for _, numbers in shown],
            orientation="horizontal",
            tick_labels=[f"{text(name)} ({len(numbers)})" for name, numbers in shown],
            patch_artist=True,
            widths=0.6,
            flierprops={"marker": "o", "markersize": 2.2, "markerfacecolor": style.GREY, "markeredgecolor": "none"},
            medianprops={"color": style.COLOURS[1], "linewidth": 1.4},
        )
        for box in found["boxes"]:
            box.set(facecolor=style.COLOURS[5], alpha=0.6, linewidth=0.7)
        axes.invert_yaxis()  # the first one on top, as in tables
    if plot.scale == "log" and shown:
        ends = [number for _, numbers in shown for number in numbers if number > 0] or [1.0]
        axes.set_xscale("log")
        style.logarithmic(axes.xaxis, min(ends), max(ends))
    if plot.middle is not None:
        axes.axvline(plot.middle, color="black", linewidth=0.8, zorder=1)
    axes.grid(visible=False, axis="y")
    axes.set(xlabel=style.sentence(plot.x))


def _growth(figure: Any, axes: Any, plot: Growth) -> None:
    """Both axes logarithmic; a fitted law is a straight line; sizes that were not solved stand above, in a row for each configuration."""
    handles, labels = [], []
    figures = [max(y, _LEAST) for curve in plot.curves for _, y in curve.points] or [1.0]
    sizes = {x for curve in plot.curves for x in (*(x for x, _ in curve.points), *curve.unsolved)} or {1.0}
    for number, curve in enumerate(plot.curves):
        look = style.marked(number)
        (handle,) = axes.plot(*_sorted(curve), **look | {"linestyle": "none"}, alpha=0.85)
        if curve.law and curve.points:
            ends = [min(x for x, _ in curve.points), max(x for x, _ in curve.points)]
            lined = [curve.law.at(x) for x in ends]
            axes.plot(ends, lined, **style.curve(number), linewidth=0.9)
            figures += [max(y, _LEAST) for y in lined]
            handle = axes.plot([], [], **look)[0]
        handles.append(handle)
        labels.append(f"{text(curve.label)}{_law(curve)}")
    low, border = min(figures) / 1.5, max(figures) * 1.5
    top = _unsolved(axes, plot, low, border)
    axes.set(xscale="log", yscale="log", ylim=(low, top), xlabel=style.sentence(plot.x), ylabel=style.sentence(plot.y))
    axes.set_xlim(min(sizes) / 1.15, max(sizes) * 1.15)
    style.logarithmic(axes.yaxis, low, border, top=border)
    style.logarithmic(axes.xaxis, min(sizes), max(sizes))
    if len(sizes) <= _TICKS:
        axes.set_xticks(sorted(sizes), [f"{size:g}" for size in sorted(sizes)])
    axes.minorticks_off()
    style.legend(figure, handles, labels)


def _unsolved(axes: Any, plot: Growth, low: float, border: float) -> float:
    """A band above the border with the sizes that were not solved; where it ends."""
    rows = [(number, curve) for number, curve in enumerate(plot.curves) if curve.unsolved]
    if not rows:
        return border
    step: float = (border / low) ** min(_ROW, _BAND / len(rows))
    for row, (number, curve) in enumerate(rows):
        height = border * step ** (len(rows) - row)
        axes.plot(curve.unsolved, [height] * len(curve.unsolved), **style.marked(number) | {"linestyle": "none"}, mfc="white")
    top: float = border * step ** (len(rows) + 1)
    axes.axhspan(border, top, facecolor="#f2f2f2", edgecolor="none", zorder=0)
    axes.axhline(border, color="black", linewidth=0.6)
    look = {"rotation": 90, "va": "center", "fontsize": 7, "color": style.GREY}
    axes.annotate("not solved", (1.01, (border * top) ** 0.5), xycoords=axes.get_yaxis_transform(), **look)
    return top


def _sorted(curve: Curve) -> tuple[list[float], list[float]]:
    points = sorted(curve.points)
    return [x for x, _ in points], [max(y, _LEAST) for _, y in points]


def _law(curve: Curve) -> str:
    if curve.law is None:
        return ""
    found = curve.law.exponent
    return f": n^{found.estimate:.2f} ({found.low:.2f} to {found.high:.2f})"


def _heatmap(figure: Any, axes: Any, plot: Heatmap) -> None:
    """Dark is better; each cell has its number."""
    known = [cell for row in plot.cells for cell in row if cell is not None]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    shown = [[math.nan if cell is None else cell for cell in row] for row in plot.cells]
    colours = "Blues" if plot.better == "high" else "Blues_r"
    spread = (high - low) or 1.0
    image = axes.imshow(shown, cmap=colours, vmin=low - 0.15 * spread, vmax=high + 0.15 * spread, aspect="auto")
    for row, cells in enumerate(plot.cells):
        for column, cell in enumerate(cells):
            dark = cell is not None and _luminance(image.to_rgba(cell)) < 0.5
            label = "-" if cell is None else f"{cell:.{plot.decimals}f}"
            axes.text(column, row, label, ha="center", va="center", color="white" if dark else "black")
    axes.set_xticks(range(len(plot.columns)), [text(each) for each in plot.columns], rotation=20, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(plot.lines)), [text(each) for each in plot.lines])
    axes.set(xlabel=text(plot.x), ylabel=text(plot.y))
    axes.grid(visible=False)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    bar = figure.colorbar(image, ax=axes, shrink=0.9)
    bar.locator.set_params(integer=plot.decimals == 0, nbins=5, min_n_ticks=1)
    bar.update_ticks()
    bar.set_label(style.sentence(plot.what, 22))


def _luminance(colour: tuple[float, float, float, float]) -> float:
    """From 0 to 1 (ITU-R BT.709)."""
    red, green, blue, _ = colour
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
