"""Allocators that may fail: how the choice that one does is named."""

from __future__ import annotations

import re

ARRAYS = frozenset({"kcalloc"})
"""Those whose size is the product of their first two arguments."""
_FAILURE = re.compile(r"failure of ([A-Za-z_]\w*)")


def failure_origin(name: str) -> str:
    """The origin of the choice whether an allocator fails."""
    return f"failure of {name}"


def allocator_of(origin: str) -> str | None:
    """The allocator of whose failure a choice of this origin is; None where it is another choice."""
    match = _FAILURE.fullmatch(origin)
    return match[1] if match else None
