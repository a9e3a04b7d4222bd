"""Theorem 3 of VMCAI'12, and what the reduced graph's edges say, against all executions of small finite programs."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from pysmt.environment import Environment
from pysmt.fnode import FNode

from property_tests.examples import examples
from property_tests.executed_programs import Generator
from property_tests.finite_programs import Finite, State, finite
from property_tests.joined_programs.generator import joined_program
from tests.program import lowered_programs
from verilab.formulas.blocks.block_operator import LargeBlock, TransformedBlock, always_cut
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.blocks.transformations import TransitionFormulas
from verilab.formulas.encodings.by_name import make_encoding
from verilab.formulas.path_formulas import PathFormulas
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.static_analysis.reduction import ProgramGraph, Unlabelled, remaining, reverse_postorder, successors

SEEDS = st.integers(0, 10**9)
Pairs = set[tuple[State, State]]


class Relations:
    """A finite program, the relations between its remaining locations, and questions about formulas of them."""

    def __init__(self, program: Finite) -> None:
        self.program = program
        self.environment = Environment()
        self.formulas = PathFormulas(program.program, make_encoding("bv", self.environment))
        self.locations = remaining(program.graph)
        self.pairs: dict[tuple[ControlPoint, ControlPoint], Pairs] = {}
        for source in self.locations:
            for state in program.states():
                for target, after in program.runs(source, state, self.locations.__contains__):
                    self.pairs.setdefault((source, target), set()).add((state, after))

    def _equal(self, terms: Iterable[FNode], state: State) -> FNode:
        encoding = self.formulas.vocabulary.encoding
        pairs = zip(terms, state, self.program.variables, strict=True)
        return encoding.terms.conjunction([encoding.equals(t, encoding.constant_term(v, variable.type)) for t, v, variable in pairs])

    def check(self, source: ControlPoint, target: ControlPoint, formula: FNode, exit: Mapping[int, FNode]) -> None:
        """The formula's entry states, with the exit terms' values, are the executions; in front of an error only the entry states."""
        entries = [self.formulas.vocabulary.slot_symbol(variable.slot) for variable in self.program.variables]
        exits = [exit.get(variable.slot, entry) for variable, entry in zip(self.program.variables, entries, strict=True)]
        ends = [] if target.location.is_error else exits
        terms = self.formulas.vocabulary.terms
        cases: dict[FNode, None] = {}
        for before, after in self.pairs.get((source, target), ()):
            end = self._equal(ends, after) if ends else terms.true
            cases[terms.conjunction((self._equal(entries, before), end))] = None
        self.environment.stc.get_type(formula)
        with self.environment.factory.Solver(name="z3", logic="QF_BV") as solver:
            solver.add_assertion(formula)
            for case in cases:
                assert solver.is_sat(case), f"{source!r} -> {target!r} misses {case}"
            assert solver.is_unsat(terms.negation(terms.disjunction(list(cases)))), f"{source!r} -> {target!r} invents an execution"


def shuffled(points: Iterable[ControlPoint], seed: int) -> dict[ControlPoint, int]:
    order = list(points)
    random.Random(seed).shuffle(order)
    return {point: number for number, point in enumerate(order)}


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS, size=st.integers(8, 30), order=st.none() | SEEDS)
def test_an_edge_of_the_reduced_graph_is_the_set_of_executions_between_its_locations(seed: int, size: int, order: int | None) -> None:
    relations = Relations(finite(seed, size, variables=2))
    labels = TransitionFormulas(relations.formulas)
    reduced = ProgramGraph(relations.program.graph, labels)
    reduced.reduce(None if order is None else shuffled(reduced.locations, order))
    event(f"{len(relations.locations)} locations")
    for source in relations.locations:
        for target in relations.locations:
            edge = reduced.leaving[source].get(target)
            if edge is None:
                assert (source, target) not in relations.pairs
            else:
                relations.check(source, target, relations.formulas.vocabulary.terms.conjunction(labels.conjuncts(edge)), edge.exit)


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS, size=st.integers(8, 30))
def test_a_transformed_block_is_equivalent_to_the_edge_of_the_reduced_graph(seed: int, size: int) -> None:
    relations = Relations(finite(seed, size, variables=2))
    builder = BlockBuilder(relations.program.graph, relations.formulas, TransformedBlock(relations.locations))
    for source in relations.locations:
        blocks = {block.target: block for block in builder.blocks_from(source)}
        assert {target for start, target in relations.pairs if start is source} <= blocks.keys()
        for target, block in blocks.items():
            exit = {storage.slot + index: term for (storage, index), term in block.exit.items()}
            relations.check(source, target, block.formula, exit)


@settings(max_examples=100, deadline=None)
@given(seed=SEEDS, size=st.integers(8, 30))
def test_a_location_that_remains_is_reachable_in_the_reduced_graph_iff_it_is_in_the_program(seed: int, size: int) -> None:
    program = finite(seed, size, variables=2)
    relations = Relations(program)
    reached = {(program.graph.entry, state) for state in program.states()}
    pending = list(reached)
    while pending:
        point, state = pending.pop()
        for (source, target), pairs in relations.pairs.items():
            for after in {after for before, after in pairs if source is point and before == state}:
                if (target, after) not in reached:
                    reached.add((target, after))
                    pending.append((target, after))
    assert reached == {(point, state) for point, state in program.reachable() if point in relations.locations}


def meeting(graph: ControlGraph) -> frozenset[ControlPoint]:
    """Large blocks' cut points, and where paths from two locations of the set meet, by its definition."""
    points = [point for point in reverse_postorder(graph.entry, successors) if point.successors or point.location.is_error]
    chosen = {point for point in points if point is graph.entry or LargeBlock().cuts(point, 0, joins=False)}
    while True:
        origins: dict[ControlPoint, set[ControlPoint]] = {point: set() for point in points}
        for point in points:
            brought = {point} if point in chosen else origins[point]
            for _, target in point.successors:
                if target in origins:
                    origins[target] |= brought
        more = {point for point, sources in origins.items() if point not in chosen and len(sources) > 1}
        if not more:
            return frozenset(chosen)
        # A point behind another one may only meet because that one is not in the set yet.
        chosen.add(min(more, key=points.index))


