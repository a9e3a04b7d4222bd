"""``verilab queries record``: the interpolation queries of real runs, a file each."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from verilab.cli.configured import configured
from verilab.cli.problems import clear_errors
from verilab.experiments.sweeps.collecting import collect_tasks
from verilab.verification.configuration import Configuration
from verilab.verification.isolated import run_isolated
from verilab.verification.serving.answers import RejectedInput


@configured(without=("record_queries",), defaults={"analysis": "predicate"})
def record(
    *,
    tasks: Annotated[list[Path], typer.Argument(help="Task definitions, sets, C files or folders with .yml files.", show_default=False)],
    folder: Annotated[Path, typer.Option("--to", help="Where the queries go: one SMT-LIB file each, and index.jsonl.")],
    configuration: Configuration,
) -> None:
    """Verify each task and write every interpolation query of the run; runs that time out leave theirs too."""
    with clear_errors():
        recording = replace(configuration, record_queries=str(folder))
        chosen = collect_tasks(tasks)
        folder.mkdir(parents=True, exist_ok=True)
        for task in chosen:
            before = len(list(folder.glob("*.smt2")))
            try:
                line = run_isolated(task, recording).result_line
            except RejectedInput as error:
                if len(chosen) == 1:
                    raise
                line = f"input error: {str(error).splitlines()[0]}"
            typer.echo(f"{len(list(folder.glob('*.smt2'))) - before:5} new queries  {task.name}  {line}")
    typer.echo(f"{len(list(folder.glob('*.smt2')))} queries in {folder}")
