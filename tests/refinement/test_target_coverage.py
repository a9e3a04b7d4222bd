"""Whether one target state covers another: each path to an error is seen where none does (thesis §3.1), and none is ever lost."""

from __future__ import annotations

import io
import json

import pytest

from tests.program import lowered_programs
from tests.refinement.benches import Bench
from verilab.analysis.arg import ArgNode
from verilab.analysis.exploration import Exploration, Meeting, TargetCoverage, at_first_target, never
from verilab.analysis.paths import Feasible
from verilab.analysis.refinable import RefinableAnalysis
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.errors import Refused
from verilab.program.counterexample import Counterexample
from verilab.program.types import INT
from verilab.refinement.log import RefinementLog
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.presets import PRESETS
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Safe, Unknown, Unsafe
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.phases.plan import plan

ROUNDS = "int main(void) { int k = 0, x = 1; while (k < 3) { if (x == 2) { reach_error(); } k++; } return 0; }"
"""Where k is tracked and x is not, three paths lead to the error: after 0, 1 and 2 rounds."""
LAST_ROUND = (
    "int main(void) { int k = 0; while (k < 3) { if (k == %d) { if (__VERIFIER_nondet_int() == 1) { reach_error(); } } k++; } return 0; }"
)
APART = TargetCoverage.SEPARATE


def value_analysis(text: str, engine: str = "chains", tracked: str = "") -> ValueAnalysis:
    program = lowered_programs.program(text)
    analysis = ValueAnalysis(program, engine=engine, path_checker=lambda edges: Feasible(Counterexample(tuple(edges), ())))
    analysis.precision.add_everywhere([storage for storage in program.storages if storage.name in tracked.split()])
    analysis.cpa.renew()
    return analysis


def track_rounds(bench: Bench) -> None:
    """Whether k is at least 1, at least 2, and at least 3."""
    analysis, vocabulary = bench.analysis, bench.vocabulary
    manager = vocabulary.terms.environment.formula_manager
    (k,) = (vocabulary.slot_symbol(storage.slot) for storage in bench.program.storages if storage.name == "main::k")
    for number in (1, 2, 3):
        facts = analysis.predicates.extract(manager.LE(vocabulary.encoding.constant_term(number, INT), k))
        analysis.precision.add_everywhere([analysis.predicates.intern(fact).number for fact in facts])


def targets_of(analysis: RefinableAnalysis, coverage: TargetCoverage) -> list[ArgNode]:
    exploration = Exploration(analysis.cpa, target_coverage=coverage)
    exploration.run(never)
    return list(exploration.arg.targets)


@pytest.mark.parametrize(("coverage", "number"), [(TargetCoverage.COVERED, 1), (APART, 3)])
@pytest.mark.parametrize("engine", ["chains", "edges"])
def test_paths_of_values_to_one_error_are_targets_of_their_own_where_none_covers_another(
    coverage: TargetCoverage, number: int, engine: str
) -> None:
    analysis = value_analysis(ROUNDS, engine, "main::k")
    targets = targets_of(analysis, coverage)
    assert len({analysis.path(target).edges for target in targets}) == len(targets) == number


def test_paths_of_predicates_and_of_the_composite_are_targets_of_their_own() -> None:
    bench = Bench(lowered_programs.program(ROUNDS))
    try:
        track_rounds(bench)
        composite = bench.composite()
        composite.cpa.track_predicates()
        for analysis in (bench.analysis, composite):
            assert [len(targets_of(analysis, coverage)) for coverage in TargetCoverage] == [1, 3]
            assert len({analysis.path(target).edges for target in targets_of(analysis, APART)}) == 3
    finally:
        bench.close()


def test_an_exploration_that_stops_at_each_target_finds_the_same_ones_and_a_new_one_keeps_the_policy() -> None:
    analysis = value_analysis(ROUNDS, "edges", "main::k")
    exploration = Exploration(analysis.cpa, target_coverage=APART)
    numbers = []
    while len(exploration.waitlist):
        exploration.run(at_first_target)
        numbers.append(len(exploration.arg.targets))
    assert numbers[:3] == [1, 2, 3]
    assert numbers[-1] == 3
    again = exploration.restarted()
    again.run(never)
    assert len(again.arg.targets) == 3


def test_a_node_that_is_expanded_again_keeps_its_targets_and_gets_no_second_one_for_the_same_step() -> None:
    analysis = value_analysis(ROUNDS, "edges", "main::k")
    exploration = Exploration(analysis.cpa, target_coverage=APART)
    exploration.run(never)
    before = list(exploration.arg.targets)
    source = before[1].parent
    assert source is not None
    exploration.reopen(exploration.arg.prune(before[0]))
    source.status = 0
    exploration.reopen([source])
    exploration.run(never)
    assert len(exploration.arg.targets) == 3
    assert before[0] not in exploration.arg.targets
    assert set(before[1:]) < set(exploration.arg.targets)


@pytest.mark.parametrize(
    "text", ["rank=all select=join-all", "rank=all apply=pivot", "rank=first apply=pivot", "rank=first apply=strengthen"]
)
@pytest.mark.parametrize("limit", [0, 1, 2])
@pytest.mark.parametrize("violated", [0, 2, 3])
def test_no_target_that_has_to_wait_is_lost(text: str, limit: int, violated: int) -> None:
    """The violation is in round 0 or 2, behind targets that are infeasible; round 3 is never entered."""
    analysis = value_analysis(LAST_ROUND % violated)
    loop = RefinementLoop(analysis, parse_strategy(text), target_coverage=APART, target_limit=limit)
    assert isinstance(loop.run(), Safe if violated == 3 else Unsafe)


def test_targets_passed_over_are_counted_and_logged() -> None:
    stream = io.StringIO()
    analysis = value_analysis(ROUNDS, "edges", "main::k")
    strategy = parse_strategy("rank=all select=first")
    loop = RefinementLoop(analysis, strategy, target_coverage=APART, target_limit=2, log=RefinementLog(stream))
    assert isinstance(loop.run(), Safe)
    counts = loop.statistics.counts()
    assert (counts["refinements"], counts["targets"], counts["provident"], counts["targets_passed_over"]) == (1, 3, 2, 1)
    (row,) = map(json.loads, stream.getvalue().splitlines())
    assert row["passed_over"] == 1
    assert [each["ranked"] for each in row["found"]] == [True, True, False]


def test_targets_behind_undecided_ones_get_their_turn() -> None:
    """Values decide no path; each target is set aside, and only with the last one the loop gives up."""
    undecided = "if (n > n) { reach_error(); } " * 4
    analysis = ValueAnalysis(lowered_programs.program(f"int main(void) {{ int n = __VERIFIER_nondet_int(); {undecided} return 0; }}"))
    loop = RefinementLoop(analysis, parse_strategy("rank=all"), dismissals=10, target_coverage=APART, target_limit=1)
    assert isinstance(loop.run(), Unknown)
    assert loop.statistics.provident == 4


def test_a_model_that_merges_paths_refuses_to_tell_them_apart() -> None:
    analysis = value_analysis(ROUNDS)
    with pytest.raises(Refused, match="merges"):
        Exploration(analysis.cpa, meeting=Meeting.MERGE, target_coverage=APART)
    for name, text in PRESETS.items():
        configuration = Configuration(strategy=name, target_coverage="separate")
        if parse_strategy(text).apply.merges:
            with pytest.raises(ConfigurationError, match="merges the paths"):
                plan(configuration)
        else:
            assert plan(configuration).phases
