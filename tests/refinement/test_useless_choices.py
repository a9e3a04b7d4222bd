"""What follows a choice that adds nothing: the next best candidate, or, as Refine+ (FORTE'15 Alg. 4) has one, the end."""

from __future__ import annotations

import pytest

from tests.program import lowered_programs
from tests.refinement.benches import FLAG_AND_COUNTER
from verilab.analysis.candidates import Increment
from verilab.analysis.scope import Scope
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.experiments.papers.catalogue import TABLES
from verilab.experiments.papers.tables.figures import PaperTable
from verilab.refinement.contenders import UselessChoice
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Safe, Unknown
from verilab.verification.configuration import Configuration

STRATEGY = "propose=sliced-prefixes select=length:short apply=restart:global"


class FirstAddsNothing(ValueAnalysis):
    """Takes the first increment for one that is known."""

    asked = 0

    def refine(self, increment: Increment, scope: Scope) -> bool:
        self.asked += 1
        return self.asked > 1 and super().refine(increment, scope)


def test_by_default_the_next_best_candidate_gets_its_turn() -> None:
    loop = RefinementLoop(FirstAddsNothing(lowered_programs.program(FLAG_AND_COUNTER)), parse_strategy(STRATEGY))
    assert isinstance(loop.run(), Safe)


def test_refine_plus_returns_the_precision_of_the_selected_prefix_and_has_no_other() -> None:
    analysis = FirstAddsNothing(lowered_programs.program(FLAG_AND_COUNTER))
    loop = RefinementLoop(analysis, parse_strategy(STRATEGY), useless_choice=UselessChoice.END)
    verdict = loop.run()
    assert isinstance(verdict, Unknown)
    assert verdict.reason == "repeated counterexample"
    assert (analysis.asked, loop.statistics.refinements) == (1, 1)


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_the_papers_tables_are_run_with_it(table: PaperTable) -> None:
    assert table.setting["useless_choice"] == "end"
    assert Configuration().useless_choice == "next"
