"""Sliced prefixes of real error paths in the predicate analysis: FORTE'15 §3, formula by formula, for every engine that is installed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from tests.backends.required import known_backends
from tests.program import lowered_programs
from tests.refinement.benches import PROGRAMS, REASONS, Bench, error_paths
from verilab.analysis.candidates import Candidate
from verilab.analysis.exploration import Exploration
from verilab.analysis.predicate.facts import readable
from verilab.analysis.predicate.sliced_prefixes import Contradictions, Slicer
from verilab.analysis.prefixes import Caps, Slice
from verilab.analysis.proposals import settled
from verilab.formulas.blocks.block_operator import LargeBlock
from verilab.formulas.encodings.by_name import LOGICS
from verilab.formulas.traces.trace import Trace, TraceSlice
from verilab.program.operations import Assume
from verilab.solving.backend import Status, Theory
from verilab.solving.interpolation import Interpolants, shared_variables
from verilab.solving.procedures import make_interpolator
from verilab.solving.registry import load_backend

THEORIES = {"int": Theory.LIA, "bv": Theory.BV}
PROCEDURES = [
    (f"{entry.name}:{procedure}", encoding)
    for entry in known_backends()
    if entry.capabilities
    for procedure, theories in entry.capabilities.interpolation.items()
    for encoding, theory in THEORIES.items()
    if theory in theories
]


def unsatisfiable(bench: Bench, *formulas: object) -> bool:
    session = bench.session()
    session.add(*formulas)
    status = session.check()
    session.close()
    return status is Status.UNSAT


@pytest.mark.parametrize("encoding", ["int", "bv"])
@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_prefixes_have_the_three_characteristics_of_forte15(name: str, encoding: str) -> None:
    bench = Bench(lowered_programs.program(PROGRAMS[name]), encoding)
    analysis, seen = bench.analysis, 0
    for target in error_paths(analysis, 5):
        trace = analysis.trace(analysis.path(target))
        if not unsatisfiable(bench, *trace.partitions):
            continue
        prefixes = analysis.sliced_prefixes(trace)
        assert prefixes
        for prefix in prefixes:
            seen += 1
            last = prefix.edges[-1]
            partitions = TraceSlice(trace, prefix.length, prefix.omitted).partitions
            # (1) the prefix starts at the entry and ends with an assume that contradicts it, its only contradiction
            assert prefix.points[0] is trace.points[0]
            assert last is not None
            assert isinstance(last.operation, Assume)
            assert unsatisfiable(bench, *partitions)
            assert not unsatisfiable(bench, *partitions[:-1])
            # (3) it differs from a prefix of the path in no-ops only
            assert prefix.points == trace.points[: prefix.length + 1]
            assert all(prefix.edges[step] is not None for step in prefix.omitted)
        for before, after in pairwise(prefixes):
            # (2) without its last step it is a prefix of the next one
            assert after.edges[: before.length - 1] == before.edges[:-1]
            assert after.omitted == before.omitted | {before.length - 1}
        last_prefix = prefixes[-1]
        whole = TraceSlice(trace, len(trace.partitions), last_prefix.omitted | {last_prefix.length - 1})
        assert not unsatisfiable(bench, *whole.partitions), "Alg. 3 missed a contradiction"
    assert seen >= 2
    bench.close()


@pytest.mark.parametrize(("procedure", "encoding"), PROCEDURES)
def test_interpolants_of_a_prefix_are_interpolants_of_the_path(procedure: str, encoding: str) -> None:
    """The proposition of FORTE'15 §3: implication, contradiction and vocabulary, against the unsliced path."""
    bench = Bench(lowered_programs.program(REASONS), encoding)
    backend = load_backend(procedure.partition(":")[0])
    interpolator = make_interpolator(backend, procedure, bench.environment, logic=LOGICS[encoding], context=bench.context)
    manager, checked = bench.environment.formula_manager, 0
    caps = Caps(count=2) if procedure.startswith("princess") else Caps()  # a slow engine
    for target in error_paths(bench.analysis, 1):
        trace = bench.analysis.trace(bench.analysis.path(target))
        for prefix in bench.analysis.sliced_prefixes(trace, caps):
            outcome = interpolator.sequence(TraceSlice(trace, prefix.length, prefix.omitted).partitions, timeout=2.0)
            if not isinstance(outcome, Interpolants):
                continue
            assert len(outcome.formulas) == prefix.length - 1
            shared = shared_variables(trace.partitions)
            for cut, formula in enumerate(outcome.formulas, start=1):
                checked += 1
                assert unsatisfiable(bench, *trace.partitions[:cut], manager.Not(formula))
                assert unsatisfiable(bench, formula, *trace.partitions[cut:])
                assert bench.environment.fvo.get_free_variables(formula) <= set(shared[cut - 1])
    interpolator.close()
    backend.close()
    bench.close()
    if not checked:
        pytest.skip(f"{procedure} answered no query of this path in the {encoding} encoding")


