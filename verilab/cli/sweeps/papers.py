"""``verilab papers``: the tables of the papers, run on given tasks and shown beside the papers' own figures."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Annotated

import typer

from verilab.cli.configured import PartialConfiguration, configured
from verilab.cli.errors import clear_errors
from verilab.cli.sweeps.sweep import JobsOption, ResumeOption, StoreOption, VerboseOption, place_of, run_rows
from verilab.cli.task_lists import TaskChoice, choosing_tasks
from verilab.experiments.figures import draw, drawable, write
from verilab.experiments.figures.drawing import INSTALL
from verilab.experiments.papers.catalogue import STUDIES
from verilab.experiments.papers.comparing.report import limits_of, sound
from verilab.experiments.papers.recorded import recorded_rows
from verilab.experiments.papers.study import Study, log_of, logs_of
from verilab.experiments.papers.tables.rows import Row, varied
from verilab.experiments.papers.tables.settings import Under
from verilab.experiments.store.row_files import tabled_rows_of_file
from verilab.program.tasks import Task
from verilab.refinement.scopes import SCOPES
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.isolated import run_isolated
from verilab.verification.schema import Run, RunResult


@choosing_tasks
@configured(without=("analysis", "strategy"), partial=True)
def papers(
    *,
    table: Annotated[str, typer.Argument(help=f"One of {', '.join(STUDIES)}; without one, what each of them is.")] = "",
    choice: TaskChoice,
    rows_from: Annotated[
        list[Path] | None,
        typer.Option(
            "--from",
            help="Print the table of the rows of this CSV, or experiment's file, and run nothing; of several: given again.",
            show_default=False,
        ),
    ] = None,
    recorded: Annotated[
        bool, typer.Option("--recorded", help="The same of the rows that the project's campaign recorded of this table (docs/findings).")
    ] = False,
    figures: Annotated[
        Path | None,
        typer.Option(help="Write the paper's figures to this folder: as CSV, and drawn where vl-convert is installed.", show_default=False),
    ] = None,
    only: Annotated[
        str, typer.Option(help="Comma-separated rows of the table, by the names that the list of tables has: only these.")
    ] = "",
    discordant_in: Annotated[
        Path | None,
        typer.Option(
            help="Take only the tasks that some rows solved and others did not, by the rows of this file: to look for the reason "
            "with other limits or engines, not to compare rows, as the tasks are chosen by outcome.",
            show_default=False,
        ),
    ] = None,
    under: Annotated[
        Under, typer.Option(help="Whose setting: the paper's, ours, or both; options that are given take the place of either's.")
    ] = Under.PAPER,
    scope: Annotated[str, typer.Option(help=f"Where refinements take effect, instead of the rows' own: {', '.join(SCOPES)}.")] = "",
    configuration: PartialConfiguration,
    jobs: JobsOption = 1,
    output: Annotated[
        Path | None, typer.Option("--csv", help="Where the rows go; the table's name with .csv by default.", show_default=False)
    ] = None,
    store: StoreOption = None,
    resume: ResumeOption = False,
    verbose: VerboseOption = 0,
) -> None:
    """Run the configurations of a paper's table on the tasks; print what came of it beside the paper's figures.

    Tables that are about certain programs have these as their own tasks (see: verilab papers).
    Exit code 1 if any verdict is wrong or contradicts another, 2 for wrong input or usage, else 0.
    """
    if not table:
        _list_tables()
        return
    with clear_errors():
        study = _study(table)
        chosen = [varied(row, scope) for row in _rows(study, only, under)]
        files = _files_with_rows(study, rows_from or [], recorded=recorded)
        if files:
            if choice.is_given or resume or output or store:
                option = "--recorded" if recorded else "--from"
                message = f"{option} prints a table of rows that exist: leave out tasks, --demo, --modules, --resume, --csv and --store"
                raise ConfigurationError(message)
            path, runs = files[0], [run for file in files for run in tabled_rows_of_file(file)]
        else:
            given = configuration.given
            _check_replaced(study, given.keys() | ({"scope"} if scope else set()))
            configurations = [(row.label, row.configuration(configuration.defaults, given=given)) for row in chosen]
            place = place_of(output, store, Path(f"{study.name}.csv"), resume=resume)
            path = place.path
            if store is None and path.exists() and not resume:  # a store replaces only the runs that are made again
                raise ConfigurationError(f"{path} exists already: give --resume to continue it, or another --csv")
            differing = None if discordant_in is None else study.discordant(tabled_rows_of_file(discordant_in))
            seed = given.get("seed", configuration.defaults.seed)
            tasks = study.tasks(_own_tasks(study, choice, seed) or choice.load(seed))
            if differing is not None:
                tasks = [task for task in tasks if task.name in differing]
                if not tasks:
                    raise ConfigurationError(f"--discordant-in {discordant_in}: its rows solved the same of the given tasks")
            runs = run_rows(tasks, configurations, place, jobs, verbose, _runner(study, path))
        if only:
            keys = {row.key for row in chosen}
            runs = [run for run in runs if study.row_of(run.result.configuration) in keys]
        text = study.text(runs, limits_of(runs), logs_of(path) if study.logged else None)
    if discordant_in is not None:
        typer.echo(f"tasks chosen by outcome (--discordant-in {discordant_in}): what these rows differ in says nothing of other tasks")
    typer.echo(text, nl=False)
    if figures is not None:
        with clear_errors():
            _write_figures(study, runs, figures)
    if recorded:
        typer.echo(f"{len(runs)} rows of {', '.join(map(str, files))}")
    elif not files:
        typer.echo(f"{len(runs)} rows in {path}")
    if not sound(runs):
        raise typer.Exit(1)


def _files_with_rows(study: Study, rows_from: list[Path], *, recorded: bool) -> list[Path]:
    """The files whose rows the table is made of; none where it is to be run."""
    if recorded and rows_from:
        raise ConfigurationError("--recorded and --from: the rows are of one of them")
    return recorded_rows(study.name) if recorded else rows_from


def _check_replaced(study: Study, given: Collection[str]) -> None:
    """ConfigurationError where a setting that is given would take the place of one that tells the rows of the study apart."""
    own = {"scope"} | study.own_fields()
    if not study.replaceable and (taken := sorted(own.intersection(given))):
        raise ConfigurationError(
            f"--{taken[0].replace('_', '-')}: the rows of {study.name} have settings of their own for it: leave it out"
        )


def _write_figures(study: Study, runs: Sequence[Run], folder: Path) -> None:
    """Every figure of the table as CSV, and drawn; where it cannot be drawn, what would make it so is told."""
    folder.mkdir(parents=True, exist_ok=True)
    plots = study.plots(runs)
    for plot in plots:
        path = folder / plot.name
        typer.echo(f"{write(plot, path.with_name(f'{plot.name}.csv'))}")
        if drawable():
            typer.echo(f"{draw(plot, path.with_name(f'{plot.name}.pdf'))}")
    if plots and not drawable():
        typer.echo(f"not drawn: figures need vl-convert; install it with: {INSTALL}", err=True)
    if not plots:
        typer.echo(f"{study.name} has no figures", err=True)


def _own_tasks(study: Study, choice: TaskChoice, seed: int) -> list[Task]:
    """The table's own tasks where none are given, or so many of them; ConfigurationError where others are given to a table of programs."""
    if choice.is_given and study.only_own:
        raise ConfigurationError(f"{study.name} is about programs of its own: leave out tasks, --demo and --modules")
    tasks = [] if choice.is_given else study.own_tasks()
    return choice.drawn(tasks, seed) if tasks else []


