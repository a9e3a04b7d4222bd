"""Violations of properties: where control may end at an error location, and the ways around it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from verilab.program.lowering.context import Context
from verilab.program.operations import Skip


@contextmanager
def detour(ctx: Context, property: str) -> Iterator[None]:
    """What is lowered inside checks a property: where the program has others, a way leads around it."""
    if ctx.current is None or not ctx.session.has_detours:
        yield
        return
    after = ctx.location()
    ctx.current = ctx.session.builder.detour(property, ctx.current, after, ctx.position)
    yield
    ctx.start(after)


def violate(ctx: Context, property: str, text: str | None, *, label: str = "error") -> None:
    """Control ends at an error location of the property."""
    if ctx.current is None:
        return
    location = ctx.location(label)
    location.is_error = True
    location.property = property
    ctx.emit_to(Skip(), location, text=text)
    ctx.current = None
