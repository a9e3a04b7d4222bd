"""Which analyses of a composite are asked for a path: the next one only where the selection wants its candidates (SPIN'15 §4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from verilab_strategies import SlicedPrefixes

from tests.analysis.composites import RANGE, Make, NotedApply, run
from tests.refinement.benches import REASONS
from verilab.analysis.arg import ArgNode
from verilab.analysis.candidates import Candidate
from verilab.analysis.combination import ALL
from verilab.analysis.exploration import Exploration
from verilab.analysis.proposals import NextAnalysis, Proposal
from verilab.analysis.refinable import RefinableAnalysis
from verilab.analysis.scope import Scope
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.operators import Apply
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Safe

FLAG = """
int main(void) {
  int n = __VERIFIER_nondet_int(), flag = 0, i = 0;
  %s
  if (n > 3 && n < 2) { reach_error(); }
  if (%s) { reach_error(); }
  return 0;
}
"""
LOW, COUNTED = FLAG % ("", "flag"), FLAG % ("while (i < 3) { i++; }", "i != 3")
"""The value analysis excludes the second error by a Boolean, or only by a loop counter; the first is no matter of values."""


@pytest.mark.parametrize("text", [LOW, COUNTED], ids=["a Boolean", "a loop counter"])
def test_predicate_prefixes_are_interpolated_only_where_the_value_score_is_past_the_threshold(make: Make, text: str) -> None:
    composite = make(text.replace("if (n > 3 && n < 2) { reach_error(); }", "")).composite()
    verdict, refined = run(composite, "spin15-(va+pa+)+")
    assert isinstance(verdict, Safe)
    interpolations = composite.statistics()["predicate interpolations"]
    if text is LOW:
        assert (set(refined), interpolations) == ({"value"}, 0)
    else:
        assert interpolations > 0
        assert refined[0] == "predicate"


def test_without_a_threshold_predicate_prefixes_are_interpolated_whatever_the_value_score(make: Make) -> None:
    composite = make(LOW).composite()
    assert isinstance(run(composite, "spin15-(va+pa+)+list")[0], Safe)
    assert composite.statistics()["predicate interpolations"] > 0


@pytest.mark.parametrize("text", [RANGE, REASONS, LOW, COUNTED], ids=["range", "reasons", "flag", "counter"])
@pytest.mark.parametrize("select", ["analysis", "join-all:analysis", "delay:analysis", "join-first:3:analysis:threshold=8"])
def test_what_is_not_asked_would_change_no_choice(make: Make, text: str, select: str) -> None:
    class Eager(SlicedPrefixes):
        """Asks all analyses, whatever suffices."""

        def __call__(self, analysis: RefinableAnalysis, target: ArgNode) -> Iterator[Proposal]:
            return (each for each in super().__call__(analysis, target) if not isinstance(each, NextAnalysis))

    def choices(*, eager: bool) -> list[tuple[str, list[str]]]:
        composite = make(text).composite()
        strategy = parse_strategy(f"rank=all propose=sliced-prefixes:analyses=all select={select}")
        noted = NotedApply(strategy.apply)
        propose = Eager(analyses=ALL) if eager else strategy.propose
        RefinementLoop(composite, replace(strategy, propose=propose, apply=noted)).run()
        return noted.chosen

    eager = choices(eager=True)
    assert eager
    assert choices(eager=False) == eager


def test_what_adds_nothing_lets_the_analyses_be_asked_that_were_not(make: Make) -> None:
    """The values of the first choice are tracked already, yet the path is there: a model from before they were."""
    composite = make(LOW).composite()

    class Forgetful(Apply):
        """Refines, but takes the first refinement of values for one that adds nothing."""

        def __init__(self) -> None:
            self.analyses: list[str] = []

        def __call__(self, analysis: RefinableAnalysis, exploration: Exploration, chosen: Candidate) -> Exploration | None:
            self.analyses.append(chosen.analysis)
            analysis.refine(chosen.increment, Scope.GLOBAL)
            return None if self.analyses == ["value"] else exploration.restarted()

    apply = Forgetful()
    loop = RefinementLoop(composite, replace(parse_strategy("spin15-(va+pa+)+"), apply=apply))
    assert isinstance(loop.run(), Safe)
    assert "predicate" in apply.analyses[1:]
