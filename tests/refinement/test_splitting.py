"""Splitting and slicing on small graphs: what is cut, what is split, what is left alone (VMCAI'12 §4.1)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.program.lowered_programs import program as lowered
from tests.refinement.benches import Bench
from verilab.analysis.exploration import Exploration
from verilab.formulas.blocks.block_operator import LargeBlock
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Safe, Unsafe, Verdict

TWO_WAYS_TO_ONE_EDGE = """
int main(void) {
  int x = 1, way = __VERIFIER_nondet_int();
  while (way > 0) { way--; }
  while (way > 5) { way--; }
  if (x == 2) { if (way == 7) { reach_error(); } }
  return 0;
}
"""
EXIT_SAYS_IT = """
int main(void) {
  int a = 0, b = 0;
  while (a == 0 || b == 0) { if (a) { a = 0; b = !b; } else { a = 1; } }
  if (!b) { reach_error(); }
  return 0;
}
"""
FLAG = """
int main(void) {
  int flag = 0, n = __VERIFIER_nondet_int();
  while (n > 0) { flag = 1; n--; flag = 0; }
  if (flag) { reach_error(); }
  return 0;
}
"""
FAILS = "int main(void) { int n = 0; while (n < 3) { n++; } if (n == 3) { reach_error(); } return 0; }"


@pytest.fixture
def benches() -> Iterator[list[Bench]]:
    opened: list[Bench] = []
    yield opened
    for open_bench in opened:
        open_bench.close()


def run(benches: list[Bench], text: str, strategy: str) -> tuple[Verdict, dict[str, float], dict[str, float]]:
    """The verdict, how often the model was edited, and what the analysis counted."""
    bench = Bench(lowered(text), operator=LargeBlock())
    benches.append(bench)
    loop = RefinementLoop(bench.analysis, parse_strategy(strategy))
    return loop.run(), loop.measures(), bench.analysis.statistics()


def test_a_block_without_an_execution_is_no_edge_of_the_graph(benches: list[Bench]) -> None:
    # Table 1, numbers 01 and 07 to 10: no splits, three calls of the prover, one for each edge that is left.
    verdict, edits, asked = run(benches, EXIT_SAYS_IT, "vmcai12-kojak")
    assert isinstance(verdict, Safe)
    assert edits["splits"] == edits["slices"] == 0
    assert asked["edge_checks"] <= 3
    assert asked["path_checks"] == asked["entailment_checks"] == 0


def test_a_loop_head_is_split_and_its_infeasible_edges_are_cut(benches: list[Bench]) -> None:
    verdict, edits, asked = run(benches, FLAG, "vmcai12-kojak")
    assert isinstance(verdict, Safe)
    assert edits["splits"] >= 1
    assert edits["slices"] >= 3
    assert asked["edge_checks"] >= 1


@pytest.mark.parametrize("strategy", ["hybrid-kojak-multi", "rank=all propose=sliced-prefixes select=join-all apply=split-and-slice:full"])
def test_a_join_of_paths_that_share_the_excluded_edge_cuts_it_once(benches: list[Bench], strategy: str) -> None:
    assert isinstance(run(benches, TWO_WAYS_TO_ONE_EDGE, strategy)[0], Safe)


@pytest.mark.parametrize("strategy", ["vmcai12-kojak", "slab", "spiessl17-minimal", "spiessl17-full", "vmcai12-impact", "impact"])
def test_a_violation_behind_three_rounds_is_found(benches: list[Bench], strategy: str) -> None:
    assert isinstance(run(benches, FAILS, strategy)[0], Unsafe)


def test_strengthened_trees_end_in_a_covering(benches: list[Bench]) -> None:
    verdict, edits, _ = run(benches, FLAG, "vmcai12-impact")
    assert isinstance(verdict, Safe)
    assert edits["strengthenings"] >= 1
    assert edits["coverings"] >= 1
    assert edits["splits"] == 0


@pytest.mark.parametrize("program", [FLAG, TWO_WAYS_TO_ONE_EDGE, EXIT_SAYS_IT])
@pytest.mark.parametrize("slicing", ["minimal", "optimised", "full"])
def test_on_a_tree_nothing_is_split_and_labels_grow(benches: list[Bench], program: str, slicing: str) -> None:
    """Spiessl 2017, first application: the refinement keeps a tree a tree."""
    verdict, edits, _ = run(benches, program, f"rank=first propose=path select=first apply=split-and-slice:{slicing}:tree")
    assert isinstance(verdict, Safe)
    assert edits["splits"] == 0
    if program is FLAG:
        assert edits["strengthenings"] >= 1
        assert edits["coverings"] >= 1


def test_on_a_tree_a_violation_is_found(benches: list[Bench]) -> None:
    assert isinstance(run(benches, FAILS, "rank=first propose=path select=first apply=split-and-slice:tree")[0], Unsafe)


def test_a_join_is_refined_on_a_tree(benches: list[Bench]) -> None:
    verdict, edits, _ = run(benches, TWO_WAYS_TO_ONE_EDGE, "rank=all propose=path select=join-all apply=split-and-slice:full:tree")
    assert isinstance(verdict, Safe)
    assert edits["splits"] == 0


@pytest.mark.parametrize("other", ["path-insensitive", "predicates"])
def test_what_only_a_graph_has_is_refused_on_a_tree(other: str) -> None:
    with pytest.raises(ValueError, match=f"tree: no node of a tree is split; give it without {other}"):
        parse_strategy(f"apply=split-and-slice:{other}:tree")


def test_the_tree_prints_as_it_is_written() -> None:
    assert str(parse_strategy("apply=split-and-slice:minimal:tree").apply) == "split-and-slice:minimal:tree"


DEAD = """
int main(void) {
  int flag = 0;
  while (__VERIFIER_nondet_int()) { if (flag) { flag = 2; } }
  if (flag) { reach_error(); }
  return 0;
}
"""
"""No first round enters the branch."""


def test_the_papers_tree_takes_every_block_and_ours_asks_first(benches: list[Bench]) -> None:
    """VMCAI'12 §5: ReImpact expands a node by all its blocks; ours leaves out those that no state of the label can execute."""
    checks = {}
    for strategy in ("vmcai12-impact", "rank=first propose=path select=first apply=strengthen:unforced"):
        verdict, _, asked = run(benches, DEAD, strategy)
        assert isinstance(verdict, Safe)
        checks[strategy] = asked["edge_checks"]
    assert checks["vmcai12-impact"] == 0
    assert list(checks.values())[1] > 0


