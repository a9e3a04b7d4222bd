"""What is shown of an experiment before it runs: its product, and how long it may take."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import typer

from verilab.experiments.design import Design, estimate, told

SHOWN = 40
"""Configurations that are listed; of more the last ones are counted."""


def show_plan(design: Design, jobs: int, done: Collection[str] = (), mean_seconds: Mapping[str, float] | None = None) -> None:
    """Print the product of the experiment and an estimate of its time with so many runs at a time."""
    if design.title:
        typer.echo(design.title)
    parts = [_count(len(design.tasks), "task"), _count(len(design.configurations), "configuration")]
    if design.repetitions > 1:
        parts.append(f"{design.repetitions} repetitions")
    found = estimate(design, jobs, done, mean_seconds)
    left = "" if found.runs == design.count else f", of which {found.runs} are left"
    typer.echo(f"{' x '.join(parts)} = {_count(design.count, 'run')}{left}")
    for label in list(design.configurations)[:SHOWN]:
        typer.echo(f"  {label}")
    if len(design.configurations) > SHOWN:
        typer.echo(f"  and {len(design.configurations) - SHOWN} more")
    if found.runs:
        limit = "without a time limit" if found.at_most is None else f"at most {told(found.at_most)}"
        expected = "" if found.expected is None else f", about {told(found.expected)} by the runs that are there"
        typer.echo(f"{_count(jobs, 'run')} at a time: {limit}{expected}")


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
