"""Drawings of the papers' figures by matplotlib, an optional package: ``pip install "verilab[figures]"``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from verilab.errors import Refused
from verilab.experiments.papers.plots.data import Boxes, Plot, Quantile, Scatter

if TYPE_CHECKING:
    from collections.abc import Sequence

INSTALL = 'pip install "verilab[figures]"'
SPEEDUPS = (2.0, 10.0)
"""The factors whose lines a scatter plot has beside its diagonal."""
_LEAST = 0.01


def drawable() -> bool:
    """Whether figures can be drawn here."""
    try:
        import matplotlib  # noqa: F401  # only whether it is there
    except ImportError:
        return False
    return True


def draw(plot: Plot, folder: Path) -> Path:
    """Draw the figure as ``name.pdf``.  Refused where matplotlib is not installed."""
    if not drawable():
        raise Refused(f"figures need matplotlib; install it with: {INSTALL}")
    from matplotlib.figure import Figure  # loaded by who draws

    figure = Figure(figsize=(6, 5), layout="constrained")
    axes = figure.subplots()
    axes.set_title(plot.title)
    match plot:
        case Scatter():
            _scatter(axes, plot)
        case Quantile():
            _quantile(axes, plot)
        case Boxes():
            _boxes(axes, plot)
    path = folder / f"{plot.name}.pdf"
    figure.savefig(path)
    return path


def _scatter(axes: Any, plot: Scatter) -> None:
    """Both axes logarithmic; what one did not solve stands on its border."""
    known = [value for _, x, y in plot.points for value in (x, y) if value is not None]
    border = max([1.0, *known]) * 1.5
    low = max(_LEAST, min([border, *known]) / 1.5)
    axes.scatter(*_columns(plot, border), marker="x", linewidths=0.8)
    axes.axline((low, low), (border, border), color="black", linewidth=0.8)
    for factor in SPEEDUPS:
        for first, second in ((1.0, factor), (factor, 1.0)):
            axes.axline((low * first, low * second), (border * first, border * second), color="grey", linestyle="--", linewidth=0.6)
    axes.set(xscale="log", yscale="log", xlim=(low, border), ylim=(low, border), xlabel=f"{plot.x} (s)", ylabel=f"{plot.y} (s)")


def _columns(plot: Scatter, border: float) -> tuple[Sequence[float], Sequence[float]]:
    columns = ([x for _, x, _ in plot.points], [y for _, _, y in plot.points])
    xs, ys = ([border if value is None else max(value, _LEAST) for value in column] for column in columns)
    return xs, ys


def _quantile(axes: Any, plot: Quantile) -> None:
    for name, times in plot.curves:
        axes.plot(range(1, len(times) + 1), [max(each, _LEAST) for each in times], label=name, linewidth=1.2)
    axes.set(yscale="log", xlabel="n-th fastest solved task", ylabel=plot.y)
    if plot.curves:
        axes.legend(fontsize="small")


def _boxes(axes: Any, plot: Boxes) -> None:
    shown = [(name, numbers) for name, numbers in plot.groups if numbers]
    if shown:
        axes.boxplot([numbers for _, numbers in shown], orientation="horizontal", tick_labels=[name for name, _ in shown])
    if plot.middle is not None:
        axes.axvline(plot.middle, color="grey", linewidth=0.8)
    axes.set(xlabel=plot.x)
