"""``verilab queries decompose``: how much of the variance of a figure is the engine's, a factor's, the task's, or of several together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from verilab.cli.problems import clear_errors
from verilab.experiments.queries.figures import OF_QUERIES, OF_RUNS, observations, read_rows
from verilab.experiments.statistics.decomposition import Decomposition
from verilab.experiments.statistics.decomposition import decompose as decomposed


def decompose(
    file: Annotated[Path, typer.Argument(help="The CSV of a study, or the file of an experiment (.duckdb).", show_default=False)],
    figure: Annotated[str, typer.Option("--of", help=f"Of a study: {', '.join(OF_QUERIES)}; of runs: {', '.join(OF_RUNS)}.")],
    factors: Annotated[str, typer.Option("--by", help="Comma-separated columns: engine, direction, proof, strategy ...")],
    only: Annotated[str, typer.Option(help='Levels that are looked at, as "direction=front|back; engine=z3:horn|cvc5:proofs".')] = "",
    order: Annotated[int, typer.Option(help="Up to how many of the factors and the task interact; what is beyond is the residual.")] = 2,
    seed: Annotated[int, typer.Option(help="Of the samples of tasks for the intervals.")] = 0,
) -> None:
    """Print the share of each factor, of the task and of their interactions, with 95 % intervals from samples of tasks.

    Only tasks that have a figure for every combination are compared.  Exit code 2 where there are none, or for wrong usage.
    """
    with clear_errors():
        rows, figures = read_rows(file)
        names = [name.strip() for name in factors.split(",") if name.strip()]
        found = observations(rows, figures, figure, names, _levels(only))
        result = decomposed(found, names, order=order, seed=seed)
    _print(result, figure)


def _levels(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, _, values = part.partition("=")
        found[name.strip()] = [value.strip() for value in values.split("|")]
    return found


def _print(result: Decomposition, figure: str) -> None:
    console = Console(width=120)
    left = f", {len(result.left_out)} left out" if result.left_out else ""
    table = Table(title=f"{figure}: variance {result.variance:.4g} over {len(result.units)} tasks{left}")
    for heading in ("of", "degrees", "share %", "95 % interval", "F", "p"):
        table.add_column(heading, justify="left" if heading == "of" else "right")
    for term in result.terms:
        share = term.share
        interval = f"{100 * share.low:.1f} .. {100 * share.high:.1f}"
        test = ["" if term.f is None else f"{term.f:.2f}", "" if term.p is None else f"{term.p:.2g}"]
        table.add_row(term.name, str(term.degrees), f"{100 * share.estimate:.1f}", interval, *test)
    console.print(table)
    for factor, means in result.means.items():
        console.print(f"{factor}: " + ", ".join(f"{level} {value:.3f}" for level, value in means.items()), highlight=False)
