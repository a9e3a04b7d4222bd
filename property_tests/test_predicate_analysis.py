"""The predicate analysis against exhaustive execution, on random programs over three variables of three bits."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from property_tests.predicate_bench import Setting, Workbench, common, settings_to_try
from property_tests.three_bit_programs import (
    Statement,
    blocks,
    conditions,
    program_of,
    reachable,
)
from verilab.analysis.candidates import Candidate
from verilab.analysis.exploration import Exploration, never
from verilab.analysis.predicate.abstraction import AbstractionKind
from verilab.analysis.refinable import Proposal
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Safe, Unknown, Unsafe
from verilab.resources import OutOfTime


@common
@given(blocks(2), settings_to_try)
def test_verdicts_agree_with_exhaustive_execution(statements: list[Statement], setting: Setting) -> None:
    program = program_of(statements)
    bench = Workbench(program, setting)
    try:
        states = reachable(bench.graph)
        fails = any(point.location.is_error for point, _ in states)
        loop = RefinementLoop(bench.analysis, parse_strategy(setting.strategy), order=setting.order, deadline=bench.deadline)
        try:
            verdict = loop.run()
        except OutOfTime:
            verdict = Unknown("timeout")
        assert not isinstance(verdict, Safe) or not fails
        assert not isinstance(verdict, Unsafe) or fails
        if isinstance(verdict, Unknown) and setting.kind is AbstractionKind.BOOLEAN and setting.strategy != "lazy":
            assert "repeated" not in verdict.reason
    finally:
        bench.close()


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


@common
@given(blocks(2), settings_to_try)
def test_a_refined_precision_excludes_its_path(statements: list[Statement], setting: Setting) -> None:
    if setting.kind is AbstractionKind.CARTESIAN:
        return  # a conjunction of literals may be too weak for a disjunctive interpolant
    bench = Workbench(program_of(statements), setting)
    analysis = bench.analysis
    try:
        exploration = Exploration(analysis.cpa, setting.order, new_only=setting.new_only)
        for _ in range(6):
            exploration.run()
            if not exploration.arg.targets:
                return
            proposal: Proposal = analysis.propose(exploration.arg.targets[0])
            if not isinstance(proposal, Candidate):
                return
            analysis.refine(proposal.increment, located=setting.strategy != "single-path")
            assert analysis.excludes(proposal.path)
            exploration = Exploration(analysis.cpa, setting.order, new_only=setting.new_only)
    except OutOfTime:
        return
    finally:
        bench.close()
