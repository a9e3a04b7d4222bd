"""Training: from the choices of an oracle to a model of regret (scikit-learn, ``pip install "verilab[learning]"``).

Each candidate is an example: its features, and its regret among those of its choice.  The weights of a choice's candidates sum up to 1, so
that a refinement with many candidates counts no more than one with two.  Families that are held out are not looked at in any way.

    trees    gradient-boosted regression trees of squared error (Friedman, Annals of Statistics 29(5), 2001)
    linear   ridge regression (Hoerl, Kennard, Technometrics 12(1), 1970), of standardised features
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from statistics import median
from typing import Any

from verilab.errors import Refused, nearest
from verilab.experiments.learning.rows import SMOOTHING, Choice
from verilab.refinement.learned import Feature, LearnedModel, Linear, Tree, Trees, feature_names, features_of

KINDS = ("trees", "linear")
TREES, DEPTH, RATE, LEAF_SHARE, SAMPLE = 150, 3, 0.05, 0.01, 0.8
RIDGE = 1.0


class LearningError(Refused):
    """What cannot be learned or compared; the message says why and what would work."""


def train(
    choices: Sequence[Choice], held_out: Collection[str] = (), *, kind: str = "trees", measure: str = "cpu_s", seed: int = 0
) -> LearnedModel:
    """The model of the choices of all families but those held out; the same for the same choices, whatever their order, and seed.

    Raises LearningError for a family, a kind or a measure that there is not, for nothing to learn from, and without scikit-learn.
    """
    if kind not in KINDS:
        raise LearningError(f"model {kind!r}: unknown; {nearest(kind, KINDS)}")
    if measure not in SMOOTHING:
        raise LearningError(f"measure {measure!r}: unknown; {nearest(measure, tuple(SMOOTHING))}")
    if not 0 <= seed < 2**32:
        raise LearningError(f"seed={seed}: give a number from 0 to {2**32 - 1}")
    families = sorted({choice.family for choice in choices})
    for family in held_out:
        if family not in families:
            raise LearningError(f"held out: no choice of the family {family!r}; {nearest(family, families)}")
    kept = sorted((choice for choice in choices if choice.family not in held_out), key=lambda choice: choice.key)
    if len({choice.family for choice in kept}) < 2:
        raise LearningError("fewer than two families are left to learn from; hold fewer out, or record more")
    features, examples, targets, weights = _examples(kept, measure)
    fitted = fit(kind, examples, targets, weights, seed)
    shape = exported_trees(fitted) if kind == "trees" else exported_linear(fitted)
    return LearnedModel(features, shape, measure, _training(kept, held_out, kind, seed))


Examples = tuple[tuple[Feature, ...], list[list[float]], list[float], list[float]]


def _examples(choices: Sequence[Choice], measure: str) -> Examples:
    """The features that tell candidates apart, and the vector, the regret and the weight of each candidate."""
    names = feature_names()
    vectors = [vector for choice in choices for vector in features_of(names, choice.described, choice.refinement)]
    targets = [regret for choice in choices for regret in choice.regrets(measure)]
    weights = [1 / len(choice.candidates) for choice in choices for _ in choice.candidates]
    kept: list[tuple[int, Feature]] = []
    for place, name in enumerate(names):
        known = [value for vector in vectors if (value := vector[place]) is not None]
        if len(set(known)) > 1:
            kept.append((place, Feature(name, float(median(known)))))
    if not kept:
        raise LearningError("all candidates have the same features: there is nothing to learn; record more tasks")
    features = tuple(feature for _, feature in kept)
    return features, [[_filled(vector[place], feature) for place, feature in kept] for vector in vectors], targets, weights


def _filled(value: float | None, feature: Feature) -> float:
    return feature.missing if value is None else value


def fit(kind: str, examples: list[list[float]], targets: list[float], weights: list[float], seed: int) -> Any:
    """A fitted estimator of scikit-learn."""
    try:
        from sklearn.ensemble import GradientBoostingRegressor
        from sklearn.linear_model import Ridge
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
    except ImportError:
        raise LearningError('training needs scikit-learn: pip install "verilab[learning]"') from None
    if kind == "trees":
        boosted = GradientBoostingRegressor(
            n_estimators=TREES,
            max_depth=DEPTH,
            learning_rate=RATE,
            min_weight_fraction_leaf=LEAF_SHARE,
            subsample=SAMPLE,
            max_features="sqrt",
            random_state=seed,
        )
        return boosted.fit(examples, targets, sample_weight=weights)
    ridge = make_pipeline(StandardScaler(), Ridge(alpha=RIDGE, solver="cholesky"))
    return ridge.fit(examples, targets, ridge__sample_weight=weights)


def exported_trees(fitted: Any) -> Trees:
    """The trees of a GradientBoostingRegressor, without the nodes' places that only leaves or only inner nodes have."""
    trees = []
    for (estimator,) in fitted.estimators_:
        tree = estimator.tree_
        leaves = tree.children_left < 0
        trees.append(
            Tree(
                tuple(0 if leaf else int(feature) for leaf, feature in zip(leaves, tree.feature, strict=True)),
                tuple(0.0 if leaf else float(threshold) for leaf, threshold in zip(leaves, tree.threshold, strict=True)),
                tuple(map(int, tree.children_left)),
                tuple(map(int, tree.children_right)),
                tuple(float(value) if leaf else 0.0 for leaf, value in zip(leaves, tree.value.ravel(), strict=True)),
            )
        )
    return Trees(float(fitted.init_.constant_.ravel()[0]), float(fitted.learning_rate), tuple(trees))


# intercept + sum_i w_i (x_i - mean_i) / scale_i   =   (intercept - sum_i w_i mean_i / scale_i)  +  sum_i (w_i / scale_i) x_i
def exported_linear(fitted: Any) -> Linear:
    scaler, ridge = (step for _, step in fitted.steps)
    weights = [float(weight / scale) for weight, scale in zip(ridge.coef_, scaler.scale_, strict=True)]
    shift = sum(weight * float(mean) for weight, mean in zip(weights, scaler.mean_, strict=True))
    return Linear(float(ridge.intercept_) - shift, tuple(weights))


def _training(choices: Sequence[Choice], held_out: Collection[str], kind: str, seed: int) -> dict[str, Any]:
    """What people and comparisons are told of a model; ``examples`` is a hash of what it was trained on."""
    digest = hashlib.sha256(repr(choices).encode()).hexdigest()
    return {
        "kind": kind,
        "seed": seed,
        "choices": len(choices),
        "candidates": sum(len(choice.candidates) for choice in choices),
        "tasks": len({choice.task for choice in choices}),
        "families": sorted({choice.family for choice in choices}),
        "held_out": sorted(held_out),
        "examples": digest,
    }
