"""``verilab experiment table``: what came of an experiment."""

from __future__ import annotations

from pathlib import Path

import typer

from verilab.cli.laboratory.files import FileArgument, RowsOption, rows_of
from verilab.cli.problems import clear_errors
from verilab.cli.sweeps.sweep import print_summaries
from verilab.experiments.papers.comparing.report import sound, verdict_lines
from verilab.experiments.store import StoredExperiment
from verilab.experiments.sweeps.table import disagreements, summarise


def table(file: FileArgument, rows: RowsOption = None) -> None:
    """Print what each configuration solved and how they compare; for a study of a paper, its table beside the paper's figures.

    Verdicts that contradict each other are told in the place of a table.  Exit code 1 for these and for wrong verdicts, else 0.
    """
    with clear_errors():
        print_table(rows_of(file, rows))


def print_table(path: Path) -> None:
    """As the command."""
    stored = StoredExperiment(path)
    runs = stored.results()
    if disagreements(runs):
        for line in verdict_lines(runs):
            typer.echo(line, err=True)
        raise typer.Exit(1)
    study = stored.manifest.get("experiment", {}).get("study", "")
    if study:
        from verilab.experiments.papers.catalogue import STUDIES
        from verilab.experiments.papers.comparing.limits import limits_of

        typer.echo(STUDIES[study].text(runs, limits_of(runs), None), nl=False)
    else:
        print_summaries(summarise(runs))
    if not sound(runs):
        for line in verdict_lines(runs):
            typer.echo(line, err=True)
        raise typer.Exit(1)
