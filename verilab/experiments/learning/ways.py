"""Ways of choosing among recorded candidates: a model, a list of scores, chance, and the oracles."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from verilab.data_classes import dataclass
from verilab.experiments.learning.rows import Choice
from verilab.experiments.learning.training import LearningError
from verilab.refinement.learned import LearnedModel
from verilab.refinement.registry import make_scores
from verilab.refinement.scores import Lexicographic, Score, SidedScore
from verilab.refinement.strategy import StrategyError, parse_strategy

Pick = Callable[[Choice], Sequence[int]]
"""The places of the candidates that may be taken, each as likely as the others."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way of choosing by the name that tables have for it."""

    name: str
    pick: Pick


def by_model(model: LearnedModel) -> Pick:
    """The least predicted regret, as ``select=learned`` takes it."""

    def pick(choice: Choice) -> Sequence[int]:
        predicted = model.predict(choice.described, choice.refinement)
        return (min(range(len(predicted)), key=lambda place: (predicted[place], choice.order(place))),)

    return pick


def by_strategy(text: str) -> Way:
    """The list of scores that a strategy selects by.  Raises LearningError for one that does otherwise, StrategyError for none."""
    select = parse_strategy(text).select
    if not isinstance(select, Lexicographic):
        raise LearningError(f"{text}: selects by {select}, not by a list of scores; compare with one that does, as spin15-good-narrow")

    def pick(choice: Choice) -> Sequence[int]:
        def key(place: int) -> tuple[object, ...]:
            values = [_value(choice, place, score) for score in select.scores]
            return (
                *(-value if score.prefers_large else value for value, score in zip(values, select.scores, strict=True)),
                choice.order(place),
            )

        return (min(range(len(choice.candidates)), key=key),)

    return Way(text, pick)


def chance(choice: Choice) -> Sequence[int]:
    """Any candidate."""
    return range(len(choice.candidates))


def oracle(measure: str) -> Pick:
    """The candidate that cost least."""
    return lambda choice: (min(range(len(choice.candidates)), key=choice.costs(measure).__getitem__),)


def worst(measure: str) -> Pick:
    """The candidate that cost most."""
    return lambda choice: (max(range(len(choice.candidates)), key=choice.costs(measure).__getitem__),)


def _value(choice: Choice, place: int, score: Score) -> float:
    """What a score said of a candidate when it was recorded: rows have each score in its default form, and what the strategy used."""
    scores = choice.candidates[place].scores
    name = score.text.partition(":")[0]
    default = make_scores(name)[0]
    is_default = isinstance(score, SidedScore) and isinstance(default, SidedScore) and score.function == default.function
    value = scores.get(score.text)
    if value is None and (is_default or _measured(choice.strategy, score.text)):
        value = scores.get(name)
    if value is None:
        raise LearningError(
            f"{choice.task}: the rows do not have the score {score.text}; record them with a strategy that selects by it, "
            "or compare with another"
        )
    return value


def _measured(strategy: str, text: str) -> bool:
    """Whether a strategy measures a score, so that the log has it wherever it differs from the default form."""
    try:
        return text in str(parse_strategy(strategy).select).split(",")
    except StrategyError:
        return False
