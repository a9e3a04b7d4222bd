"""``verilab.refine_path``: what a strategy learns from an error path that another tool gives."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Unpack

from verilab.api.settings import Settings, configured
from verilab.api.tasks import Source, single_task
from verilab.program.tasks import Task
from verilab.resources import Deadline, SolverClock
from verilab.verification.configuration import Configuration
from verilab.verification.frontend import load_program
from verilab.verification.given_paths import edges_of, read_path
from verilab.verification.path_refinement import PathRefinement, following, refine_along
from verilab.verification.validation.subject import subject
from verilab.verification.workshop import Workshop, named_backends


def refine_path(
    program: Source | Task,
    path: str | Path,
    configuration: Configuration | None = None,
    *,
    refinement: int = 0,
    **settings: Unpack[Settings],
) -> PathRefinement:
    """What a strategy learns from an error path: the shortest one that a violation witness (format 2.0) admits, or one of a refinement log.

        learned = vl.refine_path("program.c", "witness.yml", analysis="predicate", strategy="spin15-good-narrow")
        learned.lesson, learned.facts, learned.texts          # the increment as precision files, which CPAchecker reads

    The path is followed edge by edge in the program's automaton; that it is an execution is said by the ``lesson``.  ``refinement``: which
    one of a log has the path (0: the first).  In this process, without a limit of memory; ``time_limit`` is in seconds, 60 by default.
    Where the witness is about another version of the program, the ``warnings`` say so.
    InputError for files that are none, Refused for settings that there are not and for paths that are none of the program.
    The same on the command line: ``verilab refine program.c witness.yml --strategy spin15-good-narrow``.
    """
    given_path, warnings = read_path(Path(path), refinement), list[str]()
    base = configuration or Configuration(analysis="predicate")
    configuration, phase = following(configured(replace(base, export_precision=""), settings))
    task = single_task(program)
    if given_path.witness is not None:
        task = replace(subject(given_path.witness, task, warn=warnings.append), expected=None)
    automaton = load_program(task, configuration)
    workshop = Workshop(automaton, configuration, Deadline(configuration.time_limit), SolverClock(), named_backends(configuration))
    try:
        lesson = refine_along(task, workshop, phase, edges_of(given_path, task, workshop.graph, configuration))
        return replace(lesson, warnings=tuple(warnings))
    finally:
        for backend in workshop.backends.values():
            backend.close()
