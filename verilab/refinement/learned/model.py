"""A learned model: a linear one, or a sum of regression trees, over features of candidates; what it predicts is regret.

    linear   y = intercept + sum_i weight_i x_i
    trees    y = base + rate sum_t leaf_t(x),   at an inner node of t to the left where x_feature <= threshold, else to the right

The regret is log2(cost of the candidate / cost of the best of its choice): 0 for the best, 1 for twice its cost.  Trees look at features
in single precision (IEEE 754 binary32), as the library does that trains them; sums are in double precision, from the left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from struct import pack, unpack
from typing import Any

from verilab.data_classes import dataclass
from verilab.refinement.learned.features import Described, features_of

LEAF = -1
"""The child of a leaf."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature by its name; ``missing`` is the number that stands for one that is not known."""

    name: str
    missing: float


@dataclass(frozen=True, slots=True)
class Linear:
    """A weight for each feature."""

    intercept: float
    weights: tuple[float, ...]

    def predict(self, vector: Sequence[float]) -> float:
        """For features in the order of the weights."""
        total = self.intercept
        for weight, value in zip(self.weights, vector, strict=True):
            total += weight * value
        return total


@dataclass(frozen=True, slots=True)
class Tree:
    """Nodes by their numbers, the root is 0; children come after their parents, a leaf's are both LEAF."""

    feature: tuple[int, ...]
    threshold: tuple[float, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    value: tuple[float, ...]

    def leaf(self, vector: Sequence[float]) -> float:
        """The value of the leaf that a vector in single precision comes to."""
        node = 0
        while self.left[node] != LEAF:
            node = self.left[node] if vector[self.feature[node]] <= self.threshold[node] else self.right[node]
        return self.value[node]


@dataclass(frozen=True, slots=True)
class Trees:
    """The sum of the leaves, times ``rate``, on top of ``base``."""

    base: float
    rate: float
    trees: tuple[Tree, ...]

    def predict(self, vector: Sequence[float]) -> float:
        """For features in double precision."""
        rounded = [_single(value) for value in vector]
        total = self.base
        for tree in self.trees:
            total += self.rate * tree.leaf(rounded)
        return total


@dataclass(frozen=True, slots=True)
class LearnedModel:
    """A model with its features; ``training`` says what it was learned from, for people.  ``digest`` is of the file that it is from."""

    features: tuple[Feature, ...]
    model: Linear | Trees
    measure: str
    training: dict[str, Any] = field(default_factory=dict)
    digest: str = ""

    @property
    def names(self) -> list[str]:
        return [feature.name for feature in self.features]

    def predict(self, candidates: Sequence[Described], refinement: int) -> list[float]:
        """The regret of each candidate of a choice at the refinement of this number, as far as the model can tell."""
        vectors = features_of(self.names, candidates, refinement)
        return [self.model.predict(self.filled(vector)) for vector in vectors]

    def filled(self, vector: Sequence[float | None]) -> list[float]:
        """A vector with numbers for what is missing."""
        return [feature.missing if value is None else value for feature, value in zip(self.features, vector, strict=True)]


def _single(value: float) -> float:
    """The nearest number of single precision; features are logarithms and shares, which are far from its largest one."""
    rounded: float = unpack("<f", pack("<f", value))[0]
    return rounded
