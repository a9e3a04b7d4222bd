"""Branches of random runs: the recorded choices give the recorded run, and whichever candidate is taken, the verdict is the program's."""

from __future__ import annotations

import io
import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from property_tests.target_programs import Drawn, drawn
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.steering import Choice, Script, Steering
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Verdict

SOME = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
STRATEGIES = st.sampled_from(
    [
        "spin15-good-narrow",
        "spin15-random",
        "forte15-longest",
        "pcegar-multi",
        "pcegar-rt-s2",
        "hybrid-each-good-narrow",
        "hybrid-multi-delay",
    ]
)


def steered(program: Drawn, strategy: str, script: Script) -> tuple[type[Verdict], int, list[dict[str, Any]]]:
    """The verdict, the states, and the trace of a steered run."""
    trace = io.StringIO()
    loop = RefinementLoop(program.scenario().analysis(), Steering(script, trace).steer(parse_strategy(strategy), dict))
    verdict = loop.run()
    return type(verdict), loop.statistics.states, [json.loads(line) for line in trace.getvalue().splitlines()]


def script_of(lines: list[dict[str, Any]]) -> Script:
    choices: dict[int, tuple[Choice, ...]] = {}
    for line in lines:
        choices[line["refinement"]] = (*choices.get(line["refinement"], ()), Choice(line["digest"], line["chosen"]))
    return Script(choices)


@SOME
@given(drawn, STRATEGIES)
def test_the_recorded_choices_give_the_recorded_run(program: Drawn, strategy: str) -> None:
    recorded = steered(program, strategy, Script())
    assert steered(program, strategy, script_of(recorded[2])) == recorded


@SOME
@given(drawn, STRATEGIES, st.data())
def test_whichever_candidate_is_taken_the_verdict_is_the_programs(program: Drawn, strategy: str, data: st.DataObject) -> None:
    verdict, _, lines = steered(program, strategy, Script())
    if not lines:
        return
    at = data.draw(st.sampled_from(lines), label="at")
    before = {number: choices for number, choices in script_of(lines).choices.items() if number < at["refinement"]}
    first = script_of(lines).choices[at["refinement"]][0]
    other, _, others = steered(program, strategy, Script({**before, at["refinement"]: (Choice(first.digest, 0),)}))
    assert other is verdict
    place = next(number for number, line in enumerate(others) if line["refinement"] == at["refinement"])
    assert others[:place] == lines[:place]
    assert others[place]["chosen"] == 0
