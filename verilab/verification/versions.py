"""The versions that a result depends on."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from verilab.processes.forks import before_forks

PACKAGES = ("verilab", "z3-solver", "cvc5", "pysmt", "dd", "pycparser", "python-sat")
SUFFIX = ".dist-info"
"""Of the folder that pip leaves for a package, ``name-version``: ``importlib.metadata`` would read its mail header for the same."""


def versions() -> dict[str, str]:
    """By name: Python, verilab and the packages that are there of those that it stands on."""
    return {"python": platform.python_version(), **_of_packages()}


@cache
def _of_packages() -> Mapping[str, str]:
    installed: dict[str, str] = {}
    for folder in reversed(sys.path):  # the first one counts
        try:
            names = os.listdir(folder or ".")
        except OSError:
            continue
        for name, dash, version in (entry.removesuffix(SUFFIX).partition("-") for entry in names if entry.endswith(SUFFIX)):
            if dash:
                installed[name.lower().replace("_", "-")] = version
    return MappingProxyType({package: installed[package] for package in PACKAGES if package in installed})


before_forks(_of_packages)
