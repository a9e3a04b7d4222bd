"""``verilab queries import | record | replay | benchmark | study | decompose``: queries, and what every engine makes of them."""

from __future__ import annotations

import typer

from verilab.cli.lazy import lazy_group

COMMANDS = {
    "import": "verilab.cli.queries.importing:import_",
    "record": "verilab.cli.queries.record:record",
    "replay": "verilab.cli.queries.replay:replay",
    "benchmark": "verilab.cli.queries.benchmark:benchmark",
    "study": "verilab.cli.queries.study:study",
    "decompose": "verilab.cli.queries.decompose:decompose",
}

queries = typer.Typer(
    cls=lazy_group(COMMANDS),
    help="Record the interpolation queries of runs, import those of other solvers; replay, benchmark and study engines.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@queries.callback()
def options() -> None:
    """Options of every command of the group."""
