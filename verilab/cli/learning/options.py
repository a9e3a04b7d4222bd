"""Options that both commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verilab.experiments.learning.rows import SMOOTHING
from verilab.experiments.learning.training import KINDS

Rows = Annotated[
    list[Path], typer.Argument(help="JSON rows that verilab oracle --json wrote, or rows (.duckdb) that have some.", show_default=False)
]
Measure = Annotated[str, typer.Option(help=f"The cost of a candidate: {', '.join(SMOOTHING)}.")]
Kind = Annotated[str, typer.Option(help=f"What is trained: {', '.join(KINDS)}.")]
Seed = Annotated[int, typer.Option(help="Seed of all that is random.")]
