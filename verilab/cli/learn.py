"""``verilab learn train | compare``: a selector that learns from an oracle's rows, and what its choices would have cost."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from verilab.cli.errors import clear_errors
from verilab.experiments.learning.comparing import AGAINST, UNITS
from verilab.experiments.learning.rows import SMOOTHING
from verilab.experiments.learning.training import KINDS
from verilab.experiments.sheets.sheet import NOTHING, aligned

if TYPE_CHECKING:
    from verilab.experiments.learning import Comparison
    from verilab.experiments.statistics.paired import Interval


Rows = Annotated[
    list[Path], typer.Argument(help="JSON rows that verilab oracle --json wrote, or rows (.duckdb) that have some.", show_default=False)
]
Measure = Annotated[str, typer.Option(help=f"The cost of a candidate: {', '.join(SMOOTHING)}.")]
Kind = Annotated[str, typer.Option(help=f"What is trained: {', '.join(KINDS)}.")]
Seed = Annotated[int, typer.Option(help="Seed of all that is random.")]


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
        selector = trained(recorded.choices, held_out or (), kind=model, measure=measure, seed=seed)
        output.write_text(model_text(selector), encoding="utf-8")
    known = selector.training
    typer.echo(
        f"{output}: {model} over {len(selector.features)} features from {known['choices']} choices ({known['candidates']} candidates) "
        f"of {known['tasks']} tasks in {len(known['families'])} families"
    )
    if recorded.incomplete:
        typer.echo(f"{recorded.incomplete} refinements left out: a single candidate, not all followed, or none with a verdict")
    typer.echo(f'use it: --strategy "propose=sliced-prefixes select=learned:{output}"')


def compare(
    rows: Rows,
    model: Annotated[Path | None, typer.Option(help="A trained model: on the families that it was not trained on.")] = None,
    folds: Annotated[int, typer.Option(help="Without --model: train as many, each without the families that it is compared on.")] = 5,
    against: Annotated[list[str] | None, typer.Option(help=f"A strategy of scores; by default {', '.join(AGAINST)}.")] = None,
    unit: Annotated[str, typer.Option(help=f"What the bootstrap draws whole: {', '.join(UNITS)}.")] = UNITS[0],
    kind: Kind = "trees",
    measure: Measure = "cpu_s",
    seed: Seed = 0,
    families: Annotated[bool, typer.Option("--families", help="The regret of each family too.")] = False,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write the comparison to this file.")] = None,
) -> None:
    """Compare a learned selector with lists of scores, chance and the oracles, on families that it never saw.

    Regret is log2 of the cost over the least one, mean over the choices; 2 ** regret is the factor.  Costs are those of an oracle's
    branches: one choice is made otherwise, later ones are left to the strategy that was recorded.
    """
    from verilab.experiments.learning import compare_folds, compare_model, read_choices
    from verilab.refinement.learned import read_model

    with clear_errors():
        choices = read_choices(rows).choices
        strategies = against or AGAINST
        if model is not None:
            comparison = compare_model(choices, read_model(model), strategies, unit=unit, seed=seed)
        else:
            comparison = compare_folds(choices, folds, strategies, kind=kind, measure=measure, unit=unit, seed=seed)
        if json_file is not None:
            json_file.write_text(json.dumps(comparison.to_json(), indent=1) + "\n", encoding="utf-8")
    for line in [*_table(comparison), *(["", *_families(comparison)] if families else [])]:
        typer.echo(line)


def _table(comparison: Comparison) -> list[str]:
    head = (
        f"{comparison.choices} choices of {comparison.tasks} tasks in {len(comparison.families)} families not seen in training, "
        f"{comparison.decisive} of them decisive; cost: {comparison.measure}; "
        f"95 % intervals over whole {'tasks' if comparison.unit == 'task' else 'families'}"
    )
    headings = ["way to choose", "regret", "95 %", "factor", "minus learned", "95 %", "sum of costs", "95 %", "best", "no verdict"]
    lines = []
    for way in comparison.ways:
        lines.append(
            [
                way.name,
                *_cells(way.regret),
                f"{2**way.regret.estimate:.3f}",
                *_cells(way.difference, "+"),
                *_cells(way.factor),
                f"{way.best:.1%}",
                f"{way.undecided:.1%}",
            ]
        )
    return [head, "", *aligned(headings, lines)]


def _cells(interval: Interval | None, sign: str = "") -> list[str]:
    if interval is None:
        return [NOTHING, NOTHING]
    return [f"{interval.estimate:{sign}.3f}", f"{interval.low:{sign}.3f} .. {interval.high:{sign}.3f}"]


def _families(comparison: Comparison) -> list[str]:
    names: Sequence[str] = [way.name for way in comparison.ways]
    rows = [[family, str(count), *(f"{regrets[name]:.3f}" for name in names)] for family, (count, regrets) in comparison.families.items()]
    return ["regret by family", "", *aligned(["family", "choices", *names], rows)]
