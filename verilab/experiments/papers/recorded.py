"""The rows that the project has recorded of the papers' tables: of the campaign whose pages are in ``docs/findings``.

They are part of a checkout, in ``results/YEAR/TABLE``: one file of rows for each limit that its runs had (``60s.csv``).  A stage that has
not all of its rows has another name (``60s-partial.csv``), since a task's rows would be of two limits.
"""

from __future__ import annotations

import re
from pathlib import Path

import verilab
from verilab.verification.configuration import ConfigurationError

_STAGE = re.compile(r"(\d+)s\.csv")


def recorded_rows(table: str, folder: Path | None = None) -> list[Path]:
    """The files of rows of a table, by the limits of their runs; those of the latest year that has some.

    ``folder`` has a folder for each year; by default ``results`` here, or in the checkout that verilab is run from.  ConfigurationError
    where there are none.
    """
    folders = [folder] if folder is not None else [Path("results"), Path(verilab.__file__).parents[1] / "results"]
    for results in folders:
        for year in sorted(results.glob("[0-9][0-9][0-9][0-9]"), reverse=True):
            stages = {int(match[1]): file for file in (year / table).glob("*.csv") if (match := _STAGE.fullmatch(file.name))}
            if stages:
                return [stages[seconds] for seconds in sorted(stages)]
    places = " or ".join(str(place) for place in folders)
    raise ConfigurationError(f"no rows of {table} are recorded in {places}: leave out --recorded, or go to a checkout of the project")