def test_the_papers_kojak_asks_for_all_edges_at_new_nodes() -> None:
    """VMCAI'12 Alg. 1 removes every infeasible edge."""
    assert str(parse_strategy("vmcai12-kojak").apply) == "split-and-slice:full"


@pytest.mark.parametrize("text", ["strengthen", "strengthen:unforced", "strengthen:all-blocks", "strengthen:unforced:all-blocks"])
def test_coverings_print_as_they_are_written(text: str) -> None:
    assert str(parse_strategy(f"propose=path select=first apply={text}").apply) == text


def test_a_covering_is_not_both_forced_and_unforced() -> None:
    with pytest.raises(ValueError, match="give one of them"):
        parse_strategy("propose=path select=first apply=strengthen:forced:unforced")


def test_the_graph_of_a_program_has_one_node_for_each_end_of_a_block(benches: list[Bench]) -> None:
    bench = Bench(lowered(FLAG), operator=LargeBlock())
    benches.append(bench)
    exploration = parse_strategy("vmcai12-kojak").apply.start(bench.analysis, Exploration(bench.analysis.cpa).order)
    exploration.run(lambda node: False)
    points = [node.point for node in exploration.arg.nodes()]
    assert len(points) == len(set(points)) == 3
    head = next(node for node in exploration.arg.nodes() if node.point.location.is_loop_head)
    assert {edge.source.point.location.is_loop_head for edge in exploration.arg.entering(head)} == {True, False}


def test_a_node_may_be_split_into_cubes_over_the_predicates_of_its_interpolant(benches: list[Bench]) -> None:
    verdict, edits, _ = run(benches, FLAG, "slab")
    assert isinstance(verdict, Safe)
    assert edits["splits"] >= 1
    bench = benches[-1]
    manager = bench.environment.formula_manager
    flag = bench.vocabulary.slot_symbol(next(each for each in bench.program.storages if each.name == "main::flag").slot)
    low, high = manager.LE(manager.Int(0), flag), manager.LE(flag, manager.Int(0))
    model = bench.analysis.labelled(asks=False)
    inside, outside = model.labels.cubes(manager.TRUE(), manager.And(low, high)) or ([], [])
    assert len(inside) == 1
    assert len(outside) == 2  # neither is no number
