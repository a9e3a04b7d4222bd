"""Features of candidates: what a learned selector may look at, the same from a recorded row as in a running refinement.

For the candidates c_1 .. c_n of one choice:

    score:NAME         sign(s) log(1 + |s|)  of the score NAME in its default form
    gap:NAME           what that is above the smallest of the choice
    rank:NAME          the share of the other candidates whose score is smaller, equal ones counted by half; 0.5 for a single candidate
    size:facts         log(1 + facts of the increment)
    size:candidates    log(1 + n)
    size:refinement    log(1 + the number of the refinement in its run)
    strength:stronger  the share of the other candidates whose facts it has all, and more besides
    strength:weaker    the share of the other candidates that have all its facts, and more besides
    analysis:value     1 for a candidate of the value analysis, else 0
    analysis:predicate 1 for one of the predicate analysis, else 0

A precision with more facts makes the stronger abstraction; whether interpolants imply each other a solver would have to say, and is no
feature.  A score that was not measured for a candidate is missing there; its gap and rank are missing for the whole choice, because they
compare.  What is missing is None here, and the model says which number it takes instead.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from math import copysign, isfinite, log1p

from verilab.data_classes import dataclass
from verilab.refinement.registry import operator_names

OF_SCORES = ("score", "gap", "rank")
SIZES = ("size:facts", "size:candidates", "size:refinement")
STRENGTHS = ("strength:stronger", "strength:weaker")
ANALYSES = ("analysis:value", "analysis:predicate")
WITHOUT_MEANING = ("random",)
"""Scores that have nothing to do with the candidate, so that nothing can be learned from them."""

Vector = list[float | None]


@dataclass(frozen=True, slots=True)
class Described:
    """What the features of a candidate are made of; ``scores`` by name, each in its default form, those that are known."""

    analysis: str
    facts: frozenset[str]
    scores: dict[str, float]


def feature_names() -> list[str]:
    """All features, of every known score, built in and third parties'."""
    scores = [name for name in operator_names("score") if name not in WITHOUT_MEANING]
    return [*(f"{kind}:{name}" for kind in OF_SCORES for name in scores), *SIZES, *STRENGTHS, *ANALYSES]


def needed_scores(names: Iterable[str]) -> list[str]:
    """The scores that features are made of, each once."""
    split = (name.partition(":") for name in names)
    return list(dict.fromkeys(score for kind, _, score in split if kind in OF_SCORES))


def features_of(names: Sequence[str], candidates: Sequence[Described], refinement: int) -> list[Vector]:
    """A vector for each candidate of a choice, with the named features in their order; None where one is missing.

    KeyError for a name that is not of ``feature_names``.
    """
    columns = [_column(name, candidates, refinement) for name in names]
    return [list(row) for row in zip(*columns, strict=True)] if columns else [[] for _ in candidates]


def _column(name: str, candidates: Sequence[Described], refinement: int) -> Vector:
    """One feature for all candidates."""
    kind, _, what = name.partition(":")
    if kind in OF_SCORES:
        return _of_score(kind, [_known(candidate.scores.get(what)) for candidate in candidates])
    if kind == "analysis":
        return [float(candidate.analysis == what) for candidate in candidates]
    if name == "size:facts":
        return [log1p(len(candidate.facts)) for candidate in candidates]
    if name in SIZES:
        return [log1p({"candidates": len(candidates), "refinement": refinement}[what])] * len(candidates)
    if name not in STRENGTHS:
        raise KeyError(name)
    return _strengths([candidate.facts for candidate in candidates], stronger=what == "stronger")


def _known(value: float | None) -> float | None:
    return None if value is None or not isfinite(value) else copysign(log1p(abs(value)), value)


def _of_score(kind: str, values: Vector) -> Vector:
    if kind == "score":
        return values
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return [None] * len(values)
    least = min(known, default=0.0)
    if kind == "gap":
        return [value - least for value in known]
    if len(known) == 1:
        return [0.5]
    ordered = sorted(known)
    places = [(bisect_left(ordered, value), bisect_right(ordered, value)) for value in known]
    return [_share(first + (behind - first - 1) / 2, len(known)) for first, behind in places]


def _strengths(sets: Sequence[frozenset[str]], *, stronger: bool) -> Vector:
    """Candidates mostly have few different sets, so that only these are compared."""
    counts = Counter(sets)
    shares: dict[frozenset[str], float] = {}
    for uses in counts:
        shares[uses] = _share(sum(count for other, count in counts.items() if (uses > other if stronger else uses < other)), len(sets))
    return [shares[uses] for uses in sets]


def _share(count: float, candidates: int) -> float:
    """Of the other candidates; 0 where there is none."""
    return count / (candidates - 1) if candidates > 1 else 0.0
