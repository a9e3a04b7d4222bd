"""What an oracle found that the candidates of a run cost, from the JSON rows of ``verilab oracle --json``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from verilab.experiments.oracle.stored import HINT, numbered_rows
from verilab.program.errors import InputError

_LIMITS = ("time_limit", "cpu_limit", "memory_limit", "solver_memory", "record_queries", "export_precision")
_COST = ("rank", "outcome", "verdict", "reason", "after", "total")

Costs = dict[tuple[str, str], dict[tuple[int, int | None], dict[str, Any]]]
"""By task and configuration, without limits: by refinement and candidate (None for a join) what following it cost."""


def configuration_key(configuration: Mapping[str, Any]) -> str:
    """What two runs have in common that refine the same: all settings but limits."""
    return json.dumps({name: value for name, value in configuration.items() if name not in _LIMITS}, sort_keys=True)


def read_costs(files: Iterable[Path]) -> Costs:
    """Of files that ``verilab oracle --json`` wrote, and files of rows.  InputError for a line that is none of an oracle's rows."""
    found: Costs = {}
    for file in files:
        keys: dict[tuple[str, str], tuple[str, str]] = {}
        for number, line in numbered_rows(file):
            try:
                row = json.loads(line) if isinstance(line, str) else line
                name = (row["task"], row["strategy"])
                if row["row"] == "run":
                    keys[name] = (row["task"], configuration_key(row["configuration"]))
                elif row["row"] == "candidate":
                    place = (int(row["refinement"]), row["candidate"])
                    found.setdefault(keys[name], {})[place] = {key: row[key] for key in _COST}
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                raise InputError("is no row of an oracle", file=str(file), line=number, hint=HINT) from None
    return found
