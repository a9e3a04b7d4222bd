"""The commands, by name: where each is, and which of them fork runs."""

from __future__ import annotations

from collections.abc import Sequence

COMMANDS = {
    "verify": "verilab.cli.verify:verify",
    "automata": "verilab.cli.automata:automata",
    "validate": "verilab.cli.validate:validate_witness",
    "refine": "verilab.cli.refine:refine",
    "sweep": "verilab.cli.sweeps.sweep:sweep",
    "papers": "verilab.cli.sweeps.papers:papers",
    "backends": "verilab.cli.backends:backends",
    "engines": "verilab.cli.engines:engines",
    "strategies": "verilab.cli.strategies:strategies",
    "families": "verilab.cli.families:families",
    "interpolate": "verilab.cli.interpolate:interpolate",
    "inspect": "verilab.cli.inspect:inspect",
    "explain": "verilab.cli.explain:explain",
    "oracle": "verilab.cli.oracle:oracle",
    "oracle-table": "verilab.cli.oracle_table:oracle_table",
    "learn": "verilab.cli.learn:learn",
    "reproduce": "verilab.cli.laboratory.reproduce:reproduce",
    "experiment": "verilab.cli.laboratory:experiment",
    "queries": "verilab.cli.queries:queries",
    "benchexec": "verilab.cli.benchexec:benchexec",
}
"""Where each command is, as ``module:function`` (or a group of commands): what does not run is not imported."""

RUNNING = (("verify",), ("validate",), ("sweep",), ("papers",), ("oracle",), ("queries", "record"), ("experiment", "run"), ("reproduce",))
"""The commands that fork runs."""


def forks_runs(arguments: Sequence[str]) -> bool:
    """Whether a command line is a command's that forks runs, and no question for its help."""
    return "--help" not in arguments and any(tuple(arguments[: len(command)]) == command for command in RUNNING)
