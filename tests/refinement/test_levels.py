"""The state level (thesis §4.3.3) counts edges of the program, whatever the steps of the model are."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from verilab_strategies import RankAll, RankBottom, RankTop

from tests.analysis.by_hand import explored
from tests.program import lowered_programs
from tests.refinement.benches import Bench
from verilab.analysis.arg import Arg, ArgNode
from verilab.analysis.cpa import Cpa
from verilab.analysis.exploration import Exploration
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.formulas.blocks.block_operator import AdjustableBlock, LargeBlock, SingleBlock
from verilab.refinement.operators import Rank
from verilab.refinement.targets import Levels, extract_targets

WAYS = """
int main(void) {
  int a = __VERIFIER_nondet_int(), b = 0;
  if (__VERIFIER_nondet_int() == 1) { if (a > 0) { b = 1; } else { b = 2; b = b + 1; b = b + 1; } b = b + 1; reach_error(); }
  if (__VERIFIER_nondet_int() == 2) { reach_error(); }
  if (__VERIFIER_nondet_int() == 3) { b = b + 1; b = b + 1; b = b + 1; b = b + 1; b = b + 1; reach_error(); }
  return 0;
}
"""
"""Three errors at levels MIDDLE, NEAR and FAR; the first one can be reached by way of two edges more."""
NEAR, MIDDLE, FAR = 7, 8, 14


def levels(rank: Rank, exploration: Exploration) -> Sequence[int]:
    level = Levels(exploration.cpa)
    return [level(target) for target in rank(extract_targets(exploration), level)]


@pytest.mark.parametrize("operator", [LargeBlock(), AdjustableBlock(2000)])
def test_the_three_rankings_differ_where_blocks_are_larger_than_an_edge(operator: LargeBlock | AdjustableBlock) -> None:
    bench = Bench(lowered_programs.program(WAYS), operator=operator)
    try:
        exploration = explored(bench.analysis)
        assert {len(target.path()) for target in extract_targets(exploration)} == {2}, "one block leads to each"
        orders = [tuple(levels(rank, exploration)) for rank in (RankAll(), RankTop(), RankBottom())]
        assert orders == [(NEAR, FAR, MIDDLE), (NEAR, MIDDLE, FAR), (FAR, MIDDLE, NEAR)]
    finally:
        bench.close()


@pytest.mark.parametrize("engine", ["chains", "edges"])
def test_a_chain_of_the_value_analysis_counts_as_the_path_that_it_stands_for(engine: str) -> None:
    analysis = ValueAnalysis(lowered_programs.program(WAYS), engine=engine)
    exploration = explored(analysis)
    level = Levels(exploration.cpa)
    assert all(level(target) == len(analysis.path(target).edges) for target in extract_targets(exploration))
    assert levels(RankTop(), exploration) == levels(RankBottom(), exploration)[::-1] == sorted(levels(RankAll(), exploration))
    assert levels(RankTop(), exploration)[::2] == [NEAR, FAR]


def test_large_and_single_blocks_have_the_same_levels() -> None:
    found = []
    for operator in (LargeBlock(), SingleBlock()):
        bench = Bench(lowered_programs.program(WAYS), operator=operator)
        try:
            found.append(levels(RankTop(), explored(bench.analysis)))
        finally:
            bench.close()
    assert found[0] == found[1] == [NEAR, MIDDLE, FAR]


class Edges(Cpa):
    """Steps that are lists of so many edges."""

    def __init__(self) -> None:
        self.asked = 0

    def edges_between(self, source: object, step: int, target: object) -> list[None]:  # type: ignore[override]  # only counted
        self.asked += 1
        return [None] * step


class Unheld:
    """Covers nothing."""

    def add(self, node: ArgNode) -> None: ...

    def enter(self, node: ArgNode) -> None: ...

    def remove(self, node: ArgNode) -> None: ...


def test_a_step_is_counted_once_on_long_paths_and_anew_where_a_node_hangs_on_another_edge() -> None:
    point = Exploration(ValueAnalysis(lowered_programs.program(WAYS)).cpa).arg.root.point
    arg, cpa = Arg(Unheld(), point, None), Edges()  # type: ignore[abstract]  # asked for edges only
    node = arg.root
    for _ in range(20_000):
        node = arg.add(point, None, node, 3)
    level = Levels(cpa)
    assert level(node) == 60_000
    child = arg.add(point, None, node, 5)
    assert level.renew()(child) == 60_005
    assert cpa.asked == 20_001
    arg.connect(arg.root, 7, child)
    arg.respan()
    assert level.renew()(child) == 7
