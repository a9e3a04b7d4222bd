"""``verilab queries import | record``: where queries come from, other solvers' repositories and real runs; a file each."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from verilab.cli.configured import configured
from verilab.cli.errors import clear_errors
from verilab.experiments.design.selection import collect_tasks
from verilab.experiments.queries.importing import import_queries, write_imported
from verilab.verification.configuration import Configuration
from verilab.verification.isolated import run_isolated
from verilab.verification.serving.answers import RejectedInput


def import_(
    directory: Annotated[
        Path,
        typer.Argument(help="A folder, or a file, with SMT-LIB files that ask for interpolants in some solver's way.", show_default=False),
    ],
    to: Annotated[Path, typer.Option("--to", help="Where the queries go: one SMT-LIB file each.")],
    output: Annotated[
        Path | None, typer.Option("--csv", help="Write a row for each question to this file: where it went, or why not.")
    ] = None,
) -> None:
    """Read interpolation problems in the dialects of SMTInterpol, OpenSMT, Princess, Bitwuzla, MathSAT, cvc5 and Yices.

    What every engine makes of them says: verilab queries replay FOLDER --with ENGINES.  Exit codes: 0, 2 for wrong input or usage.
    """
    with clear_errors():
        imported = import_queries(directory, to)
        if output is not None:
            write_imported(imported.rows, output)
    questions = Counter(row.question for row in imported.rows if row.query)
    kinds = ", ".join(f"{count} {question}" for question, count in sorted(questions.items()))
    typer.echo(f"{imported.files} files ask {len(imported.rows)} questions: {sum(questions.values())} read ({kinds or 'none'})")
    typer.echo(f"{imported.written} queries in {to}, equal ones once")
    if imported.reasons:
        table = Table(title="not read")
        table.add_column("questions", justify="right")
        table.add_column("because of", overflow="fold")
        for reason, count in imported.reasons.most_common():
            table.add_row(str(count), reason)
        Console(width=120).print(table)


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
