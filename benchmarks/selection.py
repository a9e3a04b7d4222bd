"""The table of what refinement selection costs: ``python -m benchmarks.selection TASKS...`` (see ``cost``).

A row per task, the last one over all refinements.  Times are milliseconds of CPU per refinement (mean), "own" without the solver's; a ratio
is with selection to without, first of the sums, then the median of the single refinements'.  "types" are the domain types, once per
run, which the other columns do not contain.  For the predicate analysis both arms have blocks of single edges; "adjustable" is the
own time of a refinement without selection and with adjustable blocks, in a run of its own on its own error paths, and the ratio beside it
is selection's on the same tasks to that.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean, median

from benchmarks.selection_cost import WITHOUT, Comparison, Cost, compare, time_refinements
from verilab.program.errors import InputError
from verilab.program.tasks import Task, load_tasks
from verilab.verification.configuration import Configuration, ConfigurationError

MEASURED = ("value", "predicate")

COLUMNS = (
    ("refinements", 11),
    ("steps", 6),
    ("prefixes", 8),
    ("own without", 11),
    ("with", 8),
    ("ratio", 6),
    ("median", 6),
    ("solver without", 14),
    ("with", 8),
    ("ratio", 6),
    ("types", 7),
    ("adjustable", 10),
    ("ratio", 6),
)


@dataclass(frozen=True, slots=True)
class Row:
    """A task's refinements, and what they cost with adjustable blocks (empty where that is not asked)."""

    comparison: Comparison
    adjustable: Sequence[Cost] = ()


def header() -> str:
    """The names of the columns."""
    return f"{'task':44}  " + "  ".join(f"{name:>{width}}" for name, width in COLUMNS)


def line(name: str, rows: Sequence[Row], end: str = "") -> str:
    """The refinements of some tasks taken together."""
    pairs = [pair for row in rows for pair in row.comparison.pairs]
    cells = [str(len(pairs)), *(_cells(pairs) if pairs else [""] * 9)]
    cells.append(_milliseconds(sum(row.comparison.domain_types for row in rows)))
    both = [row for row in rows if row.comparison.pairs and row.adjustable]
    if both:
        adjustable = mean(cost.own for row in both for cost in row.adjustable)
        cells += [_milliseconds(adjustable), _ratio(mean(cost.own for row in both for _, cost in row.comparison.pairs), adjustable)]
    shown = "  ".join(f"{cell:>{width}}" for cell, (_, width) in zip(cells, COLUMNS, strict=False))
    return f"{name[:44]:44}  {shown}  {end}".rstrip()


def _cells(pairs: Sequence[tuple[Cost, Cost]]) -> list[str]:
    own = [mean(pair[arm].own for pair in pairs) for arm in (0, 1)]
    solver = [mean(pair[arm].solver for pair in pairs) for arm in (0, 1)]
    ratios = [selection.own / plain.own for plain, selection in pairs if plain.own]  # a coarse clock counts none of a short refinement
    return [
        f"{mean(selection.steps for _, selection in pairs):.0f}",
        f"{mean(selection.candidates for _, selection in pairs):.1f}",
        _milliseconds(own[0]),
        _milliseconds(own[1]),
        _ratio(own[1], own[0]),
        _ratio(median(ratios), 1) if ratios else "",
        _milliseconds(solver[0]),
        _milliseconds(solver[1]),
        _ratio(solver[1], solver[0]),
    ]


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.2f}"


def _ratio(one: float, other: float) -> str:
    return f"{one / other:.2f}" if other else ""


def table(tasks: Iterable[Task], configuration: Configuration, show: Callable[[str], None]) -> list[Row]:
    """Measure the tasks one after the other; ``show`` gets each line as soon as it is there."""
    rows: list[Row] = []
    show(header())
    for task in tasks:
        row = Row(compare(task, configuration))
        if configuration.analysis == "predicate":
            adjustable = replace(configuration, block="adjustable")
            row = replace(row, adjustable=time_refinements(task, adjustable, WITHOUT, WITHOUT).costs)
        rows.append(row)
        show(line(task.name, [row], row.comparison.outcome))
    show(line(f"all {len(rows)} tasks", rows))
    return rows


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables for the tasks of the command line; wrong input ends with a message and code 2."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.selection", description="What refinement selection costs.")
    parser.add_argument("tasks", nargs="+", type=Path, help="task definitions (.yml), sets (.set), C files, or folders of definitions")
    parser.add_argument("--analysis", choices=MEASURED, action="append", help="may be given twice; both by default")
    parser.add_argument("--time-limit", type=float, default=20.0, metavar="T", help="wall seconds for each of the runs of a task (20)")
    given = parser.parse_args(arguments)
    try:
        paths = [definition for path in given.tasks for definition in (sorted(path.rglob("*.yml")) if path.is_dir() else [path])]
        tasks = [task for path in paths for task in load_tasks(path)]
        if not tasks:
            parser.error(f"{given.tasks[0]}: holds no task definition; name a folder with .yml files")
        for analysis in given.analysis or MEASURED:
            print(f"{analysis} analysis")
            table(tasks, Configuration(analysis=analysis, time_limit=given.time_limit), lambda text: print(text, flush=True))
    except InputError as error:
        parser.exit(2, f"{error.render()}\n")
    except ConfigurationError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
