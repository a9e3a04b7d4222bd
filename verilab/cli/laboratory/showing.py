"""What an experiment shows, and to whom: ``verilab experiment table | runs | compare | figure | report | export | import``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from verilab.cli.errors import clear_errors
from verilab.cli.sheets import TEXT, FormatOption, known_format, print_sheets, print_summaries
from verilab.errors import Refused
from verilab.experiments.benchexec.importing import import_results
from verilab.experiments.figures import draw, write
from verilab.experiments.figures.drawing import FORMATS, checked
from verilab.experiments.figures.making import CELLS, KINDS, MEASURES, Choices, make
from verilab.experiments.papers.comparing.report import sound, verdict_lines
from verilab.experiments.report import Limits, write_report
from verilab.experiments.sheets.comparisons import change_sheet, comparison_sheets, unique_lines
from verilab.experiments.sheets.runs import CLASSES, Wanted, refinement_sheet, run_sheet
from verilab.experiments.sheets.summaries import summarise
from verilab.experiments.statistics.answers import disagreements, merged
from verilab.experiments.statistics.gate import Change, changes, contradictions, without_counterpart
from verilab.experiments.statistics.outcomes import ContradictingVerdicts
from verilab.experiments.store import StoredExperiment, exporting
from verilab.experiments.store.database import SUFFIX

FileArgument = Annotated[Path, typer.Argument(help="The experiment (.toml), or its rows (.duckdb).", show_default=False)]
RowsOption = Annotated[
    Path | None, typer.Option("--rows", help="The file of the rows; that of the experiment, with .duckdb, by default.", show_default=False)
]


def rows_of(file: Path, rows: Path | None = None) -> Path:
    """Where the rows of an experiment are, by its file or by themselves."""
    return rows or (file if file.suffix == SUFFIX else file.with_suffix(SUFFIX))


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
        from verilab.experiments.papers.comparing.report import limits_of

        typer.echo(STUDIES[study].text(counted, limits_of(runs), None), nl=False)
    else:
        print_summaries(summarise(counted), format)
    if not sound(runs):
        for line in verdict_lines(runs):
            typer.echo(line, err=True)
        raise typer.Exit(1)


def runs(
    file: FileArgument,
    rows: RowsOption = None,
    setting: Annotated[str, typer.Option(help="A setting's label, or words that it has.")] = "",
    task: Annotated[str, typer.Option(help="A part of the task's name.")] = "",
    kind: Annotated[str, typer.Option("--class", help=f"One of {', '.join(CLASSES)}.")] = "",
    reason: Annotated[str, typer.Option(help="A part of the reason of unknown.")] = "",
    format: FormatOption = TEXT,
) -> None:
    """List runs of an experiment with their keys; all of them without an option.

    verilab explain FILE --run KEY shows the refinements of a run, and where the files of its queries are.
    """
    with clear_errors():
        known_format(format)
        print_sheets([run_sheet(StoredExperiment(rows_of(file, rows)), Wanted(setting, task, kind, reason))], format)


TOLERANCE, MAY_LOSE = 1.2, 0


def compare(
    old: Annotated[Path, typer.Argument(help="The rows (.duckdb), or those of before.", show_default=False)],
    new: Annotated[Path | None, typer.Argument(help="The rows of now, of the same tasks and configurations.", show_default=False)] = None,
    baseline: Annotated[
        str, typer.Option(help="Of one file: the setting (or some words of it, or virtual best) that the others are compared with.")
    ] = "",
    tolerance: Annotated[float, typer.Option(min=1.0, help="Of two files: how many times as long runs may take.")] = TOLERANCE,
    may_lose: Annotated[int, typer.Option(min=0, help="Of two files: how many solved tasks a configuration may lose.")] = MAY_LOSE,
    format: FormatOption = TEXT,
) -> None:
    """Of one file: every two settings on the same tasks, and the virtual best and worst. Of two: each configuration with itself, as a gate.

    Solved tasks by McNemar's test, CPU times on what both solved by Wilcoxon's, with bootstrap intervals and corrected for their number.
    Exit code 1 for contradicting verdicts, and of two files for new wrong verdicts, more lost tasks than allowed, or times that are longer
    beyond the tolerance and chance; tasks that one file lacks are told. 2 for wrong input or usage, else 0.
    """
    with clear_errors():
        known_format(format)
        if new is None and (tolerance, may_lose) != (TOLERANCE, MAY_LOSE):
            raise Refused("--tolerance and --may-lose are about two files; give the new one too")
        if new is not None and baseline:
            raise Refused("--baseline is about one file; leave it or the second file out")
        try:
            if new is None:
                _compare_settings(rows_of(old), baseline, format)
            else:
                _gate(rows_of(old), rows_of(new), tolerance, may_lose, format)
        except ContradictingVerdicts as problem:
            for line in problem.contradictions:
                typer.echo(f"CONTRADICTION: {line}", err=True)
            raise typer.Exit(1) from None


def _compare_settings(path: Path, baseline: str, format: str) -> None:
    runs = StoredExperiment(path).results()
    print_sheets(comparison_sheets(runs, baseline), format)
    if format == TEXT:
        for line in unique_lines(runs):
            typer.echo(line)


def _gate(old: Path, new: Path, tolerance: float, may_lose: int, format: str) -> None:
    before, now = (StoredExperiment(file).results() for file in (old, new))
    compared = changes(before, now)
    if said := contradictions(before, now):
        raise ContradictingVerdicts(said)
    print_sheets([change_sheet(compared)], format)
    for line in without_counterpart(before, now):
        typer.echo(f"not compared: {line}", err=True)
    problems = [problem for change in compared for problem in _problems(change, tolerance, may_lose)]
    for problem in problems:
        typer.echo(f"REGRESSION: {problem}", err=True)
    if problems:
        raise typer.Exit(1)


def _problems(change: Change, tolerance: float, may_lose: int) -> Sequence[str]:
    problems = [f"{change.label}: {task} is wrong" for task in change.wrong]
    if len(change.lost) > may_lose:
        problems.append(f"{change.label}: {len(change.lost)} tasks are lost: {', '.join(change.lost)}")
    if change.effect is not None and change.slower(tolerance):
        problems.append(f"{change.label}: takes {change.effect.estimate:.2f} times as long, at least {change.effect.low:.2f}")
    return problems


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
            for line in problem.contradictions:
                typer.echo(f"CONTRADICTION: {line}", err=True)
            raise typer.Exit(1) from None
        typer.echo(str(draw(plot, output)))
        if data:
            typer.echo(str(write(plot, output.with_suffix(".csv"))))


_LIMITS = Limits()


def report(
    file: FileArgument,
    rows: RowsOption = None,
    output: Annotated[
        Path | None, typer.Option(help="The HTML file; that of the rows, with .html, by default.", show_default=False)
    ] = None,
    show: Annotated[
        list[str] | None, typer.Option(help="A run's key or a task's name, to be in the microscope before others.", show_default=False)
    ] = None,
    refinements: Annotated[int, typer.Option(min=0, help="Refinements in the microscope, of all runs.")] = _LIMITS.refinements,
    oracle: Annotated[
        list[Path] | None,
        typer.Option(help="What verilab oracle --json wrote, beside what is imported: what other candidates cost.", show_default=False),
    ] = None,
    figures: Annotated[bool, typer.Option(help="Figures: Vega-Lite, 0.9 MB, is in the file.")] = True,
) -> None:
    """Write an experiment as one HTML file that needs no network: tables, figures, and the refinement microscope.

    Runs that recorded their abstract models (record = ["models"]) show these, too.
    """
    with clear_errors():
        path = rows_of(file, rows)
        limits = replace(_LIMITS, refinements=refinements)
        target = output or path.with_suffix(".html")
        written = write_report(path, target, show=show or (), oracle=oracle or (), limits=limits, figures=figures)
        runs = f"{written.runs} run{'' if written.runs == 1 else 's'}"
        typer.echo(f"{written.file}: {written.size / 1e6:.1f} MB, {written.refinements} refinements of {runs} in the microscope")
        for remark in written.remarks:
            typer.echo(remark)


def export(
    file: FileArgument,
    rows: RowsOption = None,
    format: Annotated[
        str, typer.Option(help=f"One of {', '.join((*exporting.FORMATS, exporting.SWEEP))} (the CSV of a sweep).")
    ] = "parquet",
    output: Annotated[
        Path | None, typer.Option("--to", help="The folder; that of the rows, with -FORMAT, by default.", show_default=False)
    ] = None,
) -> None:
    """Write the tables of an experiment as Parquet, CSV or JSON, and its manifest."""
    with clear_errors():
        path = rows_of(file, rows)
        folder = output or path.with_name(f"{path.stem}-{format}")
        for written in exporting.export(path, folder, format):
            typer.echo(str(written))


def import_rows(
    results: Annotated[
        list[Path],
        typer.Argument(
            help="Result files of BenchExec (.xml, .xml.bz2), CSV files of verilab sweep, .jsonl of verilab oracle --json.",
            show_default=False,
        ),
    ],
    into: Annotated[Path, typer.Option(help="The file of rows (.duckdb); made where there is none.", show_default=False)],
    label: Annotated[
        str, typer.Option(help="How tables call the setting, in the place of the file's name for it; before it, where there are several.")
    ] = "",
) -> None:
    """Add result files of BenchExec, of whatever tool, to an experiment's rows, so that tables, comparisons and figures have them too.

    What an oracle found (.jsonl) is for the report, verilab learn, and the table branches. All of the files are read before anything is
    written. Rows of the same setting and task are repetitions.
    """
    with clear_errors():
        typer.echo(f"{import_results(results, into, label)} rows in {into}")
