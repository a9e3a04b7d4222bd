"""The reason of a choice says what decided it: it is what a reader of the log is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.program import lowered_programs
from tests.refinement.benches import Bench
from tests.refinement.test_pcegar import COUNTER, THREE, rows_of
from verilab.analysis.candidates import Candidate
from verilab.analysis.combination import ALL
from verilab.analysis.exploration import Exploration
from verilab.analysis.prefixes import Caps
from verilab.analysis.proposals import settled
from verilab.refinement.choice import choose
from verilab.refinement.context import Context, Knowledge
from verilab.refinement.operators import Select
from verilab.refinement.registry import make_operator

LOOP = """
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  while (i < 1000) { i++; }
  if (i < 0) { reach_error(); }
  return 0;
}
"""
"""The value analysis can only track the loop counter, which has the largest domain-type score."""

Both = tuple[list[Candidate], Context]


@pytest.fixture(scope="module")
def both() -> Iterator[Both]:
    """Candidates of both analyses of a composite for one path, the predicate analysis first."""
    bench = Bench(lowered_programs.program(LOOP))
    composite = bench.composite()
    exploration = Exploration(composite.cpa)
    exploration.run()
    proposals = settled(composite.propose(composite.path(exploration.arg.targets[0]), Caps(), ALL))
    candidates = sorted(
        (candidate for candidate in proposals if isinstance(candidate, Candidate)), key=lambda candidate: candidate.analysis
    )
    assert [candidate.analysis for candidate in candidates][:: len(candidates) - 1] == ["predicate", "value"]
    yield candidates, Context(Knowledge(composite.program), composite, exploration, 1)
    bench.close()


def chosen_with(select: str, both: Both) -> tuple[Candidate, str]:
    operator: Select = make_operator("select", select)
    candidates, context = both
    choice = choose(operator, candidates, context)
    return choice.candidate, choice.explain()


def test_the_analyses_that_are_past_the_threshold_are_named_before_the_refined_one(both: Both) -> None:
    chosen, reason = chosen_with("analysis:threshold=1024:domain-type:good,length:short", both)
    assert chosen.analysis == "predicate"
    assert reason.startswith("the best domain-type:good of value is max, past 1024; that of predicate is max; predicate: ")


@pytest.mark.parametrize(("short", "long"), [("value", "predicate"), ("predicate", "value")])
def test_past_the_threshold_the_analysis_with_the_smaller_score_is_refined(both: Both, short: str, long: str) -> None:
    """The field's implementation scores the second domain too, instead of taking it whatever it costs."""
    candidates, context = both
    length = {analysis: sorted({each.prefix.length for each in candidates if each.analysis == analysis}) for analysis in (short, long)}
    rivals = [
        next(each for each in candidates if each.analysis == analysis and each.prefix.length == length[analysis][end])
        for analysis, end in ((short, 0), (long, -1))
    ]
    select: Select = make_operator("select", "analysis:threshold=1:length:short")
    choice = choose(select, rivals, context)
    assert choice.candidate.analysis == short
    assert f"of {long} is" in choice.explain()


def test_of_equal_scores_past_the_threshold_the_last_analysis_is_refined(both: Both) -> None:
    candidates, context = both
    assert make_operator("select", "analysis:threshold=1024:domain-type:good")(candidates, context).analysis == "predicate"


def test_the_first_analysis_needs_no_excuse(both: Both) -> None:
    chosen, reason = chosen_with("analysis:threshold=9999999999:domain-type:good,length:short", both)
    assert chosen.analysis == "value"
    assert reason.startswith("value: ")


def test_the_analyses_of_others_come_after_those_of_the_composite_in_their_order(both: Both) -> None:
    candidates, context = both
    mine = replace(candidates[0], analysis="a stranger's")
    select = make_operator("select", "analysis:threshold=9999999999:domain-type:good")
    assert select([mine, *candidates], context).analysis == "value"
    predicates = [each for each in candidates if each.analysis == "predicate"]
    assert select([mine, *predicates], context).analysis == "predicate"


def test_of_delayed_candidates_only_the_others_are_told_apart() -> None:
    row = rows_of(COUNTER, "rank=all propose=sliced-prefixes select=delay:domain-type:good,length:short")[0]
    kept = [each for each in row["candidates"] if not each["scores"]["delayed"]]
    delayed = len(row["candidates"]) - len(kept)
    assert delayed
    assert len(kept) == 1
    assert row["why"] == f"{delayed} of {len(row['candidates'])} delayed for their loop counters; the only one left"


def test_where_nothing_is_delayed_the_inner_selection_gives_its_reason() -> None:
    row = rows_of(THREE, "rank=all select=delay:join-all")[0]
    assert row["why"] == "0 of 3 delayed for their loop counters; all candidates: 3 candidates for 3 targets"


def test_a_join_of_the_first_few_says_of_what() -> None:
    assert rows_of(THREE, "rank=all select=join-first:2")[0]["why"] == "the first 2 candidates at most, of 3 candidates"
    chosen = rows_of(THREE, "rank=all select=join-first:2:length:short")[0]
    assert chosen["why"] == "the first 2 targets' choices of length:short at most, of 3 candidates"