def test_caps_keep_the_shortest_prefixes() -> None:
    bench = Bench(lowered_programs.program(REASONS))
    target = next(error_paths(bench.analysis, 1))
    trace = bench.analysis.trace(bench.analysis.path(target))
    prefixes = bench.analysis.sliced_prefixes(trace)
    assert len(prefixes) >= 3
    assert bench.analysis.sliced_prefixes(trace, Caps(count=2)) == prefixes[:2]
    assert bench.analysis.sliced_prefixes(trace, Caps(length=prefixes[1].length)) == prefixes[:2]
    assert bench.analysis.sliced_prefixes(trace, Caps(length=1)) == prefixes[:1]
    proposals = settled(bench.analysis.propose(bench.analysis.path(target), Caps(count=2)))
    assert [proposal.prefix for proposal in proposals if isinstance(proposal, Candidate)] == prefixes[:2]
    bench.close()


def test_a_large_block_is_sliced_condition_by_condition() -> None:
    """The last block of the path has all reasons but the loop's exit in it: each has a prefix that ends with it."""
    bench = Bench(lowered_programs.program(REASONS), operator=LargeBlock())
    target = next(error_paths(bench.analysis, 1))
    proposals = settled(bench.analysis.propose(bench.analysis.path(target), Caps()))
    candidates = [proposal for proposal in proposals if isinstance(proposal, Candidate)]
    blocks = bench.analysis.trace(bench.analysis.path(target)).blocks
    ends = []
    for candidate in candidates:
        assert candidate.prefix.end is not None
        end, _ = candidate.prefix.end
        edge = blocks[end.step].path_condition.leaves[end.place].edge
        ends.append("" if edge is None else edge.text)
    assert ends == ["[!(i < 3)]", "[mode == 7]", "[flag]"]
    facts = [{readable(fact, bench.environment) for fact in candidate.increment.all} for candidate in candidates]
    assert all("i" in text for text in facts[0])
    assert any("mode" in text for text in facts[1])
    assert all("flag" in text for text in facts[2])
    assert [candidate.prefix.reach for candidate in candidates] == sorted(candidate.prefix.reach for candidate in candidates)
    bench.close()


def test_a_block_that_contradicts_is_left_out_whole_as_in_the_implementation() -> None:
    bench = Bench(lowered_programs.program(REASONS), operator=LargeBlock())
    target = next(error_paths(bench.analysis, 1))
    trace = bench.analysis.trace(bench.analysis.path(target))
    prefixes = bench.analysis.sliced_prefixes(trace, Caps(slice=Slice.BLOCK))
    assert prefixes
    assert all(not prefix.conditions and prefix.end is None for prefix in prefixes)
    for before, after in pairwise(prefixes):
        assert after.omitted == before.omitted | {before.length - 1}
        assert TraceSlice(trace, after.length, after.omitted).partitions[before.length - 1].is_true()
    bench.close()


def test_a_block_that_assigns_is_never_omitted() -> None:
    bench = Bench(lowered_programs.program(REASONS))
    trace = bench.analysis.trace(bench.analysis.path(next(error_paths(bench.analysis, 1))))
    assigning = next(position for position, block in enumerate(trace.blocks) if block.exit)
    with pytest.raises(ValueError, match="cannot be omitted"):
        TraceSlice(trace, len(trace.blocks), {assigning})
    assert isinstance(trace, Trace)
    bench.close()


@pytest.mark.parametrize(
    "name", [entry.name for entry in known_backends() if entry.capabilities and Theory.LIA in entry.capabilities.theories]
)
def test_every_solver_finds_the_same_prefixes(name: str) -> None:
    bench = Bench(lowered_programs.program(REASONS))
    trace = bench.analysis.trace(bench.analysis.path(next(error_paths(bench.analysis, 1))))
    expected = [prefix.length - 1 for prefix in bench.analysis.sliced_prefixes(trace)]
    backend = load_backend(name)
    slicer = Slicer(bench.environment, lambda: backend.session(bench.environment, logic="QF_LIA", context=bench.context))
    indices = slicer.contradictions(trace, lambda step: not trace.blocks[step].exit, Caps())
    assert indices == Contradictions(tuple(expected))
    assert slicer.checks <= 4 * len(expected) + 1
    backend.close()
    bench.close()


def test_a_search_that_the_solver_gives_up_is_counted_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of prefixes that is shorter than Alg. 3's must not look like a whole one."""
    bench = Bench(lowered_programs.program(REASONS), "int")
    target = next(error_paths(bench.analysis, 1))
    whole = list(settled(bench.analysis.propose(bench.analysis.path(target), Caps())))
    assert bench.analysis.statistics()["slicings_given_up"] == 0
    search = Slicer.contradictions

    def given_up(self: Slicer, trace: Trace, slicable: Callable[[int], bool], caps: Caps) -> Contradictions:
        return Contradictions(search(self, trace, slicable, caps).ends[:1], "timeout")

    monkeypatch.setattr(Slicer, "contradictions", given_up)
    (proposal,) = settled(bench.analysis.propose(bench.analysis.path(target), Caps()))
    assert len(whole) > 1
    assert isinstance(proposal, Candidate)
    assert proposal.provenance.endswith("(no further prefixes: timeout)")
    assert bench.analysis.statistics()["slicings_given_up"] == 1
    bench.close()


def test_proposals_number_no_predicates() -> None:
    """Provident refinement has no side effects: what is not selected leaves no trace in the regions' variables."""
    bench = Bench(lowered_programs.program(REASONS), "int")
    exploration = Exploration(bench.analysis.cpa)
    exploration.run()
    path = bench.analysis.path(exploration.arg.targets[0])
    assert len(list(settled(bench.analysis.propose(path, Caps())))) > 1
    assert len(bench.analysis.predicates) == 0
    bench.close()
