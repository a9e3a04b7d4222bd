"""Sliced prefixes of paths of blocks, of any operator: FORTE'15 §3 said of conditions, on random programs over three bits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysmt.fnode import FNode

from property_tests.decided import Decided
from property_tests.predicate_bench import Setting, Workbench, common, settings_to_try
from property_tests.sliced_programs import checked, hold_of_the_path, larger, partitions, paths, unsatisfiable
from property_tests.three_bit_programs import Statement, program_of, reachable
from verilab.analysis.arg import ArgNode
from verilab.analysis.candidates import Candidate
from verilab.analysis.prefixes import Caps, Slice
from verilab.analysis.proposals import settled
from verilab.formulas.blocks.block import Block
from verilab.formulas.blocks.block_operator import SingleBlock
from verilab.program.cfa import Edge
from verilab.program.operations import Assume
from verilab.refinement.verdicts import Safe, Unsafe
from verilab.resources import OutOfTime

SEVERAL = {Slice.ASSUME: 0.2, Slice.BLOCK: 0.05}
"""Of how many examples at least some path has several prefixes; left out whole, few blocks are left to contradict."""


@common
@given(checked, settings_to_try)
def test_on_single_edges_both_slices_are_alg_3(statements: list[Statement], setting: Setting) -> None:
    bench = Workbench(program_of(statements), replace(setting, operator=SingleBlock()))
    try:
        for target in paths(bench, 2):
            trace = bench.analysis.trace(bench.analysis.path(target))
            by_assumes, by_blocks = (bench.analysis.sliced_prefixes(trace, Caps(slice=each)) for each in Slice)
            assert by_assumes == by_blocks
            # FORTE'15 Alg. 3, step by step
            kept: list[FNode] = []
            ends = []
            for step, (block, formula) in enumerate(zip(trace.blocks, trace.partitions, strict=True)):
                (edge,) = block.edges
                if isinstance(edge.operation, Assume) and unsatisfiable(bench, [*kept, formula]):
                    ends.append(step)
                else:
                    kept.append(formula)
            assert [prefix.length - 1 for prefix in by_assumes] == ends
            assert [prefix.omitted for prefix in by_assumes] == [frozenset(ends[:count]) for count in range(len(ends))]
    finally:
        bench.close()


def _holds_of_paths(prefixes_of: Callable[[Workbench, ArgNode, Slice], int], slicing: Slice) -> None:
    """Of paths holds what ``prefixes_of`` asserts, which counts the prefixes of one; in enough programs some path has several.

    The programs are the same each time: of few random ones the share is below the least by chance.
    """
    with Decided(least=SEVERAL[slicing]) as several:

        @settings(common, derandomize=True)
        @given(checked, larger)
        def holds(statements: list[Statement], setting: Setting) -> None:
            bench = Workbench(program_of(statements), setting)
            try:
                several.note(max([prefixes_of(bench, target, slicing) for target in paths(bench, 3)], default=0) > 1)
            finally:
                bench.close()

        holds()


@pytest.mark.parametrize("slicing", Slice)
def test_each_prefix_contradicts_in_its_end_and_what_is_left_out_is_needed_for_the_next(slicing: Slice) -> None:
    _holds_of_paths(_characteristic, slicing)


def _characteristic(bench: Workbench, target: ArgNode, slicing: Slice) -> int:
    """How many prefixes the path to a target has, all of which have the characteristics."""
    trace = bench.analysis.trace(bench.analysis.path(target))
    prefixes = bench.analysis.sliced_prefixes(trace, Caps(slice=slicing))
    assert prefixes
    for prefix in prefixes:
        # its end is its only contradiction
        assert unsatisfiable(bench, partitions(bench, trace, prefix))
        assert not unsatisfiable(bench, partitions(bench, trace, prefix, ahead=1))
    for before, after in pairwise(prefixes):
        # the next one goes further, and leaves out the end of this one besides what this one leaves out
        assert before.reach < after.reach
        assert before.omitted | set(before.left_out) < after.omitted | set(after.left_out)
        extra = (after.omitted | set(after.left_out)) - (before.omitted | set(before.left_out))
        assert extra == {before.length - 1 if before.end is None else before.end[0]}
        # with it nothing gets past it: kept in the next one, that contradicts before its own end
        kept = replace(
            after,
            omitted=before.omitted,
            conditions=tuple(condition for condition in after.conditions if condition not in extra),
            end=after.end,
        )
        assert unsatisfiable(bench, partitions(bench, trace, kept, ahead=1))
    last = prefixes[-1]
    everything = replace(
        last,
        points=trace.points,
        edges=tuple(None if block.edge_count > 1 else edge_of(block) for block in trace.blocks),
        omitted=last.omitted | ({last.length - 1} if last.end is None else set()),
        conditions=(*last.left_out, *([] if last.end is None else [last.end[0]])),
        end=None,
    )
    assert not unsatisfiable(bench, partitions(bench, trace, everything)), "a contradiction was missed"
    return len(prefixes)


def edge_of(block: Block) -> Edge:
    (edge,) = block.edges
    return edge


@pytest.mark.parametrize("slicing", Slice)
def test_interpolants_of_a_prefix_are_interpolants_of_the_path(slicing: Slice) -> None:
    _holds_of_paths(_interpolated, slicing)


def _interpolated(bench: Workbench, target: ArgNode, slicing: Slice) -> int:
    """How many candidates a target has, all of whose interpolants are of the whole path, and whose predicates exclude it."""
    try:
        candidates = [
            proposal
            for proposal in settled(bench.analysis.propose(bench.analysis.path(target), Caps(slice=slicing)))
            if isinstance(proposal, Candidate)
        ]
    except OutOfTime:  # the interpolation of some programs takes too long
        return 0
    for candidate in candidates:
        hold_of_the_path(bench, candidate)
    return len(candidates)


@common
@given(checked, larger, st.sampled_from(Slice), st.sampled_from(["restart", "pivot", "split-and-slice", "strengthen"]), st.booleans())
def test_verdicts_agree_with_exhaustive_execution(
    statements: list[Statement], setting: Setting, slicing: Slice, apply: str, multi: bool
) -> None:
    rank, select = ("all", "join-all:length:long") if multi else ("first", "domain-type:good,width:narrow,length:short")
    text = f"rank={rank} propose=sliced-prefixes:slice={slicing.value} select={select} apply={apply}"
    bench = Workbench(program_of(statements), setting)
    try:
        fails = any(point.location.is_error for point, _ in reachable(bench.graph))
        verdict = bench.verdict(replace(setting, strategy=text))
        assert not isinstance(verdict, Safe) or not fails
        assert not isinstance(verdict, Unsafe) or fails
    finally:
        bench.close()
