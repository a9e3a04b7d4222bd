"""The script that draws the figures: Vega-Lite with Vega's interpreter of expressions, which needs no ``eval``, in one text.

It is made once for each version of the package that has it and kept in verilab's cache folder: that takes seconds.
"""

from __future__ import annotations

import os
from importlib.metadata import version
from pathlib import Path

from verilab.errors import Refused
from verilab.solving.installation import cache_folder

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
        _keep(file, text)
        return text


def _keep(file: Path, text: str) -> None:
    """Whole or not at all; where there is no place for it it is made again."""
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, file)
    except OSError:
        draft.unlink(missing_ok=True)
