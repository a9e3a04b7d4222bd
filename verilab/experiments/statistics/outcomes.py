"""What each setting of an experiment did on the same tasks, and the virtual best and worst of them.

The virtual best solves what some setting solves, in the time of the fastest that does; the virtual worst what all solve, in that of the
slowest.  A task is solved by a verdict that is not wrong.  Repetitions of a run count as one, with the median of their figures.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from statistics import median

from verilab.data_classes import dataclass
from verilab.errors import Refused
from verilab.experiments.statistics.answers import deciding, disagreements, repeated
from verilab.verification.schema import Run, RunResult

VIRTUAL_BEST, VIRTUAL_WORST = "virtual best", "virtual worst"

Measure = Callable[[RunResult], float]


class ContradictingVerdicts(Refused):
    """Settings whose verdicts contradict each other, so that one of them is wrong; ``contradictions``: task and settings, one line each."""

    def __init__(self, contradictions: Sequence[str]) -> None:
        super().__init__("verdicts contradict each other, which no figures are made of: " + "; ".join(contradictions))
        self.contradictions = tuple(contradictions)


@dataclass(frozen=True, slots=True)
class Outcomes:
    """By task the figure (seconds, by default) of what a setting solved, None where it did not; ``wrong``: tasks."""

    label: str
    figures: Mapping[str, float | None]
    wrong: frozenset[str] = frozenset()

    @property
    def solved(self) -> frozenset[str]:
        return frozenset(task for task, figure in self.figures.items() if figure is not None)

    def figure(self, task: str) -> float:
        """Of a task that it solved."""
        figure = self.figures[task]
        if figure is None:
            raise KeyError(task)
        return figure


def cpu_time(result: RunResult) -> float:
    return result.statistics.cpu_s


def consistent(runs: Sequence[Run]) -> Sequence[Run]:
    """The runs; ContradictingVerdicts where one calls true what another calls false."""
    if contradicting := disagreements(runs):
        raise ContradictingVerdicts(contradicting)
    return runs


def outcomes(runs: Sequence[Run], measure: Measure = cpu_time) -> list[Outcomes]:
    """One for each setting, by label in the order of their first runs, on the tasks that every setting was run on.

    Raises ContradictingVerdicts, and Refused where there is no such task.
    """
    by_label: dict[str, dict[str, list[RunResult]]] = {}
    for (label, task), results in repeated(consistent(runs)).items():
        by_label.setdefault(label, {})[task] = results
    common = set[str].intersection(*map(set, by_label.values())) if by_label else set[str]()
    if not common:
        raise Refused("no task was run under every setting; run more of the experiment")
    return [
        _outcomes(label, {task: results for task, results in tasks.items() if task in common}, measure) for label, tasks in by_label.items()
    ]


def _outcomes(label: str, tasks: Mapping[str, Sequence[RunResult]], measure: Measure) -> Outcomes:
    kinds = {task: deciding(results).classification for task, results in tasks.items()}
    figures = {task: median(map(measure, results)) if kinds[task] == "solved" else None for task, results in tasks.items()}
    return Outcomes(label, figures, frozenset(task for task, kind in kinds.items() if kind == "wrong"))


def virtual_best(settings: Sequence[Outcomes]) -> Outcomes:
    """Of settings on the same tasks."""
    best = {}
    for task in settings[0].figures:
        figures = [figure for setting in settings if (figure := setting.figures[task]) is not None]
        best[task] = min(figures, default=None)
    return Outcomes(VIRTUAL_BEST, best)


def virtual_worst(settings: Sequence[Outcomes]) -> Outcomes:
    """Of settings on the same tasks."""
    worst: dict[str, float | None] = {}
    for task in settings[0].figures:
        figures = [setting.figures[task] for setting in settings]
        solved = [figure for figure in figures if figure is not None]
        worst[task] = max(solved) if len(solved) == len(figures) else None
    return Outcomes(VIRTUAL_WORST, worst)


def unique(settings: Sequence[Outcomes]) -> dict[str, frozenset[str]]:
    """By label the tasks that no other setting solves."""
    return {setting.label: setting.solved.difference(*(other.solved for other in settings if other is not setting)) for setting in settings}


def setting_named(settings: Sequence[Outcomes], name: str, option: str) -> Outcomes:
    """The setting of a label, or of the only one that has all words of the name; Refused, with the option, where there is none."""
    labels = [setting.label for setting in settings]
    words = set(name.split())
    matching = [setting for setting in settings if setting.label == name]
    matching = matching or [setting for setting in settings if words and words <= set(setting.label.split())]
    if len(matching) == 1:
        return matching[0]
    close = difflib.get_close_matches(name, labels, n=1)
    problem = f"{len(matching)} settings have these words" if matching else "there is no such setting"
    hint = f"did you mean {close[0]!r}? " if close and not matching else ""
    raise Refused(f"{option} {name!r}: {problem}; {hint}known: {', '.join(map(repr, labels))}")
