"""The script that draws the figures: Vega-Lite with Vega's interpreter of expressions, which needs no ``eval``, in one text.

It is made once for each version of the package that has it and kept in verilab's cache folder: that takes seconds.
"""

from __future__ import annotations

from importlib.metadata import version

from verilab.cache import cache_folder, keep
from verilab.errors import Refused

INSTALL = 'pip install "verilab[laboratory]"'
_SNIPPET = "window.vegaEmbed = vegaEmbed;"


def vega_script() -> str:
    """A script that defines ``window.vegaEmbed``; Refused where the package that has it is not installed."""
    try:
        import vl_convert
    except ImportError as error:
        raise Refused(
            f"the figures of a report are drawn by Vega-Lite, which is not installed ({error}); install it with: {INSTALL}"
        ) from None
    file = cache_folder() / f"vega-{version('vl-convert-python')}.js"
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        text: str = vl_convert.javascript_bundle(_SNIPPET)
        keep(file, text.encode())  # where there is no place for it it is made again
        return text
