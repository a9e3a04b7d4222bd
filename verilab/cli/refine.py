"""``verilab refine``: what a strategy would learn from an error path that is given."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from verilab.api.path_refinement import refine_path
from verilab.cli.configured import configured
from verilab.cli.errors import clear_errors
from verilab.cli.task_lists import single_task
from verilab.verification.configuration import Configuration
from verilab.verification.path_refinement import Lesson, PathRefinement
from verilab.verification.precisions import write_precision

EXIT_CODES = {Lesson.LEARNED: 0, Lesson.FEASIBLE: 1, Lesson.UNKNOWN: 3}


@configured(without=("record_queries", "export_precision"), defaults={"analysis": "predicate"})
def refine(
    *,
    file: Annotated[Path, typer.Argument(help="A C file (.c, .i) or an SV-COMP task definition (.yml).", show_default=False)],
    path: Annotated[
        Path,
        typer.Argument(
            help="A violation witness in format 2.0 (.yml), or what verify --log-refinements wrote (.jsonl).", show_default=False
        ),
    ],
    configuration: Configuration,
    refinement: Annotated[int, typer.Option(help="Of a log: the refinement that has the path; 0 for the first.")] = 0,
    export_precision: Annotated[Path | None, typer.Option(help="Write the increment to this file, instead of standard output.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of the increment.")] = False,
) -> None:
    """Follow an error path and write what --strategy would learn from it, as a precision file (see: verify --initial-precision).

    Exit codes: 0 the path is infeasible and its increment is written, 1 the path is an execution, 3 unknown, 2 input or usage error.
    """
    with clear_errors():
        path_refinement = refine_path(single_task(file), path, configuration, refinement=refinement)
        if export_precision is not None and path_refinement.lesson is Lesson.LEARNED:
            write_precision(export_precision, path_refinement.texts)
    for warning in path_refinement.warnings:
        typer.echo(f"warning: {warning}", err=True)
    if as_json:
        typer.echo(json.dumps(_json(path_refinement)))
    elif export_precision is None and path_refinement.lesson is Lesson.LEARNED:
        typer.echo("\n".join(path_refinement.texts.values()), nl=False)
    typer.echo(_description(path_refinement), err=True)
    raise typer.Exit(EXIT_CODES[path_refinement.lesson])


def _description(refinement: PathRefinement) -> str:
    if refinement.lesson is not Lesson.LEARNED or refinement.reason:
        return f"a path of {refinement.edges} edges: {refinement.lesson.value} ({refinement.reason})"
    facts = ", ".join(refinement.facts)
    learned = f"learned {facts or 'nothing'} by {refinement.provenance}"
    return f"a path of {refinement.edges} edges, {refinement.candidates} candidates: {learned}"


def _json(refinement: PathRefinement) -> dict[str, object]:
    return {
        "lesson": refinement.lesson.value,
        "reason": refinement.reason,
        "edges": refinement.edges,
        "candidates": refinement.candidates,
        "provenance": refinement.provenance,
        "facts": list(refinement.facts),
        "warnings": list(refinement.warnings),
        "precision": {kind.value: text for kind, text in refinement.texts.items()},
    }
