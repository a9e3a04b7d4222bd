"""What the commands that run many tasks share: rows that come as runs end, shown, written, and resumed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Protocol

import typer
from rich.console import Console
from rich.markup import escape

from verilab.experiments.sweeps.resume import begin, resume
from verilab.experiments.sweeps.rows import append_csv, write_csv
from verilab.experiments.sweeps.sweep import sweep
from verilab.program.tasks import Task
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.isolated import run_isolated
from verilab.verification.schema import Run, RunResult

JobsOption = Annotated[int, typer.Option(help="Runs at the same time.")]
ResumeOption = Annotated[
    bool, typer.Option("--resume", help="Keep the rows that are there already, run what they lack (same settings and version only).")
]
VerboseOption = Annotated[bool, typer.Option("--verbose", help="Print every run as it ends.")]


class Destination(Protocol):
    """Where rows go."""

    @property
    def path(self) -> Path: ...

    def earlier(self, tasks: Sequence[Task], configurations: Sequence[tuple[str, Configuration]]) -> list[Run]:
        """Begin to write; the rows that are there already and need no further run."""
        ...

    def written(self, rows: Iterable[Run], earlier: Sequence[Run]) -> Iterator[Run]:
        """Pass the rows on, each written before the next one is asked for."""
        ...


@dataclass(frozen=True, slots=True)
class RowFile:
    """A CSV; with ``resume`` new rows come after those that are already there."""

    path: Path
    resume: bool

    def earlier(self, tasks: Sequence[Task], configurations: Sequence[tuple[str, Configuration]]) -> list[Run]:
        if self.resume:
            return resume(self.path, configurations)
        begin(self.path, configurations)
        return []

    def written(self, rows: Iterable[Run], earlier: Sequence[Run]) -> Iterator[Run]:
        return append_csv(rows, self.path) if earlier else write_csv(rows, self.path)


def run_rows(
    tasks: Sequence[Task],
    configurations: Sequence[tuple[str, Configuration]],
    file: Destination,
    jobs: int,
    verbose: bool,
    run: Callable[[Task, Configuration], RunResult] = run_isolated,
) -> list[Run]:
    """Run the product and return every row of the file: those that it had, then the new ones.  ``run`` makes one of them."""
    if jobs < 1:
        raise ConfigurationError(f"--jobs {jobs}: give at least 1")
    earlier = file.earlier(tasks, configurations)
    done = {(row.result.task, row.label) for row in earlier}
    wanted = {(task.name, label) for task in tasks for label, _ in configurations}
    rows = sweep(tasks, configurations, jobs=jobs, done=done, run=run)
    written = file.written(rows, earlier)
    if earlier:
        typer.echo(f"{len(wanted & done)} of {len(wanted)} runs are in {file.path} already", err=True)
    return earlier + _show(written, len(wanted - done), verbose)


def _show(rows: Iterator[Run], total: int, verbose: bool) -> list[Run]:
    collected: list[Run] = []
    console = Console(stderr=True)
    with console.status(f"0 of {total} runs") as status:
        for row in rows:
            collected.append(row)
            status.update(f"{len(collected)} of {total} runs, last: {escape(row.result.task)}")
            if verbose:
                result = row.result
                typer.echo(
                    f"{result.classification:8} {result.verdict:8} {result.statistics.wall_s:7.2f} s  {row.label}  {result.task}"
                    + (f"  ({result.reason})" if result.reason else "")
                )
    return collected
