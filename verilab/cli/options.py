"""The options that several commands have: one text, one default value's meaning, whichever command it stands in."""

from __future__ import annotations

from typing import Annotated

import typer

from verilab.experiments.configuration import BLOCKS, ENCODINGS, ORDERS


def one_of(values: tuple[str, ...]) -> str:
    return ", ".join(values)


StrategyOption = Annotated[str, typer.Option(help="A preset or operators: rank=... propose=... select=... apply=...")]
BackendOption = Annotated[str, typer.Option(help="The solver that checks and abstracts (see: verilab backends).")]
InterpolationOption = Annotated[str, typer.Option(help="BACKEND:PROCEDURE; the backend's own by default.")]
EncodingOption = Annotated[str, typer.Option(help=f"One of {one_of(ENCODINGS)}.")]
OrderOption = Annotated[str, typer.Option(help=f"Waitlist order: {one_of(ORDERS)}.")]
BlockOption = Annotated[str, typer.Option(help=f"Block operator: {one_of(BLOCKS)}.")]
TimeLimitOption = Annotated[float, typer.Option(help="Seconds of wall time for each run.")]
MemoryLimitOption = Annotated[int, typer.Option(help="Megabytes for each run.")]
IsolateOption = Annotated[bool, typer.Option("--isolate", help="Run every solver in a process of its own.")]
SolverMemoryOption = Annotated[int, typer.Option(help="Megabytes for each solver process; 0: only the run's limit.")]
SolverSeedOption = Annotated[int, typer.Option(help="Seed of the solvers.")]
RecordQueriesOption = Annotated[str, typer.Option(help="Write every interpolation query to this folder (see: verilab queries).")]
