"""``verilab validate``: is the witness of a verifier true?"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from verilab.cli.configured import configured
from verilab.cli.errors import clear_errors
from verilab.cli.task_lists import single_task
from verilab.program.errors import InputError
from verilab.program.source import read_text
from verilab.program.tasks import Task
from verilab.program.witnesses.reader import NotRead, parse_witness
from verilab.verification.configuration import Configuration
from verilab.verification.serving.answers import RejectedInput
from verilab.verification.validation.subject import Metadata, subject
from verilab.verification.validation.validate import Answer, Validation, validate

EXIT_CODES = {Answer.CONFIRMED: 0, Answer.REJECTED: 1, Answer.UNKNOWN: 3}


@configured(without=("record_queries", "export_precision"))
def validate_witness(
    *,
    witness: Annotated[Path, typer.Argument(help="A witness in format 2.0 (.yml).", show_default=False)],
    task: Annotated[
        Path | None,
        typer.Argument(help="The program (.c, .i) or the task definition (.yml); by default the program that the witness names."),
    ] = None,
    configuration: Configuration,
    metadata: Annotated[
        Metadata, typer.Option(help="Whether a hash or a data model that is not the task's rejects the witness, or is a warning.")
    ] = Metadata.WARN,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of the report.")] = False,
) -> None:
    """Validate a verification witness: do its invariants hold and exclude the error, or does an execution take its way to the error?

    Exit codes: 0 confirmed, 1 rejected, 3 unknown, 2 usage error.
    """
    with clear_errors():
        text = read_text(witness)
        given = None if task is None else single_task(task)
        validation = _answer(text, witness, given, configuration, metadata)
    if as_json:
        typer.echo(json.dumps(validation.to_json()))
    else:
        _report(witness, validation)
    raise typer.Exit(EXIT_CODES[validation.answer])


def _answer(text: str, path: Path, given: Task | None, configuration: Configuration, metadata: Metadata) -> Validation:
    """The validation; a witness that is none, or that is about another program, is rejected, of what is not read nothing is said."""
    warnings: list[str] = []
    try:
        witness = parse_witness(text, str(path))
        subjected = subject(witness, given, metadata, warnings.append)
    except InputError as error:
        return _broken(path, error)
    try:
        return replace(validate(witness, subjected, configuration), warnings=tuple(warnings))
    except RejectedInput as error:
        if not str(error).startswith(f"{path}:"):
            raise
        return Validation(Answer.REJECTED, str(error))


def _broken(path: Path, error: InputError) -> Validation:
    if error.file != str(path):
        raise error
    return Validation(Answer.UNKNOWN if isinstance(error, NotRead) else Answer.REJECTED, error.render())


def _report(path: Path, validation: Validation) -> None:
    typer.echo(f"witness      {path}")
    if validation.checked_by:
        typer.echo(f"checked by   {validation.checked_by}")
    for warning in validation.warnings:
        typer.echo(f"warning: {warning}", err=True)
    for result in validation.results:
        typer.echo(f"time         {result.statistics.wall_s:.2f} s wall, {result.statistics.cpu_s:.2f} s cpu")
    first, _, rest = validation.reason.partition("\n")
    if rest:
        typer.echo(f"{first}\n{rest}", err=True)
    typer.echo(f"RESULT: {validation.answer.value} ({first})")
