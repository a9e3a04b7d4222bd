"""``verilab reproduce``: the named experiments, each the table of a paper."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated

import typer

from verilab.cli.laboratory.files import RowsOption
from verilab.cli.laboratory.run import ControlGroupsOption, DaskOption, run_experiment
from verilab.cli.problems import clear_errors
from verilab.experiments.design import load_design
from verilab.experiments.laboratory.cores import available_cores
from verilab.experiments.named import named_experiment, names
from verilab.experiments.store.database import SUFFIX


def reproduce(
    name: Annotated[str, typer.Argument(help="A named experiment; without one, what each of them is.")] = "",
    rows: RowsOption = None,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, help="Runs at the same time, each with cores of its own; one for each core by default.", show_default=False),
    ] = None,
    dask: DaskOption = "",
    in_control_groups: ControlGroupsOption = False,
    show: Annotated[bool, typer.Option("--show", help="Print the experiment's file, to begin one's own with, and run nothing.")] = False,
) -> None:
    """Run a named experiment, or what its rows (NAME.duckdb) lack; print the paper's table beside the paper's figures.

    Exit code 1 if any verdict is wrong or contradicts another, 2 for wrong input or usage, else 0.
    """
    if not name:
        for each in names():
            typer.echo(f"{each:16} {tomllib.loads(named_experiment(each).read_text())['title']}")
        return
    with clear_errors():
        file = named_experiment(name)
        if show:
            typer.echo(file.read_text(), nl=False)
        else:
            at_a_time = jobs or len(available_cores())
            run_experiment(load_design(file), rows or Path(f"{name}{SUFFIX}"), at_a_time, dask, in_control_groups=in_control_groups)
