"""The tool-info module, by BenchExec's own classes."""

from __future__ import annotations

import os
import sys
from collections import namedtuple
from pathlib import Path
from typing import Any

import benchexec.result as results
import pytest
from benchexec.tools.template import BaseTool2
from benchexec.util import ProcessExitCode

from verilab.experiments.benchexec.results import MODULE
from verilab.experiments.benchexec.scores import score
from verilab.experiments.benchexec.tool import Tool
from verilab.verification.schema import RunResult

Limits = namedtuple("Limits", "cputime walltime memory", defaults=(None, None, None))
PRINTED = """\
task         f/a
evidence     invariants, accepted by cvc5
states       12   refinements 3   predicates 4
time         1.20 s wall, 1.50 s cpu, 0.25 s in solvers, 0.95 s own
"""


def determined(text: str, code: int = 0) -> str:
    output = BaseTool2.Run
    run = output([], ProcessExitCode(raw=code << 8, value=code, signal=None), text.splitlines(), None)
    return Tool().determine_result(run)


@pytest.mark.parametrize(
    ("line", "code", "status"),
    [
        ("RESULT: true", 0, results.RESULT_TRUE_PROP),
        ("RESULT: false", 1, results.RESULT_FALSE_REACH),
        ("RESULT: unknown (imprecise: heap)", 3, results.RESULT_UNKNOWN),
        ("RESULT: unknown (timeout)", 3, results.RESULT_TIMEOUT),
        ("RESULT: unknown (out of memory)", 3, "OUT OF MEMORY"),
        ("a.c:1:1: error: nothing", 2, "ERROR (input)"),
        ("Killed", 137, results.RESULT_ERROR),
    ],
)
def test_results_are_told(line: str, code: int, status: str) -> None:
    assert determined(PRINTED + line + "\n", code) == status


def test_values_are_found_in_the_output() -> None:
    found = {
        name: Tool().get_value_from_output(PRINTED.splitlines(), name) for name in ("states", "refinements", "predicates", "solver_s", "x")
    }
    assert found == {"states": "12", "refinements": "3", "predicates": "4", "solver_s": "0.25", "x": None}


def test_the_command_has_the_limits_the_property_and_the_data_model() -> None:
    task: Any = BaseTool2.Task.with_files(["a.c"], property_file="p.prp", options={"data_model": "LP64"})
    command = Tool().cmdline("verilab", ["--time-limit", "9"], task, Limits(20, None, 3_000_000_000))
    assert command[:5] == ["verilab", "verify", "a.c", "--time-limit", "9"]
    assert command[5:] == ["--property", "p.prp", "--data-model", "LP64", "--cpu-limit", "20", "--memory-limit", "3000"]


def test_the_module_is_found_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    from benchexec.model import load_tool_info

    class Config:
        container = False
        tool_directory = None

    # The command lies beside the interpreter, also where nobody has activated that environment.
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    module, tool = load_tool_info(MODULE, Config())
    assert module == MODULE
    assert tool.name() == "verilab"


@pytest.mark.parametrize("verdict", ["true", "false", "unknown"])
@pytest.mark.parametrize("expected", [True, False])
def test_scores_agree(verdict: str, expected: bool) -> None:
    properties = results.Property("p", True, "unreach-call")
    status = {"true": results.RESULT_TRUE_PROP, "false": results.RESULT_FALSE_REACH}.get(verdict, results.RESULT_UNKNOWN)
    wanted = results.ExpectedResult(expected, None)
    category = results.get_result_category({"p": wanted}, status, [properties])
    assert properties.compute_score(category, status) == score(RunResult("t", verdict, expected=expected))
