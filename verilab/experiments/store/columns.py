"""The tables of an experiment and their columns, from the dataclasses of ``verilab.verification.schema``.

    runs          one row for each run; key ``run``; every field of the configuration and of the statistics is a column
    refinements   one for each refinement of a run, in the order ``place`` in which its log has them
    candidates    one for each candidate of a refinement, by ``place`` of the refinement and ``candidate``
    queries       one for each time an interpolation procedure was asked
    replays       what an engine answered when a recorded query was replayed: ``file`` is that of ``queries``, ``timeout`` in seconds
    models        the abstract model that each refinement found, where they are recorded, and the last of each phase (``moment`` "after")
    branches      what an oracle found that each candidate cost: imported, a row for each candidate of a refinement (none: the join)
    tasks         what was verified: the files of each task with their SHA-256
    sources       the text of these files by their SHA-256, where models are recorded
    manifest      what it was verified with, by keys

``run`` is a digest of task, label and repetition: the same run has the same key in every experiment and on every machine.  ``recording``
is one of the task and the configuration that an oracle followed; costs of branches are those from their refinement on.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, get_type_hints

from verilab.verification.configuration import SETTINGS
from verilab.verification.schema import RunStatistics

REFINEMENTS, QUERIES, MODELS = RECORDS = ("refinements", "queries", "models")
"""What can be recorded of a run besides its own row; models: its refinements with their abstract models, and its task's source."""

_SQL = {bool: "BOOLEAN", int: "BIGINT", float: "DOUBLE", str: "VARCHAR"}

NUMBERS = {name: _SQL[kind] for name, kind in get_type_hints(RunStatistics).items() if kind in _SQL}
"""The columns of the numbers of ``RunStatistics``; its ``interpolation`` is the column ``procedures``."""

Columns = dict[str, Any]
"""By name the type of a column, as text of SQL."""

_RUNS: Columns = {
    "run": "VARCHAR",
    "task": "VARCHAR",
    "family": "VARCHAR",
    "label": "VARCHAR",
    "repetition": "INTEGER",
    "expected": "BOOLEAN",
    "verdict": "VARCHAR",
    "class": "VARCHAR",
    "reason": "VARCHAR",
    "evidence": "VARCHAR",
    "checked_by": "VARCHAR",
    "accepted": "BOOLEAN",
    "properties": "JSON",
    "details": "JSON",
    **NUMBERS,
    "procedures": "JSON",
    **{name: _SQL[setting.type] for name, setting in SETTINGS.items()},
    "attempts": "INTEGER",
    "host": "VARCHAR",
    "cores": "INTEGER[]",
    "load": "DOUBLE",
    "limited_by": "VARCHAR",
    "started": "TIMESTAMP",
}

_COST: Columns = {"cpu_s": "DOUBLE", "wall_s": "DOUBLE", "states": "BIGINT", "refinements": "BIGINT"}

TABLES: dict[str, Columns] = {
    "runs": _RUNS,
    "refinements": {
        "run": "VARCHAR",
        "place": "INTEGER",
        "number": "INTEGER",
        "phase": "VARCHAR",
        "states": "BIGINT",
        "found": "INTEGER",
        "candidates": "INTEGER",
        "chosen": "INTEGER",
        "joined": "INTEGER[]",
        "rejected": "INTEGER[]",
        "why": "VARCHAR",
        "targets": "JSON",
        "increment": "JSON",
        "edits": "JSON",
    },
    "candidates": {
        "run": "VARCHAR",
        "place": "INTEGER",
        "candidate": "INTEGER",
        "target": "INTEGER",
        "analysis": "VARCHAR",
        "role": "VARCHAR",
        "length": "INTEGER",
        "omitted": "INTEGER[]",
        "provenance": "VARCHAR",
        "interpolants": "JSON",
        "increment": "JSON",
        "scores": "MAP(VARCHAR, DOUBLE)",
    },
    "queries": {
        "run": "VARCHAR",
        "number": "INTEGER",
        "procedure": "VARCHAR",
        "outcome": "VARCHAR",
        "seconds": "DOUBLE",
        "phase": "VARCHAR",
        "iteration": "INTEGER",
        "logic": "VARCHAR",
        "partitions": "INTEGER",
        "file": "VARCHAR",
    },
    "replays": {
        "run": "VARCHAR",
        "file": "VARCHAR",
        "engine": "VARCHAR",
        "outcome": "VARCHAR",
        "detail": "VARCHAR",
        "seconds": "DOUBLE",
        "timeout": "DOUBLE",
        "cuts": "INTEGER",
        "nodes": "INTEGER",
        "atoms": "INTEGER",
        "variables": "INTEGER",
        "predicates": "INTEGER",
        "new_predicates": "INTEGER",
        "fallback": "VARCHAR",
    },
    "models": {"run": "VARCHAR", "place": "INTEGER", "moment": "VARCHAR", "model": "JSON", "applied": "JSON"},
    "branches": {
        "recording": "VARCHAR",
        "task": "VARCHAR",
        "strategy": "VARCHAR",
        "measure": "VARCHAR",
        "configuration": "JSON",
        "refinement": "INTEGER",
        "location": "VARCHAR",
        "line": "INTEGER",
        "candidate": "INTEGER",
        "chosen": "BOOLEAN",
        "analysis": "VARCHAR",
        "length": "INTEGER",
        "facts": "JSON",
        "scores": "MAP(VARCHAR, DOUBLE)",
        "outcome": "VARCHAR",
        "verdict": "VARCHAR",
        "reason": "VARCHAR",
        "adds_nothing": "BOOLEAN",
        "rank": "INTEGER",
        **_COST,
        **{f"total_{name}": kind for name, kind in _COST.items()},
    },
    "sources": {"sha256": "VARCHAR", "text": "VARCHAR"},
    "tasks": {"task": "VARCHAR", "definition": "VARCHAR", "expected": "BOOLEAN", "files": "JSON"},
    "manifest": {"key": "VARCHAR", "value": "JSON"},
}

ADDED = frozenset({"models", "sources", "branches", "replays"})
"""Tables that files of earlier versions lack; whoever writes to one makes them, whoever reads takes them for empty."""

LATER: dict[str, Any] = dict.fromkeys(NUMBERS, 0) | {name: setting.default for name, setting in SETTINGS.items()}
"""The columns of ``runs`` that a file of an earlier version may lack, with what they are there."""

KEYS = {"runs": "run", "sources": "sha256", "tasks": "task", "manifest": "key"}
"""The primary keys: what belongs to a run comes and goes with it, and needs none of its own."""

ORDER = {
    "runs": "task, label, repetition",
    "refinements": "run, place",
    "candidates": "run, place, candidate",
    "queries": "run, number",
    "replays": "run, file, engine",
    "models": "run, place, moment DESC",
    "branches": "task, recording, refinement, candidate NULLS LAST",
    "sources": "sha256",
    "tasks": "task",
    "manifest": "key",
}
"""By what the rows of each table are sorted where they are read."""

FORMAT = 1
"""The number of this schema; it changes when a file of before cannot be read any more."""


def definition(table: str) -> str:
    """The statement that makes a table."""
    lines = [f'"{name}" {kind}' for name, kind in TABLES[table].items()]
    if table in KEYS:
        lines.append(f'PRIMARY KEY ("{KEYS[table]}")')
    return f"CREATE TABLE {table} ({', '.join(lines)})"


def run_key(task: str, label: str, repetition: int = 1) -> str:
    """The key of a run: 16 hexadecimal digits."""
    return hashlib.sha256(json.dumps([task, label, repetition]).encode()).hexdigest()[:16]
