"""Several reasons for one error path, beside its sliced prefixes: sliced paths, unsatisfiable cores, interpolants of two strengths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.program import lowered_programs
from tests.refinement.benches import FLAG_AND_COUNTER, REASONS, Bench, error_paths
from verilab import Configuration, load_tasks, verify
from verilab.analysis.arg import ArgNode
from verilab.analysis.candidates import Candidate
from verilab.analysis.exploration import Exploration
from verilab.analysis.predicate.facts import readable
from verilab.analysis.predicate.sliced_prefixes import Questions
from verilab.analysis.prefixes import Caps, Front, Prefix, Slice
from verilab.analysis.proposals import NextAnalysis, Proposal, settled
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.errors import Refused
from verilab.refinement.registry import describe, operator_names
from verilab.refinement.strategy import StrategyError, parse_strategy
from verilab.solving.backend import Status


@pytest.fixture
def bench() -> Iterator[Bench]:
    opened = Bench(lowered_programs.program(REASONS))
    yield opened
    opened.close()


def first_path(bench: Bench) -> ArgNode:
    return next(error_paths(bench.analysis, 1))


def kept(candidate: Candidate) -> list[str]:
    """The texts of the edges that a candidate's slice is of."""
    return [edge.text for edge in candidate.prefix.kept]


def candidates(proposals: Iterable[Proposal]) -> list[Candidate]:
    outcomes = [outcome for outcome in settled(proposals) if not isinstance(outcome, NextAnalysis)]
    chosen = [outcome for outcome in outcomes if isinstance(outcome, Candidate)]
    assert len(chosen) == len(outcomes)
    return chosen


def tracked(bench: Bench, candidate: Candidate) -> set[str]:
    return {readable(fact, bench.environment) for fact in candidate.increment.all}


def test_a_sliced_path_begins_where_its_reason_does(bench: Bench) -> None:
    proposed = candidates(bench.analysis.propose(bench.analysis.path(first_path(bench)), Caps(starts=1)))
    starts = [kept(each)[0] for each in proposed if each.prefix.cut]
    assert starts == ["i = 0", "mode = 3", "flag = 0"]
    assert all("mode" not in text for text in kept(next(each for each in proposed if kept(each)[0] == "i = 0")))


def test_values_begin_as_late_as_predicates(bench: Bench) -> None:
    target = first_path(bench)
    path = bench.analysis.path(target)
    values = ValueAnalysis(bench.analysis.blocks.graph).sliced_prefixes(path, Caps(starts=1))
    predicates = candidates(bench.analysis.propose(bench.analysis.path(target), Caps(starts=1)))
    assert [each.prefix for each in values] == [each.prefix for each in predicates]


def test_both_analyses_of_a_composite_propose_sliced_paths(bench: Bench) -> None:
    composite = bench.composite()
    exploration = Exploration(composite.cpa)
    exploration.run()
    proposed = candidates(composite.propose(composite.path(exploration.arg.targets[0]), Caps(starts=1), "all"))
    assert {each.analysis for each in proposed if each.prefix.cut} == {"value", "predicate"}


def test_a_sliced_path_is_as_long_as_what_is_left(bench: Bench) -> None:
    path = bench.analysis.path(first_path(bench))
    prefix = Prefix(path.points, path.edges)
    cut = prefix.cut_off(Front(3))
    assert (cut.reach, cut.length) == (prefix.length - 3, prefix.length)
    assert cut.no_ops == {0, 1, 2}
    assert cut.kept == path.edges[3:]
    with pytest.raises(ValueError, match=f"cut={prefix.length}: of {prefix.length} steps the last one at least stays"):
        prefix.cut_off(Front(prefix.length))


def test_a_core_is_without_the_conditions_that_it_has_no_need_of(bench: Bench) -> None:
    target = first_path(bench)
    by_prefix = next(
        each for each in candidates(bench.analysis.propose(bench.analysis.path(target), Caps())) if "mode" in str(tracked(bench, each))
    )
    by_core = next(
        each
        for each in candidates(bench.analysis.propose_cores(bench.analysis.path(target), None, Slice.ASSUME))
        if "mode" in str(tracked(bench, each))
    )
    assert [text for text in kept(by_prefix) if text.startswith("[")] == ["[!(choice > 5)]", "[mode == 7]"]
    assert [text for text in kept(by_core) if text.startswith("[")] == ["[mode == 7]"]


