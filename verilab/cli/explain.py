"""``verilab explain``: a refinement log in the terminal, one refinement at a time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from verilab.cli.errors import clear_errors
from verilab.program.errors import InputError
from verilab.program.tasks.properties import REACHABILITY
from verilab.refinement.scores import MAXIMUM
from verilab.verification.schema import Candidate, Refinement, Step, read_refinements

WIDTH = 140
SHOWN = 400
"""Characters of a candidate's facts."""


def explain(
    file: Annotated[
        Path, typer.Argument(help="What verilab verify --log-refinements wrote, or rows of an experiment (.duckdb).", show_default=False)
    ],
    run: Annotated[str, typer.Option(help="Of an experiment: the key of the run (see: verilab experiment runs).")] = "",
    refinement: Annotated[int, typer.Option(help="Show only the refinement of this number; 0 for all.")] = 0,
) -> None:
    """Show each refinement: the path, the sliced prefixes beside it, their scores as a table, and the choice.

    On a terminal, Enter goes on to the next one and q ends.  Exit codes: 0, 2 for wrong input or usage.
    """
    console = Console(width=WIDTH)
    with clear_errors():
        if file.suffix == ".duckdb" and not run:
            raise InputError("holds many runs", file=str(file), hint=f"give one by --run KEY (see: verilab experiment runs {file})")
        read = _read(file) if not run else _read_run(console, file, run)
        rows = [row for row in read if not refinement or row.number == refinement]
        if not rows:
            raise InputError(f"holds no refinement{f' {refinement}' if refinement else ''}", file=str(file))
    for number, row in enumerate(rows):
        if number and console.is_terminal and console.input("[dim]Enter: next, q: end [/dim]").strip().lower() == "q":
            break
        _show(console, row)


def _read_run(console: Console, file: Path, run: str) -> Sequence[Refinement]:
    """The refinements that an experiment has of a run; where the files of its queries are is told."""
    from verilab.experiments.store import StoredExperiment, StoreError

    stored = StoredExperiment(file)
    if run not in stored.done():
        raise StoreError(f"--run {run!r}: {file} has no such run; see: verilab experiment runs {file}")
    if not (refinements := stored.refinements_of(run)):
        raise StoreError(f'--run {run}: no refinements were recorded of it; record them, by record = ["refinements"] in the experiment')
    folder = stored.queries_folder / run
    if folder.is_dir():
        console.print(f"queries: {escape(str(folder))}", highlight=False, soft_wrap=True)
    return refinements


def _read(file: Path) -> list[Refinement]:
    """The rows of a log; an unfinished last line, of a run that was killed, is left out."""
    rows: list[Refinement] = []
    lines = file.read_text(errors="replace").splitlines()
    for number, line in enumerate(lines, start=1):
        try:
            row = json.loads(line)
        except ValueError:
            if number == len(lines):
                break
            raise InputError("is no JSON", file=str(file), line=number, hint=_HINT) from None
        try:
            rows += read_refinements([row])
        except (KeyError, TypeError, ValueError, AttributeError):
            raise InputError("is no refinement", file=str(file), line=number, hint=_HINT) from None
    return rows


_HINT = "give a file that verilab verify --log-refinements wrote"


def _show(console: Console, row: Refinement) -> None:
    phase = f" of {row.phase}" if row.phase else ""
    console.rule(f"refinement {row.number}{phase}, model of {'?' if row.states is None else row.states} states")
    if row.found > len(row.targets):
        console.print(f"{len(row.targets)} of {row.found} targets ranked")
    for number, target in enumerate(row.targets):
        mine = [(place, candidate) for place, candidate in enumerate(row.candidates) if candidate.target == number]
        undecided = f" (no candidate: {target.undecided})" if target.undecided else ""
        whose = "" if target.property in ("", REACHABILITY) else f" violates {target.property}"
        where = f"{escape(target.location)}, {escape(target.file)}:{target.line}"
        console.print(f"path to {where}{escape(whose)}{escape(undecided)}")
        console.print(_path(target.path, mine, row.chosen))
    console.print(_scores(row))
    for place, candidate in enumerate(row.candidates):
        facts = ", ".join(learned.fact for learned in candidate.increment)
        if candidate.end is not None or candidate.conditions:
            console.print(f"{place} {escape(_inside(candidate))}", highlight=False)
        console.print(f"{place} tracks {escape(facts[:SHOWN] + (' ...' if len(facts) > SHOWN else ''))}", highlight=False)
    learned = "; ".join(f"{fact.fact} (at {len(fact.points)})" for fact in row.increment)
    console.print(f"[bold]learned:[/bold] {escape(learned) or 'nothing'}")
    if row.edits:
        console.print(f"[bold]model:[/bold] {', '.join(f'{count} {name}' for name, count in row.edits.items())}")
    console.print(f"[bold]because:[/bold] {escape(row.why)}")


def _path(path: Sequence[Step], candidates: Sequence[tuple[int, Candidate]], chosen: int | None) -> Table:
    """Steps as rows; per candidate a column: | a step of its prefix, o a no-op, x the contradiction, and the chosen one's interpolants.

    A block that is without some of its conditions is a /.
    """
    table = Table(box=None, pad_edge=False)
    for heading in ("step", "line", "source"):
        table.add_column(heading, justify="left" if heading == "source" else "right", overflow="fold")
    for place, _ in candidates:
        table.add_column(f"[reverse]{place}[/reverse]" if place == chosen else str(place))
    table.add_column(f"interpolants of {chosen}" if chosen is not None else "", overflow="fold")
    interpolants = {first: text for place, candidate in candidates if place == chosen for first, _, text in candidate.interpolants}
    for number, step in enumerate(path, start=1):
        marks = [_mark(number, candidate) for _, candidate in candidates]
        style = "bold" if any(mark == "x" for mark in marks) else None
        line = str(step.line) if step.line else ""
        table.add_row(str(number), line, escape(step.text), *marks, escape(interpolants.get(number, "")), style=style)
    return table


def _mark(step: int, candidate: Candidate) -> str:
    if step > candidate.length:
        return ""
    if step == candidate.length:
        return "x"
    if any(condition.step == step - 1 for condition in candidate.conditions):
        return "/"
    return "o" if step - 1 in candidate.omitted else "|"


def _inside(candidate: Candidate) -> str:
    """Where a prefix ends inside its last block, and which conditions of blocks it is without."""
    end = f"ends with {candidate.end}" if candidate.end is not None else "ends with a whole step"
    return end + (f", without {', '.join(map(str, candidate.conditions))}" if candidate.conditions else "")


def _scores(row: Refinement) -> Table:
    """Candidates as rows: paths have up to hundreds of them."""
    names = list(dict.fromkeys(name for candidate in row.candidates for name in candidate.scores))
    table = Table(box=SIMPLE, pad_edge=False)
    table.add_column("candidate", no_wrap=True)
    for name in names:
        table.add_column(name, justify="right", overflow="fold")
    for place, candidate in enumerate(row.candidates):
        mark = row.role(place)
        cells = ("" if (value := candidate.scores.get(name)) is None else _number(value) for name in names)
        style = "bold" if mark in ("chosen", "joined") else None
        table.add_row(f"{place} {candidate.analysis} {mark}", *cells, style=style)
    return table


def _number(value: float) -> str:
    return "max" if value == MAXIMUM else f"{value:.4g}" if value < 1 else f"{value:.10g}"
