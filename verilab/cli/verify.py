"""``verilab verify``: one task, live progress, a last line ``RESULT: ...`` or one JSON object."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from verilab import __version__
from verilab.cli.configured import configured
from verilab.cli.errors import clear_errors
from verilab.cli.log_option import LogOption
from verilab.cli.task_lists import single_task
from verilab.logs import listening
from verilab.program.automata import find_automaton
from verilab.program.tasks import Task
from verilab.program.tasks.properties import REACHABILITY, load_property
from verilab.program.types import DataModel
from verilab.verification.configuration import Configuration
from verilab.verification.isolated import run_isolated
from verilab.verification.progress import OnProgress
from verilab.verification.schema import RunResult


@configured(defaults={"phases_at_once": 0})
def verify(
    *,
    file: Annotated[Path, typer.Argument(help="A C file (.c, .i) or an SV-COMP task definition (.yml).", show_default=False)],
    automaton: Annotated[
        list[str] | None,
        typer.Option(help="A property: the file of an observer automaton, or a protocol's name (see: verilab automata). Repeatable."),
    ] = None,
    property_file: Annotated[Path | None, typer.Option("--property", help="A property file (.prp), instead of the task's own.")] = None,
    data_model: Annotated[DataModel | None, typer.Option(help="The data model, instead of the task's own.")] = None,
    configuration: Configuration,
    harness: Annotated[Path | None, typer.Option(help="Write a violation as a C test harness to this file.")] = None,
    witness: Annotated[Path | None, typer.Option(help="Write a witness of the verdict (format 2.0) to this file, once validated.")] = None,
    log_refinements: Annotated[
        Path | None, typer.Option(help="Write every refinement, its candidates and the choice to this file (see: verilab explain).")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of the report.")] = False,
    verbose: LogOption = 0,
) -> None:
    """Verify that no error location of a C program is reachable, or with --automaton that each of these properties holds.

    Several properties are verified in one run, with a verdict for each; the result is false where one is violated.
    Exit codes: 0 true, 1 false, 3 unknown, 2 input or usage error.
    """
    with clear_errors():
        task = single_task(file)
        if property_file is not None:
            task = replace(task, error_convention=load_property(property_file))
        task = task if data_model is None else replace(task, data_model=data_model)
        if automaton:
            task = task.observing([find_automaton(name) for name in automaton])
        if log_refinements is not None:
            log_refinements.write_text("")
        with listening(verbose), _shown(task.name, quiet=as_json or bool(verbose)) as progress:
            result = run_isolated(task, configuration, progress, log_refinements, tells_invariants=witness is not None)
        if harness is not None:
            _write_harness(result, harness)
        _tell_precisions(result)
        if witness is not None:
            _write_witness(task, result, configuration, witness)
    if as_json:
        typer.echo(json.dumps(result.to_json()))
    else:
        _report(result)
    raise typer.Exit(result.exit_code)


@contextmanager
def _shown(name: str, *, quiet: bool) -> Iterator[OnProgress]:
    """Who shows the progress of a run on a terminal."""
    if quiet or not sys.stderr.isatty():
        yield lambda row: None
        return
    from rich.console import Console
    from rich.markup import escape

    console, name = Console(stderr=True), escape(name)
    with console.status(f"{name}: starting") as status:
        yield lambda row: status.update(
            f"{name}: {row['phase']}, {row['states']} states, {row['refinements']} refinements, "
            f"{row['solver_s']:.1f} s in solvers, {row['wall_s']:.1f} s"
        )


def _write_harness(result: RunResult, path: Path) -> None:
    """Write the test harness of a violation; where the run found none to write, say so on standard error."""
    text = result.details.get("harness")
    if text is None:
        reason = "the program violates nothing" if result.verdict == "true" else "no violation that a compiled program shows was found"
        typer.echo(f"--harness: {path} was not written, {reason}", err=True)
    else:
        path.write_text(text)


def _tell_precisions(result: RunResult) -> None:
    """What was not used of the precision that the run began with, and which one was written, on standard error."""
    for phase, use in result.details.get("initial_precision", {}).items():
        notes = use if phase == "notes" else [*use["notes"], *(f"{count} facts left out: {why}" for why, count in use["left_out"].items())]
        for note in notes:
            typer.echo(f"--initial-precision: {phase + ': ' if phase != 'notes' else ''}{note}", err=True)
    written = result.details.get("exported_precision")
    if written is None and result.configuration.export_precision:
        typer.echo("--export-precision: nothing was written, the run was ended from outside", err=True)
    elif written is not None and not written["files"]:
        typer.echo(f"--export-precision: nothing was written, {written['reason']}", err=True)
    elif written is not None and not written["decided"]:
        typer.echo(f"--export-precision: the precision is that of {written['phase']}, which has no verdict", err=True)


def _write_witness(task: Task, result: RunResult, configuration: Configuration, path: Path) -> None:
    """Write the witness of a verdict; where there is none, say so on standard error."""
    from verilab.verification.validation.export import exported  # few runs ask for it

    text, reason = exported(task, result, replace(configuration, record_queries="", export_precision=""), __version__)
    if text:
        path.write_text(text)
    else:
        typer.echo(f"--witness: {path} was not written, {reason}", err=True)


def _report(result: RunResult) -> None:
    statistics, evidence = result.statistics, result.evidence
    typer.echo(f"task         {result.task}")
    typer.echo(
        f"evidence     {evidence.kind}"
        + (f", {'accepted' if evidence.accepted else 'rejected'} by {evidence.checked_by}" if evidence.checked_by else "")
    )
    typer.echo(f"states       {statistics.states}   refinements {statistics.refinements}   predicates {statistics.predicates}")
    typer.echo(
        f"time         {statistics.wall_s:.2f} s wall, {statistics.cpu_s:.2f} s cpu, "
        f"{statistics.solver_s:.2f} s in solvers, {statistics.own_s:.2f} s own"
    )
    for procedure, tally in statistics.interpolation.items():
        counts = ", ".join(f"{number} {name}" for name, number in tally.items() if number and name != "seconds")
        typer.echo(f"interpolants {procedure}: {counts}, {tally['seconds']:.2f} s")
    if len(result.properties) > 1 or any(answer.name != REACHABILITY for answer in result.properties):
        for answer in result.properties:
            shown = f"  {answer.evidence.kind} by {answer.evidence.checked_by}" if answer.evidence.accepted else ""
            typer.echo(f"property     {answer.name}: {answer.verdict}" + (f" ({answer.reason})" if answer.reason else "") + shown)
    typer.echo(result.result_line)
