"""``verilab queries``: queries, where they come from (``collecting``), what engines make of them (``asking``), and why (``studying``)."""

from __future__ import annotations

import typer

from verilab.cli.lazy import lazy_group

_COMMANDS = {
    "import": "verilab.cli.queries.collecting:import_",
    "record": "verilab.cli.queries.collecting:record",
    "replay": "verilab.cli.queries.asking:replay",
    "benchmark": "verilab.cli.queries.asking:benchmark",
    "study": "verilab.cli.queries.studying:study",
    "decompose": "verilab.cli.queries.studying:decompose",
}

queries = typer.Typer(
    cls=lazy_group(_COMMANDS),
    help="Record the interpolation queries of runs, import those of other solvers; replay, benchmark and study engines.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@queries.callback()
def options() -> None:
    """Options of every command of the group."""
