"""Sliced paths that are cut in front, too (SPIN'15 §2): infeasible, and weaker than the path, so that their interpolants are the path's."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from property_tests.decided import Decided
from property_tests.examples import examples
from property_tests.predicate_bench import Setting, Workbench, common, settings_to_try
from property_tests.sliced_programs import checked, hold_of_the_path, larger, partitions, paths, unsatisfiable
from property_tests.three_bit_programs import Statement, program_of
from property_tests.value_paths import contradicts
from verilab.analysis.candidates import Candidate
from verilab.analysis.exploration import Exploration
from verilab.analysis.paths import Undecided
from verilab.analysis.prefixes import Caps, Prefix, Slice
from verilab.analysis.proposals import settled
from verilab.analysis.scope import Scope
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.analysis.value.strongest_post.post import Post
from verilab.program.cfa import Operation
from verilab.program.control import ControlGraph
from verilab.program.operations import Assume
from verilab.resources import OutOfTime

CAPS = Caps(starts=3)


def chains(prefixes: list[Prefix]) -> list[list[Prefix]]:
    """Each sliced prefix with the sliced paths that were cut off it."""
    grouped: list[list[Prefix]] = []
    for prefix in prefixes:
        if prefix.cut or (grouped and prefix.length == grouped[-1][0].length and prefix.end == grouped[-1][0].end):
            grouped[-1].append(prefix)
        else:
            grouped.append([prefix])
    return grouped


def values_of(statements: list[Statement], rounds: int) -> tuple[list[Operation], list[Candidate]]:
    """The operations of the last error path of some rounds of refinement of values, and the sliced paths that are proposed for it."""
    analysis = ValueAnalysis(ControlGraph(program_of(statements)), path_checker=lambda edges: Undecided("nobody asks"))
    operations: list[Operation] = []
    proposed: list[Candidate] = []
    for _ in range(rounds):
        exploration = Exploration(analysis.cpa)
        exploration.run()
        if not exploration.arg.targets:
            break
        target = exploration.arg.targets[0]
        candidates = [proposal for proposal in settled(analysis.propose(analysis.path(target), CAPS)) if isinstance(proposal, Candidate)]
        if not candidates:
            break
        operations, proposed = [edge.operation for edge in analysis.path(target).single_edges()], candidates
        analysis.refine(candidates[0].increment, Scope.GLOBAL)
    return operations, proposed


def test_sliced_paths_of_values_begin_as_late_as_they_can() -> None:
    with Decided(least=0.1) as decided:

        @settings(common, derandomize=True, max_examples=examples(80))
        @given(checked, st.integers(1, 3))
        def holds(statements: list[Statement], rounds: int) -> None:
            operations, candidates = values_of(statements, rounds)
            post = Post()
            cut = 0
            for chain in chains([candidate.prefix for candidate in candidates]):
                prefix, *later = chain
                assert not prefix.cut
                for path in later:
                    cut += 1
                    assert prefix.omitted.isdisjoint(path.omitted - prefix.omitted)
                    assert all(isinstance(operations[step], Assume) for step in path.omitted)
                    kept = [operations[step] for step in range(path.length) if step not in path.no_ops]
                    assert contradicts(post, {}, kept)
                    assert not contradicts(post, {}, kept[:-1])
                    assert not contradicts(post, {}, kept[1:])
                for before, after in pairwise(later):
                    # what is left out more is where the one before began
                    assert after.cut < before.cut
                    assert after.omitted - prefix.omitted == (before.omitted - prefix.omitted) | {before.cut}
            decided.note(cut > 0)

        holds()


@settings(common, max_examples=examples(60))
@given(checked, st.integers(1, 3))
def test_prefixes_of_values_are_the_sliced_paths_without_a_cut(statements: list[Statement], rounds: int) -> None:
    _, candidates = values_of(statements, rounds)
    prefixes = [chain[0] for chain in chains([candidate.prefix for candidate in candidates])]
    ends = [prefix.length - 1 for prefix in prefixes]
    assert ends == sorted(set(ends))
    assert [prefix.omitted for prefix in prefixes] == [frozenset(ends[:count]) for count in range(len(ends))]


@settings(common, max_examples=examples(60))
@given(checked, st.integers(1, 3))
def test_interpolants_of_values_of_a_sliced_path_are_interpolants_of_the_path(statements: list[Statement], rounds: int) -> None:
    operations, candidates = values_of(statements, rounds)
    post = Post()
    for candidate in candidates:
        interpolants = list(candidate.interpolants)
        assert len(interpolants) == candidate.prefix.length - 1
        assert not any(interpolants[: candidate.prefix.cut])
        before: dict[int, int] = {}
        for operation, gamma in zip(operations, interpolants, strict=False):
            after = dict(before)
            if contradicts(post, before, [operation]):
                break  # whatever follows from a contradiction
            post.apply(operation, after)
            assert gamma.items() <= after.items()
            before = gamma
        else:
            assert contradicts(post, before, [operations[len(interpolants)]])


@common
@given(checked, settings_to_try)
def test_the_start_of_a_sliced_path_of_single_edges_is_the_latest(statements: list[Statement], setting: Setting) -> None:
    _begins_as_late_as_it_can(Workbench(program_of(statements), setting), Slice.ASSUME)


@common
@given(checked, larger, st.sampled_from(Slice))
def test_the_start_of_a_sliced_path_of_blocks_is_the_latest(statements: list[Statement], setting: Setting, slicing: Slice) -> None:
    _begins_as_late_as_it_can(Workbench(program_of(statements), setting), slicing)


def _begins_as_late_as_it_can(bench: Workbench, slicing: Slice) -> None:
    try:
        for target in paths(bench, 2):
            trace = bench.analysis.trace(bench.analysis.path(target))
            chained = chains(bench.analysis.sliced_prefixes(trace, Caps(slice=slicing, starts=3)))
            assert [chain[0] for chain in chained] == bench.analysis.sliced_prefixes(trace, Caps(slice=slicing))
            for prefix, *later in chained:
                for path in later:
                    assert path.cut or path.omitted > prefix.omitted
                    assert unsatisfiable(bench, partitions(bench, trace, path))
                    assert not unsatisfiable(bench, partitions(bench, trace, path, ahead=1))
                    # one step later it is feasible: its latest start
                    if path.cut + 1 < path.length:
                        shorter = partitions(bench, trace, path)
                        assert not unsatisfiable(bench, shorter[path.cut + 1 :])
                for before, after in pairwise(later):
                    assert after.cut < before.cut
                    assert after.omitted - prefix.omitted == (before.omitted - prefix.omitted) | {before.cut}
    finally:
        bench.close()


@common
@given(checked, st.one_of(settings_to_try, larger), st.sampled_from(Slice))
def test_interpolants_of_a_sliced_path_are_interpolants_of_the_path(statements: list[Statement], setting: Setting, slicing: Slice) -> None:
    bench = Workbench(program_of(statements), setting)
    try:
        for target in paths(bench, 1):
            for candidate in settled(bench.analysis.propose(bench.analysis.path(target), Caps(slice=slicing, starts=2))):
                if not isinstance(candidate, Candidate):
                    continue
                assert all(interpolant.is_true() for interpolant in candidate.interpolants[: candidate.prefix.cut])
                hold_of_the_path(bench, candidate)
    except OutOfTime:  # the interpolation of some programs takes too long
        return
    finally:
        bench.close()
