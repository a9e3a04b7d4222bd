"""Runs that are in no file yet as the data frame that they would be."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

from verilab.experiments.store.columns import TABLES
from verilab.experiments.store.database import INSTALL, StoreError
from verilab.experiments.store.record import Record, run_row
from verilab.verification.schema import Run

if TYPE_CHECKING:
    from pandas import DataFrame


def frame_of(runs: Iterable[Run]) -> DataFrame:
    """A line for each, in their order, with the columns of the table ``runs``; StoreError where pandas is not installed."""
    try:
        from pandas import DataFrame
    except ImportError as error:
        raise StoreError(f"rows become a data frame of pandas, which is not installed ({error}); install it with: {INSTALL}") from None
    columns = TABLES["runs"]
    rows = [run_row(Record(run)) for run in runs]
    lines = [[json.dumps(row[name]) if kind == "JSON" else row[name] for name, kind in columns.items()] for row in rows]
    return DataFrame(lines, columns=list(columns))