def _runner(study: Study, rows: Path) -> Callable[[Task, Configuration], RunResult]:
    """What makes a run of the table: it logs its refinements, where the table needs that."""
    if not study.logged:
        return run_isolated

    def run(task: Task, configuration: Configuration) -> RunResult:
        log = log_of(logs_of(rows), study.row_of(configuration) or task.name)
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text("")
        return run_isolated(task, configuration, log=log)

    return run


def _study(name: str) -> Study:
    if name not in STUDIES:
        raise ConfigurationError(f"{name!r} is no table; known: {', '.join(STUDIES)}")
    return STUDIES[name]


def _rows(study: Study, only: str, under: Under) -> Sequence[Row]:
    """The rows to run, in the table's order.  ConfigurationError for a name that is none of a row."""
    wanted = [name.strip() for name in only.split(",") if name.strip()]
    for name in wanted:
        if name not in study.row_keys():
            raise ConfigurationError(f"--only {name!r}: {study.name} has no such row; known: {', '.join(study.row_keys())}")
    return study.chosen(under, wanted)


def _list_tables() -> None:
    for study in STUDIES.values():
        typer.echo(f"{study.name:20} {study.source}: {study.title}")
        for row in study.chosen(Under.PAPER):
            typer.echo(f"  {row.key:24} {row.settings['analysis']:10} {row.name}")
