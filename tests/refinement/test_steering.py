"""A steered run makes the recorded choices, takes what the script says, and notices where it is not the recorded run."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.program import lowered_programs
from tests.refinement.benches import FLAG_AND_COUNTER
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.refinement.log import RefinementLog
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.operators import Candidate, Context, Select
from verilab.refinement.steering import Choice, Diverged, Script, SteeredSelect, Steering
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Safe

BAD = "propose=sliced-prefixes select=domain-type:bad apply=restart:global"


def steered(script: Script, text: str = BAD, log: RefinementLog | None = None) -> tuple[int, list[dict[str, Any]]]:
    """The states of a steered run, and the lines of its trace."""
    trace = io.StringIO()
    strategy = Steering(script, trace).steer(parse_strategy(text), lambda: {"cost": 1.0})
    loop = RefinementLoop(ValueAnalysis(lowered_programs.program(FLAG_AND_COUNTER)), strategy, log=log)
    assert isinstance(loop.run(), Safe)
    return loop.statistics.states, [json.loads(line) for line in trace.getvalue().splitlines()]


def script_of(lines: list[dict[str, Any]]) -> Script:
    return Script({line["refinement"]: (Choice(line["digest"], line["chosen"]),) for line in lines})


def test_an_empty_script_changes_nothing_and_the_trace_has_every_choice() -> None:
    loop = RefinementLoop(ValueAnalysis(lowered_programs.program(FLAG_AND_COUNTER)), parse_strategy(BAD))
    loop.run()
    states, lines = steered(Script())
    assert states == loop.statistics.states
    assert [line["refinement"] for line in lines] == list(range(1, loop.statistics.refinements + 1))
    assert all(line["cost"] == 1.0 for line in lines)


def test_the_recorded_choices_give_the_recorded_run_whatever_the_strategy_prefers() -> None:
    states, lines = steered(Script())
    assert steered(script_of(lines)) == (states, lines)
    other, others = steered(script_of(lines), BAD.replace("bad", "good"))
    assert (other, [line["chosen"] for line in others]) == (states, [line["chosen"] for line in lines])


def test_another_candidate_makes_another_run() -> None:
    states, lines = steered(Script())
    forced = Choice(lines[0]["digest"], 1 - lines[0]["chosen"])
    other, others = steered(Script({1: (forced,)}))
    assert others[0] == lines[0] | {"chosen": forced.chosen}
    assert other < states


def test_other_candidates_than_recorded_end_the_run() -> None:
    with pytest.raises(Diverged, match="refinement 1 has other candidates"):
        steered(Script({1: (Choice("recorded elsewhere", 0),)}))


def test_the_log_of_a_steered_run_still_says_why() -> None:
    plain, under = io.StringIO(), io.StringIO()
    RefinementLoop(ValueAnalysis(lowered_programs.program(FLAG_AND_COUNTER)), parse_strategy(BAD), log=RefinementLog(plain)).run()
    steered(Script(), log=RefinementLog(under))
    assert under.getvalue() == plain.getvalue()


def test_a_script_survives_json() -> None:
    script = Script({1: (Choice("a", 0), Choice("b", None)), 4: (Choice("c", 2),)})
    assert Script.from_json(json.loads(json.dumps(script.to_json()))) == script


def test_after_a_candidate_that_adds_nothing_the_strategy_chooses_among_the_others() -> None:
    """The loop then asks again, for the same refinement and without that candidate: what the script says of it is used up."""
    seen: list[tuple[int, int | None]] = []

    class AskedTwice(Select):
        """What the loop does where the first choice adds nothing, at the first refinement."""

        def __init__(self) -> None:
            inner = parse_strategy(BAD).select
            self.select = SteeredSelect(
                inner, Script({1: (Choice(digests[0], 1),)}), lambda number, choice: seen.append((number, choice.chosen))
            )

        def __call__(self, candidates: Sequence[Candidate], context: Context) -> Candidate:
            first = self.select(candidates, context)
            return self.select([each for each in candidates if each is not first], context) if context.number == 1 else first

    _, lines = steered(Script())
    digests = [line["digest"] for line in lines]
    loop = RefinementLoop(ValueAnalysis(lowered_programs.program(FLAG_AND_COUNTER)), replace(parse_strategy(BAD), select=AskedTwice()))
    assert isinstance(loop.run(), Safe)
    assert seen[:2] == [(1, 1), (1, 0)]
