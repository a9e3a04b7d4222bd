"""Scores of candidates, and lexicographic selection by a list of them (SPIN'15 §3 and §5).

A score measures a candidate by a number; whether small or large is preferred is part of the score.  Its text is its name, what it
prefers, and its parameters: ``domain-type:good``, ``random:7``.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from verilab.data_classes import dataclass
from verilab.refinement.choice import Choice, ScoredSelect
from verilab.refinement.context import Context
from verilab.refinement.operators import Candidate

MAXIMUM = 2**31 - 1
"""The worst score there is: what a loop counter costs."""

Measure = Callable[[Candidate, Context], float]


class Score(Protocol):
    """A way to compare candidates."""

    @property
    def text(self) -> str:
        """How it is written in a strategy."""
        ...

    @property
    def prefers_large(self) -> bool: ...

    def measure(self, candidate: Candidate, context: Context) -> float:
        """The number to compare by: the same for the same candidate and context."""
        ...


@dataclass(frozen=True)
class SidedScore:
    """A measure with a preferred side, ``small`` or ``large`` in the words of the score; ``by_prefix``: of nothing but the prefix."""

    text: str
    prefers_large: bool
    function: Measure
    by_prefix: bool = False

    def measure(self, candidate: Candidate, context: Context) -> float:
        return self.function(candidate, context)


class SidedFactory:
    """Makes a score that prefers a small or a large measure; ``sides`` are the parameters that say which, the small one is the default."""

    def __init__(self, name: str, small: str, large: str, measure: Measure, *, by_prefix: bool = False) -> None:
        self.name = name
        self.by_prefix = by_prefix
        self.sides = (small, large)
        self.measure = measure
        self.__doc__ = f"``{small}`` (the default) or ``{large}``."

    def __call__(self, parameter: str) -> Score:
        small, large = self.sides
        if parameter not in ("", small, large):
            close = difflib.get_close_matches(parameter, self.sides, n=1)
            hint = f"did you mean {close[0]!r}? " if close else ""
            raise ValueError(f"unknown side {parameter!r}; {hint}known: {small}, {large}")
        return SidedScore(f"{self.name}:{parameter or small}", parameter == large, self.measure, self.by_prefix)


class VariedFactory(SidedFactory):
    """Makes a score of a side in one of several ``variants``, by their names; the first one is the default, and is not written."""

    def __init__(self, name: str, small: str, large: str, **variants: Measure) -> None:
        self.default = next(iter(variants))
        super().__init__(name, small, large, variants[self.default])
        self.variants = variants
        self.__doc__ = f"``{small}`` (the default) or ``{large}``, then ``:{self.default}`` (the default) or one of: " + ", ".join(
            f"``:{variant}``" for variant in variants if variant != self.default
        )

    def __call__(self, parameter: str) -> Score:
        side, _, variant = parameter.partition(":")
        score = super().__call__(side)
        variant = variant or self.default
        if variant not in self.variants:
            raise ValueError(f"unknown word {variant!r}; known: {', '.join(self.variants)}")
        return score if variant == self.default else SidedScore(f"{score.text}:{variant}", score.prefers_large, self.variants[variant])


sided = SidedFactory
"""The factory of a score with a preferred side: ``make = sided("width", "narrow", "wide", width)``."""


@dataclass(frozen=True)
class Lexicographic(ScoredSelect):
    """Selects by the first score, among equals by the second, and so on.

    What all scores call equal is told apart by the length of the prefix, the shorter one first, then by the target's number, the
    analysis and the facts, and where even those are equal by the order of proposal: the selection is total, and independent of the
    order in which different candidates are proposed.
    """

    scores: tuple[Score, ...]

    def __str__(self) -> str:
        return ",".join(score.text for score in self.scores)

    @property
    def by_prefix(self) -> bool:
        """Whether no score looks at what a candidate would track (``verilab.refinement.operators.ByPrefix``)."""
        return all(isinstance(score, SidedScore) and score.by_prefix for score in self.scores)

    def choose(self, candidates: Sequence[Candidate], context: Context) -> Choice:
        measured: list[dict[str, float]] = []
        keys: list[tuple[Any, ...]] = []
        for candidate in candidates:
            values = {score.text: score.measure(candidate, context) for score in self.scores}
            signed = tuple([-values[score.text] if score.prefers_large else values[score.text] for score in self.scores])
            measured.append(values)
            keys.append((signed, candidate.prefix.reach, candidate.target.id, candidate.analysis))
        # Facts are long texts: only what is still equal is told apart by them.
        equals = Counter(keys)
        facts = [_facts(candidate, context) if equals[key] > 1 else () for candidate, key in zip(candidates, keys, strict=True)]
        best = min(range(len(candidates)), key=lambda place: (keys[place], facts[place], place))
        scores = {id(candidate): values for candidate, values in zip(candidates, measured, strict=True)}
        return Choice(candidates[best], partial(self._reason, best, measured), scores)

    def _reason(self, chosen: int, measured: Sequence[Mapping[str, float]]) -> str:
        """Which score told the chosen candidate, by its place, from the others."""
        others = [values for place, values in enumerate(measured) if place != chosen]
        if not others:
            return "the only candidate"
        reasons: list[str] = []
        for score in self.scores:
            mine = measured[chosen][score.text]
            rest = sorted({values[score.text] for values in others} - {mine})
            if rest:
                reasons.append(f"{score.text} is {_shown(mine)}, others have {', '.join(map(_shown, rest))}")
                others = [values for values in others if values[score.text] == mine]
                if not others:
                    return "; then ".join(reasons)
        return "; then ".join([*reasons, "the shortest of equals"])


def _shown(value: float) -> str:
    return "max" if value == MAXIMUM else f"{value:g}"


def _facts(candidate: Candidate, context: Context) -> tuple[str, ...]:
    """What tells candidates apart that are equal in all else."""
    return tuple(sorted(context.analysis.facts.text(fact) for fact in candidate.increment.all))
