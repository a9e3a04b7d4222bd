"""Where a refinement takes effect: at the located control point, in the function of it, or everywhere."""

from __future__ import annotations

from verilab.errors import Refused
from verilab.refinement.strategy import parse_strategy

SCOPES = ("located", "function", "global")
"""Of the operators that refine a precision: ``apply=restart:SCOPE`` and ``apply=pivot:SCOPE``."""


def with_scope(text: str, scope: str) -> str:
    """The text of a strategy whose refinements take effect in a scope; as it is where its operator ``apply`` has none.

    StrategyError for a text that is no strategy.
    """
    apply = str(parse_strategy(text).apply).partition(":")[0]
    if apply not in ("restart", "pivot"):
        return text
    kept = [word for word in text.split() if word.partition("=")[0] != "apply"]
    return " ".join([*kept, f"apply={apply}:{scope}"])


def scope_of(text: str) -> str:
    """In which scope the refinements of a strategy take effect, "" where its operator ``apply`` has none, or the text names no strategy."""
    if not text:
        return ""
    try:
        apply, _, scope = str(parse_strategy(text).apply).partition(":")
    except Refused:
        return ""
    return scope if apply in ("restart", "pivot") and scope in SCOPES else ""
