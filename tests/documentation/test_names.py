"""What the documentation names is there: paths, modules, and what is in them."""

from __future__ import annotations

import importlib
import importlib.util
import re
from pathlib import Path

import pytest

import verilab
from tests.documentation.code_blocks import DOCUMENTS, ROOT

READ = [path for path in DOCUMENTS if path.name != "CHANGELOG.md"]
"""The changelog tells of what was."""

TOP = "verilab|verilab_backends|verilab_strategies|backends|strategies|tests|property_tests|docs|examples"
PATH = re.compile(rf"(?<![\w/.-])((?:{TOP})/[\w./*-]*[\w/*])")
MODULE = re.compile(r"(?<![\w/.:-])((?:verilab|verilab_backends|verilab_strategies|tests|property_tests)(?:\.\w+)+)")
GROUPS = {"verilab.backends", "verilab.strategies"}
"""Names of entry-point groups: they look like modules."""
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[\w-]+)?\)")


def places(text: str) -> set[str]:
    """Paths of the checkout that a text names."""
    return {named.removesuffix(".") for named in PATH.findall(text)}


def missing(named: str) -> bool:
    """Whether a dotted name is neither a module nor a member of one."""
    parts = named.split(".")
    for count in range(len(parts), 0, -1):
        module = ".".join(parts[:count])
        try:
            spec = importlib.util.find_spec(module)
        except ModuleNotFoundError:
            continue
        if spec is None:
            continue
        if count == len(parts):
            return False
        thing = importlib.import_module(module)
        for part in parts[count:]:
            if not hasattr(thing, part):
                return True
            thing = getattr(thing, part)
        return False
    return True


@pytest.mark.parametrize("document", READ, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_document_names_is_there(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    gone = [place for place in sorted(places(text)) if not any(ROOT.glob(place.rstrip("/"))) and not _generated(place)]
    gone += [named for named in sorted(set(MODULE.findall(text)) - GROUPS) if missing(named)]
    assert not gone, f"{document.relative_to(ROOT)} names what is not there: {', '.join(gone)}"


@pytest.mark.parametrize("document", READ, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    links = [link for link in LINK.findall(document.read_text(encoding="utf-8")) if "://" not in link]
    gone = [link for link in links if not (document.parent / link).exists()]
    assert not gone, f"{document.relative_to(ROOT)} links to what is not there: {', '.join(gone)}"


def _generated(place: str) -> bool:
    """Whether Sphinx makes it: what it builds, and the reference's pages."""
    return place.startswith("docs/_build") or place.endswith("/modules")


def test_the_reference_has_every_public_name() -> None:
    text = (ROOT / "docs" / "reference" / "index.md").read_text(encoding="utf-8")
    assert [name for name in verilab.__all__ if f"| `{name}` |" not in text] == []


def test_a_name_that_is_not_there_is_found() -> None:
    assert places("see `verilab/no_such_room/file.py`.") == {"verilab/no_such_room/file.py"}
    assert missing("verilab.no_such_module")
    assert missing("verilab.errors.NoSuchError")
    assert not missing("verilab.errors.Refused")
