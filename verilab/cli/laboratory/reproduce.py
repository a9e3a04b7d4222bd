"""``verilab reproduce``: the named experiments, each the table of a paper."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from verilab.cli.errors import clear_errors
from verilab.cli.laboratory.running import ControlGroupsOption, DaskOption, run_experiment
from verilab.cli.laboratory.showing import RowsOption
from verilab.cli.log_option import LogOption
from verilab.data_classes import dataclass
from verilab.experiments.design.corpus import SUFFIX as CORPUS
from verilab.experiments.design.corpus import Corpus, corpus_of, reachability_tasks
from verilab.experiments.design.design import Design, load_design
from verilab.experiments.design.selection import distinct, sample_tasks
from verilab.experiments.laboratory.cores import available_cores
from verilab.experiments.named import named_experiment, names
from verilab.experiments.papers.catalogue import STUDIES
from verilab.experiments.papers.comparing.report import limits_of
from verilab.experiments.papers.recorded import recorded_rows
from verilab.experiments.papers.study import logs_of
from verilab.experiments.papers.tables.categories import without_excluded
from verilab.experiments.store.database import SUFFIX
from verilab.experiments.store.row_files import tabled_rows_of_file
from verilab.logs import listening
from verilab.verification.configuration import ConfigurationError


def reproduce(
    name: Annotated[str, typer.Argument(help="A named experiment; without one, what each of them is.")] = "",
    rows: RowsOption = None,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, help="Runs at the same time, each with cores of its own; one for each core by default.", show_default=False),
    ] = None,
    dask: DaskOption = "",
    in_control_groups: ControlGroupsOption = False,
    tasks: Annotated[
        Path | None,
        typer.Option(
            help="Run it on this folder of SV-COMP's tasks instead of its own: those that the paper took, or so many of them as it draws. "
            "Which ones they were goes to a file beside the rows (.corpus.toml).",
            show_default=False,
        ),
    ] = None,
    sample: Annotated[
        int | None, typer.Option(min=0, help="With --tasks: draw so many, instead of the experiment's number; 0: all.", show_default=False)
    ] = None,
    seed: Annotated[int | None, typer.Option(help="With --tasks: of the draw; the experiment's by default.", show_default=False)] = None,
    same_as: Annotated[
        Path | None, typer.Option(help="With --tasks: take just the tasks that this file (.corpus.toml) names.", show_default=False)
    ] = None,
    verbose: LogOption = 0,
    recorded: Annotated[
        bool, typer.Option("--recorded", help="Print the table of what the project's campaign recorded (docs/findings), and run nothing.")
    ] = False,
    show: Annotated[bool, typer.Option("--show", help="Print the experiment's file, to begin one's own with, and run nothing.")] = False,
) -> None:
    """Run a named experiment, or what its rows (NAME.duckdb) lack; print the paper's table beside the paper's figures.

    Exit code 1 if any verdict is wrong or contradicts another, 2 for wrong input or usage, else 0.
    """
    if not name:
        for known in names():
            typer.echo(f"{known:16} {tomllib.loads(named_experiment(known).read_text())['title']}")
        return
    with clear_errors():
        file = named_experiment(name)
        if show:
            typer.echo(file.read_text(), nl=False)
            return
        if recorded:
            if rows or tasks or dask or _Draw(sample, seed, same_as) != _Draw():
                raise ConfigurationError("--recorded prints a table of rows that exist: leave out --rows, --tasks and what goes with them")
            _print_recorded(name, file)
            return
        place = rows or Path(f"{name}{SUFFIX}")
        design = _on_corpus(file, tasks, _Draw(sample, seed, same_as), place)
        with listening(verbose):
            run_experiment(design, place, jobs or len(available_cores()), dask, in_control_groups=in_control_groups)


@dataclass(frozen=True, slots=True)
class _Draw:
    """Which tasks of a folder: so many (None: the experiment's number) by a seed, or those of a file."""

    sample: int | None = None
    seed: int | None = None
    same_as: Path | None = None


def _print_recorded(name: str, file: Path) -> None:
    """The table of an experiment's study, of the recorded rows.

    ConfigurationError where it is no paper's table, and where none of its rows are recorded.
    """
    study = STUDIES.get(tomllib.loads(file.read_text()).get("study", ""))
    if study is None:
        raise ConfigurationError(f"{name} is the table of no paper, of which rows are recorded: leave out --recorded")
    files = recorded_rows(study.name)
    runs = [run for rows in files for run in tabled_rows_of_file(rows)]
    typer.echo(study.text(runs, limits_of(runs), logs_of(files[0]) if study.logged else None), nl=False)
    typer.echo(f"{len(runs)} rows of {', '.join(map(str, files))}")


def _on_corpus(file: Path, folder: Path | None, draw: _Draw, rows: Path) -> Design:
    """The experiment, on tasks of a folder where there is one, which a file beside the rows then names.

    ConfigurationError where the experiment is about programs of its own, and where another file about other tasks is there.
    """
    if folder is None:
        if draw != _Draw():
            raise ConfigurationError("--sample, --seed and --same-as say which tasks of a folder are taken: give --tasks FOLDER too")
        return load_design(file)
    document = tomllib.loads(file.read_text())
    study = STUDIES.get(document.get("study", ""))
    if study is None or study.only_own or not study.takes_files:
        raise ConfigurationError(f"--tasks {folder}: {file.stem} is about programs of its own: leave it out")
    if draw.same_as is not None:
        if draw.sample is not None or draw.seed is not None:
            raise ConfigurationError(f"--same-as {draw.same_as} says which tasks are drawn: leave out --sample and --seed")
        corpus = Corpus.read(draw.same_as)
        chosen = corpus.drawn(folder)
    else:
        seed = document.get("seed", 0) if draw.seed is None else draw.seed
        sample = document.get("tasks", {}).get("sample", 0) if draw.sample is None else draw.sample
        chosen = without_excluded(distinct(reachability_tasks(folder)), study.filter)
        chosen = sample_tasks(chosen, sample, seed) if sample else chosen
        corpus = corpus_of(folder, chosen, study.filter, sample, seed)
    place = rows.with_suffix(CORPUS)
    if place.exists() and place.read_text() != corpus.text():
        raise ConfigurationError(f"{place} names other tasks; give other --rows, or --same-as {place}")
    design = replace(load_design(file, chosen), corpus=corpus.text())
    place.write_text(corpus.text())
    typer.echo(f"{len(chosen)} tasks of {corpus.place}: {place}")
    return design
