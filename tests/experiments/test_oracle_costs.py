"""Costs, ranks, regrets and agreement, on branches made up for the purpose."""

from __future__ import annotations

from typing import Any

import pytest

from verilab.experiments.oracle import Branch, BranchRun, CandidateCost, Outcome
from verilab.experiments.oracle.agreement import agreements, summed
from verilab.experiments.oracle.costs import costs_of, ranked, regret
from verilab.refinement.registry import both_sides, operator_names
from verilab.verification.schema import Candidate, Refinement, RunResult, RunStatistics, Target


def candidate(
    place: int, states: float, *, chosen: bool = False, outcome: Outcome = Outcome.DECIDED, length: int = 5, **scores: float
) -> CandidateCost:
    cost = {"cpu_s": states / 100, "wall_s": states / 50, "states": states, "refinements": 2}
    after = None if outcome in (Outcome.MISSING, Outcome.DIVERGED) else cost
    return CandidateCost(place, chosen, "value", length, (f"x{place}",), scores, outcome, "", "", after, after)


def row(candidates: int) -> Refinement:
    target = Target(7, "main 3", "", "t.c", 3, ())
    return Refinement(1, "", 5, 1, (target,), (Candidate(0, "value", 5, (), (), (), {}),) * candidates, 0, "", ())


def test_regret_is_the_cost_of_the_choice_over_that_of_the_best() -> None:
    regretted = regret([candidate(0, 50), candidate(1, 200, chosen=True)], "states")
    assert regretted is not None
    assert (regretted.ratio, regretted.difference, regretted.at_least) == (4.0, 150, False)


def test_a_verdict_is_better_than_none_however_early_the_other_branch_ended() -> None:
    crashed = candidate(0, 1, chosen=True, outcome=Outcome.UNDECIDED)
    costs = [crashed, candidate(1, 200), candidate(2, 300)]
    assert ranked(costs, "states") == {0: 3, 1: 1, 2: 2}
    regretted = regret(costs, "states")
    assert regretted is not None
    assert (regretted.ratio, regretted.difference, regretted.at_least) == (1.0, 0, True)


def test_all_candidates_without_a_verdict_share_the_last_rank() -> None:
    costs = [candidate(0, 9, outcome=Outcome.UNDECIDED), candidate(1, 5, outcome=Outcome.UNDECIDED), candidate(2, 99, chosen=True)]
    assert ranked(costs, "cpu_s") == {0: 2, 1: 2, 2: 1}


@pytest.mark.parametrize("outcome", [Outcome.MISSING, Outcome.DIVERGED])
def test_there_is_no_regret_where_a_candidate_tells_nothing(outcome: Outcome) -> None:
    costs = [candidate(0, 9, chosen=True), candidate(1, 5, outcome=outcome)]
    assert regret(costs, "states") is None
    assert ranked(costs, "states") == {0: 1}
    assert agreements([(row(2), costs)], "states") == []


def test_there_is_no_regret_where_nothing_ends_with_a_verdict() -> None:
    assert regret([candidate(0, 9, chosen=True, outcome=Outcome.UNDECIDED), candidate(1, 5, outcome=Outcome.UNDECIDED)], "states") is None


def test_each_score_is_judged_by_what_it_would_have_picked() -> None:
    refinements = [
        (row(2), [candidate(0, 10, width=3, loops=1), candidate(1, 40, width=8, loops=1, length=4, chosen=True)]),
        (row(2), [candidate(0, 30, width=5, loops=2, chosen=True), candidate(1, 20, width=4, loops=1)]),
        (row(1), [candidate(0, 99, width=1, loops=1, chosen=True)]),  # no choice
    ]
    found = {each.score: (each.best, each.refinements, each.cost, each.regret) for each in agreements(refinements, "states")}
    assert found == {
        "the strategy": (0, 2, 70, 70 / 30),
        "width:narrow": (2, 2, 30, 1.0),
        "width:wide": (0, 2, 70, 70 / 30),
        "loops:few": (1, 2, 60, 2.0),  # of equals the shorter prefix, as in a selection by this score alone
        "loops:many": (0, 2, 70, 70 / 30),
    }


def test_the_agreements_of_several_runs_are_added_up() -> None:
    first = agreements([(row(2), [candidate(0, 10, width=3), candidate(1, 40, width=8, chosen=True)])], "states")
    second = agreements([(row(2), [candidate(0, 90, width=3), candidate(1, 30, width=8, chosen=True)])], "states")
    found = [(each.score, each.best, each.refinements, each.cost, each.best_cost) for each in summed([first, second])]
    assert found == [("the strategy", 1, 2, 70, 40), ("width:wide", 1, 2, 70, 40), ("width:narrow", 1, 2, 100, 40)]


def test_small_differences_of_time_are_no_disagreement() -> None:
    (own, *_) = agreements([(row(2), [candidate(0, 100, width=1), candidate(1, 108, width=2, chosen=True)])], "cpu_s")
    assert own.best == 1
    (own, *_) = agreements([(row(2), [candidate(0, 100, width=1), candidate(1, 108, width=2, chosen=True)])], "states")
    assert own.best == 0


def test_every_score_with_two_sides_is_judged_in_both() -> None:
    texts = [score.text for name in operator_names("score") for score in both_sides(name)]
    assert {"length:short", "length:long", "domain-type:good", "domain-type:bad", "uses:good", "uses:bad", "random:0"} <= set(texts)
    assert [score.prefers_large for score in both_sides("width")] == [False, True]


MARK = {"refinement": 3, "cpu_s": 2.0, "wall_s": 3.0, "states": 40, "refinements": 3}


def branch_run(verdict: str, reason: str, *lines: dict[str, Any], states: int = 0, refinements: int = 0) -> BranchRun:
    statistics = RunStatistics(states=states, refinements=refinements)
    return BranchRun(Branch(3, 0), RunResult("t", verdict, reason, statistics=statistics), lines)


def test_a_branch_costs_what_it_spends_after_its_refinement() -> None:
    end = {"cpu_s": 5.0, "wall_s": 7.0, "states": 100, "refinements": 9}
    outcome, after, total = costs_of(branch_run("true", "", MARK, end), 3, None, 60.0)
    assert outcome is Outcome.DECIDED
    assert after == {"cpu_s": 3.0, "wall_s": 4.0, "states": 60, "refinements": 7}
    assert total == end


def test_a_branch_that_was_killed_costs_what_was_left_of_the_limit_and_what_it_last_reported() -> None:
    outcome, after, total = costs_of(branch_run("unknown", "timeout", MARK, states=500, refinements=8), 3, None, 60.0)
    assert outcome is Outcome.UNDECIDED
    assert after == {"cpu_s": 58.0, "wall_s": 57.0, "states": 460, "refinements": 6}
    assert total is not None
    assert total["cpu_s"] == 60.0


def test_a_branch_that_died_before_its_refinement_counts_from_where_the_others_were() -> None:
    outcome, after, _ = costs_of(branch_run("unknown", "crash: SIGSEGV"), 3, MARK, 60.0)
    assert outcome is Outcome.UNDECIDED
    assert after == {"cpu_s": 58.0, "wall_s": 57.0, "states": 0, "refinements": 1}
    assert costs_of(branch_run("unknown", "crash: SIGSEGV"), 3, None, 60.0) == (Outcome.UNDECIDED, None, None)


def test_a_branch_that_diverged_costs_nothing_that_could_be_compared() -> None:
    assert costs_of(branch_run("unknown", "not deterministic: refinement 2 has ...", MARK), 3, MARK, 60.0)[0] is Outcome.DIVERGED
