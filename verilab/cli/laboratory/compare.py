"""``verilab experiment compare``: the settings of one experiment against each other, or two sets of its rows as a regression gate."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from verilab.cli.laboratory.files import rows_of
from verilab.cli.problems import clear_errors
from verilab.cli.sheets import TEXT, FormatOption, known_format, print_sheets
from verilab.errors import Refused
from verilab.experiments.sheets.changes import change_sheet
from verilab.experiments.sheets.comparisons import comparison_sheets, unique_lines
from verilab.experiments.statistics.gate import Change, changes, contradictions, without_counterpart
from verilab.experiments.statistics.outcomes import ContradictingVerdicts
from verilab.experiments.store import StoredExperiment

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
            for line in problem.told:
                typer.echo(f"CONTRADICTION: {line}", err=True)
            raise typer.Exit(1) from None


def _compare_settings(path: Path, baseline: str, format: str) -> None:
    runs = StoredExperiment(path).results()
    print_sheets(comparison_sheets(runs, baseline), format)
    if format == TEXT:
        for line in unique_lines(runs):
            typer.echo(line)


def _gate(old: Path, new: Path, tolerance: float, may_lose: int, format: str) -> None:
    before, now = (StoredExperiment(each).results() for each in (old, new))
    found = changes(before, now)
    if said := contradictions(before, now):
        raise ContradictingVerdicts(said)
    print_sheets([change_sheet(found)], format)
    for line in without_counterpart(before, now):
        typer.echo(f"not compared: {line}", err=True)
    problems = [problem for change in found for problem in _problems(change, tolerance, may_lose)]
    for problem in problems:
        typer.echo(f"REGRESSION: {problem}", err=True)
    if problems:
        raise typer.Exit(1)


def _problems(change: Change, tolerance: float, may_lose: int) -> Sequence[str]:
    found = [f"{change.label}: {task} is wrong" for task in change.wrong]
    if len(change.lost) > may_lose:
        found.append(f"{change.label}: {len(change.lost)} tasks are lost: {', '.join(change.lost)}")
    if change.effect is not None and change.slower(tolerance):
        found.append(f"{change.label}: takes {change.effect.estimate:.2f} times as long, at least {change.effect.low:.2f}")
    return found
