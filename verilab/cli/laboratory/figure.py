"""``verilab experiment figure``: a figure of an experiment, for a paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verilab.cli.laboratory.files import FileArgument, RowsOption, rows_of
from verilab.cli.problems import clear_errors
from verilab.experiments.figures import draw, write
from verilab.experiments.figures.making import CELLS, KINDS, MEASURES, Choices, make
from verilab.experiments.figures.style import FORMATS, checked
from verilab.experiments.statistics.outcomes import ContradictingVerdicts
from verilab.experiments.store import StoredExperiment

_SETTING = "a label, or words of it; the first setting by default"


def figure(
    file: FileArgument,
    kind: Annotated[str, typer.Argument(help=f"One of {', '.join(KINDS)}.", show_default=False)],
    output: Annotated[Path, typer.Option(help=f"The figure ({', '.join(FORMATS)}).", show_default=False)],
    rows: RowsOption = None,
    data: Annotated[bool, typer.Option("--data", help="Write its points beside it, as CSV.")] = False,
    x: Annotated[str, typer.Option(help=f"scatter: {_SETTING}.")] = "",
    y: Annotated[str, typer.Option(help="scatter: the other setting; the next one by default.")] = "",
    baseline: Annotated[str, typer.Option(help=f"box: {_SETTING}.")] = "",
    family: Annotated[str, typer.Option(help="growth: the family, where several come in three sizes or more.")] = "",
    measure: Annotated[str, typer.Option(help=f"One of {', '.join(MEASURES)}; analysis_s for growth, else cpu_s by default.")] = "",
    row_field: Annotated[
        str, typer.Option("--rows-of", help="heatmap: the field of the configuration that has a row a value.")
    ] = "strategy",
    column_field: Annotated[str, typer.Option("--columns-of", help="heatmap: that of the columns; that of the engine by default.")] = "",
    cell: Annotated[str, typer.Option(help=f"heatmap: {' or '.join(CELLS)}.")] = CELLS[0],
) -> None:
    """Draw an experiment: quantile (cactus), scatter, box (speed-ups), growth with size, heatmap (strategy by engine).

    The same rows give the same file. Exit code 1 where verdicts contradict each other, 2 for wrong input or usage, else 0.
    """
    with clear_errors():
        checked(output)
        choices = Choices(x, y, baseline, family, measure, row_field, column_field, cell)
        try:
            plot = make(kind, StoredExperiment(rows_of(file, rows)).results(), choices)
        except ContradictingVerdicts as problem:
            for line in problem.told:
                typer.echo(f"CONTRADICTION: {line}", err=True)
            raise typer.Exit(1) from None
        typer.echo(str(draw(plot, output)))
        if data:
            typer.echo(str(write(plot, output.with_suffix(".csv"))))
