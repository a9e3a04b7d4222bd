"""PCEGAR (thesis ch. 3): all targets are looked at before one refinement is chosen or several are joined."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from verilab_strategies import ApplyRestart, SlicedPrefixes, WholePath

from tests.analysis.by_hand import explored
from tests.program import lowered_programs
from tests.refinement.benches import PROTOCOL, REASONS, Bench
from verilab.analysis.exploration import Exploration
from verilab.analysis.paths import Feasible
from verilab.analysis.refinable import RefinableAnalysis
from verilab.analysis.scope import Scope
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.program.counterexample import Counterexample
from verilab.refinement.joining import join
from verilab.refinement.log import RefinementLog
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.operators import Apply, Candidate
from verilab.refinement.presets import PRESETS
from verilab.refinement.provident import Reached, provident_refine
from verilab.refinement.strategy import StrategyError, parse_strategy, strategy
from verilab.refinement.targets import extract_targets
from verilab.refinement.verdicts import Safe, Unknown, Unsafe

THREE = """
int main(void) {
  int x = 1, y = 2, z = 3;
  if (x == 2) { reach_error(); }
  if (y == 3) { reach_error(); }
  if (z == 4) { reach_error(); }
  return 0;
}
"""
FEASIBLE_LAST = """
int main(void) {
  int x = 1, y = 2;
  if (x == 2) { reach_error(); }
  if (y == 3) { reach_error(); }
  while (__VERIFIER_nondet_int() == 1) { }
  if (__VERIFIER_nondet_int() == 7) { reach_error(); }
  return 0;
}
"""
COUNTER = """
int main(void) {
  int b = 0, i = 0;
  if (__VERIFIER_nondet_int() == 1) { b = 1; }
  while (i < 500) { i++; }
  if (b == 2) { if (i == 7) { reach_error(); } }
  return 0;
}
"""


def analysis_of(text: str) -> ValueAnalysis:
    return ValueAnalysis(lowered_programs.program(text), path_checker=lambda edges: Feasible(Counterexample(tuple(edges), ())))


def loop_of(text: str, chosen: str, log: RefinementLog | None = None) -> RefinementLoop:
    return RefinementLoop(analysis_of(text), parse_strategy(chosen), log=log)


@pytest.mark.parametrize(("preset", "executed", "provident"), [("pcegar-single", 3, 3), ("pcegar-multi", 1, 3), ("pcegar-rt-s2", 2, 4)])
def test_executed_and_provident_refinements_of_three_independent_targets(preset: str, executed: int, provident: int) -> None:
    loop = loop_of(THREE, preset)
    assert isinstance(loop.run(), Safe)
    assert (loop.statistics.refinements, loop.statistics.provident) == (executed, provident)
    assert [row.targets for row in loop.statistics.rows] == ([1, 1, 1] if preset == "pcegar-single" else [3, 1][:executed])


@pytest.mark.parametrize("rank", ["all", "top", "bottom"])
@pytest.mark.parametrize("select", ["first", "join-first:1", "join-all", "delay"])
def test_a_feasible_target_ends_the_run_whatever_would_have_been_selected(rank: str, select: str) -> None:
    loop = loop_of(FEASIBLE_LAST, f"rank={rank} select={select}")
    assert isinstance(loop.run(), Unsafe)
    assert loop.statistics.refinements == 0
    single = loop_of(FEASIBLE_LAST, "pcegar-single")
    assert isinstance(single.run(), Unsafe)
    assert single.statistics.refinements == 2


def test_every_rank_meets_every_select_and_two_combinations_have_names() -> None:
    combinations = [name for name in PRESETS if name.startswith("pcegar-r")]
    assert len(combinations) == 4 * 5
    assert parse_strategy("pcegar-single") == parse_strategy("pcegar-rf-sf")
    assert parse_strategy("pcegar-multi") == parse_strategy("pcegar-rid-su")


def test_a_delayed_loop_counter_is_never_tracked_where_another_refinement_excludes_its_path() -> None:
    at_once, delayed = (loop_of(COUNTER, f"rank=all propose=sliced-prefixes select={select}") for select in ("join-all", "delay:join-all"))
    assert isinstance(at_once.run(), Safe)
    assert isinstance(delayed.run(), Safe)

    def tracked(loop: RefinementLoop) -> list[str]:
        return [fact.name for fact in loop.analysis.precision.storages()]  # type: ignore[attr-defined]  # that of values, which has one

    assert (tracked(at_once), tracked(delayed)) == (["main::b", "main::i"], ["main::b"])
    assert at_once.statistics.states > 500
    assert delayed.statistics.states < 20


def test_delayed_refinements_get_their_turn_where_only_they_are_left() -> None:
    text = "int main(void) { int i = 0; while (i < 3) { i++; } if (i != 3) { reach_error(); } return 0; }"
    loop = loop_of(text, "rank=all select=delay:join-all")
    assert isinstance(loop.run(), Safe)
    assert loop.statistics.refinements >= 1


class RefuseJoins(Apply):
    """Applies single candidates only."""

    def __init__(self) -> None:
        self.refused = 0

    def __call__(self, analysis: RefinableAnalysis, exploration: Exploration, chosen: Candidate) -> Exploration | None:
        if chosen.provenance.startswith("join"):
            self.refused += 1
            return None
        return ApplyRestart(Scope.GLOBAL)(analysis, exploration, chosen)


def test_a_join_that_adds_nothing_is_set_aside_with_all_that_it_joins() -> None:
    apply = RefuseJoins()
    loop = RefinementLoop(analysis_of(THREE), strategy("all", select="join-first:2", apply=apply))
    assert isinstance(loop.run(), Unknown)  # one candidate was left and applied; then there are two, which are refused
    assert apply.refused == 2
    assert [row.provenance for row in loop.statistics.rows] == ["value:inductive", "join of 2: value:inductive"]


def test_nothing_cannot_be_joined() -> None:
    with pytest.raises(ValueError, match="at least one"):
        join([])


@pytest.mark.parametrize("text", [REASONS, PROTOCOL])
@pytest.mark.parametrize("propose", [WholePath(), SlicedPrefixes()])
def test_provident_refinement_of_predicates_leaves_the_arg_and_the_precision_as_they_were(text: str, propose: Any) -> None:
    bench = Bench(lowered_programs.program(text))
    exploration = explored(bench.analysis)

    def state() -> object:
        nodes = [(node.id, node.state, node.parent, node.status, list(node.covers or ())) for node in exploration.arg.nodes()]
        return bench.analysis.precision.numbers(), nodes, list(exploration.arg.targets), len(exploration.waitlist)

    before = state()
    found = provident_refine(bench.analysis, propose, extract_targets(exploration))
    assert not isinstance(found, Reached)
    assert found.candidates
    assert state() == before
    bench.close()


@pytest.mark.parametrize(
    "preset", ["pcegar-multi", "pcegar-rb-s2", "hybrid-one-good-narrow", "hybrid-each-good-narrow", "hybrid-multi-delay"]
)
@pytest.mark.parametrize("text", [REASONS, PROTOCOL])
def test_the_operators_serve_the_predicate_analysis_too(text: str, preset: str) -> None:
    bench = Bench(lowered_programs.program(text))
    assert isinstance(RefinementLoop(bench.analysis, parse_strategy(preset)).run(), Safe)
    bench.close()


def rows_of(text: str, chosen: str) -> list[dict[str, Any]]:
    stream = io.StringIO()
    loop_of(text, chosen, RefinementLog(stream)).run()
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_the_log_shows_all_targets_all_candidates_and_what_was_joined() -> None:
    (row,) = rows_of(THREE, "pcegar-multi")
    first = min(target["line"] for target in row["targets"])
    assert sorted(target["line"] for target in row["targets"]) == [first, first + 1, first + 2]
    assert [found["node"] for found in row["found"]] == [target["node"] for target in row["targets"]]
    assert len(row["targets"]) == len(row["candidates"]) == 3
    assert [candidate["target"] for candidate in row["candidates"]] == [0, 1, 2]
    assert (row["chosen"], row["joined"]) == (None, [0, 1, 2])
    assert {fact["fact"] for fact in row["increment"]} == {"main::x", "main::y", "main::z"}
    assert row["why"] == "all candidates: 3 candidates for 3 targets"


def test_the_log_shows_what_the_ranking_left_out_and_what_was_delayed() -> None:
    first = rows_of(THREE, "pcegar-single")[0]
    assert [found["ranked"] for found in first["found"]] == [True, False, False]
    assert len(first["targets"]) == 1
    two = rows_of(THREE, "pcegar-rid-s2")[0]
    assert two["joined"] == [0, 1]
    late = rows_of(COUNTER, "rank=all propose=sliced-prefixes select=delay:join-all")
    assert any(
        "delayed for their loop counters" in row["why"] and any(each["scores"]["delayed"] for each in row["candidates"]) for row in late
    )


def test_a_target_without_a_candidate_is_in_the_log_with_the_reason() -> None:
    text = (
        "int main(void) { int x = 1, n = __VERIFIER_nondet_int(); if (x == 2) { reach_error(); } if (n > n) { reach_error(); } return 0; }"
    )
    stream = io.StringIO()
    analysis = ValueAnalysis(lowered_programs.program(text))  # without a solver to check paths with
    verdict = RefinementLoop(analysis, parse_strategy("pcegar-multi"), log=RefinementLog(stream)).run()
    assert verdict == Unknown("no solver to check the path with")
    (row,) = map(json.loads, stream.getvalue().splitlines())
    assert sorted(target["undecided"] or "" for target in row["targets"]) == ["", "no solver to check the path with"]
    assert len(row["candidates"]) == 1
    assert row["targets"][row["candidates"][0]["target"]]["undecided"] is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("rank=al", "did you mean 'all'"),
        ("rank=first:all", "known: complete"),
        ("rank=top:2", "no parameter"),
        ("select=join-first:0", "at least 1"),
        ("select=join-first:two", "as in join-first:4"),
        ("select=join-all:lenght", "did you mean 'length'"),
        ("select=" + "delay:" * 2000, "colons"),
    ],
)
def test_a_wrong_parameter_is_answered_with_what_would_work(text: str, complaint: str) -> None:
    with pytest.raises(StrategyError, match=complaint):
        parse_strategy(text)
