"""Minimal unsatisfiable cores: of any monotone sets all are found, and those of a path are its reasons, each of them needed whole."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from pysmt.fnode import FNode

from property_tests.decided import Decided
from property_tests.predicate_bench import Setting, Workbench, common, settings_to_try
from property_tests.sliced_programs import checked, hold_of_the_path, larger, partitions, paths, unsatisfiable
from property_tests.three_bit_programs import Statement, program_of
from verilab.analysis.arg import ArgNode
from verilab.analysis.candidates import Candidate
from verilab.analysis.prefixes import Condition, Prefix, Slice
from verilab.formulas.blocks.block_operator import SingleBlock
from verilab.formulas.traces.trace import Trace
from verilab.program.operations import Assume
from verilab.resources import OutOfTime
from verilab.solving.minimal_cores import minimal_cores

MOST = 7
"""Conditions of a path of which all subsets are tried."""


def least(sets: Iterable[frozenset[int]]) -> set[frozenset[int]]:
    """Those sets that have no other one as a part."""
    every = set(sets)
    return {small for small in every if not any(other < small for other in every)}


@given(st.lists(st.frozensets(st.integers(0, 6), max_size=5), max_size=7), st.randoms())
def test_the_tree_without_a_cap_finds_every_core(given_cores: list[frozenset[int]], random: Random) -> None:
    def core_of(chosen: Collection[int]) -> frozenset[int] | None:
        parts = [core for core in given_cores if core <= set(chosen)]
        return random.choice(parts) | {each for each in chosen if each % 2} if parts else None

    found = list(minimal_cores(range(7), core_of))
    assert set(found) == least(given_cores)
    assert len(found) == len(set(found))


@given(st.lists(st.frozensets(st.integers(0, 6), min_size=1, max_size=5), max_size=7), st.integers(0, 6))
def test_the_tree_with_a_cap_finds_some_of_them(given_cores: list[frozenset[int]], questions: int) -> None:
    def core_of(chosen: Collection[int]) -> frozenset[int] | None:
        return next((core for core in given_cores if core <= set(chosen)), None)

    found = list(minimal_cores(range(7), core_of, questions))
    assert set(found) <= least(given_cores)
    assert len(found) <= questions
    assert bool(found) == bool(given_cores and questions)


def _reasons(bench: Workbench, target: ArgNode, slicing: Slice) -> int:
    """How many cores the path to a target has, each of which is unsatisfiable, and with nothing left out."""
    trace = bench.analysis.trace(bench.analysis.path(target))
    candidates = [
        proposal for proposal in bench.analysis.propose_cores(bench.analysis.path(target), None, slicing) if isinstance(proposal, Candidate)
    ]
    for candidate in candidates:
        prefix = candidate.prefix
        assert unsatisfiable(bench, partitions(bench, trace, prefix))
        for less in _with_one_less(trace, prefix, slicing):
            assert not unsatisfiable(bench, partitions(bench, trace, less))
        hold_of_the_path(bench, candidate)
    return len(candidates)


def _slicable(trace: Trace) -> list[int]:
    """The steps that are assumes."""
    edges = [next(iter(block.edges)) if block.edge_count == 1 else None for block in trace.blocks]
    return [step for step, edge in enumerate(edges) if edge is not None and isinstance(edge.operation, Assume)]


def _with_one_less(trace: Trace, prefix: Prefix, slicing: Slice) -> list[Prefix]:
    """The slices that leave out one more assume, condition of a block or block."""
    blocks = [step for step, block in enumerate(trace.blocks) if block.edge_count > 1]
    whole = _slicable(trace) + (blocks if slicing is Slice.BLOCK else [])
    smaller = [replace(prefix, omitted=prefix.omitted | {step}) for step in whole if step < prefix.length and step not in prefix.omitted]
    for step in blocks if slicing is Slice.ASSUME else ():
        places = (Condition(step, place) for place in range(len(trace.blocks[step].path_condition.leaves)))
        kept = [condition for condition in places if step < prefix.length and condition not in prefix.conditions]
        smaller += [replace(prefix, conditions=tuple(sorted((*prefix.conditions, condition)))) for condition in kept]
    return smaller


def test_each_core_of_a_path_is_unsatisfiable_and_minimal() -> None:
    with Decided(least=0.25) as several:

        @settings(common, derandomize=True)
        @given(checked, st.one_of(settings_to_try, larger), st.sampled_from(Slice))
        def holds(statements: list[Statement], setting: Setting, slicing: Slice) -> None:
            bench = Workbench(program_of(statements), setting)
            try:
                several.note(max([_reasons(bench, target, slicing) for target in paths(bench, 2)], default=0) > 1)
            except OutOfTime:  # the interpolation of some programs takes too long
                return
            finally:
                bench.close()

        holds()


def test_all_cores_of_a_short_path_are_found() -> None:
    with Decided(least=0.3) as small:

        @settings(common, derandomize=True)
        @given(checked, settings_to_try)
        def holds(statements: list[Statement], setting: Setting) -> None:
            bench = Workbench(program_of(statements), replace(setting, operator=SingleBlock()))
            try:
                compared = 0
                for target in paths(bench, 2):
                    trace = bench.analysis.trace(bench.analysis.path(target))
                    steps = _slicable(trace)
                    if len(steps) > MOST:
                        continue
                    compared += 1
                    proposals = list(bench.analysis.propose_cores(bench.analysis.path(target), None, Slice.ASSUME))
                    kept = [
                        frozenset(step for step in steps if step < each.prefix.length and step not in each.prefix.omitted)
                        for each in proposals
                        if isinstance(each, Candidate)
                    ]
                    assert len(kept) == len(set(kept)) == len(proposals)
                    assert set(kept) == least(core for core in _subsets(steps) if _contradicts(bench, trace, steps, core))
                small.note(compared > 0)
            except OutOfTime:
                return
            finally:
                bench.close()

        holds()


def _subsets(steps: list[int]) -> list[frozenset[int]]:
    return [frozenset(chosen) for size in range(len(steps) + 1) for chosen in combinations(steps, size)]


def _contradicts(bench: Workbench, trace: Trace, steps: list[int], core: frozenset[int]) -> bool:
    """Whether the assumes of a core contradict each other, all others left out and all else kept."""
    left: list[FNode] = [formula for step, formula in enumerate(trace.partitions) if step in core or step not in steps]
    return unsatisfiable(bench, left)
