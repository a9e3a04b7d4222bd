"""``verilab queries replay | benchmark``: what every engine makes of recorded queries, and of generated ones."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from verilab.cli.errors import clear_errors
from verilab.experiments.queries.benchmark import CLASSES, BenchmarkOptions, Cell, ratios, write_cells
from verilab.experiments.queries.benchmark import benchmark as run_benchmark
from verilab.experiments.queries.engines import full_names
from verilab.experiments.queries.measures import RELATIONS, Comparison
from verilab.experiments.queries.replay import ReplayOptions, ReplayRow, write_rows
from verilab.experiments.queries.replay import replay as run_replay
from verilab.experiments.queries.summary import EngineSummary, summarise
from verilab.experiments.sheets.sheet import decimal
from verilab.experiments.store import ExperimentStore, StoredExperiment
from verilab.experiments.store.database import SUFFIX
from verilab.solving.factors import split_names
from verilab.solving.queries.files import query_files
from verilab.solving.registry import list_backends, load_backend
from verilab.verification.configuration import ConfigurationError


def replay(
    folder: Annotated[
        Path,
        typer.Argument(
            help="A folder of recorded queries, one SMT-LIB file, or the file of an experiment (.duckdb) that recorded some.",
            show_default=False,
        ),
    ],
    engines: Annotated[str, typer.Option("--with", help="Comma-separated engines, BACKEND:PROCEDURE; times are relative to the first.")],
    check_with: Annotated[str, typer.Option(help="The backend that certifies; another one than the engine's by default.")] = "",
    timeout: Annotated[float, typer.Option(help="Seconds of wall time for each query.")] = 10.0,
    isolate: Annotated[bool, typer.Option("--isolate", help="Run every solver in a process of its own.")] = False,
    strength: Annotated[bool, typer.Option(help="Compare which engine's interpolants imply which.")] = True,
    output: Annotated[Path | None, typer.Option("--csv", help="Write a row per query and engine to this file.")] = None,
) -> None:
    """Run every engine on the identical queries; print times, outcomes, sizes, predicates and who implies whom.

    Answers to the queries of an experiment go to its table replays, each query's at once.
    Exit code 1 if an engine's answer is invalid, 2 for wrong input or usage, else 0.
    """
    with clear_errors():
        names = full_names(split_names(engines))
        if not names:
            raise ConfigurationError("--with names no engine; name some, such as z3:horn,cvc5:sygus")
        if check_with:
            load_backend(check_with).close()
        place, total = _queries(folder)
        console = Console(stderr=True)
        with ExitStack() as stack:
            store = stack.enter_context(ExperimentStore(folder)) if folder.suffix == SUFFIX else None
            status = stack.enter_context(console.status(f"0 of {total} queries"))
            done: list[ReplayRow] = []

            def show(rows: Sequence[ReplayRow]) -> None:
                if store is not None:
                    store.add_replays([row.stored(timeout) for row in rows])
                done.extend(rows)
                status.update(f"{len(done) // len(names)} of {total} queries")

            result = run_replay(place, names, ReplayOptions(timeout, check_with, isolate, strength), show)
        if output is not None:
            write_rows(result.rows, output)
    _print_engines(summarise(result.rows))
    if strength and len(names) > 1:
        _print_strength(result.strength)
    invalid = [row for row in result.rows if row.outcome == "invalid"]
    for row in invalid:
        typer.echo(f"INVALID: {row.engine} on {row.query}: {row.detail}", err=True)
    if invalid:
        raise typer.Exit(1)


def _queries(given: Path) -> tuple[Path, int]:
    """Where the queries are, and how many; ConfigurationError where there are none."""
    if given.suffix == SUFFIX:
        stored = StoredExperiment(given)
        place, hint = stored.queries_folder, 'give its experiment record = ["queries"]'
    else:
        place, hint = given, f"record queries by: verilab queries record TASK --to {given}"
    count = len(query_files(place)) if place.exists() else 0
    if not count:
        raise ConfigurationError(f"{place} holds no .smt2 file; {hint}")
    return place, count


_OUTCOMES = ("valid", "invalid", "failed", "unsupported", "timedout")


def _print_engines(summaries: list[EngineSummary]) -> None:
    others = [name for name in ("satisfiable", "unchecked") if any(summary.outcomes[name] for summary in summaries)]
    table = Table(title="outcomes and wall seconds; sizes and predicates are medians of an answer, new predicates sums")
    headings = ("engine", "asked", *_OUTCOMES, *others, "median s", "total s", "ratio", "CPU ratio")
    for heading in (*headings, "nodes", "atoms", "variables", "predicates", "new", "general", "fallbacks"):
        table.add_column(heading, justify="left" if heading == "engine" else "right")
    for summary in summaries:
        counts = [str(summary.outcomes[name]) for name in (*_OUTCOMES, *others)]
        times = [decimal(summary.median, 4), f"{summary.total:.2f}", decimal(summary.ratio, 2), decimal(summary.cpu_ratio, 2)]
        sizes = [decimal(size, 0) for size in (summary.nodes, summary.atoms, summary.variables, summary.predicates)]
        cells = [summary.engine, str(summary.asked), *counts, *times, *sizes, str(summary.new_predicates), str(summary.general)]
        cells += [str(summary.fallbacks)]
        table.add_row(*cells)
    Console(width=170).print(table)


def _print_strength(strength: Comparison) -> None:
    table = Table(title="cuts where the first engine's interpolant is ... the second's")
    for heading in ("first", "second", *RELATIONS):
        table.add_column(heading, justify="right" if heading in RELATIONS else "left")
    for (first, second), counts in strength.items():
        table.add_row(first, second, *(str(counts[relation]) for relation in RELATIONS))
    Console(width=170).print(table)


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
            rows = list(run_benchmark(names, options, lambda activity: status.update(activity)))
        if output is not None:
            write_cells(rows, output)
    _print_classes(names, rows, timeout)
    if any(cell.outcome == "invalid" for cells in rows for cell in cells):
        raise typer.Exit(1)


def _installed() -> list[str]:
    return [entry.name for entry in list_backends() if entry.capabilities is not None and entry.capabilities.interpolation]


def _print_classes(names: Sequence[str], rows: Sequence[Sequence[Cell]], timeout: float) -> None:
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
