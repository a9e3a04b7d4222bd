"""Whatever is proposed of the reasons of a path, the verdict is that of exhaustive execution, on random programs over three bits."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from property_tests.examples import examples
from property_tests.predicate_bench import Setting, Workbench, common, settings_to_try
from property_tests.sliced_programs import checked, larger
from property_tests.three_bit_programs import Statement, program_of, reachable
from verilab.analysis.exploration import TargetCoverage
from verilab.refinement.verdicts import Safe, Unsafe

PROPOSALS = (
    "sliced-paths",
    "sliced-paths:slice=block,starts=4",
    "unsat-cores:limit=3",
    "unsat-cores:limit=all,slice=block",
    "strengths",
    "strengths:count=3,slice=block",
)


@settings(common, max_examples=examples(50))
@given(
    checked,
    st.one_of(settings_to_try, larger),
    st.sampled_from(PROPOSALS),
    st.sampled_from(["restart", "pivot", "split-and-slice", "strengthen"]),
    st.booleans(),
)
def test_verdicts_agree_with_exhaustive_execution(
    statements: list[Statement], setting: Setting, propose: str, apply: str, multi: bool
) -> None:
    rank, select = ("all", "join-all:length:long") if multi else ("first", "domain-type:good,width:narrow,length:short")
    strategy = f"rank={rank} propose={propose} select={select} apply={apply}"
    bench = Workbench(program_of(statements), setting)
    try:
        fails = any(point.location.is_error for point, _ in reachable(bench.graph))
        verdict = bench.verdict(replace(setting, strategy=strategy, target_coverage=TargetCoverage.COVERED))
        assert not isinstance(verdict, Safe) or not fails
        assert not isinstance(verdict, Unsafe) or fails
    finally:
        bench.close()
