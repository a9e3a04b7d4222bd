"""How figures look: for the column of a paper, in colours that everybody can tell apart, and the same bytes for the same points.

Colours: Okabe, Ito, "Color Universal Design" (2008), without their yellow, which white paper swallows; with more curves than colours the
strokes differ too.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verilab.errors import Refused
from verilab.program.errors import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

FORMATS = {".pdf": {"CreationDate": None, "ModDate": None}, ".svg": {"Date": None}, ".png": {"Software": None}}
"""By the ending of a file, what is left out of it so that it is the same tomorrow."""

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#56B4E9", "#E69F00")
STROKES = ("-", (0, (4, 1.5)), (0, (1, 1)), (0, (5, 1, 1, 1)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
GREY = "#777777"

_LONGEST = 60
_SETTINGS: dict[str, Any] = {
    "font.size": 8,
    "axes.titlesize": 8,
    "axes.labelsize": 8,
    "xtick.labelsize": 7,
    "ytick.labelsize": 7,
    "legend.fontsize": 7,
    "legend.frameon": False,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.linewidth": 0.4,
    "grid.color": "#dddddd",
    "axes.grid": True,
    "axes.axisbelow": True,
    "lines.linewidth": 1.1,
    "lines.markersize": 3.5,
    "pdf.fonttype": 42,  # publishers refuse fonts of type 3
    "svg.hashsalt": "verilab",
    "savefig.dpi": 200,
}


def checked(path: Path) -> Path:
    """The path of a figure; Refused where its ending names no format, or where its folder is not there."""
    if path.suffix not in FORMATS:
        raise Refused(f"{path}: no figure; give a file that ends with {', '.join(FORMATS)}")
    if not path.parent.is_dir():
        raise Refused(f"{path}: there is no folder {path.parent}; make it, or give another file")
    return path


@contextmanager
def styled() -> Iterator[None]:
    """Figures that are made and saved here look like this, whatever the user's own settings are."""
    import warnings

    import matplotlib

    with matplotlib.rc_context(), warnings.catch_warnings():
        matplotlib.rcdefaults()
        settings: Any = matplotlib.rcParams  # typed with the name of every setting
        settings.update(_SETTINGS)
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # a box is drawn for it
        yield


def save(figure: Any, path: Path) -> Path:
    """Write it, by the ending of the path."""
    figure.savefig(path, metadata=FORMATS[path.suffix])
    return path


def curve(number: int) -> dict[str, Any]:
    """Colour and stroke of the n-th curve of a figure, from 0."""
    return {"color": COLOURS[number % len(COLOURS)], "linestyle": STROKES[number // len(COLOURS) % len(STROKES)]}


def dotted(number: int, points: int) -> dict[str, Any]:
    """The n-th curve through so many points, which are marked where they can be told apart, or where the curve looks like one before."""
    again = number // (len(COLOURS) * len(STROKES))
    if again:
        return curve(number) | {"marker": MARKERS[again % len(MARKERS)], "markevery": max(1, points // 12)}
    return curve(number) | {"marker": "." if points < 100 else ""}


def reference(points: int) -> dict[str, Any]:
    """A curve of so many points that is of no configuration."""
    return {"color": GREY, "linestyle": (0, (1, 1.5)), "linewidth": 1.6, "zorder": 1, "marker": "." if points < 100 else ""}


def marked(number: int) -> dict[str, Any]:
    return curve(number) | {"marker": MARKERS[number % len(MARKERS)]}


def text(name: str) -> str:
    """A name as it is shown: no mathematics in it, no hidden legend entry, not longer than a line."""
    shown = _short(name)
    return ("\u200a" if shown.startswith("_") else "") + shown.replace("$", r"\$")


def _short(name: str) -> str:
    shown = " ".join(printable(name).split())
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST // 2]} … {shown[-_LONGEST // 2 :]}"


def at_axis(name: str) -> str:
    """A name as ``text`` shows it, on as many lines as the axis of a small square takes."""
    return sentence(_short(name), 36)


def sentence(words: str, width: int = 48) -> str:
    """What stands at an axis, on as many lines as it takes."""
    return "\n".join(text(line) for line in textwrap.wrap(words, width, break_on_hyphens=False))


def logarithmic(axis: Any, low: float, high: float, top: float = math.inf) -> None:
    """Ticks 0.1, 1, 10, ...; 1, 2, 5, 10, ... over less than two decades and a half; in numbers, not powers; none above ``top``."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, NullFormatter

    locator = LogLocator(subs=(1.0,) if high / low >= 300 else (1.0, 2.0, 5.0), numticks=20)
    axis.set_major_locator(locator if top == math.inf else FixedLocator([tick for tick in locator.tick_values(low, high) if tick <= top]))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}" if 1e-4 < value < 1e6 else f"{value:.0e}"))
    axis.set_minor_formatter(NullFormatter())


def legend(figure: Any, handles: Sequence[Any], labels: Sequence[str]) -> None:
    """Above the axes, where no curve is, in as many columns as there is room for."""
    if labels:
        inches = 0.42 + 0.05 * max(map(len, labels))
        columns = max(1, min(len(labels), int(figure.get_figwidth() / inches)))
        figure.legend(handles, labels, loc="outside upper center", ncols=columns, handlelength=2.2, columnspacing=1.0)
