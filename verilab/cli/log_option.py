"""The option by which commands log what they do (``verilab.logs``)."""

from __future__ import annotations

from typing import Annotated

import typer

LogOption = Annotated[
    int, typer.Option("--verbose", count=True, help="Log runs and phases as they begin and end; twice: refinements and processes, too.")
]
