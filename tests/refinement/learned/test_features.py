"""Features are the same from a recorded row as in a running refinement, and compare within a choice."""

from __future__ import annotations

import io
from math import log1p

import pytest
from verilab_strategies.select.learned import SelectLearned

from tests.refinement.test_selection_reasons import Both, both
from verilab.refinement.learned import Described, feature_names, features_of
from verilab.refinement.log import RefinementLog
from verilab.refinement.provident import Provident
from verilab.refinement.registry import make_operator
from verilab.verification.schema import Refinement

__all__ = ["both"]


def column(name: str, candidates: list[Described]) -> list[float | None]:
    return [vector[0] for vector in features_of([name], candidates, 7)]


def described(facts: str = "", analysis: str = "value", **scores: float) -> Described:
    return Described(analysis, frozenset(facts), scores)


def test_scores_are_logarithms_and_compared_within_the_choice() -> None:
    candidates = [described(width=3), described(width=0), described(width=-3), described(width=3)]
    assert column("score:width", candidates) == [log1p(3), 0, -log1p(3), log1p(3)]
    assert column("gap:width", candidates) == [2 * log1p(3), log1p(3), 0, 2 * log1p(3)]
    assert column("rank:width", candidates) == pytest.approx([2.5 / 3, 1 / 3, 0, 2.5 / 3])


def test_a_single_candidate_is_in_the_middle() -> None:
    assert [column(f"{kind}:width", [described(width=3)]) for kind in ("gap", "rank")] == [[0.0], [0.5]]


def test_a_score_that_is_missing_once_cannot_be_compared() -> None:
    candidates = [described(width=3), described(), described(width=float("nan"))]
    assert column("score:width", candidates) == [log1p(3), None, None]
    assert column("gap:width", candidates) == column("rank:width", candidates) == [None, None, None]


def test_sizes_and_analyses_are_told() -> None:
    candidates = [described("ab"), described("", "predicate")]
    assert column("size:facts", candidates) == [log1p(2), 0]
    assert column("size:candidates", candidates) == [log1p(2)] * 2
    assert column("size:refinement", candidates) == [log1p(7)] * 2
    assert column("analysis:predicate", candidates) == [0, 1]


def test_more_facts_are_stronger_only_where_they_contain_the_others() -> None:
    candidates = [described("ab"), described("a"), described("c"), described("ab")]
    assert column("strength:stronger", candidates) == pytest.approx([1 / 3, 0, 0, 1 / 3])
    assert column("strength:weaker", candidates) == pytest.approx([0, 2 / 3, 0, 0])


def test_a_feature_that_there_is_not_is_no_feature() -> None:
    with pytest.raises(KeyError, match="strength:other"):
        column("strength:other", [described()])


def test_a_recorded_row_has_the_features_of_the_running_refinement(both: Both) -> None:
    candidates, context = both
    select = make_operator("select", "learned")
    assert isinstance(select, SelectLearned)
    log = RefinementLog(io.StringIO())
    targets = list(dict.fromkeys(candidate.target for candidate in candidates))
    provident = Provident(targets, tuple(candidates), ())
    row = Refinement.from_json(log.row(context, select, provident, select.choose(candidates, context)))
    recorded = [Described(each.analysis, frozenset(fact.fact for fact in each.increment), each.scores) for each in row.candidates]
    running = [select.describe(candidate, context) for candidate in candidates]
    names = [name for name in feature_names() if name in select.model.names]
    assert len(names) > 5
    assert features_of(names, recorded, 1) == features_of(names, running, 1)
