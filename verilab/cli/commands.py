"""The commands, by name: where each is, and which of them fork runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Group(NamedTuple):
    """Commands with a name in common: what they are about, and where each is."""

    help: str
    commands: Mapping[str, str]


COMMANDS: Mapping[str, str | Group] = {
    "verify": "verilab.cli.verify:verify",
    "automata": "verilab.cli.listings:automata",
    "validate": "verilab.cli.validate:validate_witness",
    "refine": "verilab.cli.refine:refine",
    "sweep": "verilab.cli.sweeps.sweep:sweep",
    "papers": "verilab.cli.sweeps.papers:papers",
    "backends": "verilab.cli.backends:backends",
    "engines": "verilab.cli.engines:engines",
    "strategies": "verilab.cli.listings:strategies",
    "families": "verilab.cli.listings:families",
    "interpolate": "verilab.cli.interpolate:interpolate",
    "inspect": "verilab.cli.inspect:inspect",
    "explain": "verilab.cli.explain:explain",
    "oracle": "verilab.cli.oracle:oracle",
    "oracle-table": "verilab.cli.oracle_table:oracle_table",
    "learn": Group(
        "Learn which refinement to take from the rows of an oracle; compare with other ways to choose.",
        {"train": "verilab.cli.learn:train", "compare": "verilab.cli.learn:compare"},
    ),
    "reproduce": "verilab.cli.laboratory.reproduce:reproduce",
    "experiment": Group(
        "Experiments as files: checked, run and resumed, compared, drawn, exported.",
        {
            "check": "verilab.cli.laboratory.running:check",
            "run": "verilab.cli.laboratory.running:run",
            "status": "verilab.cli.laboratory.running:status",
            "table": "verilab.cli.laboratory.showing:table",
            "runs": "verilab.cli.laboratory.showing:runs",
            "figure": "verilab.cli.laboratory.showing:figure",
            "export": "verilab.cli.laboratory.showing:export",
            "import": "verilab.cli.laboratory.showing:import_rows",
            "compare": "verilab.cli.laboratory.showing:compare",
            "report": "verilab.cli.laboratory.showing:report",
        },
    ),
    "queries": Group(
        "Record the interpolation queries of runs, import those of other solvers; replay, benchmark and study engines.",
        {
            "import": "verilab.cli.queries.collecting:import_",
            "record": "verilab.cli.queries.collecting:record",
            "replay": "verilab.cli.queries.asking:replay",
            "benchmark": "verilab.cli.queries.asking:benchmark",
            "study": "verilab.cli.queries.studying:study",
            "decompose": "verilab.cli.queries.studying:decompose",
        },
    ),
    "benchexec": Group(
        "Rows as result files of BenchExec and back, benchmark definitions, scores.",
        {
            "export": "verilab.cli.benchexec:export_rows",
            "import": "verilab.cli.benchexec:import_results",
            "scores": "verilab.cli.benchexec:show_scores",
            "define": "verilab.cli.benchexec:define",
        },
    ),
}
"""Where each command is, as ``module:function``: what does not run is not imported."""

RUNNING = (("verify",), ("validate",), ("sweep",), ("papers",), ("oracle",), ("queries", "record"), ("experiment", "run"), ("reproduce",))
"""The commands that fork runs."""


def forks_runs(arguments: Sequence[str]) -> bool:
    """Whether a command line is a command's that forks runs, and no question for its help."""
    return "--help" not in arguments and any(tuple(arguments[: len(command)]) == command for command in RUNNING)
