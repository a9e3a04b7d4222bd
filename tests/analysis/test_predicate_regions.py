"""Regions: diagrams over predicates, their formulas and their coverage."""

from __future__ import annotations

import sys

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.analysis.arg import ArgNode
from verilab.analysis.predicate import regions as regions_module
from verilab.analysis.predicate.coverage import RegionIndex
from verilab.analysis.predicate.regions import Regions
from verilab.program.builder import ProgramBuilder
from verilab.program.control import ControlGraph


@pytest.fixture(params=["dd.cudd", "dd.autoref"])
def regions(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Regions:
    pytest.importorskip(request.param)
    monkeypatch.setattr(regions_module, "_idle", [])
    if request.param == "dd.autoref":
        monkeypatch.setitem(sys.modules, "dd.cudd", None)
    environment = Environment()
    return Regions(environment, lambda number: environment.formula_manager.Symbol(f"q{number}"))


def truth(formula: FNode, values: dict[str, bool]) -> bool:
    """The value of a formula over q0, q1 ... under values by name."""
    return evaluate(formula, {symbol: values[symbol.symbol_name()] for symbol in formula.get_free_variables()})


def evaluate(formula: FNode, values: dict[FNode, bool]) -> bool:
    if formula.is_bool_constant():
        return bool(formula.constant_value())
    if formula.is_symbol():
        return values[formula]
    if formula.is_not():
        return not evaluate(formula.arg(0), values)
    parts = [evaluate(part, values) for part in formula.args()]
    return all(parts) if formula.is_and() else any(parts)


def test_the_formula_of_a_region_has_the_region_s_truth_table(regions: Regions) -> None:
    a, b, c = (regions.variable(number) for number in range(3))
    for region in (a & ~b, (a | b) & ~c, ~(a & b & c), (a & ~b) | (~a & b), regions.true, regions.false):
        formula = regions.formula(region)
        for bits in range(8):
            values = {f"q{number}": bool(bits >> number & 1) for number in range(3)}
            minterm = regions.cube((number, values[f"q{number}"]) for number in range(3))
            assert truth(formula, values) == regions.implies(minterm, region)


def test_a_cube_is_the_conjunction_of_its_literals(regions: Regions) -> None:
    assert regions.cube([(0, True), (2, False)]) == regions.variable(0) & ~regions.variable(2)
    assert regions.cube([]) == regions.true


def test_a_region_knows_the_predicates_it_speaks_about_and_the_values_it_fixes(regions: Regions) -> None:
    region = regions.variable(0) & (regions.variable(1) | regions.variable(3))
    assert regions.support(region) == {0, 1, 3}
    assert regions.value(region, 0) is True
    assert regions.value(~regions.variable(0), 0) is False
    assert regions.value(region, 1) is None


def test_forgetting_a_predicate_is_existential_quantification(regions: Regions) -> None:
    region = regions.variable(0) & regions.variable(1)
    assert regions.forget(region, [1]) == regions.variable(0)
    assert regions.forget(region, []) == region


def test_translation_into_other_literals_leaves_the_memoised_formulas_alone(regions: Regions) -> None:
    region = regions.variable(0) & ~regions.variable(1)
    before = regions.formula(region)
    other = Environment().formula_manager
    translated = regions.translate(region, lambda number: other.Symbol(f"other{number}"))
    assert {symbol.symbol_name() for symbol in translated.get_free_variables()} == {"other0", "other1"}
    assert regions.formula(region) is before


def nodes(regions: Regions) -> tuple[ControlGraph, RegionIndex]:
    builder = ProgramBuilder()
    return ControlGraph(builder.finish(builder.function("main"))), RegionIndex(regions)


def test_a_region_is_covered_by_an_equal_or_a_weaker_one_at_the_same_point(regions: Regions) -> None:
    graph, index = nodes(regions)
    a, b = regions.variable(0), regions.variable(1)
    first = ArgNode(0, graph.entry, a & b, None, None)
    index.add(first)
    assert index.covering(graph.entry, a & b) is first
    assert index.covering(graph.entry, a) is None
    second = ArgNode(1, graph.entry, a, None, None)
    index.add(second)
    assert index.covering(graph.entry, a & ~b) is second
    assert index.covering(graph.entry, a & b) is first
    assert index.covering(graph.point(graph.program.entry.exit, ()), a & b) is None


def test_a_union_that_covers_is_not_enough(regions: Regions) -> None:
    graph, index = nodes(regions)
    a, b = regions.variable(0), regions.variable(1)
    index.add(ArgNode(0, graph.entry, a, None, None))
    index.add(ArgNode(1, graph.entry, b, None, None))
    assert index.union(graph.entry) == a | b
    assert index.covering(graph.entry, a | b) is None


def test_a_removed_region_covers_no_longer_and_uncovers_what_it_had_displaced(regions: Regions) -> None:
    graph, index = nodes(regions)
    a, b = regions.variable(0), regions.variable(1)
    small, large = ArgNode(0, graph.entry, a & b, None, None), ArgNode(1, graph.entry, a, None, None)
    index.add(small)
    index.add(large)
    index.remove(large)
    assert index.covering(graph.entry, a & ~b) is None
    assert index.covering(graph.entry, a & b & regions.variable(2)) is small
    index.remove(small)
    assert index.points() == []
    assert index.union(graph.entry) == regions.false
