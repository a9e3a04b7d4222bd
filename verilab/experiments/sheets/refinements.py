"""The table of an experiment's refinements, made by its database: a million of them are no more than it reads in a second."""

from __future__ import annotations

from verilab.errors import Refused
from verilab.experiments.sheets.sheet import Column, Sheet
from verilab.experiments.store.reading import StoredExperiment

_COLUMNS = (
    Column("configuration", None),
    Column("runs"),
    Column("refinements"),
    Column("median of a run", 1),
    Column("most of a run"),
    Column("targets found", 2),
    Column("candidates", 2),
    Column("joins"),
    Column("adding nothing"),
    Column("largest model"),
)

_STATEMENT = """
    WITH of_run AS (
        SELECT
            run, count(*) AS refinements, sum(found) AS found, sum(candidates) AS candidates, max(states) AS states,
            count(*) FILTER (WHERE len(joined) > 0) AS joins, sum(len(rejected)) AS rejected
        FROM refinements GROUP BY run
    )
    SELECT
        label, count(*), sum(r.refinements), median(coalesce(r.refinements, 0)), max(coalesce(r.refinements, 0)),
        sum(r.found) / sum(r.refinements), sum(r.candidates) / sum(r.refinements), sum(r.joins), sum(r.rejected), max(r.states)
    FROM runs LEFT JOIN of_run AS r USING (run) GROUP BY label ORDER BY min(runs.rowid)
"""


def refinement_sheet(stored: StoredExperiment) -> Sheet:
    """A line for each configuration.  Refused where no refinements were recorded.

    ``targets found`` and ``candidates`` are means over the refinements, ``largest model`` is in abstract states.
    """
    rows = [tuple(float(cell) if cell is not None and place else cell for place, cell in enumerate(row)) for row in stored.rows(_STATEMENT)]
    if not any(row[2] for row in rows):
        raise Refused(f'{stored.path}: it has no refinements; record them, by record = ["refinements"] in the experiment')
    return Sheet("the refinements of each configuration", _COLUMNS, tuple(rows))
