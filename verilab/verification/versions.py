"""The versions that a result depends on."""

from __future__ import annotations

import contextlib
import platform
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from types import MappingProxyType

from verilab.processes.forks import before_forks


def versions() -> dict[str, str]:
    """By name: Python, verilab and the packages that are there of those that it stands on."""
    return {"python": platform.python_version(), **_of_packages()}


@cache
def _of_packages() -> Mapping[str, str]:
    versions = {}
    for package in ("verilab", "z3-solver", "cvc5", "pysmt", "dd", "pycparser"):
        with contextlib.suppress(PackageNotFoundError):
            versions[package] = version(package)
    return MappingProxyType(versions)


before_forks(_of_packages)
