"""Drawings of figures: by vl-convert as PDF, SVG or PNG, and the script by which a page draws them itself.

The script is Vega-Lite with Vega's interpreter of expressions, which needs no ``eval``, in one text.  It is made once for each version of
the package that has it and kept in verilab's cache folder: that takes seconds.
"""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path
from typing import Any

from verilab.cache import cache_folder, keep
from verilab.errors import Refused
from verilab.experiments.figures.shapes import Plot
from verilab.experiments.figures.specification import specification
from verilab.experiments.figures.style import CONFIG

INSTALL = 'pip install "verilab[laboratory]"'
FORMATS = (".pdf", ".svg", ".png")
_SCALE = 200 / 72
"""Of PNG: 200 dots an inch."""
_SNIPPET = "window.vegaEmbed = vegaEmbed;"
# The converter writes the resources of a page in the order of a hash table, and numbers gradients and clips over all that it has drawn.
_RESOURCES = re.compile(rb"(?<= <<\n)(?: +/\w+ \d+ 0 R\n){2,}")
_NUMBERED = re.compile(r"""(id="|url\(#)(gradient_|clip)(\d+)(?=["')])""")


def checked(path: Path) -> Path:
    """The path of a figure; Refused where its ending names no format, or where its folder is not there."""
    if path.suffix not in FORMATS:
        raise Refused(f"{path}: no figure; give a file that ends with {', '.join(FORMATS)}")
    if not path.parent.is_dir():
        raise Refused(f"{path}: there is no folder {path.parent}; make it, or give another file")
    return path


def drawable() -> bool:
    """Whether figures can be drawn here."""
    try:
        import vl_convert  # noqa: F401  # only whether it is there
    except ImportError:
        return False
    return True


def draw(plot: Plot, path: Path) -> Path:
    """Draw the figure as PDF, SVG or PNG: the same bytes for the same points, but for the numbers of several fonts in a PDF.

    Refused for another ending, or where vl-convert is not installed.
    """
    checked(path)
    converter, specified = _converter("figures are"), specification(plot)
    match path.suffix:
        case ".pdf":
            path.write_bytes(_RESOURCES.sub(_sorted, converter.vegalite_to_pdf(specified, config=CONFIG)))
        case ".svg":
            path.write_text(_renumbered(converter.vegalite_to_svg(specified, config=CONFIG)), encoding="utf-8")
        case _:
            path.write_bytes(converter.vegalite_to_png(specified, config=CONFIG, scale=_SCALE))
    return path


def vega_script() -> str:
    """A script that defines ``window.vegaEmbed``; Refused where the package that has it is not installed."""
    converter = _converter("the figures of a report are")
    file = cache_folder() / f"vega-{version('vl-convert-python')}.js"
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        script: str = converter.javascript_bundle(_SNIPPET)
        keep(file, script.encode())  # where there is no place for it it is made again
        return script


def _converter(what: str) -> Any:
    try:
        import vl_convert
    except ImportError as error:
        raise Refused(f"{what} drawn by Vega-Lite, which is not installed ({error}); install it with: {INSTALL}") from None
    return vl_convert


def _sorted(match: re.Match[bytes]) -> bytes:
    """Lines in an order that is the same tomorrow; as long as before, so that every object stays where the file says that it is."""
    return b"".join(sorted(match[0].splitlines(keepends=True)))


def _renumbered(svg: str) -> str:
    """With the names of gradients and clips numbered from the first."""
    numbers: dict[str, int] = {}
    return _NUMBERED.sub(lambda match: f"{match[1]}{match[2]}{numbers.setdefault(match[2] + match[3], len(numbers))}", svg)
