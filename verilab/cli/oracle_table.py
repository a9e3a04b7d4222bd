"""``verilab oracle-table``: Oracle Best, Oracle Worst and Diff over the strategies of a sweep (FORTE'15 Table 1)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from verilab.cli.errors import clear_errors
from verilab.experiments.oracle.strategies import OracleError, OracleLine, OracleTable
from verilab.experiments.oracle.strategies import oracle_table as make_table
from verilab.experiments.oracle.strategies import oracle_tables as make_tables
from verilab.experiments.store.row_files import tabled_rows_of_file
from verilab.verification.schema import Run

WIDTH = 140


def oracle_table(
    file: Annotated[Path, typer.Argument(help="The CSV of a sweep, or an experiment's file (.duckdb).", show_default=False)],
    strategies: Annotated[
        str, typer.Option(help="The strategies of the sweep, separated by semicolons; every configuration by default.")
    ] = "",
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write the tables, and each task's best and worst strategy, here.")
    ] = None,
) -> None:
    """What the best and the worst choice of a strategy for each task would solve, by task family and in total.

    Oracle best: solved by at least one strategy; worst: solved by all of them; diff: for how many tasks the choice decides.
    Where a sweep had several strategies and, say, several analyses, --strategies gives one table for each analysis.
    """
    with clear_errors():
        rows = tabled_rows_of_file(file)
        names = [part.strip() for part in strategies.split(";") if part.strip()]
        tables = make_tables(rows, names) if names else {"": make_table(rows)}
        if json_file is not None:
            json_file.write_text(json.dumps([{"part": part} | table.to_json() for part, table in tables.items()], indent=1) + "\n")
    for part, table in tables.items():
        print_oracle_table(table, part)


def print_oracle_tables(rows: Sequence[Run], strategies: Sequence[str]) -> None:
    """The tables of a sweep of several strategies; nothing where no task was run with all of them."""
    try:
        tables = make_tables(rows, strategies)
    except OracleError:
        return
    for part, table in tables.items():
        print_oracle_table(table, part)


def print_oracle_table(table: OracleTable, part: str = "") -> None:
    """Table 1, and below it the CPU time on the tasks that all strategies solve."""
    console = Console(width=WIDTH)
    console.print(_solved(table, part))
    if table.incomplete:
        console.print(f"{len(table.incomplete)} tasks left out: not run with every strategy")
    if table.total.worst:
        console.print(_times(table.total))


def _solved(table: OracleTable, part: str) -> Table:
    shown = Table(title=f"solved by each strategy and by oracles among them{f', {part}' if part else ''}")
    shown.add_column("tasks of")
    for heading in ("tasks", *table.strategies, "oracle best", "oracle worst", "diff"):
        shown.add_column(escape(heading), justify="right", overflow="fold")
    for line in (*table.families, table.total):
        if line is table.total:
            shown.add_section()
        counts = (line.tasks, *line.solved.values(), line.best, line.worst, line.diff)
        shown.add_row(escape(line.family), *map(str, counts))
    return shown


def _times(line: OracleLine) -> Table:
    shown = Table(title=f"CPU time on the {line.worst} tasks that all strategies solve")
    shown.add_column("strategy", overflow="fold")
    shown.add_column("cpu s", justify="right")
    shown.add_column("of the slowest", justify="right")
    slowest = line.cpu_s[line.slowest]
    figures = [*line.cpu_s.items(), ("oracle best (fastest for each task)", line.best_cpu_s), ("oracle worst", line.worst_cpu_s)]
    for name, seconds in figures:
        shown.add_row(escape(name), f"{seconds:.1f}", f"{seconds / slowest:.0%}" if slowest else "")
    return shown
