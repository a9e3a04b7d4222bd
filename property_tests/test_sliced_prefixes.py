"""Sliced prefixes in the value domain, on random paths: the characteristics and the proposition of FORTE'15 §3."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from property_tests.decided import Decided
from property_tests.examples import examples
from property_tests.sliced_programs import checked
from property_tests.three_bit_programs import Statement, program_of
from property_tests.value_paths import SMALL, contradicts, occurring, walk
from property_tests.value_programs import programs, reachable, run_path
from verilab.analysis.candidates import Candidate
from verilab.analysis.exploration import Exploration
from verilab.analysis.paths import Feasible, Infeasible
from verilab.analysis.prefixes import Caps, Prefix
from verilab.analysis.proposals import settled
from verilab.analysis.refinable import RefinableAnalysis
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.analysis.value.first_contradiction import interpolate
from verilab.analysis.value.interpolation import ValueInterpolation
from verilab.analysis.value.sliced_prefixes import contradictions, slices
from verilab.analysis.value.strongest_post.post import Post
from verilab.program.cfa import Edge, Operation, Program
from verilab.program.control import ControlGraph
from verilab.program.counterexample import Counterexample
from verilab.program.operations import Assume
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.presets import PRESETS
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Safe, Unsafe


def operations_of(data: st.DataObject) -> list[Operation]:
    return [edge.operation for edge in walk(data, ControlGraph(data.draw(programs()).program))]


def analysis_of(program: Program, interpolation: ValueInterpolation) -> RefinableAnalysis:
    def check(edges: tuple[Edge, ...]) -> Feasible | Infeasible:
        return Feasible(Counterexample(tuple(edges), ())) if run_path(program, tuple(edges)) else Infeasible("")

    return ValueAnalysis(ControlGraph(program), path_checker=check, interpolation=interpolation)  # type: ignore[arg-type]  # a check of its own


def candidates_of(statements: list[Statement]) -> tuple[list[Edge], list[Candidate]]:
    """A path to an error of a program, and what the analysis proposes for it; nothing where there is none."""
    analysis = analysis_of(program_of(statements), ValueInterpolation.FIRST_CONTRADICTION)
    exploration = Exploration(analysis.cpa)
    exploration.run()
    if not exploration.arg.targets:
        return [], []
    target = exploration.arg.targets[0]
    edges = list(analysis.path(target).single_edges())
    return edges, [proposal for proposal in settled(analysis.propose(analysis.path(target), Caps())) if isinstance(proposal, Candidate)]


def test_the_proposed_prefixes_have_the_three_characteristics() -> None:
    """FORTE'15 §3, of what the analysis proposes: nothing of it is made by this test."""
    with Decided(least=0.3) as several:

        @settings(SMALL, max_examples=examples(30), derandomize=True)
        @given(checked)
        def holds(statements: list[Statement]) -> None:
            edges, candidates = candidates_of(statements)
            _have_the_three_characteristics(edges, [candidate.prefix for candidate in candidates])
            several.note(len(candidates) > 1)

        holds()


def _have_the_three_characteristics(edges: list[Edge], prefixes: list[Prefix]) -> None:
    post = Post()
    for prefix in prefixes:
        # (1) a prefix of the path, some assumes of which are no-ops;  its last operation is an assume, the only contradiction
        assert list(prefix.edges) == edges[: prefix.length]
        assert prefix.length - 1 not in prefix.omitted
        kept = [edge.operation for edge in prefix.kept]
        assert isinstance(kept[-1], Assume)
        assert contradicts(post, {}, kept)
        assert not contradicts(post, {}, kept[:-1])
    for before, after in pairwise(prefixes):
        # (2) the next one is longer and omits the end of this one, besides what this one omits;  (3) and nothing else
        assert before.length < after.length
        assert after.omitted == before.omitted | {before.length - 1}
    # Alg. 3 finds all: with every end omitted nothing contradicts any more.
    ends = {prefix.length - 1 for prefix in prefixes}
    assert not contradicts(post, {}, [edge.operation for place, edge in enumerate(edges) if place not in ends])


@settings(SMALL, max_examples=examples(30))
@given(st.data())
def test_one_pass_gives_what_slicing_one_by_one_gives(data: st.DataObject) -> None:
    operations, post = operations_of(data), Post()
    sliced = slices(post, operations, Caps())
    ends = contradictions(post, operations)
    assert sliced == [interpolate(post, operations, set(ends[:count])) for count in range(len(ends))]


@settings(SMALL, max_examples=examples(30))
@given(st.data())
def test_interpolants_of_a_prefix_are_interpolants_of_the_path(data: st.DataObject) -> None:
    operations, post = operations_of(data), Post()
    for interpolation in slices(post, operations, Caps()):
        for cut, gamma in enumerate(interpolation.assignments, start=1):
            before, after = operations[:cut], operations[cut:]
            if not contradicts(post, {}, before):  # a contradicting gamma^- implies everything
                strongest: dict[int, int] = {}
                for operation in before:
                    post.apply(operation, strongest)
                assert gamma.items() <= strongest.items()
            assert contradicts(post, gamma, after)
            assert gamma.keys() <= set().union(*map(occurring, before)) & set().union(*map(occurring, after))


@SMALL
@given(st.data(), st.integers(1, 4), st.integers(1, 12))
def test_caps_keep_the_shortest_prefixes(data: st.DataObject, count: int, length: int) -> None:
    operations, post = operations_of(data), Post()
    sliced = slices(post, operations, Caps())
    wanted = [each for place, each in enumerate(sliced) if not place or (place < count and each.length <= length)]
    assert slices(post, operations, Caps(count, length)) == wanted


@SMALL
@given(
    st.data(),
    st.sampled_from(sorted(name for name, text in PRESETS.items() if "analyses=predicate" not in text)),
    st.sampled_from(ValueInterpolation),
)
def test_every_strategys_verdict_is_that_of_exhaustive_execution(
    data: st.DataObject, preset: str, interpolation: ValueInterpolation
) -> None:
    program = data.draw(programs()).program
    unsafe = any(point.location.is_error for point, stores in reachable(ControlGraph(program)).items() if stores)
    verdict = RefinementLoop(analysis_of(program, interpolation), parse_strategy(preset)).run()
    assert not isinstance(verdict, Safe) or not unsafe
    assert not isinstance(verdict, Unsafe) or unsafe
    assert isinstance(verdict, Safe | Unsafe) or "repeated" not in verdict.reason
