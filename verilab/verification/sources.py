"""Which sources a run was made with: a version's number stays the same while they change."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

_PACKAGES = ("verilab", "verilab_backends", "verilab_strategies")
_NOT_IN_RUNS = (
    "verilab/api/",
    "verilab/cli/",
    "verilab/experiments/papers/",
    "verilab/experiments/store/",
    "verilab/experiments/design/",
    "verilab/experiments/laboratory/",
    "verilab/experiments/named/",
    "verilab/experiments/statistics/",
)
"""Sources that ask for rows, keep and show them, and do not make them."""


@cache
def source_digest() -> str:
    """A digest of the Python files that take part in a run."""
    digest = hashlib.sha256()
    for package in _PACKAGES:
        spec = find_spec(package)
        roots = (spec.submodule_search_locations or []) if spec else []
        for root in dict.fromkeys(Path(root).resolve() for root in roots):  # a folder may be on the search path twice
            for file in sorted(root.rglob("*.py")):
                name = f"{package}/{file.relative_to(root).as_posix()}"
                if not name.startswith(_NOT_IN_RUNS):
                    digest.update(name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
