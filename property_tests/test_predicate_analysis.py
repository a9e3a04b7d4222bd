"""The predicate analysis against exhaustive execution, on random programs over three variables of three bits."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from property_tests.decided import Decided
from property_tests.predicate_bench import Setting, Workbench, common, settings_to_try
from property_tests.three_bit_programs import Statement, blocks, conditions, program_of, reachable
from verilab.analysis.candidates import Candidate
from verilab.analysis.exploration import Exploration, never
from verilab.analysis.predicate.choices import AbstractionKind
from verilab.analysis.scope import Scope
from verilab.refinement.verdicts import Safe, Unknown, Unsafe
from verilab.resources import OutOfTime


def test_verdicts_agree_with_exhaustive_execution() -> None:
    with Decided(least=0.9) as decided:

        @common
        @given(blocks(2), settings_to_try)
        def holds(statements: list[Statement], setting: Setting) -> None:
            bench = Workbench(program_of(statements), setting)
            try:
                fails = any(point.location.is_error for point, _ in reachable(bench.graph))
                verdict = bench.verdict(setting)
                assert not isinstance(verdict, Safe) or not fails
                assert not isinstance(verdict, Unsafe) or fails
                # What a pivot leaves in the model may have been abstracted lazily.
                exact = setting.kind is AbstractionKind.BOOLEAN or (
                    setting.kind is AbstractionKind.LAZY and "pivot" not in setting.strategy
                )
                if isinstance(verdict, Unknown) and exact and setting.strategy != "lazy":
                    assert "repeated" not in verdict.reason
                decided.note(not isinstance(verdict, Unknown))
            finally:
                bench.close()

        holds()


@common
@given(blocks(2), settings_to_try, st.lists(conditions, max_size=4))
def test_regions_contain_every_concrete_state(statements: list[Statement], setting: Setting, wanted: list[tuple[str, str, object]]) -> None:
    bench = Workbench(program_of(statements), setting)
    try:
        bench.analysis.precision.add_everywhere(bench.facts(wanted))
        exploration = Exploration(bench.analysis.cpa, setting.order, new_only=setting.new_only)
        exploration.run(never)
        assert bench.contained(exploration, reachable(bench.graph))
    finally:
        bench.close()


BOOLEAN = settings_to_try.filter(lambda setting: setting.kind is AbstractionKind.BOOLEAN)
"""Without conjunctions of literals, which may be too weak for a disjunctive interpolant."""


def test_a_refined_precision_excludes_its_path() -> None:
    with Decided(least=0.15) as decided:

        @common
        @given(blocks(2), BOOLEAN)
        def holds(statements: list[Statement], setting: Setting) -> None:
            bench = Workbench(program_of(statements), setting)
            try:
                decided.note(_excluded(bench, setting) > 0)
            finally:
                bench.close()

        holds()


def _excluded(bench: Workbench, setting: Setting) -> int:
    """How many of the first six refinements there are, each of which excludes its path."""
    analysis, count = bench.analysis, 0
    try:
        exploration = Exploration(analysis.cpa, setting.order, new_only=setting.new_only)
        while count < 6:
            exploration.run()
            proposal = next(analysis.propose(analysis.path(exploration.arg.targets[0]))) if exploration.arg.targets else None
            if not isinstance(proposal, Candidate):
                break
            analysis.refine(proposal.increment, Scope.GLOBAL if setting.strategy == "single-path" else Scope.LOCATED)
            assert analysis.excludes(proposal.path)
            count += 1
            exploration = Exploration(analysis.cpa, setting.order, new_only=setting.new_only)
    except OutOfTime:
        pass
    return count
