"""``verilab interpolate``: the interpolants of an SMT-LIB file, certified by another solver; by one engine, or by all of them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from verilab.cli.errors import clear_errors


def interpolate(
    file: Annotated[
        Path,
        typer.Argument(help="An SMT-LIB file: its assertions, or interpolation groups, are the partitions.", show_default=False),
    ],
    engine: Annotated[
        str, typer.Option(help="BACKEND:PROCEDURE(FACTOR=VALUE, ...), or a backend for its first one (see: verilab backends).")
    ] = "z3",
    check: Annotated[bool, typer.Option("--check/--no-check", help="Let another solver check all four Craig conditions.")] = True,
    checker: Annotated[str, typer.Option(help="The solver that checks; another one than the engine's by default.")] = "",
    every: Annotated[
        bool, typer.Option("--all", help="Ask every installed engine; print who answers, and how large the answers are.")
    ] = False,
    parents: Annotated[str, typer.Option(help="Of a tree: the parents of its nodes but the last, counted from 0, as in 2,2.")] = "",
    timeout: Annotated[float, typer.Option(help="Seconds for the engine, and for each condition of the check.")] = 60.0,
) -> None:
    """Interpolate a query and print the answer in SMT-LIB, as (get-interpolants ...) does.

    Exit codes: 0 for an answer that is valid, 1 without one (satisfiable, timed out, unsupported, invalid), 2 for wrong input or usage.
    """
    from verilab.api.interpolation import interpolate as ask
    from verilab.api.interpolation_errors import InterpolationError  # pySMT is loaded by who asks

    with clear_errors():
        tree = _numbers(parents)
        asked = (checker or True) if check else False
        if every:
            _ask_all(file, asked, tree, timeout)
            return
        try:
            answer = ask(file, engine, check=asked, parents=tree, timeout=timeout)
        except InterpolationError as error:
            typer.echo(error.render(), err=True)
            raise typer.Exit(1) from None
    certified = f"certified by {answer.checked_by}" if answer.is_certified else "not checked"
    typer.echo(f"; {answer.procedure}, {answer.seconds:.3f} s, {certified}")
    typer.echo(answer.to_smtlib())


def _ask_all(file: Path, check: bool | str, parents: list[int] | None, timeout: float) -> None:
    """Exit code 1 where nobody answers, or somebody wrongly."""
    from verilab.api.all_engines import interpolate_all
    from verilab.api.interpolation_errors import InvalidInterpolants

    table = Table()
    for heading in ("engine", "answer", "checked by", "nodes", "atoms", "variables", "seconds", "why not"):
        table.add_column(heading, justify="right" if heading in ("nodes", "atoms", "variables", "seconds") else "left")
    valid = wrong = 0
    for answer in interpolate_all(file, check=check, parents=parents, timeout=timeout):
        if answer.interpolants is None:
            wrong += isinstance(answer.problem, InvalidInterpolants)
            table.add_row(
                answer.engine, _SHORT.get(answer.outcome, answer.outcome), "", "", "", "", "", _reason(answer.engine, answer.problem)
            )
            continue
        valid += 1
        sizes = (str(number) for number in (answer.measures.nodes, answer.measures.atoms, answer.measures.variables))
        word = "valid" if answer.interpolants.is_certified else "not checked"
        table.add_row(answer.engine, word, answer.interpolants.checked_by, *sizes, f"{answer.interpolants.seconds:.3f}", "")
    Console(width=140).print(table)
    if wrong or not valid:
        raise typer.Exit(1)


_SHORT = {
    "Satisfiable": "satisfiable",
    "InterpolationTimedOut": "timed out",
    "UnsupportedInterpolation": "unsupported",
    "InterpolationFailed": "failed",
    "InvalidInterpolants": "INVALID",
}


def _reason(engine: str, problem: Exception | None) -> str:
    return str(problem).removeprefix(f"{engine}: ").partition("; an engine that can")[0]


def _numbers(text: str) -> list[int] | None:
    from verilab.errors import Refused

    if not text:
        return None
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() for part in parts):
        raise Refused(f"--parents {text}: give numbers from 0, separated by commas")
    return [int(part) for part in parts]
