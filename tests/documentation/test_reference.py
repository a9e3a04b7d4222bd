"""The table of the public interface names the objects that ``verilab`` gives."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType
from typing import Any

import verilab

TABLE = Path(__file__).parents[2] / "docs" / "reference" / "index.md"


def test_the_reference_links_each_public_name_to_what_it_is() -> None:
    linked = dict(re.findall(r"^\| `(\w+)` \| \{py:\w+\}`([\w.]+)`", TABLE.read_text(), re.M))
    given = {name: getattr(verilab, name) for name in [*verilab.__all__, "open"] if name != "__version__"}
    assert linked == {name: qualified(each) for name, each in given.items()}


def qualified(thing: Any) -> str:
    return str(thing.__name__) if isinstance(thing, ModuleType) else f"{thing.__module__}.{thing.__qualname__}"
