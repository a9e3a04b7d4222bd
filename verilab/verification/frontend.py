"""From a task to a lowered program."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from verilab.program.cfa import Program
from verilab.program.errors import InputError
from verilab.program.lowering import lower
from verilab.program.lowering.collection import paused_collection
from verilab.program.lowering.options import EXECUTED, LoweringOptions
from verilab.program.memory.objects.placement import Placement
from verilab.program.syntax import parse_file
from verilab.program.tasks import Task
from verilab.verification.configuration import Configuration


def load_program(
    task: Task,
    configuration: Configuration,
    *,
    recursive_calls: bool = False,
    executed: Placement | None = None,
    as_it_stands: bool = False,
) -> Program:
    """Parse and lower a task's file.  Raises InputError, and NotModular where ``recursive_calls`` are not to be unfolded and have to be.

    ``executed``: with the limits of a program that is executed only, and where its objects lie; ``as_it_stands``: nowhere, its operations
    on memory stay as they are.
    """
    if len(task.files) != 1:
        raise InputError(
            f"task {task.name} has {len(task.files)} input files",
            file=str(task.files[0]) if task.files else task.name,
            hint="verilab takes tasks of one translation unit",
        )
    with paused_collection():  # once for the tree and the program: each pause ends with a look at everything that was made in it
        return _lowered(task, configuration, recursive_calls, executed, as_it_stands)


def _lowered(task: Task, configuration: Configuration, recursive_calls: bool, executed: Placement | None, as_it_stands: bool) -> Program:
    unit = parse_file(task.files[0], task.data_model)
    if executed is None:
        options = LoweringOptions(recursion_bound=configuration.recursion_bound, recursive_calls=recursive_calls)
    else:
        options = replace(EXECUTED, recursive_calls=recursive_calls, placement=executed, as_it_stands=as_it_stands)
    snippets = None
    if task.witness is not None:
        from verilab.program.witnesses.weaving import weave  # few tasks have one

        snippets = weave(unit, task.witness, task.error_convention)
    automata = [observed.automaton for observed in task.observed]
    try:
        return lower(unit, task.data_model, task.error_convention, name=task.name, options=options, automata=automata)
    except InputError as error:
        raise error if snippets is None else snippets.blamed(error) from None


def program_size(program: Program) -> dict[str, Any]:
    """What a result tells of its program, as plain JSON values."""
    return {
        "edges": len(program.edges),
        "locations": len(program.locations),
        "functions": len(program.functions),
        "variables": len(program.storages),
        "imprecisions": dict(sorted(program.imprecisions.items())),
    }
