"""The versions that a result depends on."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version


def versions() -> dict[str, str]:
    """By name: Python, verilab and the packages that are there of those that it stands on."""
    found = {"python": platform.python_version()}
    for package in ("verilab", "z3-solver", "cvc5", "pysmt", "dd", "pycparser", "pcpp"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found
