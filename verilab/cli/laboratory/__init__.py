"""``verilab experiment``: experiments as files, as they run (``running``), and what they show (``showing``); ``verilab reproduce``."""

from __future__ import annotations

import typer

from verilab.cli.lazy import lazy_group

_COMMANDS = {
    "check": "verilab.cli.laboratory.running:check",
    "run": "verilab.cli.laboratory.running:run",
    "status": "verilab.cli.laboratory.running:status",
    "table": "verilab.cli.laboratory.showing:table",
    "runs": "verilab.cli.laboratory.showing:runs",
    "figure": "verilab.cli.laboratory.showing:figure",
    "export": "verilab.cli.laboratory.showing:export",
    "import": "verilab.cli.laboratory.showing:import_rows",
    "compare": "verilab.cli.laboratory.showing:compare",
    "report": "verilab.cli.laboratory.showing:report",
}

experiment = typer.Typer(
    cls=lazy_group(_COMMANDS),
    help="Experiments as files: checked, run and resumed, compared, drawn, exported.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@experiment.callback()
def options() -> None:
    """Experiments as files: checked, run and resumed, compared, drawn, exported."""
