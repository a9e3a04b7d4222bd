"""How far a refinement reaches from the places where its facts stand."""

from __future__ import annotations

from enum import Enum


class Scope(Enum):
    """Where a fact is tracked that an interpolant states at one location: there, in the function of that location, everywhere.

    LOCATED is as near as the analysis gets: it may have an option that says how near.
    """

    LOCATED = "located"
    FUNCTION = "function"
    GLOBAL = "global"


def scope_of(parameter: str, default: Scope) -> Scope:
    """The scope that an operator's parameter names, or ``default`` where it is empty; ValueError for others."""
    if not parameter:
        return default
    try:
        return Scope(parameter)
    except ValueError:
        raise ValueError(f"unknown scope {parameter!r}; known: {', '.join(scope.value for scope in Scope)}") from None
