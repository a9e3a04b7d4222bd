"""An experiment as it runs: ``verilab experiment check | run | status``."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated, Any

import typer

from verilab.cli.errors import clear_errors
from verilab.cli.laboratory.progress import ExperimentProgress, read_progress
from verilab.cli.laboratory.showing import RowsOption, print_table, rows_of
from verilab.cli.log_option import LogOption
from verilab.experiments.design.design import Design, duration_text, estimate, load_design
from verilab.experiments.design.engines import check_engines
from verilab.experiments.laboratory.campaign import finished_runs, run_design
from verilab.experiments.laboratory.cores import warnings
from verilab.experiments.laboratory.pools import Pool, dask_pool, local_pool
from verilab.experiments.statistics.answers import disagreements
from verilab.experiments.store import ExperimentStore, StoredExperiment
from verilab.experiments.store.database import Busy
from verilab.experiments.store.manifest import manifest, solver_versions
from verilab.logs import listening

SHOWN = 40
"""Configurations that are listed; of more the last ones are counted."""


def show_plan(design: Design, jobs: int, done: Collection[str] = (), mean_seconds: Mapping[str, float] | None = None) -> None:
    """Print the product of the experiment and an estimate of its time with so many runs at a time."""
    if design.title:
        typer.echo(design.title)
    parts = [_count(len(design.tasks), "task"), _count(len(design.configurations), "configuration")]
    if design.repetitions > 1:
        parts.append(f"{design.repetitions} repetitions")
    rest = estimate(design, jobs, done, mean_seconds)
    left = "" if rest.runs == design.count else f", of which {rest.runs} are left"
    typer.echo(f"{' x '.join(parts)} = {_count(design.count, 'run')}{left}")
    for label in list(design.configurations)[:SHOWN]:
        typer.echo(f"  {label}")
    if len(design.configurations) > SHOWN:
        typer.echo(f"  and {len(design.configurations) - SHOWN} more")
    if rest.runs:
        limit = "without a time limit" if rest.at_most is None else f"at most {duration_text(rest.at_most)}"
        expected = "" if rest.expected is None else f", about {duration_text(rest.expected)} by the runs that are there"
        typer.echo(f"{_count(jobs, 'run')} at a time: {limit}{expected}")


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


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
            stored = StoredExperiment(rows) if rows.exists() else None
            there = ((), None) if stored is None else (stored.done(), stored.mean_seconds())
        except Busy as busy:
            there = ((), None)
            typer.echo(f"process {busy.process} runs it; how far it is, tells: verilab experiment status {file}", err=True)
        show_plan(design, jobs, *there)


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
    verbose: LogOption = 0,
) -> None:
    """Run an experiment, or what its rows lack after a stop or a kill; then print its table.

    Exit code 1 if any verdict is wrong or contradicts another, 2 for wrong input or usage, else 0.
    """
    with clear_errors(), listening(verbose):
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
            for warning in warnings(
                jobs, max((configuration.memory_limit or 0 for configuration in design.configurations.values()), default=0) or None
            ):
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
    earlier = store.results(done)  # what was imported is no run of the experiment, and what is run again not done yet
    with ThreadPoolExecutor(1) as beside, ExperimentProgress(design.count, rows, earlier) as progress:
        solvers = beside.submit(solver_versions)
        for record in run_design(design, store, workers.submit, workers.slots, workers.check):
            progress.add(record.run)
        if asked := solvers.result():  # who could not be asked this time has told an earlier session, perhaps
            store.note("solvers", asked)


def status(
    file: Annotated[Path, typer.Argument(help="The experiment (.toml).", show_default=False)],
    rows: RowsOption = None,
    jobs: Annotated[int, typer.Option(min=1, help="Runs at the same time, for the estimate.")] = 1,
) -> None:
    """How many of an experiment's runs are done, solved, wrong and contradicting, and what is left; also while it runs."""
    with clear_errors():
        path = rows_of(file, rows)
        design = load_design(file)
        try:
            stored = StoredExperiment(path)
            # What was imported is no run of the experiment, and what will be run again is not done.
            done = finished_runs(stored) & {run.key for run in design.runs()}
            results = stored.results(done)
        except Busy as busy:
            counts = read_progress(path)
            if counts is None or counts.get("process") != busy.process:  # none, or what one that was killed left behind
                raise
            typer.echo(f"{_summary(counts)}; process {busy.process} goes on with it")
            return
        kinds = [run.result.classification for run in results]
        counts = {kind: kinds.count(kind) for kind in ("solved", "unknown", "wrong")}
        counts |= {"done": len(results), "total": design.count, "contradictions": len(disagreements(results))}
        typer.echo(_summary(counts))
        left = estimate(design, jobs, done, stored.mean_seconds())
        if left.runs:
            expected = "" if left.expected is None else f", about {duration_text(left.expected)} with {jobs} at a time"
            typer.echo(f"{left.runs} runs are left{expected}; go on with: verilab experiment run {file}")


def _summary(counts: dict[str, Any]) -> str:
    names = ("solved", "unknown", "wrong", "contradictions")
    return f"{counts.get('done')} of {counts.get('total')} runs are done: " + ", ".join(f"{counts.get(name)} {name}" for name in names)
