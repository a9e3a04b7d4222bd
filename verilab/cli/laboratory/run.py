"""``verilab experiment run``: run what an experiment's file does not have yet."""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated

import typer

from verilab.cli.laboratory.files import RowsOption, rows_of
from verilab.cli.laboratory.planning import show_plan
from verilab.cli.laboratory.progress import ExperimentProgress
from verilab.cli.laboratory.table import print_table
from verilab.cli.problems import clear_errors
from verilab.experiments.design import Design, load_design
from verilab.experiments.design.engines import check_engines
from verilab.experiments.laboratory import Pool, dask_pool, finished_runs, local_pool, run_design
from verilab.experiments.laboratory.cores import warnings
from verilab.experiments.store import ExperimentStore
from verilab.experiments.store.manifest import manifest, solver_versions

INTERRUPTED = 130

JobsOption = Annotated[int, typer.Option(min=1, help="Runs at the same time, each with cores of its own.")]
DaskOption = Annotated[str, typer.Option(help="Run on the workers of the Dask scheduler at this address instead.", metavar="ADDRESS")]

ControlGroupsOption = Annotated[
    bool, typer.Option("--control-groups", help="Limit and measure each run by BenchExec in a control group; it starts a process anew.")
]


def run(
    file: Annotated[Path, typer.Argument(help="The experiment (.toml).", show_default=False)],
    rows: RowsOption = None,
    jobs: JobsOption = 1,
    dask: DaskOption = "",
    in_control_groups: ControlGroupsOption = False,
) -> None:
    """Run an experiment, or what its rows lack after a stop or a kill; then print its table.

    Exit code 1 if any verdict is wrong or contradicts another, 2 for wrong input or usage, else 0.
    """
    with clear_errors():
        run_experiment(load_design(file), rows_of(file, rows), jobs, dask, in_control_groups=in_control_groups)


def run_experiment(design: Design, rows: Path, jobs: int, dask: str, *, in_control_groups: bool) -> None:
    """Run what the rows lack, and print the table; typer.Exit with code 1 where a verdict is wrong or contradicts another."""
    check_engines(design)
    about = manifest(design.described())
    pool: AbstractContextManager[Pool] = (
        dask_pool(dask, design.record, in_control_groups=in_control_groups)
        if dask
        else local_pool(jobs, design.record, in_control_groups=in_control_groups)
    )
    with pool as workers, ExperimentStore(rows) as store:
        store.begin(about, design.tasks, design.configurations)
        done = finished_runs(store)
        show_plan(design, workers.slots, done, store.mean_seconds())
        if not dask:
            for warning in warnings(jobs, max((each.memory_limit or 0 for each in design.configurations.values()), default=0) or None):
                typer.echo(f"warning: {warning}", err=True)
        planned = {run.key for run in design.runs()}
        if planned - done:
            try:
                _run_rest(design, store, workers, rows, planned & done)
            except KeyboardInterrupt:
                there = len(finished_runs(store) & planned)
                typer.echo(f"interrupted: {there} runs are in {rows}; the same command goes on with the others", err=True)
                raise typer.Exit(INTERRUPTED) from None
    typer.echo(f"{design.count} runs in {rows}")
    print_table(rows)


def _run_rest(design: Design, store: ExperimentStore, workers: Pool, rows: Path, done: Collection[str]) -> None:
    earlier = store.runs(done)  # what was imported is no run of the experiment, and what is run again not done yet
    with ThreadPoolExecutor(1) as beside, ExperimentProgress(design.count, rows, earlier) as progress:
        solvers = beside.submit(solver_versions)
        for record in run_design(design, store, workers.submit, workers.slots, workers.check):
            progress.add(record.run)
        if found := solvers.result():  # who could not be asked this time has told an earlier session, perhaps
            store.note("solvers", found)
