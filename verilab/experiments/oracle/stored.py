"""What an oracle found, as rows of the table ``branches``: of the JSON rows of ``verilab oracle --json``, and of a store.

Of those, "run" and "candidate" are kept, which say it all; regrets and agreements are made of them.  A run that is imported again takes
the place of what there was of it.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verilab.experiments.oracle.costs import MEASURES, Outcome
from verilab.experiments.store.columns import ORDER, TABLES
from verilab.experiments.store.database import SUFFIX, connected, has_table
from verilab.experiments.store.record import Row, stored_number
from verilab.program.errors import InputError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

HINT = "give a file that verilab oracle --json wrote, whole"


def read_branches(path: Path) -> list[Row]:
    """The rows of a file of ``verilab oracle --json``, or of a file of rows that such were imported into.

    Raises InputError with the line of what is none, StoreError for what is no file of rows, OSError.
    """
    if path.suffix == SUFFIX:
        with connected(path) as connection:
            return stored_branches(connection)
    recordings: dict[str, list[Row]] = {}
    run: Row | None = None
    with path.open(encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, start=1):
            try:
                row = json.loads(line)
                if row["row"] == "run":
                    run = _run(row)
                    recordings[run["recording"]] = []
                elif row["row"] == "candidate":
                    if run is None or (row["task"], row.get("strategy", run["strategy"])) != (run["task"], run["strategy"]):
                        raise ValueError("a candidate of no run before it")
                    recordings[run["recording"]].append(run | _candidate(row))
            except KeyError as error:
                raise InputError(f"is no row of an oracle: the key {error} is missing", file=str(path), line=number, hint=HINT) from None
            except (ValueError, TypeError, AttributeError, OverflowError, RecursionError) as error:
                raise InputError(f"is no row of an oracle: {error}", file=str(path), line=number, hint=HINT) from None
    return [row for rows in recordings.values() for row in rows]


def _run(row: Row) -> Row:
    task, strategy, configuration = row["task"], row["strategy"], row["configuration"]
    if not (isinstance(task, str) and isinstance(strategy, str) and isinstance(configuration, dict)):
        raise ValueError("a run has a task and a strategy, which are texts, and a configuration")
    text = json.dumps([task, configuration], sort_keys=True)
    recording = hashlib.sha256(text.encode(errors="replace")).hexdigest()[:16]
    measure = str(row.get("measure", MEASURES[0]))
    return {"recording": recording, "task": task, "strategy": strategy, "measure": measure, "configuration": configuration}


def _candidate(row: Row) -> Row:
    place, rank = row["candidate"], row.get("rank")
    return {
        "refinement": int(row["refinement"]),
        "location": str(row.get("location", "")),
        "line": int(row.get("line", 0)),
        "candidate": None if place is None else int(place),
        "chosen": bool(row["chosen"]),
        "analysis": str(row["analysis"]),
        "length": int(row["length"]),
        "facts": [str(fact) for fact in row["facts"]],
        "scores": {str(name): stored_number(float(value)) for name, value in row["scores"].items()},
        "outcome": Outcome(row["outcome"]).value,
        "verdict": str(row["verdict"]),
        "reason": str(row["reason"]),
        "adds_nothing": bool(row.get("adds_nothing", False)),
        "rank": None if rank is None else int(rank),
        **_cost(row["after"], ""),
        **_cost(row.get("total"), "total_"),
    }


def _cost(data: dict[str, Any] | None, prefix: str) -> Row:
    """What cannot be negative or endless; None each where a branch tells nothing."""
    cost: Row = {}
    for measure in MEASURES:
        value = None if data is None else float(data[measure])
        if value is not None and not 0 <= value < 2**53:
            raise ValueError(f"{measure} is {value}, which is no cost")
        cost[prefix + measure] = value if value is None or measure.endswith("_s") else int(value)
    return cost


def stored_branches(connection: DuckDBPyConnection) -> list[Row]:
    """The rows of the table; none of a file of before there was one."""
    if not has_table(connection, "branches"):
        return []
    names = tuple(TABLES["branches"])
    cells = connection.execute(f"SELECT {', '.join(names)} FROM branches ORDER BY {ORDER['branches']}").fetchall()
    rows = [dict(zip(names, values, strict=True)) for values in cells]
    return [row | {name: json.loads(row[name]) for name in ("configuration", "facts")} for row in rows]


def costs(row: Row) -> dict[str, dict[str, Any] | None]:
    """What a candidate cost from its refinement on (``after``) and in all (``total``), by measure; None where a branch tells nothing."""
    by_measure = {}
    for name, prefix in (("after", ""), ("total", "total_")):
        cost = {measure: row[prefix + measure] for measure in MEASURES}
        by_measure[name] = None if None in cost.values() else cost
    return by_measure