@settings(max_examples=150, deadline=None)
@given(seed=SEEDS, size=st.integers(2, 40), loops=st.booleans())
def test_what_remains_are_the_cut_points_of_large_blocks_and_where_paths_from_two_of_them_meet(seed: int, size: int, loops: bool) -> None:
    graph = ControlGraph(Generator(seed, loops=loops).program(size))
    locations = remaining(graph)
    assert locations == meeting(graph)
    event("more than large blocks' cut points" if any(not always_cut(point) for point in locations - {graph.entry}) else "the same")


@pytest.mark.parametrize("seed", range(examples(6)))
def test_the_same_of_programs_in_c(seed: int) -> None:
    graph = ControlGraph(lowered_programs.program(joined_program(seed).text))
    assert remaining(graph) == meeting(graph)


@settings(max_examples=100, deadline=None)
@given(seed=SEEDS, size=st.integers(2, 40), order=SEEDS)
def test_the_order_of_the_transformations_does_not_matter(seed: int, size: int, order: int) -> None:
    graph = ControlGraph(Generator(seed, loops=True).program(size))
    found = []
    for orders in (None, order):
        reduced = ProgramGraph(graph, Unlabelled())
        reduced.reduce(None if orders is None else shuffled(reduced.locations, orders))
        found.append({point: edges.keys() for point, edges in reduced.leaving.items()})
    assert found[0] == found[1]


@settings(max_examples=100, deadline=None)
@given(seed=SEEDS, size=st.integers(2, 60))
def test_transformed_blocks_share_no_edge(seed: int, size: int) -> None:
    program = Generator(seed, loops=True).program(size)
    graph = ControlGraph(program)
    builder = BlockBuilder(graph, PathFormulas(program, make_encoding("int", Environment())), TransformedBlock(remaining(graph)))
    owner: dict[tuple[ControlPoint, int], ControlPoint] = {}
    for source in remaining(graph):
        for block in builder.blocks_from(source):
            for point, steps in block.steps.items():
                for step in steps:
                    assert owner.setdefault((point, step.edge.id), source) is source
