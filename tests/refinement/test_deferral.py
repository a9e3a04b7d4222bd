"""Where a selection looks at prefixes only, the one that it chooses is interpolated, and the refinements are the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tests.program import lowered_programs
from tests.refinement.benches import PROTOCOL, REASONS, Bench
from verilab.analysis.candidates import Candidate
from verilab.analysis.exploration import Exploration
from verilab.analysis.predicate.interpolation import Refutable, Refutation, Refuter
from verilab.analysis.prefixes import Caps
from verilab.analysis.proposals import settled
from verilab.formulas.blocks.block_operator import BlockOperator, LargeBlock, SingleBlock
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.operators import Apply, RefinableAnalysis
from verilab.refinement.strategy import Strategy, parse_strategy
from verilab.refinement.verdicts import Safe

BY_PREFIX = ("length:short", "length:long", "random:3", "assumes:few,length:short", "first")


class Noted(Apply):
    """Notes what is applied."""

    def __init__(self, inner: Apply) -> None:
        self.inner = inner
        self.chosen: list[tuple[int, tuple[object, ...], frozenset[object]]] = []

    def __call__(self, analysis: RefinableAnalysis, exploration: Exploration, chosen: Candidate) -> Exploration | None:
        left_out = (*sorted(chosen.prefix.no_ops), *chosen.prefix.conditions)
        self.chosen.append((chosen.prefix.length, left_out, frozenset(map(str, chosen.increment.all))))
        return self.inner(analysis, exploration, chosen)


@dataclass
class Run:
    """What a run applied, and what it asked for."""

    applied: list[tuple[int, tuple[object, ...], frozenset[object]]]
    candidates: int
    interpolations: float
    is_safe: bool


def run(text: str, select: str, operator: BlockOperator, *, defers: bool, propose: str = "sliced-prefixes") -> Run:
    bench = Bench(lowered_programs.program(text), operator=operator)
    strategy = parse_strategy(f"propose={propose} select={select}")
    noted = Noted(strategy.apply)
    loop = RefinementLoop(
        bench.analysis, Strategy(strategy.rank, strategy.propose, strategy.select, noted, text=str(strategy)), defers=defers
    )
    verdict = loop.run()
    asked = bench.analysis.statistics()["interpolations"]
    bench.close()
    return Run(noted.chosen, loop.statistics.candidates, asked, isinstance(verdict, Safe))


@pytest.mark.parametrize("operator", [SingleBlock(), LargeBlock()], ids=["single", "large"])
@pytest.mark.parametrize("select", BY_PREFIX)
@pytest.mark.parametrize(
    ("text", "propose"),
    [
        pytest.param(REASONS, "sliced-prefixes", id="reasons"),
        pytest.param(PROTOCOL, "sliced-prefixes", id="protocol"),
        # of REASONS z3 interpolates a path in another way after other questions
        pytest.param(PROTOCOL, "sliced-paths", id="sliced-paths"),
    ],
)
def test_the_refinements_are_the_same_with_one_interpolation_each(text: str, propose: str, select: str, operator: BlockOperator) -> None:
    eager, deferred = (run(text, select, operator, defers=defers, propose=propose) for defers in (False, True))
    assert deferred.applied == eager.applied
    assert (deferred.candidates, deferred.is_safe) == (eager.candidates, eager.is_safe)
    assert eager.interpolations == eager.candidates
    assert deferred.interpolations == len(deferred.applied)


def test_a_selection_by_facts_has_all_of_them_interpolated() -> None:
    eager, deferred = (run(REASONS, "domain-type:good,length:short", SingleBlock(), defers=defers) for defers in (False, True))
    assert deferred == eager
    assert deferred.interpolations > len(deferred.applied)


def test_where_the_chosen_prefix_has_no_interpolants_the_others_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shortest prefix of each path, which has up to four edges fewer than the next one, cannot be interpolated."""
    bench = Bench(lowered_programs.program(REASONS))
    refute, lengths = Refuter.refute, []

    def failing(self: Refuter, trace: Refutable, is_new: Callable[..., bool] = lambda increment: True) -> Refutation | str:
        lengths.append(len(trace.partitions))
        return "out of order" if len(trace.partitions) == min(lengths) else refute(self, trace, is_new)

    monkeypatch.setattr(Refuter, "refute", failing)
    loop = RefinementLoop(bench.analysis, parse_strategy("propose=sliced-prefixes select=length:short"), defers=True)
    assert isinstance(loop.run(), Safe)
    assert len(lengths) > loop.statistics.refinements
    bench.close()


def test_a_path_whose_prefixes_have_no_interpolants_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(lowered_programs.program(REASONS))
    monkeypatch.setattr(Refuter, "refute", lambda self, trace, is_new=None: "out of order")
    loop = RefinementLoop(bench.analysis, parse_strategy("propose=sliced-prefixes select=length:short"), defers=True)
    verdict = loop.run()
    assert "interpolation failed (out of order)" in str(verdict)
    bench.close()


def test_what_is_proposed_besides_prefixes_is_not_deferred() -> None:
    bench = Bench(lowered_programs.program("int main(void) { int x = __VERIFIER_nondet_int(); if (x) { reach_error(); } return 0; }"))
    exploration = Exploration(bench.analysis.cpa)
    exploration.run()
    proposals = bench.analysis.propose(bench.analysis.path(exploration.arg.targets[0]), Caps())
    assert [type(each).__name__ for each in proposals] == ["Feasible"]
    bench.close()


def test_nothing_is_interpolated_before_it_is_settled() -> None:
    bench = Bench(lowered_programs.program(REASONS))
    exploration = Exploration(bench.analysis.cpa)
    exploration.run()
    proposals = list(bench.analysis.propose(bench.analysis.path(exploration.arg.targets[0]), Caps()))
    assert len(proposals) > 1
    assert bench.analysis.statistics()["interpolations"] == 0
    assert all(isinstance(each, Candidate) for each in settled(proposals))
    assert bench.analysis.statistics()["interpolations"] == len(proposals)
    bench.close()


def test_the_next_prefix_is_no_question_until_it_is_asked_for() -> None:
    bench = Bench(lowered_programs.program(REASONS))
    exploration = Exploration(bench.analysis.cpa)
    exploration.run()
    proposals = settled(bench.analysis.propose(bench.analysis.path(exploration.arg.targets[0]), Caps()))
    assert isinstance(next(proposals), Candidate)
    assert bench.analysis.statistics()["interpolations"] == 1
    bench.close()
