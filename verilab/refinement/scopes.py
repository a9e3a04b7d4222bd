"""Where a refinement takes effect: at the located control point, in the function of it, or everywhere."""

from __future__ import annotations

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
