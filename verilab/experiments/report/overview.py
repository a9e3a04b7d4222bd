"""What the report says of all runs: tables that the database makes, whatever number of refinements there are."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from verilab.experiments.report.limits import Limits

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Table = dict[str, Any]
"""``columns``: names; ``rows``: lists of cells, which are plain JSON values."""

# Where a task has several properties each of them has a verdict of its own.
_SAID = """
    SELECT run, label, task || ', ' || p.name AS subject, p.verdict AS verdict
    FROM runs, unnest(from_json(properties, '[{"name": "VARCHAR", "verdict": "VARCHAR"}]')) AS each(p)
    WHERE json_array_length(properties) > 1 AND p.verdict <> 'unknown'
    UNION ALL SELECT run, label, task, verdict FROM runs WHERE json_array_length(properties) < 2 AND verdict <> 'unknown'
"""
CONTRADICTING = f"""
    WITH said AS ({_SAID})
    SELECT * FROM said WHERE subject IN (SELECT subject FROM said GROUP BY subject HAVING count(DISTINCT verdict) > 1)
"""
"""The rows (run, label, subject, verdict) that contradict others: of each subject some run says true and another false."""

_SETTINGS = f"""
    WITH contradicting AS ({CONTRADICTING}),
    everywhere AS (
        SELECT task FROM runs WHERE class = 'solved' GROUP BY task HAVING count(DISTINCT label) = (SELECT count(DISTINCT label) FROM runs)
    )
    SELECT label AS setting, count(*) AS runs,
        count(*) FILTER (WHERE class = 'solved') AS solved,
        count(*) FILTER (WHERE class = 'solved' AND verdict = 'true') AS "true",
        count(*) FILTER (WHERE class = 'solved' AND verdict = 'false') AS "false",
        count(*) FILTER (WHERE class = 'wrong') AS wrong,
        count(*) FILTER (WHERE class = 'unknown') AS unknown,
        (SELECT count(DISTINCT subject) FROM contradicting WHERE contradicting.label = runs.label) AS contradictions,
        round(sum(cpu_s), 3) AS "CPU s",
        round(median(cpu_s) FILTER (WHERE class = 'solved'), 3) AS "median CPU s",
        round(sum(cpu_s) FILTER (WHERE class = 'solved' AND task IN (SELECT task FROM everywhere)), 3) AS "common CPU s",
        sum(refinements) AS refinements,
        sum(candidates) AS candidates
    FROM runs GROUP BY label ORDER BY min(rowid)
"""
_RUNS = """
    WITH kept AS (
        SELECT * FROM runs ORDER BY run NOT IN (SELECT unnest(?)), class <> 'wrong', task, label, repetition LIMIT ?
    )
    SELECT run, task, label AS setting, repetition, verdict, class, expected, reason, round(cpu_s, 3) AS "CPU s",
        round(wall_s, 3) AS "wall s", kept.refinements, candidates, states, coalesce(logged.n, 0) AS logged,
        coalesce(asked.n, 0) AS queries, family, cpu_limit, time_limit
    FROM kept
    LEFT JOIN (SELECT run, count(*) AS n FROM refinements GROUP BY run) AS logged USING (run)
    LEFT JOIN (SELECT run, count(*) AS n FROM queries GROUP BY run) AS asked USING (run)
    ORDER BY class <> 'wrong', task, label, repetition
"""


def overview(connection: DuckDBPyConnection, limits: Limits, shown: Collection[str] = ()) -> dict[str, Any]:
    """The tables ``settings``, ``runs`` and ``contradictions``, and the numbers of rows in all.

    ``shown``: keys of runs that are in the microscope, and so in the table of runs before others.
    """
    contradictions = _table(
        connection, f"SELECT subject, verdict, label AS setting, run FROM ({CONTRADICTING}) ORDER BY 1, 2, 3 LIMIT 1000"
    )
    return {
        "settings": _table(connection, _SETTINGS),
        "runs": _table(connection, _RUNS, list(shown), limits.runs, shortened=limits),
        "contradictions": contradictions,
        "totals": {
            name: _count(connection, f"SELECT count(*) FROM {name}") for name in ("runs", "refinements", "candidates", "queries", "tasks")
        },
    }


def _table(connection: DuckDBPyConnection, statement: str, *parameters: Any, shortened: Limits | None = None) -> Table:
    result = connection.execute(statement, list(parameters))
    columns = [column[0] for column in result.description or ()]
    rows = [[_plain(cell, shortened) for cell in row] for row in result.fetchall()]
    return {"columns": columns, "rows": rows}


def _plain(cell: Any, limits: Limits | None) -> Any:
    if isinstance(cell, str):
        return cell if limits is None else limits.short(cell)
    return cell if cell is None or isinstance(cell, (bool, int, float)) else float(cell)


def _count(connection: DuckDBPyConnection, statement: str) -> int:
    row = connection.execute(statement).fetchone()
    assert row is not None
    return int(row[0])
