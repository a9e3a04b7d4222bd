"""What a configuration says of interpolation reaches the analysis; the presets of settings verify what the default settings verify."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tests.backends.required import need
from verilab.families import demo_tasks
from verilab.program.tasks import Task
from verilab.resources import Deadline, SolverClock
from verilab.verification.configuration import EXTRACTIONS, FALLBACKS, INTERPOLATES, REDUCTIONS, Configuration
from verilab.verification.frontend import load_program
from verilab.verification.phases.engines.analyses import predicate_analysis
from verilab.verification.settings_presets import SETTINGS_PRESETS
from verilab.verification.verification import verify
from verilab.verification.workshop import Workshop

QUICK = ("boolean-or-counter", "lock-protocol")
TASKS = [task for task in demo_tasks(1) if task.name.rpartition("/")[2].startswith(QUICK)]


@pytest.mark.parametrize(
    ("name", "known"),
    [("extraction", EXTRACTIONS), ("fallback", FALLBACKS), ("interpolate", INTERPOLATES), ("reduction", REDUCTIONS)],
    ids=lambda value: str(value),
)
def test_every_value_of_a_setting_of_the_engine_is_one_of_the_analysis(name: str, known: tuple[str, ...]) -> None:
    for value in known:
        configuration = Configuration(analysis="predicate", **cast("dict[str, Any]", {name: value}))
        workshop = Workshop(load_program(TASKS[0], Configuration()), configuration, Deadline(), SolverClock())
        analysis = predicate_analysis(workshop, "int", Deadline())
        found = workshop.context(Deadline()).reduction if name == "reduction" else getattr(analysis.options, name)
        assert found.value == value
        analysis.close()


@pytest.mark.parametrize("fallback", FALLBACKS)
def test_a_query_has_the_time_of_the_run_where_no_other_procedure_is_asked(fallback: str) -> None:
    configuration = Configuration(fallback=fallback)
    analysis = predicate_analysis(
        Workshop(load_program(TASKS[0], configuration), configuration, Deadline(), SolverClock()), "int", Deadline()
    )
    assert (analysis.options.interpolation_seconds is None) == (fallback == "none")
    analysis.close()


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name.rpartition("/")[2])
@pytest.mark.parametrize("name", [name for name in SETTINGS_PRESETS if name.startswith("paper-engine")])
def test_the_papers_engine_verifies_and_its_interpolants_are_certified(name: str, task: Task) -> None:
    settings = SETTINGS_PRESETS[name]
    need(settings["interpolation"].partition(":")[0]).close()
    need("cvc5")
    result = verify(task, Configuration(analysis="predicate", strategy="spin15-none", check_interpolants=True, **settings))
    assert result.classification == "solved", result.result_line
    assert set(result.statistics.interpolation) == {settings["interpolation"]}
    (tally,) = result.statistics.interpolation.values()
    assert (tally["invalid"], tally["failed"]) == (0, 0)
    assert tally["valid"] > 0


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name.rpartition("/")[2])
@pytest.mark.parametrize("engine", ["z3:horn", "smtinterpol:proofs", "mathsat:proofs", "opensmt:proofs", "cvc5:proofs"])
def test_rounds_are_verified_by_one_certified_tree_each(engine: str, task: Task) -> None:
    need(engine.partition(":")[0]).close()
    settings: dict[str, Any] = {"analysis": "predicate", "strategy": "pcegar-multi", "target_coverage": "separate", "fallback": "none"}
    result = verify(task, Configuration(interpolation=engine, interpolate="tree", check_interpolants=True, **settings))
    assert result.classification == "solved", result.result_line
    (tally,) = result.statistics.interpolation.values()
    assert tally["valid"] == tally["asked"] == result.statistics.refinements
