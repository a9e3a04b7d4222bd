"""PCEGAR's operators on random programs with many targets (thesis ch. 3 and §4.2)."""

from __future__ import annotations

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from verilab_strategies import (
    RankAll,
    RankBottom,
    RankFirst,
    RankTop,
    SelectFirst,
    SelectJoinAll,
    SelectJoinFirst,
    SlicedPrefixes,
    WholePath,
)

from property_tests.target_programs import Drawn, drawn
from tests.analysis import by_hand
from verilab.analysis.exploration import Exploration, TargetCoverage
from verilab.refinement.conformance import check_strategy
from verilab.refinement.context import Context, Knowledge
from verilab.refinement.joining import contained, join, one_per_target
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.operators import Candidate, RefinableAnalysis
from verilab.refinement.presets import PRESETS
from verilab.refinement.provident import Reached, provident_refine
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.targets import Levels, extract_targets
from verilab.refinement.verdicts import Safe, Unsafe

SOME = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
MULTI = sorted(name for name in PRESETS if name.startswith(("pcegar", "hybrid")) and "value" in parse_strategy(name).apply.refines)


def explored(program: Drawn) -> tuple[RefinableAnalysis, Exploration]:
    analysis = program.scenario().analysis()
    return analysis, by_hand.explored(analysis)


def facts(candidate: Candidate) -> set[tuple[object, object]]:
    return {(point, fact) for point, more in candidate.increment.facts.items() for fact in more}


def candidates_of(analysis: RefinableAnalysis, exploration: Exploration, propose: SlicedPrefixes | WholePath) -> list[Candidate]:
    candidates = []
    for target in extract_targets(exploration):
        candidates += [proposal for proposal in propose(analysis, target) if isinstance(proposal, Candidate)]
    return candidates


@SOME
@given(drawn)
def test_targets_are_the_reached_target_states(program: Drawn) -> None:
    _, exploration = explored(program)
    assert set(extract_targets(exploration)) == {node for node in exploration.arg.nodes() if node.is_target}


@SOME
@given(drawn)
def test_rank_is_a_permutation_or_a_non_empty_sublist_as_defined(program: Drawn) -> None:
    analysis, exploration = explored(program)
    targets, level = extract_targets(exploration), Levels(exploration.cpa)
    if not targets:
        return
    assert RankAll()(targets, level) == targets
    for complete in (False, True):
        assert RankFirst(complete=complete)(targets, level) == targets[:1]
    ascending, descending = RankTop()(targets, level), RankBottom()(targets, level)
    assert set(ascending) == set(descending) == set(targets)
    assert len(ascending) == len(descending) == len(targets)
    levels = [level(target) for target in ascending]
    assert levels == sorted(levels)
    assert [level(target) for target in descending] == levels[::-1]
    assert [len(analysis.path(target).edges) for target in ascending] == levels


@SOME
@given(drawn, st.integers(1, 4), st.booleans())
def test_a_join_is_the_union_of_what_it_joins(program: Drawn, most: int, sliced: bool) -> None:
    analysis, exploration = explored(program)
    candidates = candidates_of(analysis, exploration, SlicedPrefixes() if sliced else WholePath())
    if not candidates:
        return
    context = Context(Knowledge(analysis.program), analysis, exploration, 1)
    firsts = [choice.candidate for choice in one_per_target(candidates, SelectFirst(), context)]
    for joined, parts in (
        (SelectJoinAll()(candidates, context), candidates),
        (SelectJoinFirst(most)(candidates, context), candidates[:most]),
        (SelectJoinAll(SelectFirst())(candidates, context), firsts),
        (SelectJoinFirst(most, SelectFirst())(candidates, context), firsts[:most]),
        (join(candidates[::-1]), candidates[::-1]),
    ):
        assert facts(joined) == set().union(*map(facts, parts))
        assert joined.increment.all == frozenset().union(*(part.increment.all for part in parts))
        assert all(contained(part, joined) for part in parts)
        assert len(parts) == 1 or joined.pivot is None


@SOME
@given(drawn, st.booleans())
def test_provident_refinement_leaves_the_arg_and_the_precision_as_they_were(program: Drawn, sliced: bool) -> None:
    analysis, exploration = explored(program)
    precision = analysis.precision  # type: ignore[attr-defined]  # that of predicates, which has one

    def state() -> object:
        nodes = [(node.id, node.point, node.state, node.parent, node.status) for node in exploration.arg.nodes()]
        covers = [list(node.covers or ()) for node in exploration.arg.nodes()]
        return precision.version, precision.storages(), nodes, covers, list(exploration.arg.targets), len(exploration.waitlist)

    before = state()
    targets = extract_targets(exploration)
    found = provident_refine(analysis, SlicedPrefixes() if sliced else WholePath(), targets)
    assert state() == before
    if not isinstance(found, Reached):
        assert {candidate.target for candidate in found.candidates} | {target for target, _ in found.undecided} == set(targets)


@settings(SOME, max_examples=150)
@given(drawn, st.sampled_from([*MULTI, "rank=all apply=pivot", "lazy"]), st.sampled_from(TargetCoverage), st.integers(0, 3))
def test_every_strategys_verdict_is_that_of_exhaustive_execution(program: Drawn, preset: str, coverage: TargetCoverage, limit: int) -> None:
    analysis = program.scenario().analysis()
    verdict = RefinementLoop(analysis, parse_strategy(preset), target_coverage=coverage, target_limit=limit).run()
    assert isinstance(verdict, Safe if program.safe else Unsafe)


# A loop head that was covered and uncovered: what is below it is unwound again, with a path that was refined before.
UNCOVERED = Drawn((("loop", 1, [("set", 0, 0)]), ("error", 1, 0), ("maybe", 0, 0), ("error", 0, 0)))


@settings(SOME, max_examples=30)
@given(drawn, st.sampled_from(MULTI))
@example(UNCOVERED, "hybrid-impact-good-narrow")
def test_every_strategy_keeps_the_contracts_of_its_operators(program: Drawn, preset: str) -> None:
    assert check_strategy(parse_strategy(preset), [program.scenario()]).failures == ()


@SOME
@given(drawn)
def test_taking_the_first_of_all_is_the_single_path_strategy(program: Drawn) -> None:
    runs = []
    for preset in ("pcegar-single", "pcegar-rid-sf", "single-path"):
        loop = RefinementLoop(program.scenario().analysis(), parse_strategy(preset))
        verdict = type(loop.run())
        runs.append((verdict, [(row.path_nodes, row.facts, row.provenance) for row in loop.statistics.rows]))
    assert runs[0] == runs[2]
    if program.safe:  # R_ID sees a violation as soon as it is in the model
        assert runs[0] == runs[1]
