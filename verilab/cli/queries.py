"""``verilab queries record | replay | benchmark``: interpolation queries of real runs, and what every engine makes of them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verilab.cli.problems import clear_errors
from verilab.cli.task_lists import collect_tasks
from verilab.experiments.configuration import ANALYSES, BLOCKS, ENCODINGS, Configuration
from verilab.experiments.isolated import RejectedInput, run_isolated

queries = typer.Typer(help="Record the interpolation queries of runs; replay and benchmark engines.", no_args_is_help=True)


@queries.command()
def record(
    tasks: Annotated[list[Path], typer.Argument(help="Task definitions, sets, C files or folders with .yml files.", show_default=False)],
    folder: Annotated[Path, typer.Option("--to", help="Where the queries go: one SMT-LIB file each, and index.jsonl.")],
    analysis: Annotated[str, typer.Option(help=f"One of {', '.join(ANALYSES)}.")] = "predicate",
    strategy: Annotated[str, typer.Option(help="A preset or operators: rank=... propose=... select=... apply=...")] = "",
    backend: Annotated[str, typer.Option(help="The solver that checks and abstracts.")] = "z3",
    interpolation: Annotated[str, typer.Option(help="BACKEND:PROCEDURE; the backend's own by default.")] = "",
    encoding: Annotated[str, typer.Option(help=f"One of {', '.join(ENCODINGS)}.")] = "int",
    block: Annotated[str, typer.Option(help=f"Block operator: {', '.join(BLOCKS)}.")] = "auto",
    time_limit: Annotated[float, typer.Option(help="Seconds of wall time for each run.")] = 60.0,
    memory_limit: Annotated[int, typer.Option(help="Megabytes for each run.")] = 4000,
    seed: Annotated[int, typer.Option(help="Seed of the solvers.")] = 0,
) -> None:
    """Verify each task and write every interpolation query of the run; runs that time out leave theirs too."""
    with clear_errors():
        configuration = Configuration(
            analysis=analysis,
            strategy=strategy,
            backend=backend,
            interpolation=interpolation,
            encoding=encoding,
            block=block,
            time_limit=time_limit,
            memory_limit=memory_limit,
            seed=seed,
            record_queries=str(folder),
        )
        chosen = collect_tasks(tasks)
        folder.mkdir(parents=True, exist_ok=True)
        for task in chosen:
            before = len(list(folder.glob("*.smt2")))
            try:
                line = run_isolated(task, configuration).result_line
            except RejectedInput as error:
                if len(chosen) == 1:
                    raise
                line = f"input error: {str(error).splitlines()[0]}"
            typer.echo(f"{len(list(folder.glob('*.smt2'))) - before:5} new queries  {task.name}  {line}")
    typer.echo(f"{len(list(folder.glob('*.smt2')))} queries in {folder}")
