"""What ways of choosing would have cost at recorded choices of families that the learned one never saw, with bootstrap intervals.

    regret of a way  =  mean over the choices of  log2((cost of what it takes + s) / (least cost + s))        (``rows.Choice.regrets``)

so that 2 ** regret is the geometric mean of the factors.  The choices of one task depend on each other, those of a family are alike:
samples are drawn of whole tasks, or of whole families.  Differences are paired: the same choices, the way minus the learned one.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from verilab.data_classes import dataclass
from verilab.experiments.learning.rows import Choice
from verilab.experiments.learning.training import LearningError, train
from verilab.experiments.learning.ways import Pick, Way, by_model, by_strategy, chance, oracle, worst
from verilab.experiments.oracle.costs import Outcome
from verilab.experiments.statistics.paired import Interval, Pair, bootstrap, ratio_of_sums
from verilab.refinement.learned import LearnedModel

AGAINST = ("spin15-good-narrow", "spin15-short")
UNITS = ("task", "family")
LEARNED, CHANCE, ORACLE, WORST = "learned", "random (expected)", "oracle", "worst"
TAKEN_FOR_BEST = 0.2
"""Regret up to which a candidate counts as the best: 15 % more than the least cost."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One way of choosing.

    ``regret``: the mean; ``difference``: of its regret and the learned one's, positive where the learned one is better, None for that
    itself; ``factor``: the sum of its costs over the sum of the least ones, None where these are 0; ``best``: the share of choices at which
    it takes the best or one as good; ``undecided``: the share at which what it takes has no verdict.
    """

    name: str
    regret: Interval
    difference: Interval | None
    factor: Interval | None
    best: float
    undecided: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """All ways on the same choices; ``decisive``: at how many of them the worst candidate is not as good as the best.

    ``families``: by name the number of its choices, then the regret of each way by its name.  ``unit``: what samples are drawn of.
    """

    measure: str
    unit: str
    choices: int
    decisive: int
    tasks: int
    ways: tuple[Compared, ...]
    families: dict[str, tuple[int, dict[str, float]]]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def compare_model(
    choices: Sequence[Choice], model: LearnedModel, against: Sequence[str] = AGAINST, *, unit: str = "task", seed: int = 0
) -> Comparison:
    """The choices of the families that the model was not trained on, by the measure that it was trained for.  Raises LearningError."""
    trained = model.training.get("families")
    if not isinstance(trained, list):
        raise LearningError("the model does not say which families it was trained on; train one with verilab learn train")
    unseen = [choice for choice in choices if choice.family not in trained]
    if not unseen:
        raise LearningError("the model was trained on every family of these rows; hold some out, or compare with --folds")
    pick = by_model(model)
    return _compare(unseen, {choice.family: pick for choice in unseen}, against, model.measure, unit, seed)


def compare_folds(
    choices: Sequence[Choice],
    folds: int,
    against: Sequence[str] = AGAINST,
    *,
    kind: str = "trees",
    measure: str = "cpu_s",
    unit: str = "task",
    seed: int = 0,
) -> Comparison:
    """All choices, each by a model that was trained without the families of its fold.  Raises LearningError.

    The folds are of equally many families, drawn by ``seed``; the models have the same seed.
    """
    families = sorted({choice.family for choice in choices})
    if not 2 <= folds <= len(families):
        raise LearningError(f"folds={folds}: give 2 to {len(families)}, the number of families of these rows")
    random.Random(seed).shuffle(families)
    picks: dict[str, Pick] = {}
    for fold in range(folds):
        held_out = families[fold::folds]
        picks |= dict.fromkeys(held_out, by_model(train(choices, held_out, kind=kind, measure=measure, seed=seed)))
    return _compare(choices, picks, against, measure, unit, seed)


@dataclass(frozen=True, slots=True)
class _Figures:
    """One way at one choice: the means over the candidates that it may take; ``least`` is the cost of the best candidate."""

    regret: float
    best: float
    undecided: float
    cost: float
    least: float


def _compare(
    choices: Sequence[Choice], learned: Mapping[str, Pick], against: Sequence[str], measure: str, unit: str, seed: int
) -> Comparison:
    if unit not in UNITS:
        raise LearningError(f"unit {unit!r}: unknown; known: {', '.join(UNITS)}")
    ways = [
        Way(LEARNED, lambda choice: learned[choice.family](choice)),
        *map(by_strategy, dict.fromkeys(against)),
        Way(CHANCE, chance),
        Way(ORACLE, oracle(measure)),
        Way(WORST, worst(measure)),
    ]
    figures = {way.name: [_figures(choice, way.pick(choice), measure) for choice in choices] for way in ways}
    units = [choice.task if unit == "task" else choice.family for choice in choices]
    families: dict[str, list[int]] = {}
    for place, choice in enumerate(choices):
        families.setdefault(choice.family, []).append(place)
    return Comparison(
        measure,
        unit,
        len(choices),
        sum(figure.regret > TAKEN_FOR_BEST for figure in figures[WORST]),
        len({choice.task for choice in choices}),
        tuple(_compared(name, own, figures[LEARNED], units, seed) for name, own in figures.items()),
        {
            name: (len(places), {way: _mean([own[place].regret for place in places]) for way, own in figures.items()})
            for name, places in sorted(families.items())
        },
    )


def _figures(choice: Choice, places: Sequence[int], measure: str) -> _Figures:
    regrets, costs = choice.regrets(measure), choice.costs(measure)
    return _Figures(
        _mean([regrets[place] for place in places]),
        _mean([float(regrets[place] <= TAKEN_FOR_BEST) for place in places]),
        _mean([float(choice.candidates[place].outcome is not Outcome.DECIDED) for place in places]),
        _mean([costs[place] for place in places]),
        min(costs),
    )


def _compared(name: str, mine: Sequence[_Figures], learned: Sequence[_Figures], units: Sequence[str], seed: int) -> Compared:
    regrets = _by_unit([(figures.regret, 1.0) for figures in mine], units)
    differences = _by_unit([(figures.regret - other.regret, 1.0) for figures, other in zip(mine, learned, strict=True)], units)
    return Compared(
        name,
        bootstrap(regrets, _ratio, seed),
        None if name == LEARNED else bootstrap(differences, _ratio, seed),
        ratio_of_sums(_by_unit([(figures.cost, figures.least) for figures in mine], units), seed),
        _mean([figures.best for figures in mine]),
        _mean([figures.undecided for figures in mine]),
    )


def _by_unit(pairs: Sequence[Pair], units: Sequence[str]) -> list[Pair]:
    """The sums over each unit, in the order of their first choices."""
    sums: dict[str, Pair] = {}
    for (one, other), unit in zip(pairs, units, strict=True):
        before = sums.get(unit, (0.0, 0.0))
        sums[unit] = before[0] + one, before[1] + other
    return list(sums.values())


def _ratio(pairs: Sequence[Pair]) -> float:
    return sum(one for one, _ in pairs) / sum(other for _, other in pairs)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
