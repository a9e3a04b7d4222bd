"""``verilab queries benchmark``: the table of engines by query classes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from verilab.cli.problems import clear_errors
from verilab.experiments.queries.benchmark import CLASSES, BenchmarkOptions, Cell, ratios, write_cells
from verilab.experiments.queries.benchmark import benchmark as run_benchmark
from verilab.experiments.queries.engines import full_names
from verilab.solving.factors import split_names
from verilab.solving.registry import list_backends
from verilab.verification.configuration import ConfigurationError

_WORDS = {"timedout": "time out", "undeclared": "-", "skipped": "."}


def benchmark(
    engines: Annotated[str, typer.Option("--with", help="Comma-separated engines; by default the first of every installed backend.")] = "",
    classes: Annotated[str, typer.Option(help=f"Comma-separated: {', '.join(CLASSES)}.")] = "",
    timeout: Annotated[float, typer.Option(help="Seconds of wall time for each query.")] = 10.0,
    repetitions: Annotated[int, typer.Option(help="How often each query is asked.")] = 3,
    isolate: Annotated[bool, typer.Option("--isolate", help="Run every backend in a process of its own.")] = False,
    output: Annotated[Path | None, typer.Option("--csv", help="Write a row per query, engine and repetition to this file.")] = None,
) -> None:
    """Time every engine on classes of generated queries: medians in seconds, and how many times the fastest engine's.

    Exit code 1 if an answer is invalid, 2 for wrong usage, else 0.
    """
    with clear_errors():
        chosen = tuple(name.strip() for name in classes.split(",") if name.strip())
        unknown = [name for name in chosen if name not in CLASSES]
        if unknown:
            raise ConfigurationError(f"unknown class {unknown[0]!r}; known: {', '.join(CLASSES)}")
        if repetitions < 1:
            raise ConfigurationError(f"--repetitions {repetitions}: give at least 1")
        names = full_names(split_names(engines) or _installed())
        console = Console(stderr=True)
        with console.status("") as status:
            options = BenchmarkOptions(timeout, repetitions, chosen, isolate)
            rows = list(run_benchmark(names, options, lambda told: status.update(told)))
        if output is not None:
            write_cells(rows, output)
    _print(names, rows, timeout)
    if any(cell.outcome == "invalid" for cells in rows for cell in cells):
        raise typer.Exit(1)


def _installed() -> list[str]:
    return [entry.name for entry in list_backends() if entry.capabilities is not None and entry.capabilities.interpolation]


def _print(names: Sequence[str], rows: Sequence[Sequence[Cell]], timeout: float) -> None:
    table = Table(
        title=f"median wall seconds (times the fastest); limit {timeout:g} s; - theory not declared, . timed out on a smaller one"
    )
    table.add_column("class")
    for name in names:
        table.add_column(name, justify="right")
    for cells in rows:
        table.add_row(f"{cells[0].kind} {cells[0].size}", *(_text(cell, ratio) for cell, ratio in zip(cells, ratios(cells), strict=True)))
    Console(width=max(100, 20 + 20 * len(names))).print(table)


def _text(cell: Cell, ratio: float | None) -> str:
    if cell.median is None:
        return _WORDS.get(cell.outcome, cell.outcome)
    digits = 4 if cell.median < 0.1 else 2
    return f"{cell.median:.{digits}f}" + (f" ({ratio:.3g})" if ratio is not None else "")
