"""The value analysis on random small programs, against exhaustive execution and against its own reference transfer relation."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from property_tests.value_paths import SMALL, contradicts, occurring, walk
from property_tests.value_programs import Store_, initial_stores, programs, reachable, run_path
from tests.analysis import by_hand
from verilab.analysis.candidates import Candidate
from verilab.analysis.exploration import Exploration, at_first_target
from verilab.analysis.invariants import Assignments
from verilab.analysis.paths import Feasible, Infeasible, Undecided
from verilab.analysis.scope import Scope
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.analysis.value.cpa import EngineKind
from verilab.analysis.value.first_contradiction import interpolate
from verilab.analysis.value.interpolation import ValueInterpolation
from verilab.analysis.value.precision import StorageScope, ValuePrecision
from verilab.analysis.value.sliced_prefixes import contradictions
from verilab.analysis.value.strongest_post.post import Assignment, Contradiction, Post
from verilab.analysis.waitlist import WaitlistOrder
from verilab.program.cfa import Edge, Program, Return
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.counterexample import Counterexample


@st.composite
def precisions(draw: st.DrawFn, program: Program) -> ValuePrecision:
    """Some storages everywhere, some at some locations."""
    precision = ValuePrecision(draw(st.lists(st.sampled_from(program.storages), max_size=4)))
    for location in draw(st.lists(st.sampled_from(program.locations), max_size=4)):
        precision.add(draw(st.sampled_from(list(StorageScope))), location, [draw(st.sampled_from(program.storages))])
    return precision


def represents(assignment: Assignment, store: Store_) -> bool:
    return all(store[slot] == value for slot, value in assignment.items())


def explored(program: Program, precision: ValuePrecision, engine: EngineKind) -> tuple[ValueAnalysis, Exploration]:
    analysis = ValueAnalysis(program, precision=precision, engine=engine)
    return analysis, by_hand.explored(analysis)


def at_cuts(analysis: ValueAnalysis, exploration: Exploration) -> dict[tuple[object, ...], set[frozenset[tuple[int, int]]]]:
    """The weakest states per cut point: what is left when covered ones are removed."""
    reached: dict[tuple[object, ...], set[frozenset[tuple[int, int]]]] = {}
    for node in exploration.arg.nodes():
        location = node.point.location
        if location.is_loop_head or location.is_error:
            known = analysis.cpa.scheme.assignment(location, node.state)
            reached.setdefault((location.id, tuple(edge.id for edge in node.point.stack)), set()).add(frozenset(known.items()))
    return {point: weakest(states) for point, states in reached.items()}


def weakest(states: set[frozenset[tuple[int, int]]]) -> set[frozenset[tuple[int, int]]]:
    return {state for state in states if not any(other < state for other in states)}


def reference(analysis: ValueAnalysis) -> dict[tuple[object, ...], set[frozenset[tuple[int, int]]]]:
    """The same by the reference transfer relation, without any coverage but equality."""
    scheme, post = analysis.cpa.scheme, Post()
    start: tuple[ControlPoint, frozenset[tuple[int, int]]] = (analysis.cpa.graph.entry, frozenset())
    seen, pending = {start}, [start]
    while pending:
        point, known = pending.pop()
        for edge, target in point.successors:
            assignment = dict(known)
            try:
                post.apply(edge.operation, assignment)
            except Contradiction:
                continue
            kept = scheme.slots(scheme.keep(target.location))
            after = (target, frozenset((slot, value) for slot, value in assignment.items() if slot in kept))
            if after not in seen:
                seen.add(after)
                pending.append(after)
    by_point: dict[tuple[object, ...], set[frozenset[tuple[int, int]]]] = {}
    for point, known in seen:
        if point.location.is_loop_head or point.location.is_error:
            by_point.setdefault((point.location.id, tuple(edge.id for edge in point.stack)), set()).add(known)
    return {point: weakest(states) for point, states in by_point.items()}


@SMALL
@given(st.data())
def test_every_execution_is_represented(data: st.DataObject) -> None:
    program = data.draw(programs()).program
    precision = data.draw(precisions(program))
    for engine in EngineKind:
        analysis, exploration = explored(program, precision, engine)
        concrete = reachable(analysis.cpa.graph)
        for point, stores in concrete.items():
            if not (point.location.is_loop_head or point.location.is_error):
                continue
            states = [analysis.cpa.scheme.assignment(point.location, node.state) for node in exploration.arg.nodes() if node.point is point]
            assert all(any(represents(state, store) for state in states) for store in stores)


@SMALL
@given(st.data())
def test_both_engines_and_the_reference_reach_the_same_cut_point_states(data: st.DataObject) -> None:
    program = data.draw(programs()).program
    precision = data.draw(precisions(program))
    chains, edges = (at_cuts(*explored(program, precision, engine)) for engine in (EngineKind.CHAINS, EngineKind.EDGES))
    assert chains == edges
    assert chains == reference(ValueAnalysis(program, precision=precision))


@SMALL
@given(st.data())
def test_every_arg_edge_is_recovered_as_a_path(data: st.DataObject) -> None:
    program = data.draw(programs()).program
    precision = data.draw(precisions(program))
    analysis, exploration = explored(program, precision, EngineKind.CHAINS)
    for node in exploration.arg.nodes():
        path = analysis.path(node)
        assert path.points[-1] is node.point
        for edge, after in zip(path.edges, path.points[1:], strict=True):
            assert edge is not None
            assert edge.target is after.location or isinstance(edge.operation, Return) or after.stack


@settings(SMALL, max_examples=150)
@given(st.data())
def test_interpolants_are_implied_contradict_the_rest_and_are_inductive(data: st.DataObject) -> None:
    program = data.draw(programs()).program
    operations = [edge.operation for edge in walk(data, ControlGraph(program))]
    post = Post()
    for count, index in enumerate(found := contradictions(post, operations)):
        omitted = set(found[:count])
        sequence = interpolate(post, operations, omitted)
        assert sequence is not None
        assert sequence.length == index + 1
        kept = [operation for place, operation in enumerate(operations[: index + 1]) if place not in omitted]
        exact: Assignment = {}
        gamma: Assignment = {}
        place = 0
        for position, interpolant in enumerate(sequence.assignments):
            if position not in omitted:
                post.apply(operations[position], exact)
                post.apply(operations[position], gamma)
                place += 1
            assert interpolant.items() <= exact.items()
            assert interpolant.items() <= gamma.items()
            gamma = dict(interpolant)
            assert contradicts(post, gamma, kept[place:])
            before = set().union(*map(occurring, kept[:place]))
            after = set().union(*map(occurring, kept[place:]))
            assert interpolant.keys() <= before & after
    if not found:
        assert interpolate(post, operations) is None


@SMALL
@given(
    st.data(),
    st.sampled_from(list(EngineKind)),
    st.sampled_from(list(Scope)),
    st.sampled_from([StorageScope.FUNCTION, StorageScope.LOCATION]),
    st.booleans(),
)
def test_refinement_excludes_its_path_and_the_verdict_is_that_of_execution(
    data: st.DataObject, engine: EngineKind, reach: Scope, scope: StorageScope, lazy: bool
) -> None:
    program = data.draw(programs()).program
    graph = ControlGraph(program)
    concrete = reachable(graph)
    unsafe = any(point.location.is_error for point, stores in concrete.items() if stores)

    def check(edges: Sequence[Edge]) -> Feasible | Infeasible:
        return Feasible(Counterexample(tuple(edges), ())) if run_path(program, tuple(edges)) else Infeasible("")

    interpolation = data.draw(st.sampled_from(ValueInterpolation))
    analysis = ValueAnalysis(graph, path_checker=check, engine=engine, scope=scope, interpolation=interpolation)
    order = data.draw(st.sampled_from(list(WaitlistOrder)))
    exploration = Exploration(analysis.cpa, order)
    excluded: set[tuple[int, ...]] = set()
    for _ in range(200):
        exploration.run(at_first_target)
        if not exploration.arg.targets:
            assert not unsafe
            return
        target = exploration.arg.targets[0]
        path = tuple(edge.id for edge in analysis.path(target).single_edges())
        assert path not in excluded
        excluded.add(path)
        match next(analysis.propose(analysis.path(target))):
            case Feasible():
                assert unsafe
                return
            case Undecided():
                return
            case Candidate() as candidate:
                assert candidate.pivot is not None
                assert analysis.refine(candidate.increment, reach) or lazy
                if lazy:
                    exploration.reopen(exploration.arg.prune(candidate.pivot))
                else:
                    exploration = Exploration(analysis.cpa, order)
    raise AssertionError("no end of refinements")


@SMALL
@given(st.data())
def test_invariants_hold_in_every_execution(data: st.DataObject) -> None:
    program = data.draw(programs()).program
    precision = data.draw(precisions(program))
    analysis, exploration = explored(program, precision, EngineKind.CHAINS)
    concrete = reachable(analysis.cpa.graph)
    for point, claim in analysis.invariants(exploration).items():
        if not (point.location.is_loop_head or point is analysis.cpa.graph.entry):
            continue  # a lemma: it holds on some of the ways only
        assert isinstance(claim, Assignments)
        for store in concrete.get(point, set()):
            assert any(
                all(
                    value is None or store[storage.slot + index] == value
                    for (storage, index), value in zip(claim.elements, row, strict=True)
                )
                for row in claim.rows
            )
    assert initial_stores(program)
