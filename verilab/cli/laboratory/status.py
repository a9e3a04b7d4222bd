"""``verilab experiment status``: how far an experiment is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from verilab.cli.laboratory.files import RowsOption, rows_of
from verilab.cli.laboratory.progress import read_progress
from verilab.cli.problems import clear_errors
from verilab.experiments.design import estimate, load_design, told
from verilab.experiments.laboratory import finished_runs
from verilab.experiments.store import StoredExperiment
from verilab.experiments.store.database import Busy
from verilab.experiments.sweeps.table import disagreements


def status(
    file: Annotated[Path, typer.Argument(help="The experiment (.toml).", show_default=False)],
    rows: RowsOption = None,
    jobs: Annotated[int, typer.Option(min=1, help="Runs at the same time, for the estimate.")] = 1,
) -> None:
    """How many of an experiment's runs are done, solved, wrong and contradicting, and what is left; also while it runs."""
    with clear_errors():
        path = rows_of(file, rows)
        design = load_design(file)
        try:
            found = StoredExperiment(path)
            # What was imported is no run of the experiment, and what will be run again is not done.
            done = finished_runs(found) & {run.key for run in design.runs()}
            results = found.results(done)
        except Busy as busy:
            counts = read_progress(path)
            if counts is None or counts.get("process") != busy.process:  # none, or what one that was killed left behind
                raise
            typer.echo(f"{_told(counts)}; process {busy.process} goes on with it")
            return
        kinds = [run.result.classification for run in results]
        counts = {kind: kinds.count(kind) for kind in ("solved", "unknown", "wrong")}
        counts |= {"done": len(results), "total": design.count, "contradictions": len(disagreements(results))}
        typer.echo(_told(counts))
        left = estimate(design, jobs, done, found.mean_seconds())
        if left.runs:
            expected = "" if left.expected is None else f", about {told(left.expected)} with {jobs} at a time"
            typer.echo(f"{left.runs} runs are left{expected}; go on with: verilab experiment run {file}")


def _told(counts: dict[str, Any]) -> str:
    names = ("solved", "unknown", "wrong", "contradictions")
    return f"{counts.get('done')} of {counts.get('total')} runs are done: " + ", ".join(f"{counts.get(name)} {name}" for name in names)
