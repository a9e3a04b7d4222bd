"""``verilab experiment``: experiments as files, from the plan to the table."""

from __future__ import annotations

import typer

from verilab.cli.lazy import lazy_group

_COMMANDS = {
    "check": "verilab.cli.laboratory.check:check",
    "run": "verilab.cli.laboratory.run:run",
    "status": "verilab.cli.laboratory.status:status",
    "table": "verilab.cli.laboratory.table:table",
    "runs": "verilab.cli.laboratory.runs:runs",
    "figure": "verilab.cli.laboratory.figure:figure",
    "export": "verilab.cli.laboratory.export:export",
    "import": "verilab.cli.laboratory.importing:import_rows",
    "compare": "verilab.cli.laboratory.compare:compare",
    "report": "verilab.cli.laboratory.report:report",
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
