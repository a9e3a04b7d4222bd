"""``verilab explain``: a refinement log in the terminal, one refinement at a time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from verilab.cli.problems import clear_errors
from verilab.program.errors import InputError
from verilab.program.tasks.properties import REACHABILITY
from verilab.refinement.scores import MAXIMUM

SHOWN = 400
"""Characters of a candidate's facts."""

_REQUIRED = ("refinement", "targets", "candidates", "chosen", "why", "increment")


def explain(
    file: Annotated[Path, typer.Argument(help="What verilab verify --log-refinements wrote.", show_default=False)],
    refinement: Annotated[int, typer.Option(help="Show only the refinement of this number; 0 for all.")] = 0,
    width: Annotated[int, typer.Option(help="Columns.")] = 140,
) -> None:
    """Show each refinement: the path, the sliced prefixes beside it, their scores as a table, and the choice.

    On a terminal, Enter goes on to the next one and q ends.  Exit codes: 0, 2 for wrong input or usage.
    """
    console = Console(width=width)
    with clear_errors():
        rows = [row for row in _read(file) if not refinement or row["refinement"] == refinement]
        if not rows:
            raise InputError(f"holds no refinement{f' {refinement}' if refinement else ''}", file=str(file))
    for number, row in enumerate(rows):
        if number and console.is_terminal and console.input("[dim]Enter: next, q: end [/dim]").strip().lower() == "q":
            break
        _show(console, row)


def _read(file: Path) -> list[dict[str, Any]]:
    """The rows of a log; an unfinished last line, of a run that was killed, is left out."""
    rows: list[dict[str, Any]] = []
    lines = file.read_text(errors="replace").splitlines()
    for number, line in enumerate(lines, start=1):
        try:
            row = json.loads(line)
        except ValueError:
            if number == len(lines):
                break
            raise InputError("is no JSON", file=str(file), line=number, hint=_HINT) from None
        if not isinstance(row, dict) or any(key not in row for key in _REQUIRED):
            raise InputError("is no refinement", file=str(file), line=number, hint=_HINT)
        rows.append(row)
    return rows


_HINT = "give a file that verilab verify --log-refinements wrote"


def _show(console: Console, row: dict[str, Any]) -> None:
    phase = f" of {row['phase']}" if row.get("phase") else ""
    console.rule(f"refinement {row['refinement']}{phase}, model of {row.get('states', '?')} states")
    if len(row.get("found", ())) > len(row["targets"]):
        console.print(f"{len(row['targets'])} of {len(row['found'])} targets ranked")
    for number, target in enumerate(row["targets"]):
        mine = [(place, candidate) for place, candidate in enumerate(row["candidates"]) if candidate["target"] == number]
        undecided = f" (no candidate: {target['undecided']})" if target.get("undecided") else ""
        property = target.get("property", "")
        whose = "" if property in ("", REACHABILITY) else f" violates {property}"
        where = f"{escape(target['location'])}, {escape(target['file'])}:{target['line']}"
        console.print(f"path to {where}{escape(whose)}{escape(undecided)}")
        console.print(_path(target["path"], mine, row["chosen"]))
    console.print(_scores(row))
    for place, candidate in enumerate(row["candidates"]):
        facts = ", ".join(fact["fact"] for fact in candidate["increment"])
        console.print(f"{place} tracks {escape(facts[:SHOWN] + (' ...' if len(facts) > SHOWN else ''))}", highlight=False)
    learned = "; ".join(f"{fact['fact']} (at {len(fact['points'])})" for fact in row["increment"])
    console.print(f"[bold]learned:[/bold] {escape(learned) or 'nothing'}")
    console.print(f"[bold]because:[/bold] {escape(row['why'])}")


def _path(path: list[dict[str, Any]], candidates: list[tuple[int, dict[str, Any]]], chosen: int | None) -> Table:
    """Steps as rows; per candidate a column: | a step of its prefix, o a no-op, x the contradiction, and the chosen one's interpolants."""
    table = Table(box=None, pad_edge=False)
    for heading in ("step", "line", "source"):
        table.add_column(heading, justify="left" if heading == "source" else "right", overflow="fold")
    for place, _ in candidates:
        table.add_column(f"[reverse]{place}[/reverse]" if place == chosen else str(place))
    table.add_column(f"interpolants of {chosen}" if chosen is not None else "", overflow="fold")
    told = {first: text for place, candidate in candidates if place == chosen for first, _, text in candidate["interpolants"]}
    for step, edge in enumerate(path, start=1):
        marks = [_mark(step, candidate) for _, candidate in candidates]
        style = "bold" if any(mark == "x" for mark in marks) else None
        line = str(edge["line"]) if edge["line"] else ""
        table.add_row(str(step), line, escape(edge["text"]), *marks, escape(told.get(step, "")), style=style)
    return table


def _mark(step: int, candidate: dict[str, Any]) -> str:
    if step > candidate["length"]:
        return ""
    if step == candidate["length"]:
        return "x"
    return "o" if step - 1 in candidate["omitted"] else "|"


def _scores(row: dict[str, Any]) -> Table:
    """Candidates as rows: paths have up to hundreds of them."""
    candidates = row["candidates"]
    names = list(dict.fromkeys(name for candidate in candidates for name in candidate["scores"]))
    table = Table(box=SIMPLE, pad_edge=False)
    table.add_column("candidate", no_wrap=True)
    for name in names:
        table.add_column(name, justify="right", overflow="fold")
    for place, candidate in enumerate(candidates):
        mark = _role(row, place)
        cells = ("" if (value := candidate["scores"].get(name)) is None else _number(value) for name in names)
        style = "bold" if mark in ("chosen", "joined") else None
        table.add_row(f"{place} {candidate['analysis']} {mark}", *cells, style=style)
    return table


def _role(row: dict[str, Any], place: int) -> str:
    """What became of a candidate."""
    if place == row["chosen"]:
        return "chosen"
    if place in row.get("rejected", ()):
        return "adds nothing"
    return "joined" if place in row.get("joined", ()) else ""


def _number(value: float) -> str:
    return "max" if value == MAXIMUM else f"{value:.4g}" if value < 1 else f"{value:.10g}"
