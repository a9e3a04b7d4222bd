"""Values, regions, formulas and pairs answer the same questions: what both say, what follows from what, which edge can be taken."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pysmt.fnode import FNode

from tests.analysis.by_hand import explored
from tests.program.lowered_programs import program as lowered
from tests.refinement.benches import Bench
from verilab.analysis.exploration import Exploration, never
from verilab.analysis.labels import invariants
from verilab.analysis.paths import Path
from verilab.analysis.predicate.labelled.formula_labels import FormulaLabels
from verilab.analysis.predicate.sessions import BlockSessions
from verilab.analysis.refinable import RefinableAnalysis
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.analysis.value.precision import ValuePrecision
from verilab.formulas.blocks.block import Block
from verilab.program.cfa import Edge

PROGRAM = """
int x; int a[2];
int main(void) {
  x = 0; a[0] = 1;
  while (x < 6) { x = x + 2; }
  if (x == 5) { reach_error(); }
  return 0;
}
"""


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    opened = Bench(lowered(PROGRAM))
    yield opened
    opened.close()


def at_most(bench: Bench, number: int) -> FNode:
    manager = bench.environment.formula_manager
    return manager.LE(bench.vocabulary.slot_symbol(bench.program.storages[0].slot), manager.Int(number))


def track(bench: Bench, *numbers: int) -> list[int]:
    """The numbers of the predicates ``x <= n``, tracked everywhere."""
    predicates = bench.analysis.predicates
    numbers_of_facts = [predicates.intern(fact).number for number in numbers for fact in predicates.extract(at_most(bench, number))]
    bench.analysis.precision.add_everywhere(numbers_of_facts)
    return numbers_of_facts


def adding(bench: Bench) -> Block:
    """The block of the edge ``x = x + 2``."""
    exploration = explored(bench.analysis)
    steps = {step: edge for node in exploration.arg.nodes() for path in [bench.analysis.path(node)] for edge, step in _pairs(path)}
    return next(step for step, edge in steps.items() if "x + 2" in edge.text)


def _pairs(path: Path) -> Iterator[tuple[Edge, Block]]:
    return zip(path.single_edges(), path.steps, strict=True)


def test_values_know_together_what_either_knows_and_entail_what_they_know() -> None:
    program = lowered(PROGRAM)
    analysis = ValueAnalysis(program, precision=ValuePrecision(program.storages))
    labels = analysis.labels
    assert labels.conjoin((1, None, (None, 3)), (None, 2, (4, None))) == (1, 2, (4, 3))
    assert labels.conjoin((1, None), (2, None)) is None
    assert labels.conjoin((None, (1, None)), (None, (2, None))) is None
    assert labels.entails((1, (2, 3)), (1, (None, 3)))
    assert labels.entails((1, (2, 3)), (None, None))
    assert not labels.entails((None, (2, 3)), (1, None))


def test_regions_and_formulas_agree_on_what_the_predicates_say_of_each_other(bench: Bench) -> None:
    three, five = track(bench, 3, 5)
    regions, manager = bench.analysis.regions, bench.environment.formula_manager
    labels = bench.analysis.labels
    formulas = FormulaLabels(bench.vocabulary, bench.session(), BlockSessions(bench.session, 5), bench.analysis.blocks.graph.entry)
    small, medium = regions.variable(three), regions.variable(five)
    assert labels.entails(small & medium, medium)
    assert not labels.entails(medium, small)
    assert labels.conjoin(small, ~small) is None
    assert labels.conjoin(small, medium) == small & medium
    assert formulas.entails(at_most(bench, 3), at_most(bench, 5))  # what diagrams do not know
    assert not formulas.entails(at_most(bench, 5), at_most(bench, 3))
    assert formulas.conjoin(at_most(bench, 3), manager.Not(at_most(bench, 5))) is None
    assert formulas.conjoin(at_most(bench, 5), manager.Not(at_most(bench, 3))) is not None


def test_an_edge_is_feasible_between_labels_that_its_executions_connect(bench: Bench) -> None:
    three, five = track(bench, 3, 5)
    regions, manager = bench.analysis.regions, bench.environment.formula_manager
    step = adding(bench)
    formulas = FormulaLabels(bench.vocabulary, bench.session(), BlockSessions(bench.session, 5), bench.analysis.blocks.graph.entry)
    small, medium = regions.variable(three), regions.variable(five)
    for before, after, wanted in [
        (small, medium, True),
        (small, ~medium, False),  # x <= 3 and x' = x + 2 contradict x' > 5
        (~small, ~medium, True),
        (medium, small, True),
        (regions.true, regions.true, True),
        (regions.false, regions.true, False),
    ]:
        meanings = [regions.translate(each, lambda number: bench.analysis.predicates[number].formula) for each in (before, after)]
        assert bench.analysis.labels.feasible((step.source, before), step, (step.target, after)) is wanted
        assert formulas.feasible((step.source, meanings[0]), step, (step.target, meanings[1])) is wanted
    assert not formulas.feasible((step.source, manager.TRUE()), step, (step.target, manager.FALSE()))


@pytest.mark.parametrize("domain", ["value", "predicate", "composite"])
def test_every_edge_of_a_graph_is_feasible_between_its_labels_and_no_claim_is_lost(bench: Bench, domain: str) -> None:
    track(bench, 3, 5)
    composite = bench.composite()
    composite.cpa.track_predicates()
    composite.value.precision.add_everywhere(bench.program.storages)
    composite.value.cpa.renew()
    analyses: dict[str, RefinableAnalysis] = {"value": composite.value, "predicate": bench.analysis, "composite": composite}
    analysis = analyses[domain]
    exploration = Exploration(analysis.cpa, new_only=False)
    exploration.run(never)
    labels = analysis.labels
    for node in exploration.arg.nodes():
        assert labels.entails(node.state, node.state)
        assert labels.conjoin(node.state, node.state) == node.state
        for source, step, target in exploration.arg.entering(node):
            assert labels.feasible((source.point, source.state), step, (target.point, target.state))
    heads = {node.point for node in exploration.arg.nodes() if node.point.location.is_loop_head}
    assert heads
    assert heads <= invariants(exploration.arg, labels).keys()
    assert dict(analysis.invariants(exploration)) == dict(invariants(exploration.arg, labels))
