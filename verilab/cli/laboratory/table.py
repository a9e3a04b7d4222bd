"""``verilab experiment table``: what came of an experiment."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verilab.cli.laboratory.files import FileArgument, RowsOption, rows_of
from verilab.cli.problems import clear_errors
from verilab.cli.sheets import TEXT, FormatOption, known_format, print_sheets, print_summaries
from verilab.errors import Refused
from verilab.experiments.papers.comparing.report import sound, verdict_lines
from verilab.experiments.sheets.refinements import refinement_sheet
from verilab.experiments.statistics.repetitions import merged
from verilab.experiments.store import StoredExperiment
from verilab.experiments.sweeps.table import disagreements, summarise

OF = ("runs", "refinements")


def table(
    file: FileArgument,
    rows: RowsOption = None,
    format: FormatOption = TEXT,
    of: Annotated[str, typer.Option(help=f"What the table is about: {' or '.join(OF)}.")] = OF[0],
) -> None:
    """Print what each configuration solved and how they compare; for a study of a paper, its table beside the paper's figures (as text).

    Verdicts that contradict each other are told in the place of a table.  Exit code 1 for these and for wrong verdicts, else 0.
    """
    with clear_errors():
        known_format(format)
        if of not in OF:
            raise Refused(f"--of {of!r}: unknown; known: {', '.join(OF)}")
        if of == "refinements":
            print_sheets([refinement_sheet(StoredExperiment(rows_of(file, rows)))], format)
        else:
            print_table(rows_of(file, rows), format)


def print_table(path: Path, format: str = TEXT) -> None:
    """That of the runs; repetitions of a run count as one, with the median of their times."""
    stored = StoredExperiment(path)
    runs = stored.results()
    if disagreements(runs):
        for line in verdict_lines(runs):
            typer.echo(line, err=True)
        raise typer.Exit(1)
    counted = merged(runs)
    study = stored.manifest.get("experiment", {}).get("study", "")
    if study and format == TEXT:
        from verilab.experiments.papers.catalogue import STUDIES
        from verilab.experiments.papers.comparing.limits import limits_of

        typer.echo(STUDIES[study].text(counted, limits_of(runs), None), nl=False)
    else:
        print_summaries(summarise(counted), format)
    if not sound(runs):
        for line in verdict_lines(runs):
            typer.echo(line, err=True)
        raise typer.Exit(1)
