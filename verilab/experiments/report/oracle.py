"""What an oracle found that the candidates of a run cost, from the JSON rows of ``verilab oracle --json``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from verilab.experiments.oracle.stored import costs, read_branches

_LIMITS = ("time_limit", "cpu_limit", "memory_limit", "solver_memory", "record_queries", "export_precision")

Costs = dict[tuple[str, str], dict[tuple[int, int | None], dict[str, Any]]]
"""By task and configuration, without limits: by refinement and candidate (None for a join) what following it cost."""


def configuration_key(configuration: Mapping[str, Any]) -> str:
    """What two runs have in common that refine the same: all settings but limits."""
    return json.dumps({name: value for name, value in configuration.items() if name not in _LIMITS}, sort_keys=True)


def read_costs(files: Iterable[Path]) -> Costs:
    """Of files that ``verilab oracle --json`` wrote, and files of rows.  InputError for a line that is none of an oracle's rows."""
    by_task: Costs = {}
    for file in files:
        for row in read_branches(file):
            key = (row["task"], configuration_key(row["configuration"]))
            ending = {name: row[name] for name in ("rank", "outcome", "verdict", "reason")}
            by_task.setdefault(key, {})[row["refinement"], row["candidate"]] = ending | costs(row)
    return by_task
