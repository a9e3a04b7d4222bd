"""Backends for tests: one that is not installed skips the test with the reason, unless ``VERILAB_REQUIRE_SOLVERS`` names it."""

from __future__ import annotations

import os
from functools import cache

import pytest

from verilab.solving.backend import Backend
from verilab.solving.registry import BackendEntry, BackendNotInstalled, list_backends, load_backend


@cache
def known_backends() -> tuple[BackendEntry, ...]:
    """What the registry lists; asked once, as it starts every engine and the cases of several tests are made of it."""
    return tuple(list_backends())


def require(*names: str) -> None:
    """Skip the test, or fail it, as ``need`` does, where one of the backends is not installed; for tests that start them by their names."""
    for name in names:
        need(name).close()


def need(name: str) -> Backend:
    """A new backend; skips the test where it is not installed, fails it where VERILAB_REQUIRE_SOLVERS (a comma list) asks for it."""
    try:
        return load_backend(name)
    except BackendNotInstalled as error:
        required = [part.strip() for part in os.environ.get("VERILAB_REQUIRE_SOLVERS", "").split(",")]
        if name in required:
            pytest.fail(f"VERILAB_REQUIRE_SOLVERS names {name}, but: {error}")
        pytest.skip(str(error))
