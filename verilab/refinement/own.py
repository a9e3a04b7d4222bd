"""Operators and scores that a script defines: what an object must be, and under which text it stands in a strategy."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeGuard

from verilab.errors import Refused
from verilab.refinement.operators import Apply, Candidate, Context, Propose, Rank, Select
from verilab.refinement.scores import Measure, Score, SidedScore

PROTOCOLS: dict[str, type] = {"rank": Rank, "propose": Propose, "select": Select, "apply": Apply}
"""What an operator of each kind is derived from."""


def is_operator(kind: str, thing: object) -> bool:
    """Whether an object is derived from the protocol of the kind, or has all of its members."""
    members = [name for name in vars(PROTOCOLS[kind]) if not name.startswith("_")]
    return callable(thing) and not isinstance(thing, type) and all(hasattr(thing, name) for name in members)


def is_score(thing: object) -> TypeGuard[Score]:
    """Whether an object has the members of ``Score``."""
    return not isinstance(thing, type) and all(hasattr(thing, name) for name in ("measure", "text", "prefers_large"))


def score_of(thing: object, text: str) -> Score:
    """An object as a score of this text: a ``Score``, or any callable on candidate and context.

    Such a callable prefers small numbers, or large ones where it has an attribute ``prefers_large`` that is true.  Refused for any other.
    """
    if is_score(thing):
        return SidedScore(text, bool(thing.prefers_large), thing.measure)
    if isinstance(thing, type):
        raise Refused(f"{thing.__name__} is a class: give an object of it, {thing.__name__}()")
    if not callable(thing):
        raise Refused(f"{type(thing).__name__} is no score: give a function of candidate and context that returns a number")
    prefers_large = hasattr(thing, "prefers_large") and bool(thing.prefers_large)
    return SidedScore(text, prefers_large, _Measured(text, thing))


class _Measured:
    """A callable whose every answer is held against what a score must be."""

    def __init__(self, text: str, measure: Callable[..., Any]) -> None:
        self._text = text
        self._measure = measure

    def __call__(self, candidate: Candidate, context: Context) -> float:
        answer = self._measure(candidate, context)
        try:
            number = float(answer)
        except (TypeError, ValueError):
            number = math.nan
        if math.isnan(number):
            raise Refused(f"score {self._text} gave {answer!r:.60}, which is no number")
        return number


__all__ = ["PROTOCOLS", "Measure", "is_operator", "is_score", "score_of"]
