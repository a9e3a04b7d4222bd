"""``verilab backends --check``: the conformance kit on what is installed, one row per backend and procedure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from statistics import median

import typer
from rich.console import Console
from rich.table import Table

from verilab.solving.conformance import Report, check_backend
from verilab.solving.conformance.query import Size
from verilab.solving.procedures import checker_for
from verilab.solving.registry import BackendNotInstalled, backend_names, load_backend

_COLUMNS = {
    "timeout": ("timedout",),
    "failed": ("failed", "unknown"),
    "unsupported": ("unsupported",),
    "wrong": ("invalid", "wrong", "crashed"),
}
_PATIENCE = {Size.TINY: 0.2, Size.QUICK: 0.4, Size.FULL: 2.0}
"""Seconds for a query that needs no answer."""


def check(names: Sequence[str], size: Size) -> None:
    """Check these backends, or all that are installed; exit code 1 if one fails.  Raises UnknownBackend, BackendNotInstalled."""
    reports: list[Report] = []
    console = Console(width=140)
    for name in names or backend_names():
        try:
            backend = load_backend(name)
        except BackendNotInstalled:
            if names:
                raise
            continue
        with closing(backend), closing(load_backend(checker_for(name))) as checker, console.status(f"checking {name}"):
            reports.append(check_backend(backend, checker, size=size, patience=_PATIENCE[size]))
    console.print(_table(reports))
    failures = [row for report in reports for row in report.failures]
    for row in failures:
        typer.echo(f"FAILURE {row.procedure} on {row.query}: {row.result} {row.detail}".rstrip(), err=True)
    if failures:
        raise typer.Exit(1)


def _table(reports: Sequence[Report]) -> Table:
    table = Table()
    for heading in ("procedure", "right", *_COLUMNS, "skipped", "median ms"):
        table.add_column(heading, justify="left" if heading == "procedure" else "right")
    for report in reports:
        for procedure in dict.fromkeys(row.procedure for row in report.rows):
            rows = [row for row in report.rows if row.procedure == procedure]
            results = Counter(row.result for row in rows)
            counts = [sum(results[result] for result in kinds) for kinds in _COLUMNS.values()]
            right = len(rows) - sum(counts)
            milliseconds = f"{median(row.seconds for row in rows) * 1000:.1f}"
            table.add_row(procedure, str(right), *map(str, counts), str(report.skipped.get(procedure, 0)), milliseconds)
    return table
