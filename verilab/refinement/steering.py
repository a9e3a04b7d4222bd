"""Steering a run: the choices of a recorded run up to some refinement, another one there, the strategy's own ones afterwards.

A run is the same until something else is chosen, so that a run with a script is a branch of the recorded one.  Whether it is the same is
not taken for granted: a script has a digest of the candidates of each choice, and a run that comes to others ends with Diverged.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, field, replace
from typing import Any, TextIO

from verilab.data_classes import dataclass
from verilab.refinement.choice import Choice as Selected
from verilab.refinement.choice import ScoredSelect
from verilab.refinement.choice import choose as selected_by
from verilab.refinement.context import Context
from verilab.refinement.operators import Candidate, RefinableAnalysis, Select
from verilab.refinement.strategy import Strategy


class Diverged(Exception):
    """A run came to other candidates than the recorded one: it is not deterministic up to there."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One call of select: the digest of the candidates that it was given, the place of its choice among them, None for a join."""

    digest: str
    chosen: int | None


@dataclass(frozen=True, slots=True)
class Script:
    """The choices of the refinements of a run, by their numbers.

    A refinement has several where the first ones added nothing to the precision (they are chosen among ever fewer candidates).
    """

    choices: Mapping[int, tuple[Choice, ...]] = field(default_factory=dict)

    def to_json(self) -> list[Any]:
        return [[number, [asdict(choice) for choice in choices]] for number, choices in self.choices.items()]

    @staticmethod
    def from_json(data: list[Any]) -> Script:
        return Script({number: tuple(Choice(**choice) for choice in choices) for number, choices in data})


def digest(candidates: Sequence[Candidate], analysis: RefinableAnalysis) -> str:
    """What the candidates are: target, analysis, sliced prefix and increment of each, in their order."""
    described = [
        (
            candidate.analysis,
            repr(candidate.target.point),
            candidate.prefix.length,
            sorted(candidate.prefix.no_ops),
            *([[(condition.step, condition.place) for condition in candidate.prefix.conditions]] if candidate.prefix.conditions else []),
            sorted((repr(point), sorted(analysis.facts.text(fact) for fact in facts)) for point, facts in _facts(candidate)),
        )
        for candidate in candidates
    ]
    return hashlib.sha256(json.dumps(described).encode()).hexdigest()[:16]


def _facts(candidate: Candidate) -> list[tuple[Any, frozenset[Any]]]:
    return [(point, facts) for point, facts in candidate.increment.facts.items() if facts]


class SteeredSelect(ScoredSelect):
    """Chooses as the script says, and where it says nothing as ``inner``; every choice is told to ``observe``."""

    def __init__(self, inner: Select, script: Script, observe: Callable[[int, Choice], None]) -> None:
        self.inner = inner
        self._script = script
        self._observe = observe
        self._number = 0
        self._calls = 0

    def __str__(self) -> str:
        return str(self.inner)

    def suffices(self, candidates: Sequence[Candidate], context: Context) -> bool:
        return self.inner.suffices(candidates, context)

    def choose(self, candidates: Sequence[Candidate], context: Context) -> Selected:
        if context.number != self._number:
            self._number, self._calls = context.number, 0
        offered = digest(candidates, context.analysis)
        chosen = self._chosen(candidates, context, offered)
        self._calls += 1
        place = next((place for place, candidate in enumerate(candidates) if candidate is chosen.candidate), None)
        self._observe(context.number, Choice(offered, place))
        return chosen

    def _chosen(self, candidates: Sequence[Candidate], context: Context, offered: str) -> Selected:
        recorded = self._script.choices.get(context.number, ())
        if self._calls >= len(recorded):
            return selected_by(self.inner, candidates, context)
        wanted = recorded[self._calls]
        if wanted.digest != offered:
            raise Diverged(f"refinement {context.number} has other candidates than in the recorded run")
        if wanted.chosen is None:
            return selected_by(self.inner, candidates, context)
        return Selected(candidates[wanted.chosen], lambda: "the script has it")


class Steering:
    """A script, and the trace of the run that it steers: a JSON line per choice and one, without a choice, for the end.

    A line has ``refinement``, ``digest``, ``chosen`` (see Choice) and what was measured when the choice was made.
    """

    def __init__(self, script: Script, trace: TextIO) -> None:
        self.script = script
        self._trace = trace

    def steer(self, strategy: Strategy, measure: Callable[[], dict[str, float]]) -> Strategy:
        """The strategy with its selection steered; ``measure`` says what the run has cost so far."""

        def observe(number: int, choice: Choice) -> None:
            self._write({"refinement": number, **asdict(choice), **measure()})

        return replace(strategy, select=SteeredSelect(strategy.select, self.script, observe))

    def end(self, measured: dict[str, float]) -> None:
        """Write the line of the run's end."""
        self._write(measured)

    def _write(self, line: dict[str, Any]) -> None:
        self._trace.write(json.dumps(line) + "\n")
        self._trace.flush()
