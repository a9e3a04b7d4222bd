"""Which runs the microscope has: all where there is room, else those that are named, the wrong ones, and some of each setting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from verilab.experiments.report.limits import Limits
from verilab.experiments.report.overview import CONTRADICTING
from verilab.experiments.store import StoreError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# Of each setting first what had something to choose, then by what it had to choose from.
_IN_TURN = f"""
    WITH logged AS (SELECT run, count(*) AS n, max(candidates) AS most FROM refinements GROUP BY run),
    contradicting AS (SELECT DISTINCT run FROM ({CONTRADICTING}))
    SELECT run, n FROM logged JOIN runs USING (run)
    ORDER BY run NOT IN (SELECT unnest(?)), class <> 'wrong', run NOT IN (SELECT run FROM contradicting),
        row_number() OVER (PARTITION BY label ORDER BY most = 1, n > ?, most DESC, task, repetition), label
"""


def chosen_runs(connection: DuckDBPyConnection, limits: Limits, wanted: Sequence[str] = ()) -> dict[str, int]:
    """By their keys how many of its refinements each run may show.

    ``wanted``: keys of runs, or names of tasks for all runs of these, which come first.  StoreError for what is neither, and for a run
    without recorded refinements.
    """
    keys = _named(connection, wanted)
    shown_of: dict[str, int] = {}
    left = limits.refinements
    for run, count in connection.execute(_IN_TURN, [keys, limits.per_run]).fetchall():
        shown = min(count, limits.per_run)
        if shown <= left or (run in keys and left):
            shown_of[run] = min(shown, left)
            left -= shown_of[run]
    return shown_of


def _named(connection: DuckDBPyConnection, wanted: Sequence[str]) -> list[str]:
    keys: list[str] = []
    for name in wanted:
        runs = [
            run for (run,) in connection.execute("SELECT run FROM runs WHERE run = ? OR task = ? ORDER BY label", [name, name]).fetchall()
        ]
        if not runs:
            raise StoreError(f"--show {name}: no run has this key, and no task this name")
        logged = "SELECT DISTINCT run FROM refinements WHERE run IN (SELECT unnest(?))"
        if not connection.execute(logged, [runs]).fetchone():
            raise StoreError(f'--show {name}: its refinements were not recorded; give the experiment record = ["models"], and run it again')
        keys += runs
    return keys
