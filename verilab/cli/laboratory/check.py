"""``verilab experiment check``: what an experiment would run, and how long; nothing is run or written."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verilab.cli.laboratory.files import rows_of
from verilab.cli.laboratory.planning import show_plan
from verilab.cli.problems import clear_errors
from verilab.experiments.design import load_design
from verilab.experiments.design.engines import check_engines
from verilab.experiments.store import StoredExperiment
from verilab.experiments.store.database import Busy


def check(
    file: Annotated[Path, typer.Argument(help="The experiment (.toml).", show_default=False)],
    jobs: Annotated[int, typer.Option(min=1, help="Runs at the same time, for the estimate.")] = 1,
) -> None:
    """Read an experiment, check what it names, and show the product of its axes with an estimate of its time.

    Exit code 2, with file, line and column, for whatever is wrong in it.
    """
    with clear_errors():
        design = load_design(file)
        check_engines(design)
        rows = rows_of(file)
        try:
            found = StoredExperiment(rows) if rows.exists() else None
            there = ((), None) if found is None else (found.done(), found.mean_seconds())
        except Busy as busy:
            there = ((), None)
            typer.echo(f"process {busy.process} runs it; how far it is, tells: verilab experiment status {file}", err=True)
        show_plan(design, jobs, *there)
