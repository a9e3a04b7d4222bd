"""Thesis §4.6.2, H3: multi-path against single-path refinement on each property alone (Table 4.6, Figs. 4.4 to 4.7), beside all at once.

A task of n > 1 properties is run with each of them alone, and as it is.  A property is relevant for a task that both strategies solve with
true and that one of them refines at least once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from verilab.data_classes import dataclass
from verilab.experiments.figures.shapes import Plot
from verilab.experiments.papers.comparing.report import setting_lines, verdict_lines
from verilab.experiments.papers.comparing.supplements import speedups
from verilab.experiments.papers.plots import speedup_boxes
from verilab.experiments.papers.study import Study, row_under
from verilab.experiments.papers.tables.lukasczyk18 import CHAPTER_4, MULTI, SINGLE
from verilab.experiments.papers.tables.rows import Row
from verilab.experiments.papers.tables.settings import OURS, Under, by_setting, heading
from verilab.experiments.sheets.sheet import NOTHING, RULE, aligned, share
from verilab.program.automata.builtin import find_automaton, protocol_names
from verilab.program.tasks import Task
from verilab.verification.configuration import ConfigurationError
from verilab.verification.schema import Run, RunResult

ALONE = "@"
"""Between the name of a task and that of the one property that is left of it."""
TOGETHER = "all at once"


@dataclass(frozen=True, slots=True)
class Figures:
    """What the thesis says of a property: its relevant tasks (Table 4.6), and where the text has them the speedups and refinements."""

    relevant: int
    mean: float | None = None
    median: float | None = None
    best: float | None = None
    slower: int | None = None
    single: int | None = None
    multi: int | None = None


PAPER = {
    "08_1a": Figures(171),
    "10_1a": Figures(108),
    "32_1a": Figures(163),
    "43_1a": Figures(120),
    "68_1a": Figures(169),
    "68_1b": Figures(181),
    "77_1a": Figures(86),
    "101_1a": Figures(186),
    "106_1a": Figures(163, mean=1.99, median=1.83, best=5.18, slower=1, single=1211, multi=180),
    "118_1a": Figures(0),
    "129_1a": Figures(6),
    "132_1a": Figures(152, mean=1.52, median=1.11, best=15.3, slower=31, single=567, multi=171),
    "134_1a": Figures(86),
    "147_1a": Figures(187),
}
"""Of 250 modules; means and medians are over the tasks that are not slower (§4.6.2 "Speedups")."""


def alone(task: Task) -> list[Task]:
    """The task with each of its properties alone; none where it has one only."""
    if len(task.expectations) < 2 or task.expected is not None:
        return []
    return [replace(task, name=f"{task.name}{ALONE}{observed.name}", observed=(observed,)) for observed in task.observed]


class Properties(Study):
    """H3 as a command."""

    name = "thesis-properties"
    source = "Lukasczyk's thesis, §4.6.2"
    title = "single-path and multi-path refinement for each property alone and for all at once (H3)"
    replaceable = True
    takes_files = False

    def rows(self) -> Sequence[Row]:
        return [row_under(CHAPTER_4, CHAPTER_4.row(preset), side) for side in (Under.PAPER, Under.OURS) for preset in (SINGLE, MULTI)]

    def tasks(self, tasks: Sequence[Task]) -> list[Task]:
        """Each with all its properties, then with each alone.  ConfigurationError where none has several."""
        parted = [part for task in tasks if (parts := alone(task)) for part in (task, *parts)]
        if not parted:
            raise ConfigurationError(f"{self.name}: no task has several properties; give --modules N")
        return parted

    def text(self, runs: Sequence[Run], limit: str, logs: Path | None) -> str:
        parts = []
        for side, group in by_setting(runs).items():
            head = [f"{heading(side, group, CHAPTER_4.setting)}; a run had {limit}", *setting_lines(group, CHAPTER_4.stated)]
            parts.append("\n".join([*head, *_table(group)]))
        if not parts:
            raise ConfigurationError(f"no row belongs to {self.name}; its configurations: {SINGLE}, {MULTI}")
        return "\n\n".join([f"{self.source}: {self.title}", *parts, "\n".join(verdict_lines(runs))]) + "\n"

    def plots(self, runs: Sequence[Run]) -> Sequence[Plot]:
        """Fig. 4.4: speedups of multi-path over single-path by property."""
        boxes: list[Plot] = []
        for side, group in by_setting(runs).items():
            pairs = [(name, _times(tasks)) for name, tasks in _by_property(group).items()]
            boxes.append(speedup_boxes(f"{self.name}-4.4{side.ending}", self.source, pairs))
        return boxes


def _table(runs: Sequence[Run]) -> list[str]:
    """A line for each property, then all at once, then all properties one after the other against all at once."""
    by_property = _by_property(runs)
    names = sorted(name for name in by_property if name != TOGETHER)
    rows = [_line(name, by_property[name]) for name in [*names, *([TOGETHER] if TOGETHER in by_property else [])]]
    headings = ["property", "tasks", "relevant", RULE, "single-path", "multi-path", RULE, "mean", "median", "best", "slower", RULE]
    headings += ["paper relevant", "single", "multi", "mean", "median", "best", "slower"]
    title = [
        "refinements and speedups in CPU time of the analysis alone, on the relevant tasks (true by both strategies, refined);",
        "mean and median are over those that are not slower, as in the thesis:",
    ]
    return [*title, *aligned(headings, rows), *_sums(by_property, names)]


def _by_property(runs: Sequence[Run]) -> dict[str, dict[str, dict[str, RunResult]]]:
    """The runs by property (or TOGETHER), task and preset."""
    by_property: dict[str, dict[str, dict[str, RunResult]]] = {}
    for run in runs:
        task, _, property = run.result.task.partition(ALONE)
        preset = run.label.removesuffix(OURS).rpartition(" ")[2]
        by_property.setdefault(property or TOGETHER, {}).setdefault(task, {})[preset] = run.result
    return by_property


def _relevant(tasks: dict[str, dict[str, RunResult]]) -> list[tuple[RunResult, RunResult]]:
    """The runs of single-path and of multi-path on the relevant tasks."""
    pairs = [(runs[SINGLE], runs[MULTI]) for runs in tasks.values() if SINGLE in runs and MULTI in runs]
    return [pair for pair in pairs if _is_relevant(*pair)]


def _times(tasks: dict[str, dict[str, RunResult]]) -> list[tuple[float, float]]:
    """CPU times of the analysis on them."""
    return [(single.statistics.analysis_s, multi.statistics.analysis_s) for single, multi in _relevant(tasks)]


def _speed(times: Sequence[tuple[float, float]]) -> list[str]:
    """Mean, median and best speedup of the tasks that are not slower, and how many are."""
    faster = [(single, multi) for single, multi in times if single >= multi]
    slower = str(len(times) - len(faster))
    if not faster:
        return [NOTHING, NOTHING, NOTHING, slower if times else NOTHING]
    speeds = speedups(faster)
    return [share(speeds.mean), share(speeds.median), share(speeds.best), slower]


def _line(name: str, tasks: dict[str, dict[str, RunResult]]) -> list[str]:
    relevant = _relevant(tasks)
    counts = [str(sum(pair[place].statistics.refinements for pair in relevant)) for place in (0, 1)]
    run = sum(SINGLE in runs and MULTI in runs for runs in tasks.values())
    origin = find_automaton(name).origin if name in protocol_names() else ""
    paper = PAPER.get(origin.removeprefix("LDV "))
    figures = [NOTHING] * 7 if paper is None else [_shown(value) for value in _in_order(paper)]
    return [name, str(run), str(len(relevant)), RULE, *counts, RULE, *_speed(_times(tasks)), RULE, *figures]


def _is_relevant(single: RunResult, multi: RunResult) -> bool:
    solved = all(result.classification == "solved" and result.verdict == "true" for result in (single, multi))
    return solved and bool(single.statistics.refinements or multi.statistics.refinements)


def _sums(by_property: dict[str, dict[str, dict[str, RunResult]]], names: Sequence[str]) -> list[str]:
    """CPU time of the analysis for the properties one after the other over that for all at once, on tasks all of whose runs are true."""
    lines = []
    for preset, called in ((SINGLE, "single-path"), (MULTI, "multi-path")):
        apart = together = 0.0
        count = 0
        for task, runs in by_property.get(TOGETHER, {}).items():
            parts = [by_property[name][task].get(preset) for name in names if task in by_property[name]]
            own = [part for part in parts if part is not None and part.verdict == "true"]
            whole = runs.get(preset)
            if not parts or len(own) < len(parts) or whole is None or whole.verdict != "true":
                continue
            count += 1
            apart += sum(result.statistics.analysis_s for result in own)
            together += whole.statistics.analysis_s
        ratio = share(apart / together if together else None)
        lines.append(f"{called}: the properties one after the other need {ratio} times the CPU time of all at once ({count} tasks)")
    return lines


def _in_order(paper: Figures) -> tuple[float | None, ...]:
    return (paper.relevant, paper.single, paper.multi, paper.mean, paper.median, paper.best, paper.slower)


def _shown(value: float | None) -> str:
    return NOTHING if value is None else f"{value:g}"
