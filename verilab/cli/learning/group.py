"""``verilab learn train | compare``: a selector that learns from an oracle's rows, and what its choices would have cost."""

from __future__ import annotations

import typer

from verilab.cli.lazy import lazy_group

_COMMANDS = {
    "train": "verilab.cli.learning.train:train",
    "compare": "verilab.cli.learning.compare:compare",
}

learn = typer.Typer(
    cls=lazy_group(_COMMANDS),
    help="Learn which refinement to take from the rows of an oracle; compare with other ways to choose.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@learn.callback()
def options() -> None:
    """Learn which refinement to take from the rows of an oracle; compare with other ways to choose."""
