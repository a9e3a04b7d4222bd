"""``verilab queries study | decompose``: every engine, with every factor that it has, on the same queries; whose doing the variance is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from verilab.cli.errors import clear_errors
from verilab.errors import Refused
from verilab.experiments.queries.arms import Lacking, arms_of, combinations, draw, parse_axes, usual_axes, usual_engines
from verilab.experiments.queries.figures import OF_QUERIES, OF_RUNS, observations, read_rows
from verilab.experiments.queries.study import StudyOptions
from verilab.experiments.queries.study import study as run_study
from verilab.experiments.queries.study_rows import StudyFile
from verilab.experiments.queries.summary import ArmSummary, summarise_study
from verilab.experiments.sheets.sheet import decimal
from verilab.experiments.statistics.decomposition import Decomposition
from verilab.experiments.statistics.decomposition import decompose as decomposed
from verilab.solving.factors import split_names


def study(
    output: Annotated[Path, typer.Option("--csv", help="The rows; a study whose file is there goes on with what it lacks.")],
    places: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Folders of recorded queries, or SMT-LIB files; without one the rows that there are, are summed up.", show_default=False
        ),
    ] = None,
    engines: Annotated[
        str, typer.Option("--with", help="Comma-separated engines; by default the preferred one of every backend, and all of z3.")
    ] = "",
    axes: Annotated[
        str, typer.Option(help='Factors and their levels, as "direction=front|back; proof=pairs"; all of them by default.')
    ] = "",
    crossed: Annotated[bool, typer.Option("--crossed", help="Every combination of the levels, in place of one factor at a time.")] = False,
    tasks: Annotated[int, typer.Option(help="How many tasks are drawn; 0: all.")] = 0,
    per_task: Annotated[int, typer.Option(help="How many queries of each task are drawn; 0: all.")] = 0,
    seed: Annotated[int, typer.Option(help="Of the draw, and of the samples between the poles.")] = 0,
    timeout: Annotated[float, typer.Option(help="Seconds of wall time for each query.")] = 10.0,
    cpu: Annotated[
        bool, typer.Option("--cpu", help="The seconds are of CPU time, about: stretched by the share of a core that the study gets.")
    ] = False,
    place: Annotated[bool, typer.Option("--place/--no-place", help="Whether answers are placed between the poles.")] = True,
    retry: Annotated[bool, typer.Option("--try/--no-try", help="Whether the predicates of answers are tried on the path.")] = True,
    isolate: Annotated[bool, typer.Option("--isolate", help="Run every solver in a process of its own.")] = False,
) -> None:
    """Ask every engine, with each of its factors, the identical queries; certify, measure and place each answer.

    weakness: where an answer lies between the strongest (0) and the weakest (1) interpolants; excludes: whether its predicates exclude the
    path again, as conjuncts, and as atoms.  Exit code 1 if an answer is invalid, 2 for wrong input or usage, else 0.
    """
    if not places:
        with clear_errors():
            known = _rows_so_far(output)
        _print_arms(summarise_study(known.rows), len({row["query"] for row in known.rows}), len({row["task"] for row in known.rows}), ())
        return
    with clear_errors():
        factors = combinations(parse_axes(axes) if axes else usual_axes(), crossed=crossed)
        arms, lacking = arms_of(split_names(engines) or usual_engines(), factors)
        drawn = draw(places, tasks, per_task, seed)
        known = StudyFile(output)
        total = sum(len(sample.queries) for sample in drawn)
        console = Console(stderr=True)
        options = StudyOptions(timeout, isolate, place, seed, retry, cpu)
        with console.status(f"{len(drawn)} tasks, {total} queries, {len(arms)} arms") as status:
            for _ in run_study(drawn, arms, options, known, lambda activity: status.update(activity)):
                pass
    asked = {name for sample in drawn for _, name, _ in sample.queries}
    _print_arms(summarise_study([row for row in known.rows if row["query"] in asked]), len(asked), len(drawn), lacking)
    invalid = [row for row in known.rows if row["outcome"] == "invalid"]
    for row in invalid:
        typer.echo(f"INVALID: {row['engine']} on {row['query']}: {row['detail']}", err=True)
    if invalid:
        raise typer.Exit(1)


def _rows_so_far(file: Path) -> StudyFile:
    if not file.is_file():
        raise Refused(f"{file}: no such file, and no queries; record some by: verilab queries record TASK --to FOLDER")
    return StudyFile(file)


_OUTCOMES = ("valid", "invalid", "failed", "unsupported", "timedout", "undeclared")


def _print_arms(summaries: Sequence[ArmSummary], queries: int, tasks: int, lacking: Sequence[Lacking]) -> None:
    others = [name for name in ("satisfiable", "unchecked") if any(summary.outcomes[name] for summary in summaries)]
    table = Table(
        title=f"{queries} queries of {tasks} tasks; medians of valid answers, weakness and shares are means, CPU s of what all answered"
    )
    for heading in ("engine", "factors", *_OUTCOMES, *others, "median s", "total s", "nodes", "atoms", "new", "placed", "weakness"):
        table.add_column(heading, justify="left" if heading in ("engine", "factors") else "right")
    for heading in ("excludes", "by atoms", "general", "CPU s", "fallbacks"):
        table.add_column(heading, justify="right")
    last = ""
    for arm in summaries:
        counts = [str(arm.outcomes[name]) for name in (*_OUTCOMES, *others)]
        figures = [decimal(arm.median, 4), f"{arm.total:.1f}", decimal(arm.nodes, 0), decimal(arm.atoms, 0), str(arm.new_predicates)]
        shares = [decimal(share, 2) for share in (arm.placed, arm.weakness, arm.excludes, arm.excludes_by_atoms, arm.general)]
        rest = [f"{arm.cpu_seconds:.2f}", str(arm.fallbacks)]
        table.add_row("" if arm.engine == last else arm.engine, arm.factors or "-", *counts, *figures, *shares, *rest)
        last = arm.engine
    console = Console(width=220)
    console.print(table)
    for engine in dict.fromkeys(missing.engine for missing in lacking):
        factors = ", ".join(str(missing.factors).strip("()") for missing in lacking if missing.engine == engine)
        console.print(f"{engine} has not: {factors}", highlight=False)


def decompose(
    file: Annotated[Path, typer.Argument(help="The CSV of a study or of runs, or an experiment's rows (.duckdb).", show_default=False)],
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
        observed = observations(rows, figures, figure, names, _levels(only))
        result = decomposed(observed, names, order=order, seed=seed)
    _print_shares(result, figure)


def _levels(text: str) -> dict[str, list[str]]:
    chosen: dict[str, list[str]] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, _, values = part.partition("=")
        chosen[name.strip()] = [value.strip() for value in values.split("|")]
    return chosen


def _print_shares(result: Decomposition, figure: str) -> None:
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
        console.print(f"{factor}: " + ", ".join(f"{level} {value:.3f}" for level, value in means.items()), highlight=False, soft_wrap=True)
