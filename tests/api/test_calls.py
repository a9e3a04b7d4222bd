"""Programs, steps, runs, sweeps and tasks by the library's calls; their settings, and what is refused."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import verilab as vl
from tests.api.programs import BROKEN, LOCK
from verilab.api.settings import configured
from verilab.errors import Refused
from verilab.verification.configuration import SETTINGS


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    file = tmp_path / "lock.c"
    file.write_text(LOCK)
    return file


def test_a_program_has_functions_locations_edges_loops_and_domain_types(lock: Path) -> None:
    program = vl.load(lock)
    assert "main" in program.functions
    assert [repr(location) for location in program.loops] == ["main@5"]
    assert len(program.errors) == 1
    assert str(program.domain_types["main::locked"]) == "boolean"
    assert program.loop_counters == {"main::round"}
    assert {edge.source for edge in program.edges} <= set(program.locations)
    assert "2 functions" in repr(program)
    assert "main@5" in program._repr_html_()


def test_steps_stand_still_before_each_refinement(lock: Path) -> None:
    with vl.refine(lock, analysis="value", strategy="spin15-good") as loop:
        steps = list(loop)
    (step,) = steps
    assert str(step) == "refinement 1: candidate 1 of 2, tracks main::locked"
    assert "[locked]" in str(step.path)
    assert step.chosen is step.candidates[1]
    assert step.facts(step.candidates[0]) == ("main::round",)
    assert step.interpolants(step.chosen)[-1] == "main::locked = 0"
    assert isinstance(loop.verdict, vl.Safe)
    assert loop.evidence.accepted
    assert loop.statistics.states == 5
    assert list(loop) == []


def test_what_is_sent_is_applied_instead_of_the_choice(lock: Path) -> None:
    with vl.refine(vl.load(lock), analysis="value", strategy="spin15-good") as loop:
        for step in loop:
            loop.send(step.candidates[0])
    assert isinstance(loop.verdict, vl.Safe)
    assert (loop.statistics.refinements, loop.statistics.states) == (2, 408)
    with pytest.raises(Refused, match="no refinement is at hand"):
        loop.send(step.candidates[0])
    with vl.refine(lock, analysis="value", strategy="spin15-good") as other:
        next(other)
        with pytest.raises(Refused, match=r"send one of step\.candidates"):
            other.send(step.candidates[0])


@pytest.mark.parametrize("analysis", ["value", "predicate", "composite"])
def test_a_stepped_loop_comes_to_the_verdict_of_a_run(analysis: Any, lock: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.c"
    broken.write_text(BROKEN)
    with vl.refine(lock, analysis=analysis) as loop:
        assert isinstance(loop.run(), vl.Safe)
    with vl.refine(broken, analysis=analysis) as loop:
        assert isinstance(loop.run(), vl.Unsafe)
        assert loop.evidence.kind == "replay"


def test_a_loop_whose_time_is_up_ends_without_a_verdict(lock: Path) -> None:
    with vl.refine(lock, analysis="value", strategy="spin15-bad", time_limit=0.001) as loop:
        assert loop.run() == vl.Unknown("timeout")


def test_only_an_analysis_that_refines_can_be_stepped(lock: Path) -> None:
    with pytest.raises(Refused, match="analysis='auto' has no refinement loop of its own; known: value, predicate, composite"):
        vl.refine(lock, analysis="auto")


def test_a_run_takes_a_path_a_task_or_a_program(lock: Path) -> None:
    for given in (str(lock), vl.tasks(lock)[0], vl.load(lock)):
        result = vl.verify(given, analysis="value", strategy="spin15-good", time_limit=30)
        assert (result.verdict, result.configuration.time_limit) == ("true", 30)
    assert result.refinements[0].chosen == 1
    assert vl.verify(vl.load_tasks(lock)[0], vl.Configuration(analysis="value"), record="none").verdict == "true"


def test_the_values_of_an_axis_may_have_names(lock: Path) -> None:
    axes = {
        "strategy": {"mine": vl.Strategy(propose="sliced-prefixes", select="length:long"), "none": "spin15-none"},
        "engine": ["z3:horn"],
    }
    rows = vl.sweep([lock], axes=axes, analysis="value", time_limit=30)
    frame = rows.frame()
    assert sorted(frame.label) == ["mine", "none"]
    assert set(frame.interpolation) == {"z3:horn"}
    assert list(rows) == []


def test_runs_are_compared_and_drawn(lock: Path, tmp_path: Path) -> None:
    axes = {"strategy": ["spin15-good", "spin15-none"]}
    runs = list(vl.sweep([lock], axes=axes, analysis="value", time_limit=30))
    comparison = vl.compare(runs, baseline="spin15-none")
    assert "spin15-good" in str(comparison)
    assert "p-values corrected by Holm" in str(comparison)
    assert "|" in comparison.to("markdown")
    assert "<table" in comparison._repr_html_()
    pytest.importorskip("vl_convert")
    assert vl.figure(runs, "quantile", tmp_path / "quantile.svg", measure="states").read_text().startswith("<svg")


def test_tasks_are_found_by_patterns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = vl.families.write(tmp_path / "c", [vl.families.families()["lock-protocol"]], [2, 3])
    monkeypatch.chdir(tmp_path)
    listed = vl.tasks("c/*/*.yml")
    assert sorted(task.name for task in listed) == sorted(f"lock-protocol/{path.stem}" for path in written)
    assert len(vl.tasks("c")) == len(listed)
    assert len(vl.tasks("c/**/*.c")) == len(listed)
    with pytest.raises(vl.InputError, match="matches no file"):
        vl.tasks("c/nowhere/*.yml")


def test_families_have_tasks_of_known_verdict() -> None:
    listed = vl.families.tasks("boolean-or-counter", sizes=[1, 10])
    assert [(task.name.partition("/")[2], task.expected) for task in listed] == [
        ("boolean-or-counter-1-safe", True),
        ("boolean-or-counter-1-unsafe", False),
        ("boolean-or-counter-10-safe", True),
        ("boolean-or-counter-10-unsafe", False),
    ]
    assert len(vl.families.tasks("boolean-or-counter", [1], safe=True)) == 1
    with pytest.raises(Refused, match="did you mean 'boolean-or-counter'"):
        vl.families.tasks("boolean-or-countr")
    with pytest.raises(Refused, match="the smallest is"):
        vl.families.tasks("boolean-or-counter", [0])


def test_the_keywords_are_the_fields_of_a_configuration_with_their_values() -> None:
    hints = get_type_hints(vl.Settings)
    assert set(hints) == set(SETTINGS)
    for name, setting in SETTINGS.items():
        if setting.known and name != "engine":
            assert get_args(hints[name]) == setting.known, name


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"anlysis": "value"}, "unknown setting 'anlysis'; did you mean 'analysis'"),
        ({"analysis": "vlaue"}, "did you mean 'value'"),
        ({"strategy": "spin15-god"}, "did you mean 'spin15-good'"),
        ({"strategy": "select=widht"}, "did you mean 'width'"),
        ({"engine": "cvc6:proofs"}, "unknown backend 'cvc6'.*did you mean 'cvc5'"),
        ({"engine": "z3:hron"}, "did you mean 'horn'"),
        ({"engine": "z3:horn, cvc5:prof"}, "did you mean 'proofs'"),
        ({"engine": 3}, "int is no backend"),
        ({"backend": "z4"}, "unknown backend 'z4'"),
        ({"time_limit": "10"}, "time_limit='10': give a number"),
        ({"target_limit": 1.5}, "target_limit=1.5: give a value of int"),
        ({"isolate": 1}, "isolate=1: give a value of bool"),
        ({"time_limit": -1}, "give a positive number of seconds"),
        ({"engine": "z3:horn", "interpolation": "z3:horn"}, "interpolation is given twice"),
        ({"analysis": "value", "strategy": "vmcai12-kojak"}, "refines no value analysis"),
    ],
)
def test_a_wrong_setting_is_refused_before_anything_runs(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(Refused, match=message):
        configured(None, settings)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"axes": {"strategy": []}}, "axis 'strategy' has no values"),
        ({"axes": {"strategy": "spin15-good"}}, "give a list of them"),
        ({"axes": {"analysis": ["value"]}, "analysis": "value"}, "is an axis, and is given for all runs"),
        ({"axes": {"strategy": ["spin15-god"]}}, "did you mean"),
        ({"axes": {}, "jobs": 0}, "give at least 1"),
        ({"configurations": [("one", vl.Configuration())], "axes": {}}, "give configurations, or axes"),
    ],
)
def test_a_wrong_sweep_is_refused_before_anything_runs(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(Refused, match=message):
        vl.sweep(["nowhere.c"] if "jobs" in arguments else [], **arguments)


def test_what_interpolates_is_a_frame() -> None:
    frame = vl.engines()
    assert {"engine", "backend", "procedure", "version", "theories", "sequences", "trees", "installed", "install"} <= set(frame.columns)
    horn = frame.set_index("engine").loc["z3:horn"]
    assert bool(horn.trees)
    assert "LIA" in horn.theories.split()


FUNCTIONS = [name for name in vl.__all__ if inspect.isfunction(getattr(vl, name))]


@pytest.mark.parametrize("name", [name for name in vl.__all__ if name != "__version__"])
def test_everything_public_is_documented(name: str) -> None:
    assert (inspect.getdoc(getattr(vl, name)) or "").strip()


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name not in ("load_tasks", "product")])
def test_every_call_is_typed_and_says_which_command_does_the_same(name: str) -> None:
    function = getattr(vl, name)
    assert "``verilab " in (function.__doc__ or "").partition("command line")[2]
    for parameter in inspect.signature(function).parameters.values():
        assert parameter.annotation is not inspect.Parameter.empty, f"{name}: {parameter.name}"


def test_a_name_that_does_not_exist_names_the_nearest() -> None:
    with pytest.raises(AttributeError, match="did you mean 'interpolate'"):
        vl.interpolat  # noqa: B018  # that it is asked for is the test


def test_the_names_of_before_stand_for_the_new_ones() -> None:
    assert vl.open is vl.read_experiment
