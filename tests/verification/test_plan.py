"""A run is planned once, before anything starts: behind the plan no text is read again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.verification.forked_tasks import task
from verilab.errors import Refused
from verilab.refinement.strategy import Strategy, parse_strategy
from verilab.verification import verification
from verilab.verification.choices import Choices
from verilab.verification.configuration import SETTINGS, Configuration
from verilab.verification.phases import plan as planning
from verilab.verification.phases.phase import Analysis
from verilab.verification.phases.plan import plan
from verilab.verification.verification import verify


@pytest.mark.parametrize("strategy", ["", "lazy"])
def test_a_run_is_planned_once_and_its_strategy_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, strategy: str) -> None:
    plans: list[Configuration] = []
    read: list[str] = []

    def counted_plan(configuration: Configuration) -> planning.Plan:
        plans.append(configuration)
        return plan(configuration)

    def counted_read(text: str) -> Strategy:
        read.append(text)
        return parse_strategy(text)

    monkeypatch.setattr(verification, "plan", counted_plan)
    monkeypatch.setattr(planning, "parse_strategy", counted_read)
    configuration = Configuration(analysis="predicate", strategy=strategy)
    assert verify(task(tmp_path), configuration).verdict == "true"
    assert plans == [configuration]
    assert len(read) == len(set(read))


@pytest.mark.parametrize(
    "settings",
    [
        {"strategy": "rank=nobody"},
        {"seed": -1},
        {"analysis": "value", "strategy": "kojak-like"},
        {"analysis": "predicate", "strategy": "spin15-(va+pa+)+"},
        {"analysis": "predicate", "interpolate": "tree", "strategy": "lazy"},
        {"target_coverage": "separate", "strategy": "spiessl17-minimal"},
        {"backend": "z4"},
        {"analysis": "predicate", "interpolation": "z3:nothing"},
    ],
    ids=str,
)
def test_what_cannot_be_run_is_refused_before_the_program_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any]
) -> None:
    def read(*arguments: object, **options: object) -> None:
        raise AssertionError("the program was read")

    monkeypatch.setattr(verification, "load_program", read)
    with pytest.raises(Refused):
        verify(task(tmp_path), Configuration(**settings))


@pytest.mark.parametrize("analysis", list(Analysis))
def test_an_analysis_alone_is_the_one_phase_of_its_name(analysis: Analysis) -> None:
    (phase,) = plan(Configuration(analysis=analysis.value)).phases
    assert phase.analysis is analysis
    assert isinstance(phase.strategy, Strategy)


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for name, setting in SETTINGS.items() for value in setting.known if name in Choices.__dataclass_fields__],
    ids=str,
)
def test_every_word_of_a_setting_is_a_value(name: str, value: str) -> None:
    settings: dict[str, Any] = {name: value}
    if name in ("interpolate", "counter"):
        settings["analysis"] = "predicate"
    found = getattr(Choices.of(Configuration(**settings)), name)
    assert value == "auto" or found.value == value
