"""``verilab experiment compare``: a regression gate between two sets of rows of one experiment."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from verilab.cli.laboratory.files import rows_of
from verilab.cli.problems import clear_errors
from verilab.experiments.papers.comparing.text import NOTHING, aligned
from verilab.experiments.statistics.gate import Change, changes, contradictions
from verilab.experiments.store import StoredExperiment


def compare(
    old: Annotated[Path, typer.Argument(help="The rows (.duckdb) of before.", show_default=False)],
    new: Annotated[Path, typer.Argument(help="The rows of now, of the same tasks and configurations.", show_default=False)],
    tolerance: Annotated[float, typer.Option(min=1.0, help="How many times as long runs may take.")] = 1.2,
    may_lose: Annotated[int, typer.Option(min=0, help="How many solved tasks a configuration may lose.")] = 0,
) -> None:
    """Compare each configuration with itself: tasks lost and gained, CPU times on what both solved, with intervals and tests.

    Exit code 1 for new wrong verdicts, contradictions, more lost tasks than allowed, or times that are longer beyond the tolerance and
    chance; 2 for wrong input or usage, else 0.
    """
    with clear_errors():
        before, now = (StoredExperiment(rows_of(each)).results() for each in (old, new))
        found = changes(before, now)
    said = contradictions(before, now)
    if said:
        for line in said:
            typer.echo(f"CONTRADICTION: {line}", err=True)
        raise typer.Exit(1)
    for line in _table(found):
        typer.echo(line)
    problems = [problem for change in found for problem in _problems(change, tolerance, may_lose)]
    for problem in problems:
        typer.echo(f"REGRESSION: {problem}", err=True)
    if problems:
        raise typer.Exit(1)


def _table(found: Sequence[Change]) -> list[str]:
    headings = ["configuration", "tasks", "lost", "gained", "p", "both", "times as long", "95 %", "p"]
    rows = []
    for each in found:
        effect = (NOTHING, NOTHING)
        if each.effect is not None:
            effect = (f"{each.effect.estimate:.2f}", f"{each.effect.low:.2f} .. {each.effect.high:.2f}")
        counts = [str(each.tasks), str(len(each.lost)), str(len(each.gained)), f"{each.p_solved:.3f}", str(each.both)]
        rows.append([each.label, *counts, *effect, f"{each.p_time:.3f}"])
    return aligned(headings, rows)


def _problems(change: Change, tolerance: float, may_lose: int) -> list[str]:
    found = [f"{change.label}: {task} is wrong" for task in change.wrong]
    if len(change.lost) > may_lose:
        found.append(f"{change.label}: {len(change.lost)} tasks are lost: {', '.join(change.lost)}")
    if change.effect is not None and change.slower(tolerance):
        found.append(f"{change.label}: takes {change.effect.estimate:.2f} times as long, at least {change.effect.low:.2f}")
    return found
