"""``verilab learn train``: from the rows of an oracle to the file of a learned selector."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verilab.cli.learning.options import Kind, Measure, Rows, Seed
from verilab.cli.problems import clear_errors


def train(
    rows: Rows,
    output: Annotated[Path, typer.Option(help="Write the model here.", show_default=False)],
    held_out: Annotated[
        list[str] | None, typer.Option(help="A family (folder of tasks) to leave for comparison; may be given several times.")
    ] = None,
    model: Kind = "trees",
    measure: Measure = "cpu_s",
    seed: Seed = 0,
) -> None:
    """Train a small model of the regret of candidates, which select=learned:FILE takes the best by.

    Equal rows and seed make equal files.  Needs scikit-learn: pip install "verilab[learning]"; selecting does not.
    """
    from verilab.experiments.learning import read_choices
    from verilab.experiments.learning import train as trained
    from verilab.refinement.learned.reading import model_text

    with clear_errors():
        recorded = read_choices(rows)
        made = trained(recorded.choices, held_out or (), kind=model, measure=measure, seed=seed)
        output.write_text(model_text(made), encoding="utf-8")
    known = made.training
    typer.echo(
        f"{output}: {model} over {len(made.features)} features from {known['choices']} choices ({known['candidates']} candidates) "
        f"of {known['tasks']} tasks in {len(known['families'])} families"
    )
    if recorded.incomplete:
        typer.echo(f"{recorded.incomplete} refinements left out: a single candidate, not all followed, or none with a verdict")
    typer.echo(f'use it: --strategy "propose=sliced-prefixes select=learned:{output}"')
