"""Runs in control groups: the kernel limits and counts whatever a run starts, and the rows say who did."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event, Timer

import pytest

import verilab
from tests.experiments.laboratory.killing import experiment
from tests.verification.forked_tasks import task
from verilab.cli.laboratory.running import run_experiment
from verilab.errors import Refused
from verilab.experiments.design.design import load_design
from verilab.verification.configuration import Configuration
from verilab.verification.controlled import control_groups, run_controlled
from verilab.verification.isolated import Stopped, run_isolated
from verilab.verification.serving.answers import RejectedInput

ENDLESS = """\
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) { long n = 0; while (__VERIFIER_nondet_int()) n++; if (n < 0) reach_error(); return 0; }
"""


@pytest.fixture
def groups() -> str:
    try:
        return control_groups()
    except Refused as refusal:
        pytest.skip(str(refusal))  # only the system's administrator can give control groups


def test_a_run_in_a_control_group_is_the_run_of_a_process_group(groups: str, tmp_path: Path) -> None:
    given, configuration = task(tmp_path), Configuration(analysis="predicate", time_limit=60)
    one, other = run_controlled(given, configuration), run_isolated(given, configuration)
    assert (one.verdict, one.evidence.accepted) == ("true", True), one.reason
    assert (one.verdict, one.statistics.refinements, one.statistics.states) == (
        other.verdict,
        other.statistics.refinements,
        other.statistics.states,
    )
    assert one.statistics.cpu_s > 0.1


def test_what_a_run_has_started_counts_towards_its_cpu_time(groups: str, tmp_path: Path) -> None:
    result = run_controlled(task(tmp_path, ENDLESS), Configuration(cpu_limit=2.0, time_limit=60))
    assert (result.verdict, result.reason) == ("unknown", "out of CPU time")
    assert result.statistics.cpu_s >= 2.0


def test_a_run_in_a_control_group_ends_when_it_is_stopped(groups: str, tmp_path: Path) -> None:
    stop = Event()
    timer = Timer(1.5, stop.set)
    timer.start()
    with pytest.raises(Stopped):  # not by its limit, after which it has a result
        run_controlled(task(tmp_path, ENDLESS), Configuration(time_limit=300), stop=stop)


def test_wrong_input_is_rejected_from_a_control_group_too(groups: str, tmp_path: Path) -> None:
    with pytest.raises(RejectedInput, match=r"program\.c:1"):
        run_controlled(task(tmp_path, "int main(void) { return 1 +; }\n"), Configuration(time_limit=60))


def test_the_rows_of_an_experiment_say_who_limited_its_runs(groups: str, tmp_path: Path) -> None:
    file, rows = experiment(tmp_path, 1, '[tasks]\nfiles = ["*.c"]\n'), tmp_path / "e.duckdb"
    run_experiment(load_design(file), rows, 1, "", in_control_groups=True)
    stored = verilab.open(rows).runs
    assert stored.verdict.tolist() == ["true"]
    assert stored.limited_by.tolist() == [groups]


def test_without_benchexec_the_command_that_installs_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    control_groups.cache_clear()
    monkeypatch.setitem(sys.modules, "benchexec", None)
    with pytest.raises(Refused, match=r"pip install \"verilab\[benchexec\]\""):
        control_groups()
    control_groups.cache_clear()