def test_the_cores_of_a_path_are_its_reasons(bench: Bench) -> None:
    proposed = candidates(bench.analysis.propose_cores(bench.analysis.path(first_path(bench)), None, Slice.ASSUME))
    assert [[text for text in kept(each) if text.startswith("[")] for each in proposed] == [["[!(i < 3)]"], ["[mode == 7]"], ["[flag]"]]
    capped = candidates(bench.analysis.propose_cores(bench.analysis.path(first_path(bench)), 2, Slice.ASSUME))
    assert len(capped) == 2


def test_a_search_for_cores_that_the_solver_gives_up_is_told(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    target = first_path(bench)
    ask, answers = Questions.check, iter([*[True] * 4])

    def check(self: Questions, numbers: Sequence[int]) -> Status:
        return ask(self, numbers) if next(answers, False) else Status.UNKNOWN

    monkeypatch.setattr(Questions, "check", check)
    found = list(bench.analysis.propose_cores(bench.analysis.path(target), None, Slice.ASSUME))
    assert isinstance(found[-1], Candidate)
    assert "(no further prefixes: " in found[-1].provenance
    assert bench.analysis.statistics()["slicings_given_up"] == 1


def test_a_prefix_has_interpolants_of_two_strengths() -> None:
    bench = Bench(lowered_programs.program(FLAG_AND_COUNTER), "int")
    seen = 0
    for target in error_paths(bench.analysis, 4):
        engine, *duals = candidates(bench.analysis.propose_strengths(bench.analysis.path(target), Caps(count=1)))
        assert not engine.provenance.startswith("dual of ")
        for dual in duals:
            seen += 1
            assert dual.provenance.startswith("dual of ")
            assert dual.prefix == engine.prefix
            assert dual.interpolants != engine.interpolants
    assert seen
    bench.close()


@pytest.mark.parametrize("propose", ["unsat-cores", "strengths"])
@pytest.mark.parametrize("analysis", ["value", "composite"])
def test_what_needs_formulas_is_refused_by_other_analyses(tmp_path: Path, propose: str, analysis: str) -> None:
    (tmp_path / "task.c").write_text("int main(void) { return 0; }")
    (task,) = load_tasks(tmp_path / "task.c")
    with pytest.raises(Refused, match=f"propose={propose} refines no {analysis} analysis; give analysis='predicate'"):
        verify(task, Configuration(analysis=analysis, strategy=f"propose={propose}"))


@pytest.mark.parametrize(
    "text",
    ["sliced-paths", "sliced-paths:count=3,starts=4,analyses=all", "unsat-cores", "unsat-cores:limit=all", "strengths:count=2,slice=block"],
)
def test_the_operators_print_as_the_text_that_configures_them(text: str) -> None:
    assert str(parse_strategy(f"propose={text}").propose) == text


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("sliced-paths:starts=0", "starts=0: give a number of at least 1"),
        ("sliced-paths:limit=1", "unknown parameter 'limit'; known: count=N, length=N, slice=assume or block, starts=N, analyses=NAME"),
        ("unsat-cores:limit=none", "limit=none: give a number of at least 1"),
        ("unsat-cores:limit=1,limit=2", "limit is given twice"),
        ("strengths:slice=edge", "slice=edge: unknown; known: assume, block"),
    ],
)
def test_a_parameter_that_is_none_is_refused_with_what_would_work(text: str, complaint: str) -> None:
    with pytest.raises(StrategyError, match=complaint):
        parse_strategy(f"propose={text}")


def test_they_are_listed_with_their_parameters() -> None:
    assert {"sliced-paths", "unsat-cores", "strengths"} <= set(operator_names("propose"))
    assert "limit=N" in describe("propose", "unsat-cores").parameters
    assert "SPIN'15" in describe("propose", "sliced-paths").summary


def test_what_is_cut_off_counts_as_left_out_in_the_log(bench: Bench) -> None:
    proposed = candidates(bench.analysis.propose(bench.analysis.path(first_path(bench)), Caps(starts=1)))
    cut = next(each.prefix for each in proposed if each.prefix.cut)
    assert cut.no_ops == frozenset(range(cut.cut)) | cut.omitted
    assert replace(cut, cut=0).no_ops == cut.omitted
